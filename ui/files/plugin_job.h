// Vamp plug-ins in the background (app/plugins/vamp_plugins.h): looks for those of the computer, or
// runs one over a song. All signals arrive in the thread of the window.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <thread>

#include "app/plugins/vamp_plugins.h"

namespace tactus::ui {

class PluginJob : public QObject {
  Q_OBJECT

 public:
  explicit PluginJob(PluginHost host, QObject* parent = nullptr);
  ~PluginJob() override;  // stops, and ends the child

  bool running() const { return running_; }
  // Nothing while one is running.
  void list();
  void run(const VampPlugin& plugin, const VampOutput& output, const std::filesystem::path& audio);
  void stop();

 signals:
  void listed(const std::shared_ptr<const VampList>& list);
  void progressed(double done);  // 0..1
  void found(const std::filesystem::path& audio, const UserLane& lane);
  void failed(const QString& why);
  void stopped();

 private:
  void start(std::function<std::function<void()>(const std::stop_token&)> work);
  void tell(std::function<void()> call);

  const PluginHost host_;
  bool running_ = false;
  std::jthread thread_;
};

// The child beside this program, with the decoder of audio.
PluginHost usual_plugin_host();

}  // namespace tactus::ui
