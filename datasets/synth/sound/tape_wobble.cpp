#include "datasets/synth/sound/tape_wobble.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "datasets/song_random.h"

namespace tactus {
namespace {

constexpr double kStepSeconds = 0.020;  // between knots; the speed is constant within a step
constexpr double kMostCents = 120.0;
constexpr std::ptrdiff_t kTaps = 16, kHalf = kTaps / 2;
constexpr int kPhases = 512;

// Hann-windowed sinc for delays of 0 .. 1 sample in steps of 1 / kPhases.
std::vector<std::array<float, kTaps>> sinc_table() {
  std::vector<std::array<float, kTaps>> table(kPhases + 1);
  for (int phase = 0; phase <= kPhases; ++phase) {
    double sum = 0.0;
    std::array<double, kTaps> taps{};
    for (std::ptrdiff_t k = 0; k < kTaps; ++k) {
      const double x = static_cast<double>(k - kHalf + 1) - static_cast<double>(phase) / kPhases;
      const double w = 0.5 + 0.5 * std::cos(std::numbers::pi * x / kHalf);
      const double sinc = x == 0 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
      sum += taps[static_cast<std::size_t>(k)] = std::abs(x) < kHalf ? sinc * w : 0.0;
    }
    for (std::size_t k = 0; k < kTaps; ++k)
      table[static_cast<std::size_t>(phase)][k] = static_cast<float>(taps[k] / sum);
  }
  return table;
}

class Interpolator {
 public:
  Interpolator(const std::vector<float>& samples, int channels)
      : samples_(samples),
        channels_(channels),
        frames_(static_cast<std::ptrdiff_t>(samples.size()) / channels),
        table_(sinc_table()) {}

  // Appends the frame at `place` (in frames of the input).
  void append(double place, std::vector<float>& out) const {
    const double whole = std::floor(place);
    const double phase = (place - whole) * kPhases;
    const auto index = static_cast<std::size_t>(phase);
    const auto blend = static_cast<float>(phase - static_cast<double>(index));
    const auto& low = table_[index];
    const auto& high = table_[std::min<std::size_t>(index + 1, kPhases)];
    std::array<float, kTaps> taps;
    for (std::size_t k = 0; k < kTaps; ++k) taps[k] = low[k] + blend * (high[k] - low[k]);
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(whole) - kHalf + 1;
    for (int c = 0; c < channels_; ++c) out.push_back(sum(taps, first, c));
  }
  std::ptrdiff_t frames() const { return frames_; }

 private:
  float sum(const std::array<float, kTaps>& taps, std::ptrdiff_t first, int channel) const {
    float value = 0.0f;
    const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, -first);
    const std::ptrdiff_t to = std::min(kTaps, frames_ - first);
    for (std::ptrdiff_t k = from; k < to; ++k)
      value += taps[static_cast<std::size_t>(k)] *
               samples_[static_cast<std::size_t>((first + k) * channels_ + channel)];
    return value;
  }

  const std::vector<float>& samples_;
  int channels_;
  std::ptrdiff_t frames_;
  std::vector<std::array<float, kTaps>> table_;
};

}  // namespace

TimeMap tape_map(double seconds, const TapeSettings& settings) {
  SongRandom random(settings.seed, "", "tape");
  const double phase = random.uniform(0.0, 2.0 * std::numbers::pi);
  // Steps of a random walk with a memory of about a minute.
  const double forget = kStepSeconds / 60.0;
  const double kick = settings.drift_cents * std::sqrt(2.0 * forget);
  double wander = settings.drift_cents * random.normal(), to = 0.0;
  std::vector<TimeKnot> knots{{0.0, 0.0}};
  for (double from = 0.0; from < seconds;) {
    wander += kick * random.normal() - forget * wander;
    const double sway =
        settings.wow_cents * std::sin(2.0 * std::numbers::pi * settings.wow_hertz * from + phase);
    const double cents = std::clamp(settings.speed_cents + sway + wander, -kMostCents, kMostCents);
    from += kStepSeconds;
    to += kStepSeconds * std::exp2(-cents / 1200.0);
    knots.push_back({from, to});
  }
  return TimeMap(std::move(knots));
}

std::vector<float> played_along(const std::vector<float>& samples, int channels, int sample_rate,
                                const TimeMap& map) {
  const Interpolator input(samples, channels);
  const double rate = sample_rate;
  const auto frames =
      static_cast<std::size_t>(std::ceil(map(static_cast<double>(input.frames()) / rate) * rate));
  std::vector<float> out;
  out.reserve(frames * static_cast<std::size_t>(channels));
  const std::vector<TimeKnot>& knots = map.knots();
  for (std::size_t frame = 0, next = 0; frame < frames;) {
    // All frames up to the next knot are on one straight line.
    const double time = static_cast<double>(frame) / rate;
    while (next < knots.size() && knots[next].to <= time) ++next;
    const double until = next < knots.size() ? knots[next].to : 1e300;
    const double place = map.inverse(time) * rate;
    double speed = 1.0;
    if (next > 0 && next < knots.size())
      speed = (knots[next].from - knots[next - 1].from) / (knots[next].to - knots[next - 1].to);
    for (std::size_t k = 0; frame < frames && static_cast<double>(frame) / rate < until; ++frame)
      input.append(place + speed * static_cast<double>(k++), out);
  }
  return out;
}

std::string describe(const TapeSettings& settings) {
  if (settings.speed_cents == 0 && settings.wow_cents == 0 && settings.drift_cents == 0) return "";
  return fmt::format("{:+.1f} cents, wow {:.1f} cents at {:.2f} Hz, drift {:.1f} cents",
                     settings.speed_cents, settings.wow_cents, settings.wow_hertz,
                     settings.drift_cents);
}

}  // namespace tactus
