#include "app/engine/tagging/tag_progress.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

// Shares of the time of a chunk, measured from the stage times of tagged songs.
constexpr double kReading = 0.18;
constexpr double kFeatures = 0.55;  // of what a network takes; the rest is the network itself
constexpr double kDecoding = 0.2;   // of the whole, at its end

}  // namespace

TagMeter::TagMeter(double seconds, int networks, const Chunking& chunking, TagProgress progress)
    : total_(seconds),
      networks_(std::max(networks, 1)),
      chunking_(chunking),
      progress_(std::move(progress)) {
  chunking_.seconds = chunking.first_chunk(seconds);
}

double TagMeter::chunk_seconds() const {
  return std::min<double>(chunking_.seconds, std::max(total_ - begin_, 0.0));
}

void TagMeter::report(double done) {
  if (!progress_ || done <= reported_) return;
  reported_ = std::min(done, 1.0);
  progress_(reported_);
}

void TagMeter::read(double seconds) {
  read_ = seconds;
  if (!(total_ > 0.0)) return;
  if (in_stages_) {  // the next chunk has begun
    begin_ += chunk_seconds();
    in_stages_ = false;
  }
  const double until =
      std::min<double>(total_, begin_ + chunking_.seconds + chunking_.context_seconds);
  const double wanted = until - read_before_;
  const double share = wanted > 0 ? std::clamp((read_ - read_before_) / wanted, 0.0, 1.0) : 1.0;
  report((1 - kDecoding) * (begin_ + kReading * share * chunk_seconds()) / total_);
}

void TagMeter::chunk_read() {
  if (in_stages_) begin_ += chunk_seconds();  // nothing had to be read for it
  in_stages_ = true;
  read_before_ = read_;
  within_ = kReading;
}

void TagMeter::stage_done(TagStage stage) {
  const double share = stage == TagStage::kFeatures ? kFeatures : 1.0 - kFeatures;
  within_ += (1.0 - kReading) * share / networks_;
  if (total_ > 0.0) report((1 - kDecoding) * (begin_ + within_ * chunk_seconds()) / total_);
}

void TagMeter::all_done() {
  report(1.0);
}

}  // namespace tactus
