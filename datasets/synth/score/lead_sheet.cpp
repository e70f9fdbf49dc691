#include "datasets/synth/score/lead_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "datasets/formats/format.h"
#include "datasets/formats/text/text_rows.h"
#include "model/meter.h"

namespace tactus {
namespace {

constexpr double kTiny = 1e-3;  // quarter notes

// One line of the file: kind, start and two more fields.
class LineReader {
 public:
  LineReader(const FormatInput& input, const TextLine& line)
      : input_(input), line_(line), fields_(split_fields(line)) {
    if (fields_.size() < 4)
      fail_at(input_, line_, 1,
              fmt::format("{} columns, expected bar, chord or note with 3 values", fields_.size()));
  }
  std::string_view kind() const { return fields_[0].text; }
  double number(std::size_t i, double least, double most, const char* what) const {
    const double value = number_field(input_, line_, fields_[i], what);
    if (value < least || value > most)
      fail_at(input_, line_, fields_[i].column,
              fmt::format("{} {}, expected {} to {}", what, value, least, most));
    return value;
  }
  double start() const { return number(1, 0, 1e5, "a start"); }
  double length() const { return number(2, 0, 1e5, "a length"); }
  std::string label() const {
    try {
      parse_chord(fields_[3].text);
    } catch (const ChordLabelError& error) {
      fail_at(input_, line_, fields_[3].column, error.what());
    }
    return std::string(fields_[3].text);
  }
  [[noreturn]] void fail_kind() const {
    fail_at(input_, line_, fields_[0].column,
            fmt::format("\"{}\", expected bar, chord or note", kind()));
  }

