#include "datasets/tasks/bars/bar_targets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "datasets/tasks/interface/refuse_head.h"

namespace tactus {
namespace {

constexpr double kLongestBarSeconds = 8.0;  // seconds; what is longer is a stretch without bars

// Whether a bar is known around the time.
bool is_inside(const std::vector<double>& bars, double time) {
  const auto next = std::ranges::upper_bound(bars, time);
  return next != bars.begin() && next != bars.end() &&
         *next - *std::prev(next) <= kLongestBarSeconds;
}

class BarTargetMaker : public TargetMaker {
 public:
  BarTargetMaker(const NetworkSpec& spec, BeatTargetSettings settings,
                 std::vector<std::vector<double>> songs)
      : heads_(spec.heads.size()), settings_(std::move(settings)), songs_(std::move(songs)) {
    for (const HeadSpec& head : spec.heads) {
      if (head.name != "bar" || head.classes != 1 || head.kind != HeadKind::kSigmoid)
        refuse_head(head, "bars", "'bar', sigmoid, one class");
    }
  }

  std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const override {
    std::vector<HeadTarget> targets(heads_);
    for (HeadTarget& target : targets) {
      target.probability.assign(steps * batch, 0.0f);
      target.weight.assign(steps * batch, 0.0f);
      target.positive_weight = {static_cast<float>(settings_.positive_weight)};
    }
    return targets;
  }

  void fill(std::size_t index, const CropView& crop, std::size_t b, std::size_t batch,
            std::vector<HeadTarget>& targets) const override {
    const std::vector<double>& bars = songs_.at(index);
    std::vector<float> column(crop.frames);
    write_event_targets(bars, crop, settings_.neighbours, column);
    for (HeadTarget& target : targets) {
      for (std::size_t t = 0; t < crop.frames; ++t) {
        target.probability[t * batch + b] = column[t];
        target.weight[t * batch + b] = is_inside(bars, crop.time_of(t)) ? 1.0f : 0.0f;
      }
    }
  }

 private:
  std::size_t heads_;
  BeatTargetSettings settings_;
  std::vector<std::vector<double>> songs_;
};

}  // namespace

std::unique_ptr<TargetMaker> make_bar_target_maker(const NetworkSpec& spec,
                                                   const BeatTargetSettings& settings,
                                                   std::vector<std::vector<double>> songs) {
  return std::make_unique<BarTargetMaker>(spec, settings, std::move(songs));
}

}  // namespace tactus
