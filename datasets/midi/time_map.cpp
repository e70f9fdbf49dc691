#include "datasets/midi/time_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace tactus {
namespace {

// Maps `x` through the knots from one member to the other.
double mapped(const std::vector<TimeKnot>& knots, double x, double TimeKnot::*from,
              double TimeKnot::*to) {
  if (knots.empty()) return x;
  const auto after = std::upper_bound(knots.begin(), knots.end(), x,
                                      [&](double t, const TimeKnot& k) { return t < k.*from; });
  if (after == knots.begin()) return x - knots.front().*from + knots.front().*to;
  const TimeKnot& low = *(after - 1);
  if (after == knots.end() || x == low.*from) return x - low.*from + low.*to;
  const double place = (x - low.*from) / ((*after).*from - low.*from);
  return low.*to + place * ((*after).*to - low.*to);
}

bool is_note(const TimedMessage& message) {
  const int kind = message.status >> 4;
  return kind == 0x8 || kind == 0x9;
}

}  // namespace

TimeMap::TimeMap(std::vector<TimeKnot> knots) : knots_(std::move(knots)) {
  for (std::size_t i = 1; i < knots_.size(); ++i)
    if (!(knots_[i].from > knots_[i - 1].from && knots_[i].to > knots_[i - 1].to))
      throw std::invalid_argument(fmt::format("knot ({}, {}) after ({}, {}), expected both to rise",
                                              knots_[i].from, knots_[i].to, knots_[i - 1].from,
                                              knots_[i - 1].to));
}

double TimeMap::operator()(double seconds) const {
  return mapped(knots_, seconds, &TimeKnot::from, &TimeKnot::to);
}

double TimeMap::inverse(double seconds) const {
  return mapped(knots_, seconds, &TimeKnot::to, &TimeKnot::from);
}

void move_in_time(Annotation& annotation, const TimeMap& map) {
  for (Beat& beat : annotation.beats) beat.time = map(beat.time);
  std::vector<LabelledSegment>& chords = annotation.chords;
  const bool whole = !chords.empty() && chords.front().start <= 0;
  for (const SegmentLayerInfo& layer : segment_layers())
    for (LabelledSegment& segment : annotation.*layer.member)
      segment.start = map(segment.start), segment.end = map(segment.end);
  if (whole && chords.front().start > 0) {
    if (chords.front().label == "N")
      chords.front().start = 0;
    else
      chords.insert(chords.begin(), {0.0, chords.front().start, "N"});
  }
  annotation.tempi.clear();
  annotation.readings.clear();
  if (annotation.duration > 0) annotation.duration = map(annotation.duration);
}

void move_in_time(std::vector<TimedMessage>& messages, const TimeMap& map) {
  for (TimedMessage& message : messages)
    if (is_note(message) || message.time > 0) message.time = std::max(0.0, map(message.time));
}

}  // namespace tactus
