#include "ui/sheet/sheet_layout.h"

#include <algorithm>

#include "model/editing/segment_edits.h"

namespace tactus::ui {
namespace {

// Rows of a line in em, from top to bottom.
constexpr double kHeading = 0.95;  // only with a section
constexpr double kMarks = 0.5;     // time signature, key, number
constexpr double kChords = 1.3;
constexpr double kDots = 0.4;
constexpr double kWords = 0.62;  // only with lyrics
constexpr double kGap = 0.3;
constexpr double kInset = 0.22;       // between bar line and first beat
constexpr double kLeastPickup = 0.3;  // of a bar

double pickup_share(const ChordSheet& sheet) {
  if (sheet.bars.empty() || !sheet.bars.front().pickup) return 0.0;
  const SheetMeasure& bar = sheet.bars.front();
  return std::max(kLeastPickup, static_cast<double>(bar.beats) / bar.meter);
}

}  // namespace

SheetLayout::SheetLayout(const ChordSheet& sheet, double width, double em)
    : sheet_(&sheet), width_(width), em_(em) {
  while (per_line_ > 1 && width < kLeastBar * em * static_cast<double>(per_line_)) per_line_ /= 2;
  breakLines();
  placeBars();
}

void SheetLayout::breakLines() {
  std::vector<std::size_t> sections;
  for (std::size_t i = 0; i < sheet_->bars.size(); ++i)
    if (!sheet_->bars[i].section.isEmpty()) sections.push_back(i);
  const std::size_t count = sheet_->bars.size();
  const bool pickup = count > 0 && sheet_->bars.front().pickup;
  for (const std::size_t first : sheet_lines(count, pickup, sections, per_line_)) {
    if (!lines_.empty()) lines_.back().end = first;
    lines_.push_back({first, count, 0.0, 0.0, false, false});
  }
  double top = 0.0;
  for (SheetLine& line : lines_) {
    const auto section = std::ranges::lower_bound(sections, line.first);
    line.heading = section != sections.end() && *section < line.end;
    line.top = top;
    for (std::size_t bar = line.first; bar < line.end; ++bar)
      line.words = line.words || !sheet_->bars[bar].words.empty();
    line.height = em_ * (kMarks + kChords + kDots + kGap + (line.heading ? kHeading : 0.0) +
                         (line.words ? kWords : 0.0));
    top += line.height;
  }
}

void SheetLayout::placeBars() {
  const double pickup = pickup_share(*sheet_);
  for (const SheetLine& line : lines_) {
    const double share = line.first == 0 ? pickup : 0.0;
    const double bar_width = width_ / (static_cast<double>(per_line_) + share);
    const double top = line.top + em_ * (kMarks + (line.heading ? kHeading : 0.0));
    double x = 0.0;
    for (std::size_t i = line.first; i < line.end; ++i) {
      const double width = sheet_->bars[i].pickup ? bar_width * share : bar_width;
      bars_.emplace_back(x, top, width, em_ * (kChords + kDots));
      x += width;
    }
  }
}

double SheetLayout::height() const {
  return lines_.empty() ? 0.0 : lines_.back().top + lines_.back().height;
}

std::size_t SheetLayout::lineOf(std::size_t bar) const {
  const auto after = std::ranges::upper_bound(lines_, bar, {}, &SheetLine::first);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - lines_.begin() - 1, 0));
}

std::size_t SheetLayout::lineAt(double y) const {
  const auto after = std::ranges::upper_bound(lines_, y, {}, &SheetLine::top);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - lines_.begin() - 1, 0));
}

QRectF SheetLayout::barRect(std::size_t bar) const {
  return bars_[bar];
}

double SheetLayout::beatX(std::size_t bar, double beat) const {
  const QRectF& box = bars_[bar];
  const double inset = em_ * kInset;
  return box.left() + inset + (box.width() - inset) * beat / sheet_->bars[bar].beats;
}

QRectF SheetLayout::chordRect(std::size_t bar, std::size_t chord) const {
  const SheetChord& shown = sheet_->bars[bar].symbols[chord];
  const double left = beatX(bar, shown.beat);
  const double right = beatX(bar, shown.beat + shown.beats);
  return {left, bars_[bar].top(), right - left, em_ * kChords};
}

QRectF SheetLayout::beatRect(SheetPlace place) const {
  const double left = beatX(place.bar, place.beat);
  const double right = beatX(place.bar, place.beat + 1);
  return {left, bars_[place.bar].top() + em_ * kChords, right - left, em_ * kDots};
}

