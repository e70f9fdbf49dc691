// tactus-vamp: the child that looks into a library of Vamp plug-ins, or runs one over a song
// (host_messages.h). What a plug-in prints goes to /dev/null.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vamp-hostsdk/PluginHostAdapter.h>
#include <vamp-hostsdk/PluginInputDomainAdapter.h>
#include <vamp-hostsdk/PluginLoader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/plugins/host_messages.h"
#include "audio/readers/open_audio.h"
#include "model/user_lane.h"

namespace tactus {
namespace {

using Vamp::Plugin;
using Vamp::HostExt::PluginLoader;

constexpr int kPluginRate = 44100;

class HostError : public std::exception {
 public:
  explicit HostError(std::string why) : why_(std::move(why)) {}
  const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

// The parent has gone if this fails.
void send_bytes(const void* bytes, std::size_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::write(kHostDescriptor, at, size);
    if (sent <= 0) std::_Exit(1);
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

void send(HostMessage kind, const std::string& text) {
  const HostHeader header{
      static_cast<std::uint32_t>(kind),
      static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), kLargestHostMessage))};
  std::string all(reinterpret_cast<const char*>(&header), sizeof header);
  all.append(text, 0, header.size);
  send_bytes(all.data(), all.size());
}

std::string plain(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' '; }, ' ');
  constexpr std::size_t kLongest = 2000;
  return text.substr(0, kLongest);
}

// PluginLoader finds plug-ins by the folders of VAMP_PATH.
void look_only_into(const std::filesystem::path& library) {
  ::setenv("VAMP_PATH", library.parent_path().c_str(), 1);
}

// Values on a grid or one value at a time are a curve; what lasts is a region; the rest is points.
// Several values at a time are no lane.
const char* kind_of(const Plugin::OutputDescriptor& output) {
  if (output.hasDuration) return name_of(UserLaneKind::kRegions);
  if (!output.hasFixedBinCount || output.binCount > 1) return nullptr;
  return name_of(output.binCount == 1 ? UserLaneKind::kCurve : UserLaneKind::kPoints);
}

void list_plugins(const std::filesystem::path& library) {
  look_only_into(library);
  PluginLoader* loader = PluginLoader::getInstance();
  const std::string begin = library.stem().string() + ":";
  // No other library of the folder is loaded: it may crash.
  for (const std::string& key : loader->listPluginsIn({library.stem().string()})) {
    if (!key.starts_with(begin)) continue;
    const std::unique_ptr<Plugin> plugin(
        loader->loadPlugin(key, kPluginRate, PluginLoader::ADAPT_ALL_SAFE));
    if (!plugin) continue;
    send(HostMessage::kPlugin,
         fmt::format("{}\t{}\t{}\t{}", plain(plugin->getName()), plain(key),
                     plain(plugin->getMaker()), plain(plugin->getDescription())));
    for (const auto& output : plugin->getOutputDescriptors()) {
      if (const char* kind = kind_of(output))
        send(HostMessage::kOutput, fmt::format("{}\t{}\t{}\t{}", plain(output.identifier),
                                               plain(output.name), plain(output.unit), kind));
    }
  }
}

struct Run {
  std::filesystem::path library, audio;
  std::string key, output;
  std::vector<std::string> decoder;
};

class PluginRun {
 public:
  explicit PluginRun(const Run& run) : run_(run) {}

  void go() {
    const auto sound = open_audio(run_.audio, kPluginRate, run_.decoder);
    start();
    feed(*sound);
    take(plugin_->getRemainingFeatures());
    flush();
  }

 private:
  void start() {
    look_only_into(run_.library);
    plugin_.reset(PluginLoader::getInstance()->loadPlugin(run_.key, kPluginRate,
                                                          PluginLoader::ADAPT_ALL_SAFE));
    if (!plugin_) throw HostError("cannot be loaded");
    find_output();
    constexpr std::size_t kUsualBlock = 1024, kLargestBlock = 1 << 20;
    block_ = plugin_->getPreferredBlockSize();
    step_ = plugin_->getPreferredStepSize();
    if (block_ == 0) block_ = step_ > 0 ? step_ : kUsualBlock;
    if (step_ == 0)
      step_ = plugin_->getInputDomain() == Plugin::FrequencyDomain ? block_ / 2 : block_;
    if (block_ > kLargestBlock || step_ > kLargestBlock)
      throw HostError(fmt::format("wants blocks of {} samples", std::max(block_, step_)));
    channels_ = std::max<std::size_t>(plugin_->getMinChannelCount(), 1);
    constexpr std::size_t kMostChannels = 64;
    if (channels_ > kMostChannels) throw HostError(fmt::format("wants {} channels", channels_));
    if (!plugin_->initialise(channels_, step_, block_))
      throw HostError("refuses to start with its usual parameters");
    // A spectrum stands for the middle of its block.
    if (auto* wrapper = dynamic_cast<Vamp::HostExt::PluginWrapper*>(plugin_.get()))
      if (auto* spectra = wrapper->getWrapper<Vamp::HostExt::PluginInputDomainAdapter>())
        middle_ = spectra->getTimestampAdjustment();
    // The steps of an output may depend on the parameters and the rate.
    find_output();
  }

