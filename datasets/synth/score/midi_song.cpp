#include "datasets/synth/score/midi_song.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tactus {

BarGrid::BarGrid(const std::vector<Beat>& beats) {
  for (const Beat& beat : beats) times_.push_back(beat.time);
  std::map<int, int> counts;
  for (std::size_t i = 0; i < beats.size();) {
    std::size_t next = i + 1;
    while (next < beats.size() && beats[next].position != 1) ++next;
    const int length = static_cast<int>(next - i);
    if (beats[i].position == 1 && beats[next - 1].position == length) bars_.push_back({i, length});
    i = next;
  }
  for (const Bar& bar : bars_) ++counts[bar.beats];
  for (const auto& [length, count] : counts)
    if (count > counts[meter_]) meter_ = length;
  if (!bars_.empty() && bars_.back().first_beat + bars_.back().beats == beats.size() &&
      bars_.back().beats < meter_)
    bars_.pop_back();
}

double BarGrid::time(const Bar& bar, double beat) const {
  const double place = static_cast<double>(bar.first_beat) + beat;
  const double last = static_cast<double>(times_.size()) - 1;
  if (times_.size() < 2) return times_.empty() ? 0.0 : times_.front();
  const double from = std::clamp(std::floor(place), 0.0, last - 1);
  const auto index = static_cast<std::size_t>(from);
  return times_[index] + (place - from) * (times_[index + 1] - times_[index]);
}

std::vector<ChordSpan> chord_spans(const std::vector<LabelledSegment>& chords) {
  std::vector<ChordSpan> spans;
  for (const LabelledSegment& segment : chords)
    spans.push_back({segment.start, segment.end, parse_chord(segment.label)});
  return spans;
}

const ChordSpan* chord_at(const std::vector<ChordSpan>& spans, double time) {
  const auto after =
      std::upper_bound(spans.begin(), spans.end(), time,
                       [](double t, const ChordSpan& span) { return t < span.start; });
  if (after == spans.begin()) return nullptr;
  const ChordSpan& span = *(after - 1);
  return time < span.end ? &span : nullptr;
}

}  // namespace tactus