 private:
  const FormatInput& input_;
  const TextLine& line_;
  std::vector<TextField> fields_;
};

double nominal_length(const LeadSheetBar& bar) {
  return 4.0 * bar.numerator / bar.denominator;
}

}  // namespace

double LeadSheet::end() const {
  double last = bars.empty() ? 0.0 : bars.back().start;
  for (const SheetChord& chord : chords) last = std::max(last, chord.start + chord.length);
  for (const SheetNote& note : notes) last = std::max(last, note.start + note.length);
  return last;
}

LeadSheet parse_lead_sheet(std::string_view content, const std::string& name) {
  Notes unwanted;
  const FormatInput input{content, name, &unwanted};
  LeadSheet sheet;
  for (const TextLine& text : content_lines(content)) {
    const LineReader line(input, text);
    if (line.kind() == "bar") {
      const auto numerator = static_cast<int>(line.number(2, 1, 32, "beats of a bar"));
      sheet.bars.push_back(
          {line.start(), numerator, static_cast<int>(line.number(3, 1, 32, "a denominator"))});
      if (sheet.bars.size() > 1 && sheet.bars.back().start <= sheet.bars.end()[-2].start)
        fail_at(input, text, 1, "a bar that does not begin after the one before it");
    } else if (line.kind() == "chord") {
      sheet.chords.push_back({line.start(), line.length(), line.label()});
    } else if (line.kind() == "note") {
      const auto pitch = static_cast<int>(line.number(3, 0, 127, "a pitch"));
      sheet.notes.push_back({line.start(), line.length(), pitch});
    } else {
      line.fail_kind();
    }
  }
  if (sheet.bars.empty()) throw FormatError(name, 0, 0, "no bars, expected a lead sheet");
  const auto by_start = [](const auto& a, const auto& b) { return a.start < b.start; };
  std::stable_sort(sheet.chords.begin(), sheet.chords.end(), by_start);
  std::stable_sort(sheet.notes.begin(), sheet.notes.end(), by_start);
  return sheet;
}

LeadSheet read_lead_sheet(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw FormatError(path.string(), 0, 0, "cannot be opened");
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  return parse_lead_sheet(content, path.string());
}

double beat_length(const LeadSheetBar& bar) {
  const TimeSignature time = {bar.numerator, bar.denominator};
  return time.quarters() / time.meter().beats;
}

namespace {

// Position of a quarter note of a 4/4 bar in the other meter; linear between the knots.
struct MeterKnot {
  double from, to;  // quarter notes in the bar
};
struct MeterChange {
  int numerator, denominator;
  std::vector<MeterKnot> knots;
};
const std::vector<MeterChange>& meter_changes() {
  static const std::vector<MeterChange> changes = {
      {2, 4, {{0, 0}, {4, 4}}},  // its bars are divided afterwards
      {3, 4, {{0, 0}, {2, 2}, {4, 3}}},
      {5, 4, {{0, 0}, {3.999, 3.999}, {4, 5}}},
      {6, 8, {{0, 0}, {1, 1}, {2, 1.5}, {3, 2.5}, {4, 3}}},
      {7, 8, {{0, 0}, {3, 3}, {4, 3.5}}},
      {12,
       8,
       {{0, 0}, {0.5, 1}, {1, 1.5}, {1.5, 2.5}, {2, 3}, {2.5, 4}, {3, 4.5}, {3.5, 5.5}, {4, 6}}},
  };
  return changes;
}

// The bars that change, counted from the second bar of the sheet. From 0 the first bar does, too.
struct BarRange {
  double first, last;
  bool has(double bar) const { return bar < last && (bar >= first || first == 0); }
};

double moved(const MeterChange& change, const BarRange& range, double start, double quarter) {
  const double bar = std::floor((quarter - start) / 4.0 + 1e-9), length = change.knots.back().to;
  if (bar >= range.last) return quarter + (range.last - range.first) * (length - 4.0);
  if (!range.has(bar)) return quarter;
  const double place = std::max(0.0, quarter - start - 4.0 * bar);
  std::size_t next = 1;
  while (next + 1 < change.knots.size() && change.knots[next].from < place) ++next;
  const MeterKnot &low = change.knots[next - 1], &high = change.knots[next];
  const double share = (place - low.from) / (high.from - low.from);
  return start + 4.0 * range.first + (bar - range.first) * length + low.to +
         share * (high.to - low.to);
}

// Each bar of 2/4 that lasts longer than its two quarters becomes two; a long first bar ends with a
// whole one.
void divide_bars(std::vector<LeadSheetBar>& bars, double end) {
  std::vector<LeadSheetBar> divided;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    divided.push_back(bars[i]);
    const double next = i + 1 < bars.size() ? bars[i + 1].start : std::max(end, bars[i].start + 4);
    if (bars[i].numerator == 2 && next - bars[i].start > 2.0 + kTiny)
      divided.push_back({i == 0 ? next - 2.0 : bars[i].start + 2.0, 2, 4});
  }
  bars = std::move(divided);
}

}  // namespace

bool is_regular_common_time(const LeadSheet& sheet) {
  for (std::size_t i = 0; i < sheet.bars.size(); ++i) {
    const LeadSheetBar& bar = sheet.bars[i];
    if (bar.numerator != 4 || bar.denominator != 4) return false;
    const bool inner = i > 0 && i + 1 < sheet.bars.size();
    if (inner && std::abs(sheet.bars[i + 1].start - bar.start - 4.0) > kTiny) return false;
  }
  return sheet.bars.size() > 2;
}

LeadSheet in_cut_time(const LeadSheet& sheet) {
  if (!is_regular_common_time(sheet))
    throw std::invalid_argument("cut time: expected a sheet in regular bars of 4/4");
  LeadSheet result = sheet;
  for (SheetNote& note : result.notes) note.start /= 2, note.length /= 2;
  for (SheetChord& chord : result.chords) chord.start /= 2, chord.length /= 2;
  const std::size_t first = sheet.bars[1].start - sheet.bars[0].start < 4.0 - kTiny ? 1 : 0;
  result.bars.assign(sheet.bars.begin(), sheet.bars.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t bar = first; bar < sheet.bars.size(); bar += 2)
    result.bars.push_back({sheet.bars[bar].start / 2, 4, 4});
  return result;
}

