#include "ui/files/plugin_job.h"

#include <exception>
#include <utility>

#include "app/cli/program/program_places.h"

namespace tactus::ui {

PluginJob::PluginJob(PluginHost host, QObject* parent) : QObject(parent), host_(std::move(host)) {}

PluginJob::~PluginJob() {
  thread_.request_stop();
}

void PluginJob::stop() {
  thread_.request_stop();
}

void PluginJob::tell(std::function<void()> call) {
  QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

// `work` returns what the window does with its result.
void PluginJob::start(std::function<std::function<void()>(const std::stop_token&)> work) {
  if (running_) return;
  running_ = true;
  thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
    const auto end = [this](std::function<void()> call) {
      tell([this, call = std::move(call)] {
        running_ = false;
        call();
      });
    };
    try {
      end(work(stop));
    } catch (const InterruptedError&) {
      end([this] { emit stopped(); });
    } catch (const std::exception& error) {
      end([this, why = QString::fromUtf8(error.what())] { emit failed(why); });
    }
  });
}

void PluginJob::list() {
  start([this](const std::stop_token& stop) -> std::function<void()> {
    auto list = std::make_shared<const VampList>(list_vamp_plugins(host_, vamp_libraries(), stop));
    return [this, list = std::move(list)] { emit listed(list); };
  });
}

void PluginJob::run(const VampPlugin& plugin, const VampOutput& output,
                    const std::filesystem::path& audio) {
  start([this, plugin, output, audio](const std::stop_token& stop) -> std::function<void()> {
    const auto progress = [this](double done) { tell([this, done] { emit progressed(done); }); };
    UserLane lane = run_vamp_plugin(host_, plugin, output, audio, progress, stop);
    return [this, audio, lane = std::move(lane)] { emit found(audio, lane); };
  });
}

PluginHost usual_plugin_host() {
  return {{child_program("tactus-vamp").string()}, program_places().decoder};
}

}  // namespace tactus::ui
