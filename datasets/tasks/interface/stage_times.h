// The time of each stage of tagging.
#pragma once

#include <time.h>

#include <array>
#include <cstddef>

namespace tactus {

enum class TagStage { kReading, kFeatures, kNetworks, kDecoding, kWriting };
inline constexpr std::array<const char*, 5> kTagStageNames = {"reading", "features", "networks",
                                                              "decoding", "writing"};

// `seconds` are by the clock. `processor_seconds` are those that the thread of the song computed:
// its helpers for networks and the process that decodes the sound are not in them, nor what other
// programs took. Reading means waiting for that process.
struct StageTime {
  double seconds = 0.0;
  double processor_seconds = 0.0;

  StageTime& operator+=(const StageTime& other) {
    seconds += other.seconds;
    processor_seconds += other.processor_seconds;
    return *this;
  }
  StageTime operator-(const StageTime& other) const {
    return {seconds - other.seconds, processor_seconds - other.processor_seconds};
  }
};

struct StageTimes {
  std::array<StageTime, kTagStageNames.size()> stages;

  StageTime& operator[](TagStage stage) { return stages[static_cast<std::size_t>(stage)]; }
  const StageTime& operator[](TagStage stage) const {
    return stages[static_cast<std::size_t>(stage)];
  }
  StageTimes& operator+=(const StageTimes& other) {
    for (std::size_t i = 0; i < stages.size(); ++i) stages[i] += other.stages[i];
    return *this;
  }
};

// Adds the time of its own lifetime to a stage.
class StageTimer {
 public:
  StageTimer(StageTimes& times, TagStage stage) : total_(times[stage]) {}
  ~StageTimer() { total_ += now() - begin_; }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  static StageTime now() {
    return {seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_THREAD_CPUTIME_ID)};
  }
  static double seconds_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  StageTime& total_;
  StageTime begin_ = now();
};

}  // namespace tactus
