// The time of each stage of tagging.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace tactus {

enum class TagStage { kReading, kFeatures, kNetworks, kDecoding, kWriting };
inline constexpr std::array<const char*, 5> kTagStageNames = {"reading", "features", "networks",
                                                              "decoding", "writing"};

// Seconds of each stage, by the clock of the thread that works on the song. Reading means waiting
// for the decoder process.
struct StageTimes {
  std::array<double, kTagStageNames.size()> seconds{};

  double& operator[](TagStage stage) { return seconds[static_cast<std::size_t>(stage)]; }
  StageTimes& operator+=(const StageTimes& other) {
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += other.seconds[i];
    return *this;
  }
};

// Adds the time of its own lifetime to a stage.
class StageTimer {
 public:
  StageTimer(StageTimes& times, TagStage stage) : total_(times[stage]) {}
  ~StageTimer() {
    total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& total_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tactus
