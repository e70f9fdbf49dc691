#include "app/training/train_validation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <string>

#include "datasets/batches/chord_targets.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/chords/chord_inference.h"
#include "model/decoding/piece_decoder.h"
#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"

namespace tactus {
namespace {

FrameMatrix copy_of(const FrameView& view) {
  FrameMatrix x(view.frames, view.bins, view.fps);
  std::copy_n(view.data, x.data.size(), x.data.begin());
  return x;
}

FrameMatrix standardised(const FrameView& view, const Standardisation& standardisation) {
  FrameMatrix x = copy_of(view);
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

// The decoded beats of the song and their activations: [T,2], beat-not-downbeat and downbeat.
struct HeardBeats {
  FrameMatrix activations;
  BeatDecoding decoding;
};

HeardBeats hear_beats(Network& network, const TrainingSong& song,
                      const Standardisation& standardisation,
                      const BeatDecoderParameters& decoder) {
  const auto heard_in = [&](const FrameMatrix& features) {
    const auto logits = network.infer(features);
    return beat_activations(head_output(network, logits, "beat"),
                            head_output(network, logits, "downbeat"));
  };
  const FrameMatrix features = standardised(song.frames.view(), standardisation);
  HeardBeats heard{heard_in(features), {}};
  BeatPieceOptions options;
  options.hear_again = [&](double speed) { return heard_in(at_speed(features, speed)); };
  heard.decoding = decode_piece_beats(heard.activations, decoder, options);
  return heard;
}

// The decoded chords of the song and the logits of the roots.
struct DecodedChords {
  FrameMatrix roots;
  std::vector<LabelledSegment> chords;
};

DecodedChords hear_chords(Network& network, const TrainingSong& song,
                          const Standardisation& standardisation,
                          const ChordDecoderParameters& decoder) {
  ChordLogits heads =
      hear_chord_logits(network, copy_of(song.frames.view()), standardisation, decoder);
  HeardChords heard{chord_posteriors(heads), std::move(heads.bass), {}, {}};
  if (decoder.repeats.places > 0)
    heard.features = standardised(song.frames.view(), standardisation);
  ChordPieceOptions options;
  options.find_key = false;  // the scores ignore the spelling of roots
  return {std::move(heads.root),
          decode_piece_chords(heard, chord_vocabulary(), decoder, options).chords};
}

// Calls score(song) for each until the stop; adds the song's name to errors.
template <typename Score>
void score_each(const std::vector<const TrainingSong*>& songs, const std::stop_token& stop,
                const Score& score) {
  for (const TrainingSong* song : songs) {
    if (stop.stop_requested()) return;
    try {
      score(*song);
    } catch (const std::exception& error) {
      throw TrainError(fmt::format("validation: {}: {}", song->id, error.what()));
    }
  }
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

enum class Mode { kMajor, kMinor, kNone, kOther };  // classes of qualities in mir_eval's majmin

Mode mode_of(int quality) {
  if (quality == kNoChordQuality) return Mode::kNone;
  const std::array<bool, 12>& notes = quality_notes(quality);
  if (!notes[7]) return Mode::kOther;
  return notes[4] ? Mode::kMajor : notes[3] ? Mode::kMinor : Mode::kOther;
}

struct ChordFrameScores {
  Mean root, majmin, quality, bass;

  void count(const ChordTarget& target, int chord, int bass_class) {
    if (target.root == kNoTarget) return;
    const bool none = chord == kChordVocabularySize - 1;
    const int root_class = none ? kNoChordRoot : chord / kNoChordQuality;
    const int quality_class = none ? kNoChordQuality : chord % kNoChordQuality;
    const bool root_right = root_class == target.root;
    root.add(root_right);
    bass.add(bass_class == target.bass);
    if (target.quality == kNoTarget) return;
    quality.add(root_right && quality_class == target.quality);
    const Mode mode = mode_of(target.quality);
    if (mode != Mode::kOther) majmin.add(root_right && mode_of(quality_class) == mode);
  }
};

// The empty sample of a passage of at most `seconds` from the middle of the song.
TrainingSample middle_of(const TrainingSong& song, double seconds) {
  const FrameView& view = song.frames.view();
  const double length = static_cast<double>(view.frames) / view.fps;
  TrainingSample sample;
  sample.song = song.id;
  sample.fps = view.fps;
  sample.begin = std::floor(std::max(0.0, (length - seconds) / 2.0));
  sample.end = std::min(length, sample.begin + seconds);
  return sample;
}

std::vector<Beat> beats_within(const std::vector<Beat>& beats, const TrainingSample& sample) {
  std::vector<Beat> within;
  std::copy_if(beats.begin(), beats.end(), std::back_inserter(within), [&](const Beat& beat) {
    return beat.time >= sample.begin && beat.time < sample.end;
  });
  return within;
}

std::vector<LabelledSegment> chords_within(const std::vector<LabelledSegment>& chords,
                                           const TrainingSample& sample) {
  std::vector<LabelledSegment> within;
  for (LabelledSegment chord : chords) {
    chord.start = std::max(chord.start, sample.begin);
    chord.end = std::min(chord.end, sample.end);
    if (chord.start < chord.end) within.push_back(std::move(chord));
  }
  return within;
}

// value(t) for every frame of the passage.
template <typename Value>
std::vector<float> curve_within(const TrainingSample& sample, std::size_t frames, Value value) {
  std::vector<float> curve;
  const auto last = static_cast<std::size_t>(sample.end * sample.fps);
  for (auto t = static_cast<std::size_t>(sample.begin * sample.fps); t < std::min(frames, last);
       ++t) {
    curve.push_back(value(t));
  }
  return curve;
}

float largest_probability(std::span<const float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  float sum = 0.0f;
  for (const float logit : logits) sum += std::exp(logit - largest);
  return 1.0f / sum;
}

}  // namespace

TrainingSample sample_beats(Network& network, const TrainingSong& song,
                            const Standardisation& standardisation,
                            const BeatDecoderParameters& decoder) {
  constexpr double kSeconds = 20.0;
  const HeardBeats heard = hear_beats(network, song, standardisation, decoder);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.reference_beats = beats_within(song.beats, sample);
  sample.predicted_beats = beats_within(heard.decoding.beats, sample);
  const FrameMatrix& x = heard.activations;
  sample.curves = {
      {"beat", curve_within(sample, x.frames, [&](std::size_t t) { return x.row(t)[0]; })},
      {"downbeat", curve_within(sample, x.frames, [&](std::size_t t) { return x.row(t)[1]; })}};
  return sample;
}

TrainingSample sample_chords(Network& network, const TrainingSong& song,
                             const Standardisation& standardisation,
                             const ChordDecoderParameters& decoder) {
  constexpr double kSeconds = 40.0;
  const DecodedChords heard = hear_chords(network, song, standardisation, decoder);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.reference_chords = chords_within(song.chords, sample);
  sample.predicted_chords = chords_within(heard.chords, sample);
  sample.curves = {{"certainty", curve_within(sample, heard.roots.frames, [&](std::size_t t) {
                      return largest_probability(heard.roots.row(t));
                    })}};
  return sample;
}

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
  score_each(songs, stop, [&](const TrainingSong& song) {
    const BeatDecoding decoding = hear_beats(network, song, standardisation, decoder).decoding;
    const BeatScores scores = evaluate_beats(beat_times(song.beats), beat_times(decoding.beats));
    beat_f.add(scores.f_measure);
    cmlt.add(scores.cml_total);
    amlt.add(scores.aml_total);
    const std::vector<double> downbeats = downbeat_times(song.beats);
    if (downbeats.empty()) return;
    downbeat_f.add(evaluate_beats(downbeats, downbeat_times(decoding.beats)).f_measure);
  });
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
  score_each(songs, stop, [&](const TrainingSong& song) {
    const FrameView& view = song.frames.view();
    const ChordLogits logits =
        chord_logits(network.spec().heads, network.infer(standardised(view, standardisation)));
    const FrameMatrix posteriors = chord_posteriors(logits);
    const CropView whole{0.0, 1.0, view.frames, 0, view.fps};
    const auto targets = chord_frame_targets(chord_target_segments(song.chords), whole);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      scores.count(targets[t], argmax(posteriors.row(t)), argmax(logits.bass.row(t)));
    }
  });
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
  score_each(songs, stop, [&](const TrainingSong& song) {
    const std::vector<LabelledSegment> chords =
        hear_chords(network, song, standardisation, decoder).chords;
    const ChordScores scores = evaluate_chords(song.chords, chords, ChordSyntax::kLenient);
    const double length = song.chords.back().end - song.chords.front().start;
    root.add(scores.root, length);
    majmin.add(scores.majmin, length);
    sevenths.add(scores.sevenths, length);
    tetrads.add(scores.tetrads, length);
    mirex.add(scores.mirex, length);
    segmentation.add(scores.seg, length);
  });
  ValidationResult result;
  result.metrics = {{"root", root.value()},         {"majmin", majmin.value()},
                    {"sevenths", sevenths.value()}, {"tetrads", tetrads.value()},
                    {"mirex", mirex.value()},       {"segmentation", segmentation.value()}};
  result.score = majmin.value();
  return result;
}

}  // namespace tactus
