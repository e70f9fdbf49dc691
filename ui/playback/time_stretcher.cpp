#include "ui/playback/time_stretcher.h"

#include <fmt/core.h>
#include <rubberband/RubberBandStretcher.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace tactus::ui {
namespace {

using RubberBand::RubberBandStretcher;
constexpr std::size_t kMostAtOnce = 4096;  // frames

}  // namespace

TimeStretcher::TimeStretcher(int sample_rate, double speed, int semitones)
    : speed_(speed), semitones_(semitones) {
  if (!(speed >= 0.25 && speed <= 4.0)) {
    throw std::invalid_argument(fmt::format("TimeStretcher: speed {}, expected 0.25 to 4", speed));
  }
  if (semitones < -24 || semitones > 24) {
    throw std::invalid_argument(
        fmt::format("TimeStretcher: {} semitones, expected -24 to 24", semitones));
  }
  // The faster engine is up to 40 ms late at low speeds.
  constexpr auto options =
      RubberBandStretcher::OptionProcessRealTime | RubberBandStretcher::OptionEngineFiner |
      RubberBandStretcher::OptionPitchHighQuality | RubberBandStretcher::OptionChannelsTogether;
  library_ = std::make_unique<RubberBandStretcher>(
      static_cast<std::size_t>(sample_rate), 2, options, 1.0 / speed, std::exp2(semitones / 12.0));
  library_->setMaxProcessSize(kMostAtOnce);
  left_.resize(kMostAtOnce);
  right_.resize(kMostAtOnce);
}
TimeStretcher::~TimeStretcher() = default;
TimeStretcher::TimeStretcher(TimeStretcher&&) noexcept = default;
TimeStretcher& TimeStretcher::operator=(TimeStretcher&&) noexcept = default;

void TimeStretcher::restart() {
  library_->reset();
  started_ = false;
}

// Without a source the input is silence.
void TimeStretcher::feed(std::size_t frames, const Source* source) {
  frames = std::min(frames, kMostAtOnce);
  interleaved_.assign(2 * frames, 0.0f);
  if (source) (*source)(interleaved_);
  for (std::size_t n = 0; n < frames; ++n) {
    left_[n] = interleaved_[2 * n];
    right_[n] = interleaved_[2 * n + 1];
  }
  const std::array<const float*, 2> planes = {left_.data(), right_.data()};
  library_->process(planes.data(), frames, false);
}

void TimeStretcher::pull(std::span<float> frames, const Source& source) {
  RubberBandStretcher& stretcher = *library_;
  if (!started_) {
    for (std::size_t pad = stretcher.getPreferredStartPad(); pad > 0;) {
      const std::size_t count = std::min(pad, kMostAtOnce);
      feed(count, nullptr);
      pad -= count;
    }
    to_drop_ = stretcher.getStartDelay();
    started_ = true;
  }
  std::size_t done = 0;
  const std::size_t wanted = frames.size() / 2;
  while (done < wanted) {
    const int available = stretcher.available();
    if (available <= 0) {
      feed(std::max<std::size_t>(stretcher.getSamplesRequired(), 64), &source);
      continue;
    }
    const std::size_t most = to_drop_ > 0 ? to_drop_ : wanted - done;
    const std::size_t count = std::min({most, kMostAtOnce, static_cast<std::size_t>(available)});
    const std::array<float*, 2> planes = {left_.data(), right_.data()};
    const std::size_t got = stretcher.retrieve(planes.data(), count);
    if (to_drop_ > 0) {
      to_drop_ -= got;
      continue;
    }
    for (std::size_t n = 0; n < got; ++n, ++done) {
      frames[2 * done] = left_[n];
      frames[2 * done + 1] = right_[n];
    }
  }
}

}  // namespace tactus::ui
