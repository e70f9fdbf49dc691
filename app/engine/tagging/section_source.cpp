#include "app/engine/tagging/section_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tactus {
namespace {

// A sheet and the decoder of its file may count the end differently.
constexpr double kSlack = 1.0;  // seconds

}  // namespace

SectionSource::SectionSource(std::unique_ptr<AudioSource> whole, const SongSection& section,
                             std::stop_token stop)
    : whole_(std::move(whole)), section_(section), stop_(std::move(stop)), info_(whole_->info()) {
  if (!info_.claimed_frames) return;
  const auto frames = [&](double seconds) {
    return static_cast<std::int64_t>(std::llround(seconds * info_.sample_rate));
  };
  std::int64_t end = *info_.claimed_frames;
  if (section_.end) end = std::min(end, frames(*section_.end));
  info_.claimed_frames = std::max<std::int64_t>(end - frames(section_.start), 0);
}

std::int64_t SectionSource::samples_at(double seconds) const {
  return static_cast<std::int64_t>(std::ceil(seconds * sample_rate() - 1e-6));
}

void SectionSource::skip_to_start() {
  const std::int64_t start = samples_at(section_.start);
  std::vector<float> dropped(65536);
  while (position_ < start) {
    if (stop_.stop_requested()) throw InterruptedError();
    const auto wanted = static_cast<std::size_t>(
        std::min<std::int64_t>(start - position_, static_cast<std::int64_t>(dropped.size())));
    const std::size_t got = whole_->read(std::span(dropped).first(wanted));
    if (got == 0) {
      const double length = static_cast<double>(position_) / sample_rate();
      throw AudioError(fmt::format("{}: ends at {:.3f} s, the track begins at {:.3f} s",
                                   path().string(), length, section_.start));
    }
    position_ += static_cast<std::int64_t>(got);
  }
}

std::size_t SectionSource::read(std::span<float> block) {
  skip_to_start();
  const std::int64_t end =
      section_.end ? samples_at(*section_.end) : std::numeric_limits<std::int64_t>::max();
  const std::int64_t left = std::max<std::int64_t>(end - position_, 0);
  const auto wanted = static_cast<std::size_t>(
      std::min<std::int64_t>(left, static_cast<std::int64_t>(block.size())));
  if (wanted == 0) return 0;
  const std::size_t got = whole_->read(block.first(wanted));
  position_ += static_cast<std::int64_t>(got);
  too_short_ = got < wanted && section_.end.has_value() &&
               static_cast<double>(end - position_) > kSlack * sample_rate();
  return got;
}

std::optional<std::string> SectionSource::warning() const {
  std::optional<std::string> known = whole_->warning();
  if (known) return "in the file of the record: " + *known;
  if (!too_short_) return known;
  return fmt::format("the file ends at {:.3f} s, before the end of the track at {:.3f} s",
                     static_cast<double>(position_) / sample_rate(), *section_.end);
}

}  // namespace tactus
