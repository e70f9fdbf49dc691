#include "model/evaluation/evaluate_chords.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "model/evaluation/labelled_spans.h"

namespace tactus {
namespace {

constexpr std::size_t kTriadNotes = 8;  // up to the fifth
constexpr int kMinorThird = 3;

bool is_unknown(const EncodedChord& chord) {
  return chord.notes[0] < 0;
}

bool equal_notes(const EncodedChord& a, const EncodedChord& b, std::size_t count) {
  return std::equal(a.notes.begin(), a.notes.begin() + static_cast<long>(count), b.notes.begin());
}
bool equal_root(const EncodedChord& a, const EncodedChord& b) {
  return a.root == b.root;
}
bool equal_bass(const EncodedChord& a, const EncodedChord& b) {
  return a.bass == b.bass;
}

EncodedChord encoded(const char* label) {
  return encode_chord(parse_chord(label));
}

bool is_majmin(const EncodedChord& chord) {
  static const EncodedChord major = encoded("C:maj");
  static const EncodedChord minor = encoded("C:min");
  static const EncodedChord none = encoded("N");
  return equal_notes(chord, major, kTriadNotes) || equal_notes(chord, minor, kTriadNotes) ||
         chord == none;
}

bool is_seventh(const EncodedChord& chord) {
  static const std::vector<EncodedChord> vocabulary = {encoded("C:maj"),  encoded("C:min"),
                                                       encoded("C:maj7"), encoded("C:7"),
                                                       encoded("C:min7"), encoded("N")};
  return std::any_of(vocabulary.begin(), vocabulary.end(),
                     [&](const EncodedChord& v) { return v.notes == chord.notes; });
}

// Pitch classes from C; X contains all.
std::array<bool, 12> absolute_notes(const EncodedChord& chord) {
  std::array<bool, 12> notes{};
  for (std::size_t i = 0; i < notes.size(); ++i) {
    notes[(i + static_cast<std::size_t>(chord.root + 12)) % 12] = chord.notes[i] != 0;
  }
  return notes;
}

// `condition` if the reference is a chord or N.
std::optional<bool> unless_unknown(const EncodedChord& reference, bool condition) {
  return is_unknown(reference) ? std::nullopt : std::optional<bool>(condition);
}

std::vector<EncodedChord> encode_all(std::span<const LabelledSegment> segments, ChordSyntax syntax,
                                     ChordEncoding encoding) {
  std::vector<EncodedChord> chords;
  for (const LabelledSegment& segment : segments) {
    chords.push_back(encode_chord(parse_chord(segment.label, syntax), encoding));
  }
  return chords;
}

struct Interval {
  double start = 0.0;
  double end = 0.0;
};

// Neighbours with the same chord, extensions included, become one interval.
std::vector<Interval> merged_intervals(std::span<const LabelledSegment> segments,
                                       ChordSyntax syntax, const char* side) {
  const std::vector<EncodedChord> chords = encode_all(segments, syntax, {.reduce_extended = true});
  std::vector<Interval> merged;
  for (std::size_t i = 0; i < chords.size(); ++i) {
    if (i > 0 && chords[i] == chords[i - 1]) {
      merged.back().end = segments[i].end;
      continue;
    }
    if (!merged.empty() && merged.back().end > segments[i].start) {
      throw std::invalid_argument(
          fmt::format("{} chord at {} s ('{}') starts before the last one ends at {} s", side,
                      segments[i].start, segments[i].label, merged.back().end));
    }
    merged.push_back({segments[i].start, segments[i].end});
  }
  return merged;
}

// For each `base` interval: its time outside the largest part that the boundaries of `other` cut
// from it.
double hamming_distance(const std::vector<Interval>& base, const std::vector<Interval>& other) {
  std::vector<double> boundaries;
  for (const Interval& interval : other) {
    boundaries.push_back(interval.start);
    boundaries.push_back(interval.end);
  }
  std::sort(boundaries.begin(), boundaries.end());
  double left_over = 0.0;
  for (const Interval& interval : base) {
    double largest = 0.0;
    double last = interval.start;
    auto boundary = std::lower_bound(boundaries.begin(), boundaries.end(), interval.start);
    for (; boundary != boundaries.end() && *boundary < interval.end; ++boundary) {
      largest = std::max(largest, *boundary - last);
      last = *boundary;
    }
    left_over += (interval.end - interval.start) - std::max(largest, interval.end - last);
  }
  return left_over / (base.back().end - base.front().start);
}

std::vector<ChordPair> chord_pairs(std::span<const LabelledSegment> reference,
                                   std::span<const LabelledSegment> estimate, ChordSyntax syntax) {
  const std::vector<EncodedChord> reference_chords = encode_all(reference, syntax, {});
  const std::vector<EncodedChord> estimated_chords = encode_all(estimate, syntax, {});
  std::vector<ChordPair> pairs;
  for (const MergedSpan& span : merged_spans(reference, estimate)) {
    pairs.push_back(
        {span.end - span.start, reference_chords[span.reference], estimated_chords[span.estimate]});
  }
  return pairs;
}

}  // namespace

NamedScores named_scores(const ChordScores& scores) {
  return {{"thirds", scores.thirds},
          {"thirds_inv", scores.thirds_inv},
          {"triads", scores.triads},
          {"triads_inv", scores.triads_inv},
          {"tetrads", scores.tetrads},
          {"tetrads_inv", scores.tetrads_inv},
          {"root", scores.root},
          {"mirex", scores.mirex},
          {"majmin", scores.majmin},
          {"majmin_inv", scores.majmin_inv},
          {"sevenths", scores.sevenths},
          {"sevenths_inv", scores.sevenths_inv},
          {"underseg", scores.underseg},
          {"overseg", scores.overseg},
          {"seg", scores.seg}};
}

ChordScores evaluate_chords(std::span<const LabelledSegment> reference,
                            std::span<const LabelledSegment> whole_estimate, ChordSyntax syntax) {
  const std::vector<LabelledSegment> estimate = chords_within(reference, whole_estimate);
  const std::vector<Interval> merged_reference = merged_intervals(reference, syntax, "reference");
  const std::vector<Interval> merged_estimate = merged_intervals(estimate, syntax, "estimated");
  const std::vector<ChordPair> pairs = chord_pairs(reference, estimate, syntax);
  ChordScores scores{.thirds = weighted_accuracy(pairs, compare_thirds),
                     .thirds_inv = weighted_accuracy(pairs, compare_thirds_inv),
                     .triads = weighted_accuracy(pairs, compare_triads),
                     .triads_inv = weighted_accuracy(pairs, compare_triads_inv),
                     .tetrads = weighted_accuracy(pairs, compare_tetrads),
                     .tetrads_inv = weighted_accuracy(pairs, compare_tetrads_inv),
                     .root = weighted_accuracy(pairs, compare_root),
                     .mirex = weighted_accuracy(pairs, compare_mirex),
                     .majmin = weighted_accuracy(pairs, compare_majmin),
                     .majmin_inv = weighted_accuracy(pairs, compare_majmin_inv),
                     .sevenths = weighted_accuracy(pairs, compare_sevenths),
                     .sevenths_inv = weighted_accuracy(pairs, compare_sevenths_inv),
                     .underseg = 1.0 - hamming_distance(merged_estimate, merged_reference),
                     .overseg = 1.0 - hamming_distance(merged_reference, merged_estimate)};
  scores.seg = std::min(scores.underseg, scores.overseg);
  return scores;
}

std::vector<LabelledSegment> chords_within(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate) {
  if (reference.empty()) {
    throw std::invalid_argument("the reference has no chords, expected at least one");
  }
  validate_segments(reference, "reference");
  validate_segments(estimate, "estimated");
  return adjusted(estimate, reference.front().start, latest_end(reference), "N", "N");
}

std::optional<bool> compare_thirds(const EncodedChord& reference, const EncodedChord& estimate) {
  return unless_unknown(reference, equal_root(reference, estimate) &&
                                       reference.notes[kMinorThird] == estimate.notes[kMinorThird]);
}

std::optional<bool> compare_triads(const EncodedChord& reference, const EncodedChord& estimate) {
  return unless_unknown(
      reference, equal_root(reference, estimate) && equal_notes(reference, estimate, kTriadNotes));
}

std::optional<bool> compare_tetrads(const EncodedChord& reference, const EncodedChord& estimate) {
  return unless_unknown(reference,
                        equal_root(reference, estimate) && reference.notes == estimate.notes);
}

std::optional<bool> compare_root(const EncodedChord& reference, const EncodedChord& estimate) {
  return unless_unknown(reference, equal_root(reference, estimate));
}

// Equal if at least three pitch classes are common.
std::optional<bool> compare_mirex(const EncodedChord& reference, const EncodedChord& estimate) {
  constexpr long kCommon = 3;
  const long sounding = std::count(reference.notes.begin(), reference.notes.end(), 1);
  if (is_unknown(reference) || (sounding > 0 && sounding < kCommon)) return std::nullopt;
  if (reference.root < 0 && estimate.root < 0) return true;
  const std::array<bool, 12> a = absolute_notes(reference);
  const std::array<bool, 12> b = absolute_notes(estimate);
  long common = 0;
  for (std::size_t i = 0; i < a.size(); ++i) common += a[i] && b[i] ? 1 : 0;
  return common >= kCommon;
}

std::optional<bool> compare_majmin(const EncodedChord& reference, const EncodedChord& estimate) {
  if (!is_majmin(reference)) return std::nullopt;
  return compare_triads(reference, estimate);
}

std::optional<bool> compare_sevenths(const EncodedChord& reference, const EncodedChord& estimate) {
  if (!is_seventh(reference)) return std::nullopt;
  return compare_tetrads(reference, estimate);
}

namespace {

// The comparison with equal bass notes in addition.
std::optional<bool> with_bass(ChordComparison comparison, const EncodedChord& reference,
                              const EncodedChord& estimate) {
  const std::optional<bool> equal = comparison(reference, estimate);
  return equal ? std::optional<bool>(*equal && equal_bass(reference, estimate)) : std::nullopt;
}

}  // namespace

std::optional<bool> compare_thirds_inv(const EncodedChord& reference,
                                       const EncodedChord& estimate) {
  return with_bass(compare_thirds, reference, estimate);
}

std::optional<bool> compare_triads_inv(const EncodedChord& reference,
                                       const EncodedChord& estimate) {
  return with_bass(compare_triads, reference, estimate);
}

std::optional<bool> compare_tetrads_inv(const EncodedChord& reference,
                                        const EncodedChord& estimate) {
  return with_bass(compare_tetrads, reference, estimate);
}

std::optional<bool> compare_majmin_inv(const EncodedChord& reference,
                                       const EncodedChord& estimate) {
  return with_bass(compare_majmin, reference, estimate);
}

std::optional<bool> compare_sevenths_inv(const EncodedChord& reference,
                                         const EncodedChord& estimate) {
  return with_bass(compare_sevenths, reference, estimate);
}

double weighted_accuracy(std::span<const ChordPair> pairs, ChordComparison comparison) {
  double equal_time = 0.0;
  double comparable_time = 0.0;
  for (const ChordPair& pair : pairs) {
    const std::optional<bool> equal = comparison(pair.reference, pair.estimate);
    if (!equal) continue;
    comparable_time += pair.duration;
    if (*equal) equal_time += pair.duration;
  }
  return comparable_time > 0.0 ? equal_time / comparable_time : 0.0;
}

}  // namespace tactus
