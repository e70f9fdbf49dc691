#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "datasets/tasks/chords/chord_targets.h"
#include "datasets/tasks/interface/refuse_head.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

class ChordTargetMaker : public TargetMaker {
 public:
  ChordTargetMaker(const NetworkSpec& spec, std::vector<float> quality_weights,
                   const std::vector<std::vector<LabelledSegment>>& songs)
      : quality_weights_(std::move(quality_weights)) {
    if (!quality_weights_.empty() && quality_weights_.size() != kChordQualities) {
      throw std::invalid_argument(fmt::format("{} weights of chord qualities, expected none or {}",
                                              quality_weights_.size(), kChordQualities));
    }
    for (const HeadSpec& head : spec.heads) heads_.push_back(role_of(head));
    for (const auto& chords : songs) songs_.push_back(chord_target_segments(chords));
  }

  std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const override {
    std::vector<HeadTarget> targets(heads_.size());
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      if (heads_[h] == Role::kPitches) {
        targets[h].probability.assign(steps * batch * 12, 0.0f);
        targets[h].weight.assign(steps * batch, 0.0f);
      } else {
        targets[h].category.assign(steps * batch, kNoTarget);
        targets[h].class_weight = class_weights(heads_[h]);
      }
    }
    return targets;
  }

  void fill(std::size_t song, const CropView& crop, std::size_t b, std::size_t batch,
            std::vector<HeadTarget>& targets) const override {
    const std::vector<ChordTarget> frames = chord_frame_targets(songs_.at(song), crop);
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      for (std::size_t t = 0; t < crop.frames; ++t) {
        write(frames[t], heads_[h], t * batch + b, targets[h]);
      }
    }
  }

 private:
  enum class Role { kRoot, kBass, kQuality, kPitches, kChord };

  static Role role_of(const HeadSpec& head) {
    const auto is = [&head](const char* name, int classes, HeadKind kind) {
      return head.name == name && head.classes == classes && head.kind == kind;
    };
    if (is("root", 13, HeadKind::kSoftmax)) return Role::kRoot;
    if (is("bass", 13, HeadKind::kSoftmax)) return Role::kBass;
    if (is("quality", kChordQualities, HeadKind::kSoftmax)) return Role::kQuality;
    if (is("pitches", 12, HeadKind::kSigmoid)) return Role::kPitches;
    if (is("chord", kChordVocabularySize, HeadKind::kSoftmax)) return Role::kChord;
    refuse_head(
        head, "chords",
        "'root' and 'bass' of 13, 'quality' of 15, 'chord' of 169 softmax classes, 'pitches' of 12 "
        "sigmoid");
  }

  static void write(const ChordTarget& target, Role role, std::size_t place, HeadTarget& out) {
    switch (role) {
      case Role::kRoot:
        out.category[place] = target.root;
        break;
      case Role::kBass:
        out.category[place] = target.bass;
        break;
      case Role::kQuality:
        out.category[place] = target.quality;
        break;
      case Role::kChord:
        out.category[place] = target.chord();
        break;
      case Role::kPitches:
        out.weight[place] = target.has_pitches ? 1.0f : 0.0f;
        for (std::size_t p = 0; p < 12; ++p) {
          out.probability[place * 12 + p] = target.pitches[p] ? 1.0f : 0.0f;
        }
    }
  }

  std::vector<float> class_weights(Role role) const {
    if (role == Role::kQuality) return quality_weights_;
    if (role != Role::kChord || quality_weights_.empty()) return {};
    std::vector<float> weights(kChordVocabularySize, quality_weights_.back());
    for (std::size_t v = 0; v + 1 < weights.size(); ++v) {
      weights[v] = quality_weights_[v % kNoChordQuality];
    }
    return weights;
  }

  std::vector<Role> heads_;
  std::vector<std::vector<ChordTargetSegment>> songs_;
  std::vector<float> quality_weights_;  // [Q], empty = all 1
};

// [Q]
std::array<double, kChordQualities> quality_seconds(
    const std::vector<std::vector<LabelledSegment>>& songs) {
  std::array<double, kChordQualities> seconds{};
  for (const auto& chords : songs) {
    for (const ChordTargetSegment& segment : chord_target_segments(chords)) {
      if (segment.target.quality == kNoTarget) continue;
      seconds[static_cast<std::size_t>(segment.target.quality)] += segment.end - segment.start;
    }
  }
  return seconds;
}

}  // namespace

std::vector<float> chord_quality_weights(const ChordTargetSettings& settings,
                                         const std::vector<std::vector<LabelledSegment>>& songs) {
  if (settings.rare_qualities <= 0.0) return {};
  const std::array<double, kChordQualities> seconds = quality_seconds(songs);
  const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  if (!(total > 0.0)) return {};
  double mean = 0.0;
  std::vector<float> weights(kChordQualities);
  for (std::size_t q = 0; q < seconds.size(); ++q) {
    const double share = seconds[q] / total;
    const double weight = share > 0.0 ? std::pow(share, -settings.rare_qualities) : 1.0;
    weights[q] = static_cast<float>(weight);
    mean += share * weight;
  }
  for (float& weight : weights) {
    weight = static_cast<float>(std::min(weight / mean, ChordTargetSettings::kMostWeight));
  }
  return weights;
}

std::unique_ptr<TargetMaker> make_chord_target_maker(
    const NetworkSpec& spec, std::vector<float> quality_weights,
    const std::vector<std::vector<LabelledSegment>>& songs) {
  return std::make_unique<ChordTargetMaker>(spec, std::move(quality_weights), songs);
}

}  // namespace tactus
