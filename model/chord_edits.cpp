#include "model/chord_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/beat_edits.h"

namespace tactus {
namespace {

void check(std::span<const LabelledSegment> chords, std::size_t index, std::size_t limit) {
  if (index < limit) return;
  throw std::invalid_argument(
      fmt::format("chord {} of {}: expected a smaller number", index, chords.size()));
}

double length(const LabelledSegment& chord) {
  return chord.end - chord.start;
}

// Rounding of times that were computed in two ways.
bool touch(double end, double start) {
  return std::abs(end - start) < 1e-6;
}

// The chords without what lies in [begin, end), and the place where a chord for it belongs.
std::size_t clear_span(ChordList& chords, double begin, double end) {
  ChordList kept;
  std::size_t place = 0;
  for (const LabelledSegment& chord : chords) {
    LabelledSegment head = chord, tail = chord;
    head.end = std::min(chord.end, begin);
    tail.start = std::max(chord.start, end);
    if (length(head) > 1e-9) {
      kept.push_back(head);
      place = kept.size();
    }
    if (length(tail) > 1e-9) kept.push_back(tail);
  }
  chords = std::move(kept);
  return place;
}

double to_half_beat(double coordinate) {
  return std::round(2.0 * coordinate) / 2.0;
}

}  // namespace

std::size_t chord_at(std::span<const LabelledSegment> chords, double time) {
  const auto after =
      std::upper_bound(chords.begin(), chords.end(), time,
                       [](double t, const LabelledSegment& chord) { return t < chord.start; });
  if (after == chords.begin()) return chords.size();
  const auto found = after - 1;
  return time < found->end ? static_cast<std::size_t>(found - chords.begin()) : chords.size();
}

ChordList split_chord(ChordList chords, double time) {
  const std::size_t index = chord_at(chords, time);
  if (index == chords.size()) return chords;
  LabelledSegment second = chords[index];
  if (time - second.start < kShortestChord || second.end - time < kShortestChord) return chords;
  second.start = time;
  chords[index].end = time;
  chords.insert(chords.begin() + static_cast<std::ptrdiff_t>(index) + 1, second);
  return chords;
}

ChordList merge_chords(ChordList chords, std::size_t first, std::size_t last) {
  if (first + 1 >= last) return chords;
  check(chords, last - 1, chords.size());
  const auto begin = chords.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = chords.begin() + static_cast<std::ptrdiff_t>(last);
  const auto longest = std::max_element(
      begin, end, [](const auto& a, const auto& b) { return length(a) < length(b); });
  const LabelledSegment whole{begin->start, (end - 1)->end, longest->label, kCertain};
  *begin = whole;
  chords.erase(begin + 1, end);
  return chords;
}

ChordList delete_chord(ChordList chords, std::size_t index) {
  check(chords, index, chords.size());
  const LabelledSegment gone = chords[index];
  chords.erase(chords.begin() + static_cast<std::ptrdiff_t>(index));
  if (index > 0 && touch(chords[index - 1].end, gone.start)) {
    chords[index - 1].end = gone.end;
  } else if (index < chords.size() && touch(gone.end, chords[index].start)) {
    chords[index].start = gone.start;
  }
  return chords;
}

ChordList relabel_chord(ChordList chords, std::size_t index, const std::string& label) {
  check(chords, index, chords.size());
  chords[index].label = label;
  chords[index].confidence = kCertain;
  return chords;
}

ChordList move_boundary(ChordList chords, std::size_t index, double time, double duration) {
  check(chords, index, chords.size() + 1);
  if (chords.empty()) return chords;
  LabelledSegment* before = index > 0 ? &chords[index - 1] : nullptr;
  LabelledSegment* after = index < chords.size() ? &chords[index] : nullptr;
  if (before && after && !touch(before->end, after->start)) before = nullptr;  // a gap between them
  double low = before ? before->start + kShortestChord : 0.0;
  if (!before && index > 0) low = chords[index - 1].end;
  double high = after ? after->end - kShortestChord : (duration > 0 ? duration : time);
  if (low > high) return chords;
  const double place = std::clamp(time, low, std::max(low, high));
  if (before) before->end = place;
  if (after) after->start = place;
  return chords;
}

ChordList overwrite_chords(ChordList chords, double begin, double end, const std::string& label) {
  if (!(end > begin)) return chords;
  const std::size_t place = clear_span(chords, begin, end);
  chords.insert(chords.begin() + static_cast<std::ptrdiff_t>(place), {begin, end, label, kCertain});
  return chords;
}

ChordPassage copy_passage(std::span<const LabelledSegment> chords, std::span<const Beat> beats,
                          double begin, double end) {
  const double first = to_half_beat(beat_coordinate(beats, begin));
  const double last = to_half_beat(beat_coordinate(beats, end));
  ChordPassage passage{{}, std::max(0.0, last - first)};
  for (const LabelledSegment& chord : chords) {
    const double from = std::max(beat_coordinate(beats, chord.start), first);
    const double to = std::min(beat_coordinate(beats, chord.end), last);
    if (to - from < 0.05) continue;  // a chord that only touches the passage
    passage.items.push_back({from - first, to - first, chord.label});
  }
  return passage;
}

ChordList paste_passage(ChordList chords, std::span<const Beat> beats, const ChordPassage& passage,
                        double at, int times, double duration) {
  if (passage.empty()) return chords;
  const double origin = std::round(beat_coordinate(beats, at));
  for (int copy = 0; copy < times; ++copy) {
    const double shift = origin + copy * passage.beats;
    for (const ChordPassage::Item& item : passage.items) {
      const double begin = std::max(0.0, time_at_coordinate(beats, shift + item.begin));
      double end = time_at_coordinate(beats, shift + item.end);
      if (duration > 0) end = std::min(end, duration);
      if (end - begin < kShortestChord) continue;
      chords = overwrite_chords(std::move(chords), begin, end, item.label);
    }
  }
  return chords;
}

}  // namespace tactus
