#include "model/decoding/timing/loop_line.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

constexpr double kLongest = 60.0;     // seconds of a loop
constexpr double kLoopStart = 0.025;  // seconds
constexpr double kAway = 0.04;        // seconds of a beat from its place
constexpr double kWhole = 0.12;       // beats by which the length may differ from whole ones
constexpr double kLoopBar = 4.0;      // beats; one bar alone may have been heard as two
constexpr double kSample = 1e-4;      // seconds: files are cut at whole samples

// The tempo with the fewest decimals that has the same length within some samples.
double tempo_of(double beats, double seconds) {
  for (const double unit : {1.0, 0.5, 0.1, 0.01}) {
    const double bpm = std::round(60.0 * beats / seconds / unit) * unit;
    if (std::abs(60.0 * beats / bpm - seconds) < kSample) return bpm;
  }
  return 60.0 * beats / seconds;
}

}  // namespace

std::optional<TempoLine> loop_line(const std::vector<HeardBeat>& beats, double seconds, int bar) {
  if (bar < 2 || static_cast<int>(beats.size()) < bar || seconds > kLongest) return std::nullopt;
  if (beats.front().time > kLoopStart || std::ranges::any_of(beats, &HeardBeat::fixed))
    return std::nullopt;
  const double count = beats.back().index - beats.front().index + 1.0;
  const double heard = (beats.back().time - beats.front().time) / (count - 1.0);
  const bool bars = std::fmod(count, bar) == 0.0 || std::fmod(count, kLoopBar) == 0.0;
  const bool whole = bars && std::abs(seconds / heard - count) < kWhole;
  TempoLine line{0, beats.size(), 0.0, 60.0 / tempo_of(count, seconds)};
  line.start = -line.period * beats.front().index;
  double squares = 0.0, most = 0.0;
  for (const HeardBeat& beat : beats) {
    const double away = std::abs(beat.time - line.at(beat.index));
    most = std::max(most, away);
    squares += away * away;
  }
  line.scatter = std::sqrt(squares / static_cast<double>(beats.size()));
  return whole && most < kAway ? std::optional(line) : std::nullopt;
}

}  // namespace tactus
