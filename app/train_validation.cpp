#include "app/train_validation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "datasets/chord_targets.h"
#include "model/chord_vocabulary.h"
#include "model/evaluate_beats.h"
#include "model/evaluate_chords.h"

namespace tactus {
namespace {

FrameMatrix standardised(const FrameView& view, const Standardisation& standardisation) {
  FrameMatrix x(view.frames, view.bins, view.fps);
  std::copy_n(view.data, x.data.size(), x.data.begin());
  standardise(x.data, standardisation);
  return x;
}

const FrameMatrix& head_output(const Network& network, const std::vector<FrameMatrix>& logits,
                               const std::string& name) {
  const std::vector<HeadSpec>& heads = network.spec().heads;
  const auto found = std::find_if(heads.begin(), heads.end(),
                                  [&](const HeadSpec& head) { return head.name == name; });
  return logits.at(static_cast<std::size_t>(found - heads.begin()));
}

class Mean {
 public:
  void add(double value, double weight = 1.0) {
    sum_ += weight * value;
    weight_ += weight;
  }
  double value() const { return weight_ > 0.0 ? sum_ / weight_ : 0.0; }
  bool any() const { return weight_ > 0.0; }

 private:
  double sum_ = 0.0;
  double weight_ = 0.0;
};

int argmax(std::span<const float> values) {
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

enum class Mode { kMajor, kMinor, kNone, kOther };  // as mir_eval's majmin sees a quality

Mode mode_of(int quality) {
  if (quality == kNoChordQuality) return Mode::kNone;
  const std::array<bool, 12>& notes = quality_notes(quality);
  if (!notes[7]) return Mode::kOther;
  return notes[4] ? Mode::kMajor : notes[3] ? Mode::kMinor : Mode::kOther;
}

struct ChordFrameScores {
  Mean root, majmin, quality, bass;

  void count(const ChordTarget& target, int root_class, int quality_class, int bass_class) {
    if (target.root == kNoTarget) return;
    const bool root_right = root_class == target.root;
    root.add(root_right);
    bass.add(bass_class == target.bass);
    if (target.quality == kNoTarget) return;
    quality.add(root_right && quality_class == target.quality);
    const Mode mode = mode_of(target.quality);
    if (mode != Mode::kOther) majmin.add(root_right && mode_of(quality_class) == mode);
  }
};

}  // namespace

std::vector<const TrainingSong*> validation_sample(const std::vector<TrainingSong>& songs,
                                                   int limit) {
  const std::size_t wanted =
      limit > 0 ? std::min(songs.size(), static_cast<std::size_t>(limit)) : songs.size();
  std::vector<const TrainingSong*> sample;
  for (std::size_t i = 0; i < wanted; ++i) sample.push_back(&songs[i * songs.size() / wanted]);
  return sample;
}

ValidationResult validate_beats(Network& network, const std::vector<const TrainingSong*>& songs,
                                const Standardisation& standardisation,
                                const BeatDecoderParameters& decoder, std::stop_token stop) {
  Mean beat_f, downbeat_f, cmlt, amlt;
  for (const TrainingSong* song : songs) {
    if (stop.stop_requested()) break;
    const auto logits = network.infer(standardised(song->frames.view(), standardisation));
    const BeatDecoding decoding =
        decode_downbeats(beat_activations(head_output(network, logits, "beat"),
                                          head_output(network, logits, "downbeat")),
                         decoder);
    const BeatScores scores = evaluate_beats(beat_times(song->beats), beat_times(decoding.beats));
    beat_f.add(scores.f_measure);
    cmlt.add(scores.cml_total);
    amlt.add(scores.aml_total);
    const std::vector<double> downbeats = downbeat_times(song->beats);
    if (downbeats.empty()) continue;
    downbeat_f.add(evaluate_beats(downbeats, downbeat_times(decoding.beats)).f_measure);
  }
  ValidationResult result;
  result.metrics = {{"beat_f", beat_f.value()},
                    {"downbeat_f", downbeat_f.value()},
                    {"cmlt", cmlt.value()},
                    {"amlt", amlt.value()}};
  result.score = downbeat_f.any() ? 0.5 * (beat_f.value() + downbeat_f.value()) : beat_f.value();
  return result;
}

ValidationResult validate_chord_frames(Network& network,
                                       const std::vector<const TrainingSong*>& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop) {
  ChordFrameScores scores;
  for (const TrainingSong* song : songs) {
    if (stop.stop_requested()) break;
    const FrameView& view = song->frames.view();
    const auto logits = network.infer(standardised(view, standardisation));
    const CropView whole{0.0, 1.0, view.frames, 0, view.fps};
    const auto targets = chord_frame_targets(chord_target_segments(song->chords), whole);
    const FrameMatrix& root = head_output(network, logits, "root");
    const FrameMatrix& quality = head_output(network, logits, "quality");
    const FrameMatrix& bass = head_output(network, logits, "bass");
    for (std::size_t t = 0; t < targets.size(); ++t) {
      scores.count(targets[t], argmax(root.row(t)), argmax(quality.row(t)), argmax(bass.row(t)));
    }
  }
  ValidationResult result;
  result.metrics = {{"root", scores.root.value()},
                    {"majmin", scores.majmin.value()},
                    {"quality", scores.quality.value()},
                    {"bass", scores.bass.value()}};
  result.score = scores.majmin.value();
  return result;
}

ValidationResult validate_chords(Network& network, const std::vector<const TrainingSong*>& songs,
                                 const Standardisation& standardisation,
                                 const ChordDecoderParameters& decoder, std::stop_token stop) {
  Mean root, majmin, sevenths, tetrads, mirex, segmentation;
  const std::vector<std::string> labels = chord_vocabulary();
  for (const TrainingSong* song : songs) {
    if (stop.stop_requested()) break;
    const auto logits = network.infer(standardised(song->frames.view(), standardisation));
    const ChordLogits heads{
        head_output(network, logits, "root"), head_output(network, logits, "bass"),
        head_output(network, logits, "quality"), head_output(network, logits, "pitches")};
    std::vector<LabelledSegment> chords = decode_chords(chord_posteriors(heads), labels, decoder);
    add_inversions(chords, heads.bass, decoder);
    const ChordScores scores = evaluate_chords(song->chords, chords, ChordSyntax::kLenient);
    const double length = song->chords.back().end - song->chords.front().start;
    root.add(scores.root, length);
    majmin.add(scores.majmin, length);
    sevenths.add(scores.sevenths, length);
    tetrads.add(scores.tetrads, length);
    mirex.add(scores.mirex, length);
    segmentation.add(scores.seg, length);
  }
  ValidationResult result;
  result.metrics = {{"root", root.value()},         {"majmin", majmin.value()},
                    {"sevenths", sevenths.value()}, {"tetrads", tetrads.value()},
                    {"mirex", mirex.value()},       {"segmentation", segmentation.value()}};
  result.score = majmin.value();
  return result;
}

}  // namespace tactus
