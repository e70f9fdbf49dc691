// The heads of a chord network -> one distribution over the vocabulary.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

constexpr std::size_t kRoots = 13;  // 12 + N
constexpr double kRootIsBass = 0.85;

void check_head(const char* name, const FrameMatrix& head, std::size_t frames, std::size_t bins) {
  if (head.frames == frames && head.bins == bins && head.data.size() == frames * bins) return;
  throw std::invalid_argument(
      fmt::format("chord head \"{}\": {} frames of {} values, expected {} of {}", name, head.frames,
                  head.bins, frames, bins));
}

float finite(float logit) {
  return std::isfinite(logit) ? std::clamp(logit, -60.0f, 60.0f) : 0.0f;
}

template <std::size_t N>
std::array<double, N> log_softmax(std::span<const float> logits) {
  std::array<double, N> log_p{};
  double highest = finite(logits[0]);
  for (float logit : logits) highest = std::max<double>(highest, finite(logit));
  double sum = 0.0;
  for (std::size_t k = 0; k < N; ++k) sum += std::exp(finite(logits[k]) - highest);
  for (std::size_t k = 0; k < N; ++k) log_p[k] = finite(logits[k]) - highest - std::log(sum);
  return log_p;
}

// log(sigmoid(logit)).
double log_sigmoid(double logit) {
  return -std::log1p(std::exp(-logit));
}

// The notes of a quality, and P(b | chord) of each.
struct ChordNotes {
  std::size_t count = 0;
  std::array<std::size_t, 12> above_root{};
  std::array<double, 12> share{};
};
using NotesOfQualities = std::array<ChordNotes, kNoChordQuality>;

NotesOfQualities notes_of_qualities() {
  NotesOfQualities all;
  for (int quality = 0; quality < kNoChordQuality; ++quality) {
    ChordNotes& notes = all[static_cast<std::size_t>(quality)];
    const auto& sounds = quality_notes(quality);
    const auto others = static_cast<double>(std::count(sounds.begin(), sounds.end(), true) - 1);
    for (std::size_t k = 0; k < 12; ++k) {
      if (!sounds[k]) continue;
      notes.above_root[notes.count] = k;
      notes.share[notes.count++] = k == 0 ? kRootIsBass : (1.0 - kRootIsBass) / others;
    }
  }
  return all;
}

// Evidence of one frame, by head.
class FrameEvidence {
 public:
  FrameEvidence(const ChordLogits& logits, const ChordHeadWeights& weights,
                const NotesOfQualities& notes_of, std::size_t t)
      : weights_(weights),
        notes_of_(notes_of),
        root_(log_softmax<kRoots>(logits.root.row(t))),
        quality_(log_softmax<kChordQualities>(logits.quality.row(t))) {
    if (logits.bass.bins > 0) {
      has_bass_ = true;
      const auto log_bass = log_softmax<kRoots>(logits.bass.row(t));
      for (std::size_t k = 0; k < kRoots; ++k) bass_[k] = std::exp(log_bass[k]);
    }
    if (logits.pitches.bins > 0) {
      has_pitches_ = true;
      const auto row = logits.pitches.row(t);
      for (std::size_t k = 0; k < 12; ++k) {
        pitches_[k] = finite(row[k]);
        silence_ += log_sigmoid(-pitches_[k]);
      }
    }
    if (logits.chord.bins > 0) chord_ = logits.chord.row(t);
  }

  // log p of entry v of the vocabulary, up to a constant.
  double log_linear(std::size_t v, int root, int quality) const {
    const double sum = by_its_parts(root, quality);
    return chord_.empty() ? sum : weights_.chord * finite(chord_[v]) + weights_.others * sum;
  }

 private:
  double by_its_parts(int root, int quality) const {
    const std::size_t r = quality == kNoChordQuality ? 12 : static_cast<std::size_t>(root);
    double sum =
        weights_.root * root_[r] + weights_.quality * quality_[static_cast<std::size_t>(quality)];
    if (has_bass_) sum += weights_.bass * bass_evidence(r, quality);
    if (has_pitches_) sum += weights_.pitches * pitch_evidence(r, quality);
    return sum;
  }