double notes_per_beat(const LeadSheet& sheet) {
  std::vector<double> steps;
  for (std::size_t n = 1; n < sheet.notes.size(); ++n) {
    const double step = sheet.notes[n].start - sheet.notes[n - 1].start;
    if (step > kTiny && step < 4.0) steps.push_back(step);
  }
  if (steps.empty()) return 1.0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return beat_length(sheet.bars.front()) / *middle;
}

LeadSheet in_meter(const LeadSheet& sheet, int numerator, int denominator, std::size_t first,
                   std::size_t last) {
  const auto& changes = meter_changes();
  const auto change = std::find_if(changes.begin(), changes.end(), [&](const MeterChange& c) {
    return c.numerator == numerator && c.denominator == denominator;
  });
  if (change == changes.end() || !is_regular_common_time(sheet))
    throw std::invalid_argument(fmt::format(
        "{}/{}, expected 2/4, 3/4, 5/4, 6/8, 7/8 or 12/8 for a sheet in regular bars of 4/4",
        numerator, denominator));
  // Time runs from the second bar; a pickup before it counts backwards from there.
  const double start = sheet.bars[1].start;
  const BarRange range{static_cast<double>(first),
                       static_cast<double>(std::min(last, sheet.bars.size()))};
  const auto to = [&](double quarter) { return moved(*change, range, start, quarter); };
  const double shift = to(0.0);
  LeadSheet result = sheet;
  for (std::size_t i = 0; i < result.bars.size(); ++i) {
    LeadSheetBar& bar = result.bars[i];
    bar.start = std::max(0.0, to(bar.start) - shift);
    if (range.has(static_cast<double>(i) - 1.0)) bar = {bar.start, numerator, denominator};
  }
  const auto move = [&](auto& things) {
    for (auto& thing : things) {
      const double end = to(thing.start + thing.length);
      thing.start = to(thing.start);
      thing.length = end - thing.start;
      thing.start = std::max(0.0, thing.start - shift);
    }
  };
  move(result.chords);
  move(result.notes);
  if (numerator == 2) divide_bars(result.bars, result.end());
  return result;
}

namespace {

struct Span {         // a performed bar
  double start, end;  // quarter notes
  double beat;        // quarter notes
  Meter meter;        // of a whole bar
  bool short_start;   // a pickup: its beats count backwards from its end
};

std::vector<Span> spans_of(const LeadSheet& sheet) {
  std::vector<Span> spans;
  const double end = sheet.end();
  for (std::size_t i = 0; i < sheet.bars.size(); ++i) {
    const LeadSheetBar& bar = sheet.bars[i];
    const double nominal = nominal_length(bar);
    const double next =
        i + 1 < sheet.bars.size() ? sheet.bars[i + 1].start : std::max(end, bar.start + nominal);
    const double before = spans.empty() ? 0.0 : spans.back().end - spans.back().start;
    // The second half of a bar that a repeat sign divides.
    const bool second_half = spans.size() > 1 && before < nominal - kTiny &&
                             std::abs(before + next - bar.start - nominal) < kTiny;
    if (second_half) {
      spans.back().end = next;
      continue;
    }
    const double beat = beat_length(bar);
    const bool pickup = i == 0 && next - bar.start < nominal - kTiny;
    const Meter meter = TimeSignature{bar.numerator, bar.denominator}.meter();
    spans.push_back({bar.start, next, beat, meter, pickup});
  }
  return spans;
}

// Beats of a bar in quarter notes; a remainder shorter than a beat at its end has none.
std::vector<Beat> beats_of(const Span& span) {
  std::vector<Beat> beats;
  const double length = span.end - span.start;
  const int count = static_cast<int>(std::floor(length / span.beat + kTiny));
  if (!span.short_start) {
    for (int i = 0; i < std::max(1, count); ++i)
      beats.push_back({span.start + i * span.beat, i + 1});
  }
  for (int i = count; span.short_start && i > 0; --i)
    beats.push_back({span.end - i * span.beat, span.meter.beats - i + 1});
  for (Beat& beat : beats) beat.division = span.meter.division;
  return beats;
}

// Collects the song in quarter notes of the performance, then converts to seconds.
class Performer {
 public:
  Performer(const LeadSheet& sheet, double seconds_per_quarter)
      : sheet_(sheet), spans_(spans_of(sheet)), scale_(seconds_per_quarter) {
    melody_.name = "MELODY";
  }

