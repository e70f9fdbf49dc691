#include "model/evaluation/annotation_agreement.h"

#include <algorithm>

#include "model/chords/chord_label.h"
#include "model/evaluation/evaluate_chords.h"
#include "model/evaluation/evaluate_key.h"

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

// The segment that covers a time; the search continues from a place in a sorted list that only
// moves forward.
const LabelledSegment* holding(std::span<const LabelledSegment> segments, std::size_t& from,
                               double time) {
  while (from < segments.size() && segments[from].end <= time) ++from;
  return from < segments.size() && segments[from].start <= time ? &segments[from] : nullptr;
}

// Modes other than major and minor are compared by their names.
std::optional<bool> same_key(const std::string& truth, const std::string& guess) {
  const std::optional<Key> a = parse_key(truth), b = parse_key(guess);
  if (!a || a->tonic < 0) return std::nullopt;
  if (!b || a->tonic != b->tonic || a->mode != b->mode) return false;
  return a->mode != KeyMode::kOther ||
         truth.substr(truth.find_first_of(": ") + 1) == guess.substr(guess.find_first_of(": ") + 1);
}

bool same_word(const std::string& a, const std::string& b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// Calls same(truth, guess or null) for each stretch that the reference covers.
template <class Same>
std::vector<SegmentAgreement> compare(std::span<const LabelledSegment> reference,
                                      std::span<const LabelledSegment> estimate, Same same) {
  std::vector<double> borders;
  for (const auto side : {reference, estimate}) {
    for (const LabelledSegment& segment : side) {
      borders.push_back(segment.start);
      borders.push_back(segment.end);
    }
  }
  std::sort(borders.begin(), borders.end());
  std::vector<SegmentAgreement> result;
  std::size_t r = 0, e = 0;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    if (!(borders[i + 1] > borders[i])) continue;
    const double middle = (borders[i] + borders[i + 1]) / 2;
    const LabelledSegment* truth = holding(reference, r, middle);
    const LabelledSegment* guess = holding(estimate, e, middle);
    if (!truth) continue;
    const std::optional<bool> equal = same(*truth, guess);
    if (!result.empty() && result.back().equal == equal && result.back().end == borders[i]) {
      result.back().end = borders[i + 1];
    } else {
      result.push_back({borders[i], borders[i + 1], equal});
    }
  }
  return result;
}

}  // namespace

// On a line, pairing the earliest with the earliest gives the largest number of pairs.
std::vector<std::pair<std::size_t, std::size_t>> pair_beats(std::span<const Beat> reference,
                                                            std::span<const Beat> estimate,
                                                            double window) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t r = 0, e = 0; r < reference.size() && e < estimate.size();) {
    const double distance = estimate[e].time - reference[r].time;
    if (distance < -window) {
      ++e;
    } else if (distance > window) {
      ++r;
    } else {
      pairs.emplace_back(r++, e++);
    }
  }
  return pairs;
}

BeatAgreements compare_beats(std::span<const Beat> reference, std::span<const Beat> estimate,
                             double window) {
  BeatAgreements result{std::vector(reference.size(), BeatAgreement::kAlone),
                        std::vector(estimate.size(), BeatAgreement::kAlone)};
  const bool positions = knows_positions(reference) && knows_positions(estimate);
  for (const auto& [r, e] : pair_beats(reference, estimate, window)) {
    const bool same = (reference[r].position == 1) == (estimate[e].position == 1);
    const auto agreement = same || !positions ? BeatAgreement::kAgrees : BeatAgreement::kPosition;
    result.reference[r] = agreement;
    result.estimate[e] = agreement;
  }
  return result;
}

std::vector<SegmentAgreement> compare_chords(std::span<const LabelledSegment> reference,
                                             std::span<const LabelledSegment> estimate) {
  return compare(reference, estimate,
                 [](const LabelledSegment& truth, const LabelledSegment* guess) {
                   return compare_majmin(encoded(&truth), encoded(guess));
                 });
}

std::vector<SegmentAgreement> compare_keys(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate) {
  return compare(reference, estimate,
                 [](const LabelledSegment& truth, const LabelledSegment* guess) {
                   return same_key(truth.label, guess ? guess->label : "");
                 });
}

std::vector<SegmentAgreement> compare_sections(std::span<const LabelledSegment> reference,
                                               std::span<const LabelledSegment> estimate) {
  return compare(reference, estimate,
                 [](const LabelledSegment& truth, const LabelledSegment* guess) {
                   return std::optional(guess && same_word(truth.label, guess->label));
                 });
}

}  // namespace tactus
