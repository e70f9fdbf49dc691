#include "ui/document/bar_spans.h"

#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"

namespace tactus::ui {
namespace {

constexpr double kOnLine = 1e-3;  // seconds
constexpr double kOnBeat = 0.05;  // of a beat
constexpr double kSame = 1e-6;    // of a bar or beat

double nearest_line(std::span<const double> lines, double time) {
  const auto after = std::ranges::lower_bound(lines, time);
  if (after == lines.end()) return lines.back();
  if (after == lines.begin()) return lines.front();
  return time - *(after - 1) <= *after - time ? *(after - 1) : *after;
}

bool on_line(std::span<const double> lines, double time) {
  return !lines.empty() && std::abs(nearest_line(lines, time) - time) <= kOnLine;
}

bool is_whole(double value) {
  return std::abs(value - std::round(value)) < kSame;
}

BeatList as_beats(std::span<const double> times) {
  BeatList beats;
  for (const double time : times) beats.push_back({time, 0, kUnknownConfidence});
  return beats;
}

// The span of which begin and end lie at `from` + and `to` lengths of the old one.
TimeSpan scaled(std::span<const Beat> marks, const TimeSpan& span, double from, double to) {
  if (marks.size() < 2) {
    return {span.begin + from * span.length(), span.begin + to * span.length()};
  }
  const double begin = beat_coordinate(marks, span.begin);
  const double length = beat_coordinate(marks, span.end) - begin;
  return {time_at_coordinate(marks, begin + from * length),
          time_at_coordinate(marks, begin + to * length)};
}

TimeSpan scaled_in_time(std::span<const Beat> beats, std::span<const double> lines,
                        const TimeSpan& span, double from, double to) {
  if (on_line(lines, span.begin) && on_line(lines, span.end)) {
    const BeatList bars = as_beats(lines);
    const double length =
        std::round(beat_coordinate(bars, span.end) - beat_coordinate(bars, span.begin));
    if (is_whole(from * length) && is_whole(to * length)) return scaled(bars, span, from, to);
  }
  return scaled(beats, span, from, to);
}

}  // namespace

std::vector<double> bar_lines(std::span<const Beat> beats, double duration) {
  std::vector<double> lines;
  std::size_t last = 0;
  for (std::size_t k = 0; k < beats.size(); ++k) {
    if (beats[k].position != 1) continue;
    lines.push_back(beats[k].time);
    last = k;
  }
  if (lines.empty() || beats.size() < 2) return {};
  const auto end = static_cast<double>(last) + meter_at(beats, last);
  lines.push_back(std::min(time_at_coordinate(beats, end), duration));
  if (lines.back() <= lines[lines.size() - 2] + kOnLine) lines.pop_back();
  return lines;
}

std::optional<TimeSpan> bars_at(std::span<const double> lines, double time, int count) {
  if (lines.size() < 2) return std::nullopt;
  const auto bars = std::ssize(lines) - 1;
  const auto after = std::ranges::upper_bound(lines, time + kOnLine) - lines.begin();
  const auto first = std::clamp<std::ptrdiff_t>(after - 1, 0, bars - 1);
  const auto last = std::min(first + count, bars);
  return TimeSpan{lines[static_cast<std::size_t>(first)], lines[static_cast<std::size_t>(last)]};
}

TimeSpan snapped_to_bars(std::span<const double> lines, const TimeSpan& span) {
  if (lines.size() < 2 || span.empty()) return span;
  const TimeSpan near{nearest_line(lines, span.begin), nearest_line(lines, span.end)};
  return near.empty() ? *bars_at(lines, (span.begin + span.end) / 2.0, 1) : near;
}

TimeSpan resized(std::span<const Beat> beats, std::span<const double> lines, const TimeSpan& span,
                 double factor) {
  return {span.begin, scaled_in_time(beats, lines, span, 0.0, factor).end};
}

TimeSpan moved_by_lengths(std::span<const Beat> beats, std::span<const double> lines,
                          const TimeSpan& span, int lengths) {
  return scaled_in_time(beats, lines, span, lengths, lengths + 1);
}

CountIn count_in_to(const BeatList& beats, double time) {
  if (beats.size() < 2) return {};
  const double next = std::ceil(beat_coordinate(beats, time) - kOnBeat);
  const double wait = time_at_coordinate(beats, next) - time;
  const auto last = static_cast<double>(beats.size() - 1);
  const auto index = static_cast<std::size_t>(std::clamp(next, 0.0, last));
  const int meter = meter_at(beats, index);
  const double period = 60.0 / tempo_curve(beats)[index];
  // Position of the song's next beat, counted from 0; it may lie beyond the last beat.
  const int beyond = static_cast<int>(next) - static_cast<int>(index);
  const int position = beats[index].position;
  CountIn count{meter * period, {}};
  for (int click = 0; click < meter; ++click) {
    const int bar_place = ((position - 1 + beyond + click) % meter + meter) % meter;
    count.beats.push_back({std::max(0.0, wait + click * period), position > 0 ? bar_place + 1 : 0,
                           kUnknownConfidence});
  }
  return count;
}

}  // namespace tactus::ui