QRectF SheetLayout::wordsRect(std::size_t bar, std::size_t words) const {
  const SheetLine& line = lines_[lineOf(bar)];
  const double left = beatX(bar, sheet_->bars[bar].words[words].beat);
  double right = width_;
  std::size_t next = words + 1;
  for (std::size_t i = bar; i < line.end; ++i, next = 0) {
    if (next >= sheet_->bars[i].words.size()) continue;
    right = beatX(i, sheet_->bars[i].words[next].beat);
    break;
  }
  return {left, bars_[bar].bottom(), std::max(right - left, em_), em_ * kWords};
}

bool SheetLayout::isRepeat(std::size_t bar) const {
  const SheetMeasure& measure = sheet_->bars[bar];
  return measure.repeats && measure.section.isEmpty() && lines_[lineOf(bar)].first != bar;
}

std::optional<SheetPlace> SheetLayout::placeAt(QPointF point) const {
  if (lines_.empty() || point.y() < 0.0 || point.y() >= height()) return std::nullopt;
  const SheetLine& line = lines_[lineAt(point.y())];
  for (std::size_t i = line.first; i < line.end; ++i) {
    if (point.x() < bars_[i].left() || point.x() >= bars_[i].right()) continue;
    int beat = 0;
    while (beat + 1 < sheet_->bars[i].beats && beatX(i, beat + 1) <= point.x()) ++beat;
    return SheetPlace{i, beat};
  }
  return std::nullopt;
}

std::optional<SheetPlace> SheetLayout::placeAt(double seconds) const {
  const auto& bars = sheet_->bars;
  const auto after = std::ranges::upper_bound(bars, seconds, {}, &SheetMeasure::start);
  if (after == bars.begin() || seconds >= bars.back().end) return std::nullopt;
  const auto bar = std::prev(after);
  const auto beat = std::ranges::upper_bound(bar->times, seconds) - bar->times.begin();
  return SheetPlace{static_cast<std::size_t>(bar - bars.begin()),
                    std::max(static_cast<int>(beat) - 1, 0)};
}

namespace {

// Where the time of a written symbol ends: at another chord, or where it is written again.
SheetPlace end_of_symbol(const ChordSheet& sheet, const SheetLayout& layout, std::size_t bar,
                         std::size_t index) {
  while (true) {
    if (++index == sheet.bars[bar].symbols.size()) {
      ++bar;
      index = 0;
    }
    if (bar == sheet.bars.size()) return {bar, 0};
    const SheetChord& next = sheet.bars[bar].symbols[index];
    if (next.changes || !layout.isRepeat(bar)) return {bar, next.beat};
  }
}

bool changes_at(const ChordSheet& sheet, SheetPlace place) {
  if (place.bar == sheet.bars.size()) return true;
  const SheetMeasure& bar = sheet.bars[place.bar];
  const SheetChord& chord = bar.symbols[bar.chordAt(place.beat)];
  return chord.beat == place.beat && chord.changes;
}

// The chord in the middle of a beat: there the sheet has looked for it.
const LabelledSegment* chord_of(const std::vector<LabelledSegment>& chords, const ChordSheet& sheet,
                                SheetPlace place) {
  const SheetMeasure& bar = sheet.bars[place.bar];
  const double begin = bar.times[static_cast<std::size_t>(place.beat)];
  const std::size_t found = segment_at(chords, (begin + bar.beatEnd(place.beat)) / 2.0);
  return found < chords.size() ? &chords[found] : nullptr;
}

SheetPlace beat_before(const ChordSheet& sheet, SheetPlace place) {
  if (place.beat > 0) return {place.bar, place.beat - 1};
  return {place.bar - 1, sheet.bars[place.bar - 1].beats - 1};
}

}  // namespace

TimeSpan span_to_name(const std::vector<LabelledSegment>& chords, const ChordSheet& sheet,
                      const SheetLayout& layout, SheetPlace place) {
  const SheetMeasure& bar = sheet.bars[place.bar];
  const std::size_t index = bar.chordAt(place.beat);
  const SheetChord& shown = bar.symbols[index];
  const bool repeat = layout.isRepeat(place.bar);
  if (repeat) place.beat = shown.beat;
  SheetPlace end{place.bar, shown.beat + shown.beats};
  if (!repeat && place.beat == shown.beat) end = end_of_symbol(sheet, layout, place.bar, index);
  if (end.bar == place.bar && end.beat == bar.beats) end = {place.bar + 1, 0};

  const SheetPlace last = beat_before(sheet, end);
  TimeSpan span{bar.times[static_cast<std::size_t>(place.beat)],
                sheet.bars[last.bar].beatEnd(last.beat)};
  const LabelledSegment* first_chord = chord_of(chords, sheet, place);
  if (first_chord && changes_at(sheet, place)) span.begin = first_chord->start;
  const LabelledSegment* last_chord = chord_of(chords, sheet, last);
  if (last_chord && changes_at(sheet, end)) span.end = last_chord->end;
  return span;
}

}  // namespace tactus::ui
