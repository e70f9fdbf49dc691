#include <algorithm>
#include <stdexcept>
#include <utility>

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/interface/refuse_head.h"

namespace tactus {
namespace {

// Some files give every beat the confidence 0; that says nothing.
bool has_confidences(std::span<const Beat> beats) {
  return std::ranges::any_of(beats, [](const Beat& beat) { return beat.confidence > 0.0; });
}

// Does the list count the beats of its bars? Some files mark downbeats alone; 0 then means another
// beat.
bool counts_bars(std::span<const Beat> beats) {
  return std::ranges::any_of(beats, [](const Beat& beat) { return beat.position > 1; });
}

class BeatTargetMaker : public TargetMaker {
 public:
  BeatTargetMaker(const NetworkSpec& spec, BeatTargetSettings settings,
                  std::vector<std::vector<Beat>> songs)
      : settings_(std::move(settings)) {
    for (const HeadSpec& head : spec.heads) {
      const bool known = head.name == "beat" || head.name == "downbeat";
      if (!known || head.classes != 1 || head.kind != HeadKind::kSigmoid) {
        refuse_head(head, "beats", "'beat' and 'downbeat', sigmoid, one class");
      }
      is_downbeat_head_.push_back(head.name == "downbeat");
    }
    for (const std::vector<Beat>& beats : songs) {
      Song song{beats, {}, {}, has_confidences(beats), has_downbeats(beats), counts_bars(beats)};
      for (const Beat& beat : beats) {
        song.times.push_back(beat.time);
        if (beat.position == 1) song.downbeats.push_back(beat.time);
      }
      songs_.push_back(std::move(song));
    }
  }

  std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const override {
    std::vector<HeadTarget> targets(is_downbeat_head_.size());
    for (std::size_t h = 0; h < targets.size(); ++h) {
      targets[h].probability.assign(steps * batch, 0.0f);
      targets[h].weight.assign(steps * batch, 1.0f);
      if (settings_.positive_weight != 1.0) {
        targets[h].positive_weight = {static_cast<float>(settings_.positive_weight)};
      }
      targets[h].shift_tolerance = settings_.shift_tolerance;
    }
    return targets;
  }

  void fill(std::size_t index, const CropView& crop, std::size_t b, std::size_t batch,
            std::vector<HeadTarget>& targets) const override {
    const Song& song = songs_.at(index);
    std::vector<float> column(crop.frames);
    for (std::size_t h = 0; h < targets.size(); ++h) {
      const bool downbeat = is_downbeat_head_[h];
      write_event_targets(downbeat ? song.downbeats : song.times, crop, settings_.neighbours,
                          column);
      for (std::size_t t = 0; t < crop.frames; ++t) {
        targets[h].probability[t * batch + b] = column[t];
        targets[h].weight[t * batch + b] = weight_at(song, crop.time_of(t), downbeat);
      }
    }
  }

 private:
  struct Song {
    std::vector<Beat> beats;
    std::vector<double> times;
    std::vector<double> downbeats;
    bool has_confidences = false;
    bool has_downbeats = false;
    bool counts_bars = false;
  };

  static float weight_at(const Song& song, double time, bool downbeat) {
    const auto after = std::ranges::upper_bound(song.times, time) - song.times.begin();
    const auto count = static_cast<std::ptrdiff_t>(song.beats.size());
    float weight = downbeat && !song.has_downbeats ? 0.0f : 1.0f;
    for (const std::ptrdiff_t b : {after - 1, after}) {
      const bool outside = b < 0 || b == count;
      if (outside && song.has_confidences) return 0.0f;
      if (outside) continue;
      const Beat& beat = song.beats[static_cast<std::size_t>(b)];
      if (downbeat && song.counts_bars && beat.position == 0) return 0.0f;
      if (song.has_confidences)
        weight = std::min(weight, static_cast<float>(std::clamp(beat.confidence, 0.0, 1.0)));
    }
    return weight;
  }
  BeatTargetSettings settings_;
  std::vector<bool> is_downbeat_head_;
  std::vector<Song> songs_;
};

}  // namespace

std::unique_ptr<TargetMaker> make_beat_target_maker(const NetworkSpec& spec,
                                                    const BeatTargetSettings& settings,
                                                    std::vector<std::vector<Beat>> songs) {
  return std::make_unique<BeatTargetMaker>(spec, settings, std::move(songs));
}

}  // namespace tactus
