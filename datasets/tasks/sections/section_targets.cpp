#include "datasets/tasks/sections/section_targets.h"

#include <algorithm>
#include <utility>

#include "datasets/tasks/interface/refuse_head.h"
#include "model/decoding/sections/section_names.h"

namespace tactus {
namespace {

constexpr int kNames = static_cast<int>(kSectionNames.size());
constexpr int kUnknown = -1;  // counts for nothing in the loss

class SectionTargetMaker : public TargetMaker {
 public:
  SectionTargetMaker(const NetworkSpec& spec, BeatTargetSettings settings,
                     std::vector<std::vector<LabelledSegment>> songs)
      : settings_(std::move(settings)), songs_(std::move(songs)) {
    for (const HeadSpec& head : spec.heads) {
      const bool begin =
          head.name == "begin" && head.classes == 1 && head.kind == HeadKind::kSigmoid;
      const bool name =
          head.name == "name" && head.classes == kNames && head.kind == HeadKind::kSoftmax;
      if (!begin && !name)
        refuse_head(head, "sections", "'begin', sigmoid, one class, or 'name', softmax, 9 classes");
      begins_.push_back(begin);
    }
    for (const auto& song : songs_) {
      times_.emplace_back();
      for (const LabelledSegment& section : song) times_.back().push_back(section.start);
    }
  }

  std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const override {
    std::vector<HeadTarget> targets(begins_.size());
    for (std::size_t h = 0; h < targets.size(); ++h) {
      HeadTarget& target = targets[h];
      if (!begins_[h]) {
        target.category.assign(steps * batch, kUnknown);
        continue;
      }
      target.probability.assign(steps * batch, 0.0f);
      target.weight.assign(steps * batch, 0.0f);
      target.positive_weight = {static_cast<float>(settings_.positive_weight)};
    }
    return targets;
  }

  void fill(std::size_t index, const CropView& crop, std::size_t b, std::size_t batch,
            std::vector<HeadTarget>& targets) const override {
    const std::vector<LabelledSegment>& sections = songs_.at(index);
    std::vector<float> column(crop.frames);
    write_event_targets(times_[index], crop, settings_.neighbours, column);
    for (std::size_t t = 0; t < crop.frames; ++t) {
      const double time = crop.time_of(t);
      const auto next = std::ranges::upper_bound(sections, time, {}, &LabelledSegment::end);
      const bool inside = next != sections.end() && next->start <= time;
      for (std::size_t h = 0; h < targets.size(); ++h) {
        if (begins_[h]) {
          targets[h].probability[t * batch + b] = column[t];
          targets[h].weight[t * batch + b] = inside ? 1.0f : 0.0f;
        } else if (const int name = inside ? section_class(next->label) : kUnknown; name >= 0) {
          targets[h].category[t * batch + b] = name;
        }
      }
    }
  }

 private:
  std::vector<bool> begins_;  // per head
  BeatTargetSettings settings_;
  std::vector<std::vector<LabelledSegment>> songs_;
  std::vector<std::vector<double>> times_;
};

}  // namespace

std::unique_ptr<TargetMaker> make_section_target_maker(
    const NetworkSpec& spec, const BeatTargetSettings& settings,
    std::vector<std::vector<LabelledSegment>> songs) {
  return std::make_unique<SectionTargetMaker>(spec, settings, std::move(songs));
}

}  // namespace tactus