  void find_output() {
    const auto outputs = plugin_->getOutputDescriptors();
    const auto found =
        std::ranges::find(outputs, run_.output, &Plugin::OutputDescriptor::identifier);
    if (found == outputs.end()) throw HostError("has no output \"" + run_.output + "\"");
    output_ = *found;
    number_ = static_cast<int>(found - outputs.begin());
  }

  // The last block is filled up with zeros.
  void feed(AudioSource& sound) {
    std::vector<float> samples;
    std::vector<float> chunk(std::size_t{1} << 16);
    const AudioInfo& info = sound.info();
    const double total =
        info.sample_rate > 0
            ? static_cast<double>(info.claimed_frames.value_or(0)) * kPluginRate / info.sample_rate
            : 0.0;
    std::int64_t at = 0;
    std::size_t begin = 0;
    bool more = true;
    // A step may be longer than a block: then `begin` may lie behind what was read.
    const auto left = [&] { return samples.size() - std::min(begin, samples.size()); };
    while (more || left() > 0) {
      while (more && left() < block_) {
        const std::size_t count = sound.read(chunk);
        more = count > 0;
        const std::size_t used = std::min(begin, samples.size());
        samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(used));
        begin -= used;
        samples.insert(samples.end(), chunk.begin(),
                       chunk.begin() + static_cast<std::ptrdiff_t>(count));
      }
      if (left() == 0) break;
      if (left() < block_) samples.resize(begin + block_, 0.0f);
      const std::vector<const float*> input(channels_, samples.data() + begin);
      const Vamp::RealTime time = Vamp::RealTime::frame2RealTime(at, kPluginRate);
      take(plugin_->process(input.data(), time), time);
      at += static_cast<std::int64_t>(step_);
      begin += step_;
      if (!more && left() + step_ <= block_) break;
      tell(total > 0.0 ? static_cast<double>(at) / total : 0.0);
    }
  }

  void tell(double done) {
    if (done < told_ + 0.01) return;
    told_ = done;
    flush();
    send(HostMessage::kProgress, fmt::format("{:.3f}", std::min(done, 1.0)));
  }

  void take(Plugin::FeatureSet features, Vamp::RealTime time = Vamp::RealTime::zeroTime) {
    for (const Plugin::Feature& feature : features[number_]) add(feature, time);
  }

  // Times as the Vamp guide says: of one sample per step that of the block; at a fixed rate the one
  // given, else one step of the output behind the last.
  void add(const Plugin::Feature& feature, Vamp::RealTime block) {
    double time = 0.0;
    const auto seconds = [](Vamp::RealTime at) { return at.sec + at.nsec * 1e-9; };
    if (output_.sampleType == Plugin::OutputDescriptor::OneSamplePerStep) {
      time = seconds(block + middle_);
    } else if (output_.sampleType == Plugin::OutputDescriptor::FixedSampleRate) {
      const double period = output_.sampleRate > 0.0f ? 1.0 / output_.sampleRate : 0.0;
      time = feature.hasTimestamp ? seconds(feature.timestamp) : last_ < 0.0 ? 0.0 : last_ + period;
      if (period > 0.0) time = std::round(time / period) * period;
      last_ = time;
    } else {
      time = feature.hasTimestamp ? seconds(feature.timestamp) : seconds(block);
    }
    const double duration = feature.hasDuration ? seconds(feature.duration) : 0.0;
    const double value = feature.values.empty() ? 0.0 : feature.values.front();
    items_ +=
        fmt::format("{:.9g}\t{:.9g}\t{:.9g}\t{}\n", time, duration, value, plain(feature.label));
    constexpr std::size_t kAtOnce = std::size_t{1} << 16;
    if (items_.size() > kAtOnce) flush();
  }

  void flush() {
    if (items_.empty()) return;
    send(HostMessage::kItems, items_);
    items_.clear();
  }

  const Run& run_;
  std::unique_ptr<Plugin> plugin_;
  Plugin::OutputDescriptor output_;
  int number_ = 0;
  Vamp::RealTime middle_;
  std::size_t block_ = 0, step_ = 0, channels_ = 1;
  double last_ = -1.0, told_ = 0.0;
  std::string items_;
};

int run_host(std::span<char*> arguments) {
  const std::string work = arguments.empty() ? "" : arguments[0];
  try {
    if (work == "list" && arguments.size() == 2) {
      list_plugins(arguments[1]);
    } else if (work == "run" && arguments.size() >= 5) {
      const Run run{arguments[1],
                    arguments[4],
                    arguments[2],
                    arguments[3],
                    {arguments.begin() + 5, arguments.end()}};
      PluginRun(run).go();
    } else {
      return 2;
    }
    send(HostMessage::kEnd, "");
    return 0;
  } catch (const std::exception& error) {
    send(HostMessage::kError, plain(error.what()));
    return 1;
  }
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const int quiet = ::open("/dev/null", O_RDWR);
  ::dup2(quiet, STDOUT_FILENO);
  ::dup2(quiet, STDERR_FILENO);
  const int status = tactus::run_host(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  std::_Exit(status);  // a plug-in may crash as it goes; all is said
}
