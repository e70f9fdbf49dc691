#include "model/annotation_agreement.h"

#include <algorithm>

#include "model/chord_label.h"
#include "model/evaluate_chords.h"

namespace tactus {
namespace {

bool knows_positions(std::span<const Beat> beats) {
  return std::any_of(beats.begin(), beats.end(), [](const Beat& b) { return b.position > 0; });
}

EncodedChord encoded(const LabelledSegment* chord) {
  try {
    return encode_chord(parse_chord(chord ? chord->label : "N", ChordSyntax::kLenient));
  } catch (const ChordLabelError&) {
    return encode_chord(parse_chord("X"));
  }
}

// The segment that sounds at a time, from a place in a sorted list that only moves forward.
const LabelledSegment* sounding(std::span<const LabelledSegment> chords, std::size_t& from,
                                double time) {
  while (from < chords.size() && chords[from].end <= time) ++from;
  return from < chords.size() && chords[from].start <= time ? &chords[from] : nullptr;
}

}  // namespace

BeatAgreements compare_beats(std::span<const Beat> reference, std::span<const Beat> estimate,
                             double window) {
  BeatAgreements result{std::vector(reference.size(), BeatAgreement::kAlone),
                        std::vector(estimate.size(), BeatAgreement::kAlone)};
  const bool positions = knows_positions(reference) && knows_positions(estimate);
  // On a line, pairing the earliest with the earliest gives as many pairs as any other way.
  for (std::size_t r = 0, e = 0; r < reference.size() && e < estimate.size();) {
    const double distance = estimate[e].time - reference[r].time;
    if (distance < -window) {
      ++e;
    } else if (distance > window) {
      ++r;
    } else {
      const bool same = (reference[r].position == 1) == (estimate[e].position == 1);
      const auto agreement = same || !positions ? BeatAgreement::kAgrees : BeatAgreement::kPosition;
      result.reference[r++] = agreement;
      result.estimate[e++] = agreement;
    }
  }
  return result;
}

std::vector<ChordAgreement> compare_chords(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate) {
  std::vector<double> borders;
  for (const auto side : {reference, estimate}) {
    for (const LabelledSegment& chord : side) {
      borders.push_back(chord.start);
      borders.push_back(chord.end);
    }
  }
  std::sort(borders.begin(), borders.end());
  std::vector<ChordAgreement> result;
  std::size_t r = 0, e = 0;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    if (!(borders[i + 1] > borders[i])) continue;
    const double middle = (borders[i] + borders[i + 1]) / 2;
    const LabelledSegment* truth = sounding(reference, r, middle);
    const LabelledSegment* guess = sounding(estimate, e, middle);
    if (!truth) continue;
    const auto equal = compare_majmin(encoded(truth), encoded(guess));
    if (!result.empty() && result.back().equal == equal && result.back().end == borders[i]) {
      result.back().end = borders[i + 1];
    } else {
      result.push_back({borders[i], borders[i + 1], equal});
    }
  }
  return result;
}

}  // namespace tactus