  Song play(int choruses) {
    const double last = spans_.back().end;
    const bool pickup = spans_.front().short_start && spans_.size() > 1;
    double shift = 0.0;
    for (int chorus = 0; chorus < choruses; ++chorus) {
      const double from = chorus > 0 && pickup ? spans_[1].start : 0.0;
      play_chorus(from, shift - from);
      shift += last - from;
    }
    add_chord(shift, 0.0, "N");  // ends an open chord
    song_.performance.parts.push_back(std::move(melody_));
    return std::move(song_);
  }

 private:
  void play_chorus(double from, double shift) {
    for (const Span& span : spans_)
      if (span.start >= from - kTiny)
        for (Beat& beat : beats_of(span)) {
          beat.time = scale_ * (beat.time + shift);
          song_.annotation.beats.push_back(beat);
        }
    for (const SheetNote& note : sheet_.notes)
      if (note.start >= from - kTiny && note.length > kTiny)
        melody_.notes.push_back({scale_ * (note.start + shift),
                                 scale_ * (note.start + shift + 0.97 * note.length), note.pitch,
                                 90});
    for (const SheetChord& chord : sheet_.chords)
      if (chord.start + chord.length > from + kTiny && chord.length > kTiny) {
        const double start = std::max(from, chord.start);
        add_chord(start + shift, chord.start + chord.length - start, chord.label);
      }
  }

  // N fills the gap between the last chord and this one.
  void add_chord(double start, double length, const std::string& label) {
    auto& chords = song_.annotation.chords;
    const double before = chords.empty() ? 0.0 : chords.back().end;
    const double from = std::max(before, scale_ * start), to = scale_ * (start + length);
    if (from > before + scale_ * kTiny) chords.push_back({before, from, "N"});
    if (to > from) chords.push_back({from, to, label});
  }

  const LeadSheet& sheet_;
  std::vector<Span> spans_;
  double scale_;
  Part melody_;
  Song song_;
};

}  // namespace

Song perform(const LeadSheet& sheet, double bpm, int choruses) {
  if (sheet.bars.empty()) throw std::invalid_argument("0 bars, expected at least 1");
  const double quarter = 60.0 / (bpm * beat_length(sheet.bars.front()));
  return Performer(sheet, quarter).play(choruses);
}

double choose_tempo(const LeadSheet& sheet, SongRandom& random) {
  const LeadSheetBar& bar = sheet.bars.front();
  const double beat = beat_length(bar);
  const double low = beat < 1 ? 150 : beat > 1 ? 58 : 72;
  const double high = beat < 1 ? 208 : beat > 1 ? 118 : 192;
  return low * std::pow(high / low, random.uniform());
}

double choose_wide_tempo(const LeadSheet& sheet, SongRandom& random) {
  const double beat = beat_length(sheet.bars.front());
  const double low = beat < 1 ? 120 : 40, high = beat > 1 ? 150 : 240;
  return low * std::pow(high / low, random.uniform());
}

double tapped_tempo(SongRandom& random) {
  constexpr double kMedian = 105.0, kOctaves = 0.43;
  return std::clamp(kMedian * std::exp2(kOctaves * random.normal()), 50.0, 200.0);
}

double choose_tapped_tempo(const LeadSheet& sheet, SongRandom& random) {
  constexpr double kNotes = 2.67, kOctaves = 0.3;  // a second: the melodies of POP909
  const double notes = kNotes * std::exp2(kOctaves * random.normal());
  return std::clamp(60.0 * notes / notes_per_beat(sheet), 50.0, 220.0);
}

int choose_choruses(const LeadSheet& sheet, double bpm, SongRandom& random) {
  const double seconds = sheet.end() / beat_length(sheet.bars.front()) * 60.0 / bpm;
  const double wanted = random.uniform(75.0, 170.0);
  return std::clamp(static_cast<int>(std::lround(wanted / std::max(1.0, seconds))), 1, 6);
}

}  // namespace tactus