  // log sum_b P(b | chord) P(b) for a root and quality; for N the bass head's N.
  double bass_evidence(std::size_t root, int quality) const {
    if (quality == kNoChordQuality) return std::log(bass_[12] + 1e-6);
    const ChordNotes& notes = notes_of_[static_cast<std::size_t>(quality)];
    double sum = 1e-6;
    for (std::size_t k = 0; k < notes.count; ++k)
      sum += notes.share[k] * bass_[(root + notes.above_root[k]) % 12];
    return std::log(sum);
  }

  // sum_k log P(pitch class k sounds or not, as in the chord) = silence + sum of logits of its
  // notes.
  double pitch_evidence(std::size_t root, int quality) const {
    double sum = silence_;
    if (quality == kNoChordQuality) return sum;
    const ChordNotes& notes = notes_of_[static_cast<std::size_t>(quality)];
    for (std::size_t k = 0; k < notes.count; ++k)
      sum += pitches_[(root + notes.above_root[k]) % 12];
    return sum;
  }

  const ChordHeadWeights& weights_;
  const NotesOfQualities& notes_of_;
  std::array<double, kRoots> root_;
  std::array<double, kChordQualities> quality_;
  bool has_bass_ = false, has_pitches_ = false;
  std::array<double, kRoots> bass_{};
  std::array<double, 12> pitches_{};
  double silence_ = 0.0;
  std::span<const float> chord_;
};

void normalise(std::span<double> log_p, std::span<float> row) {
  const double highest = *std::max_element(log_p.begin(), log_p.end());
  double sum = 0.0;
  for (double& value : log_p) sum += value = std::exp(value - highest);
  for (std::size_t v = 0; v < row.size(); ++v) row[v] = static_cast<float>(log_p[v] / sum);
}

}  // namespace

ChordLogits chord_logits(std::span<const HeadSpec> heads, std::vector<FrameMatrix> outputs) {
  if (heads.size() != outputs.size()) {
    throw std::invalid_argument(
        fmt::format("{} outputs of a network with {} heads", outputs.size(), heads.size()));
  }
  ChordLogits logits;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::string& name = heads[h].name;
    FrameMatrix* place = name == "root"      ? &logits.root
                         : name == "bass"    ? &logits.bass
                         : name == "quality" ? &logits.quality
                         : name == "pitches" ? &logits.pitches
                         : name == "chord"   ? &logits.chord
                                             : nullptr;
    if (place) *place = std::move(outputs[h]);
  }
  return logits;
}

ChordLogits mean_of(std::vector<ChordLogits> heard) {
  ChordLogits mean = std::move(heard.at(0));
  for (auto head : {&ChordLogits::root, &ChordLogits::bass, &ChordLogits::quality,
                    &ChordLogits::pitches, &ChordLogits::chord}) {
    std::vector<FrameMatrix> outputs = {std::move(mean.*head)};
    for (std::size_t k = 1; k < heard.size(); ++k) outputs.push_back(std::move(heard[k].*head));
    mean.*head = mean_of(std::move(outputs));
  }
  return mean;
}

FrameMatrix chord_posteriors(const ChordLogits& logits, const ChordHeadWeights& weights) {
  const std::size_t frames = logits.root.frames;
  check_head("root", logits.root, frames, kRoots);
  check_head("quality", logits.quality, frames, kChordQualities);
  if (logits.bass.bins > 0) check_head("bass", logits.bass, frames, kRoots);
  if (logits.pitches.bins > 0) check_head("pitches", logits.pitches, frames, 12);
  if (logits.chord.bins > 0) check_head("chord", logits.chord, frames, kChordVocabularySize);
  FrameMatrix posteriors(frames, kChordVocabularySize, logits.root.fps);
  const NotesOfQualities notes_of = notes_of_qualities();
  std::array<double, kChordVocabularySize> log_p{};
  for (std::size_t t = 0; t < frames; ++t) {
    const FrameEvidence evidence(logits, weights, notes_of, t);
    std::size_t v = 0;
    for (int root = 0; root < 12; ++root) {
      for (int q = 0; q < kNoChordQuality; ++q, ++v) log_p[v] = evidence.log_linear(v, root, q);
    }
    log_p[v] = evidence.log_linear(v, 0, kNoChordQuality);
    normalise(log_p, posteriors.row(t));
  }
  return posteriors;
}

}  // namespace tactus
