// Inversions from the bass head.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

using BassPosterior = std::array<double, 13>;  // 12 pitch classes, N

BassPosterior softmax(std::span<const float> logits) {
  BassPosterior p{};
  const auto finite = [](float logit) { return std::isfinite(logit) ? logit : -100.0f; };
  float highest = finite(logits[0]);
  for (float logit : logits) highest = std::max(highest, finite(logit));
  double sum = 0.0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    p[k] = std::exp(static_cast<double>(finite(logits[k]) - highest));
    sum += p[k];
  }
  for (double& value : p) value /= sum;
  return p;
}

// Mean over the frames whose time lies in the segment; at least the nearest one.
BassPosterior mean_bass(const FrameMatrix& logits, const LabelledSegment& segment) {
  const auto frame_at = [&](double time) {
    const double frame =
        std::clamp(std::ceil(time * logits.fps - 1e-6), 0.0, static_cast<double>(logits.frames));
    return static_cast<std::size_t>(frame);
  };
  const std::size_t first = std::min(frame_at(segment.start), logits.frames - 1);
  const std::size_t last = std::max(frame_at(segment.end), first + 1);
  BassPosterior mean{};
  for (std::size_t t = first; t < last; ++t) {
    const BassPosterior p = softmax(logits.row(t));
    for (std::size_t k = 0; k < p.size(); ++k) mean[k] += p[k] / static_cast<double>(last - first);
  }
  return mean;
}

// Name of a chord tone as a degree of this chord.
std::string_view degree_name(const Chord& chord, int semitones) {
  static constexpr std::array<std::string_view, 12> kNames = {"1",  "b2", "2",  "b3", "3",  "4",
                                                              "b5", "5",  "#5", "6",  "b7", "7"};
  const bool diminished = chord.notes[3] && chord.notes[6] && !chord.notes[7];
  if (semitones == 9 && diminished) return "bb7";
  return kNames[static_cast<std::size_t>(semitones)];
}

void add_inversion(LabelledSegment& segment, const FrameMatrix& logits, double certainty) {
  const Chord chord = parse_chord(segment.label);
  if (chord.root < 0 || chord.bass != 0) return;
  const BassPosterior p = mean_bass(logits, segment);
  const auto best = static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
  if (best == 12 || p[static_cast<std::size_t>(best)] < certainty) return;
  const int interval = (best - chord.root + 12) % 12;
  if (interval == 0 || !chord.notes[static_cast<std::size_t>(interval)]) return;
  segment.label += fmt::format("/{}", degree_name(chord, interval));
}

}  // namespace

void add_inversions(std::vector<LabelledSegment>& chords, const FrameMatrix& bass_logits,
                    const ChordDecoderParameters& parameters) {
  if (bass_logits.bins != 13 || !(bass_logits.fps > 0.0)) {
    throw std::invalid_argument(
        fmt::format("bass head of {} columns at {} frames per second: expected 13 and more than 0",
                    bass_logits.bins, bass_logits.fps));
  }
  if (bass_logits.frames == 0) return;
  for (LabelledSegment& segment : chords) {
    add_inversion(segment, bass_logits, parameters.bass_certainty);
  }
}

}  // namespace tactus
