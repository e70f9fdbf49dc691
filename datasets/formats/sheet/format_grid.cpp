// Chord grids by bars (.grid.txt), in the layout of McGill Billboard's salami_chords.txt.
//
//   file    ::= { "# title: ..." | "# artist: ..." | "# album: ..." | "# metre: 4/4"
//             | "# tonic: C" | "# first position: 1" | line }
//   line    ::= time TAB ( "silence" | "end" | element { ", " element } )
//   element ::= section letter ("A", "B'", "Z") | section name ("verse") | bars
//             | instruments ("(guitar", "voice)")
//   bars    ::= "|" { bar "|" } ["x" count] ["->"]
//   bar     ::= ["(" metre ")"] token { token }
//   token   ::= chord | "." (the chord before continues) | "*" (elided) | "&pause" (no chord)
//
// A line lasts until the time of the next. Its bars divide it in proportion to their meters; the
// tokens of a bar divide the bar, and so do its beats (two in 6/8, see bar_grid.h). A section lasts
// from a line with a letter or name to the next such line. A tonic is that of the lines below it;
// the mode of its key is that of the chords on it. A tonic without such chords gives no key
// (noted). A first bar shorter than the second is a pickup, unless the first position (ours) tells
// the place of its first beat.
//
// Written: lines of up to four bars from downbeat to downbeat. A line is shorter if its beats would
// otherwise move by more than 10 ms when read back. A bar has one token per beat, or one token for
// a single chord; chords that change between beats move to a beat. If the beats of a bar are even,
// they are read back within 10 ms. Sections are not written. Labels with blanks or bar signs are
// written in canonical spelling, or as X if they are not chords.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "datasets/formats/bars/bar_grid.h"
#include "datasets/formats/bars/sheet_bars.h"
#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/text/text_rows.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr double kMostRepeats = 256.0;  // of "xN"; up to 71 in real files
constexpr double kMostBars = 10000.0;   // of a line, including repetitions
constexpr const char* kFirstPosition = "first position";
constexpr double kLargestMove = 0.01;  // seconds by which a beat may move
constexpr double kSameTime = 1e-6;     // seconds; times have six decimals

struct BilledBar {
  TimeSignature meter;
  std::vector<std::string> chords;  // one per token, "." resolved; "N" for pauses
};

struct GridLine {
  TextLine line;
  double time = 0.0;
  std::string section;
  std::string tonic;  // as written; empty = none
  std::vector<BilledBar> bars;
};

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

std::optional<Chord> chord_of(const std::string& label) {
  try {
    return parse_chord(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {
    return std::nullopt;
  }
}

class GridReader {
 public:
  explicit GridReader(const FormatInput& input) : input_(input) {}

  Annotation run() {
    std::string_view rest = input_.content;
    for (std::size_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      read_line({rest.substr(0, end), number});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    spread();
    order_beats(input_, annotation_.beats);
    order_segments(input_, "chord", annotation_.chords);
    order_segments(input_, "section", annotation_.sections);
    place_keys();
    order_segments(input_, "key", annotation_.keys);
    return std::move(annotation_);
  }

 private:
  void read_line(TextLine line) {
    line.text = line.text.substr(0, line.text.find_last_not_of(" \t\r") + 1);
    if (line.text.starts_with('#')) return read_header(line.text.substr(1));
    const std::vector<TextField> fields = split_fields(line);
    if (fields.empty()) return;
    GridLine grid{line,
                  number_field(input_, line, fields[0], "the time of a line in seconds"),
                  {},
                  tonic_,
                  {}};
    const std::string_view text =
        fields.size() > 1 ? rest_from(line, fields[1]) : std::string_view();
    const std::size_t open = text.find('|');
    const std::size_t close = text.rfind('|');
    read_section(text.substr(0, open), grid);
    if (open != std::string_view::npos && close > open) {
      read_bars(text.substr(open + 1, close - open - 1), grid);
      repeat_bars(text.substr(close + 1), grid);
    }
    lines_.push_back(std::move(grid));
  }

  void read_header(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const std::string name = label_text(text.substr(0, colon));
    const std::string value = label_text(text.substr(colon + 1));
    if (name == "title") annotation_.title = value;
    if (name == "artist") annotation_.artist = value;
    if (name == "album") annotation_.album = value;
    if (name == "metre") meter_ = parse_signature(value).value_or(meter_);
    if (name == "tonic") tonic_ = value;
    if (name == kFirstPosition) first_position_ = value;
  }

  // The name of a section has priority over its letter: "A', intro," -> "intro".
  static void read_section(std::string_view text, GridLine& grid) {
    for (const std::string_view part : split(text, ",")) {
      const std::string element = label_text(part);
      const bool instrument = element.starts_with('(') || element.ends_with(')');
      if (!element.empty() && !instrument && element != "->") grid.section = element;
    }
  }

  void read_bars(std::string_view text, GridLine& grid) {
    for (const std::string_view part : split(text, "|")) {
      BilledBar bar{meter_, {}};
      for (const std::string_view token : split(part, " ")) {
        if (!label_text(token).empty()) read_token(token, bar);
      }
      if (!bar.chords.empty()) grid.bars.push_back(std::move(bar));
    }
  }

  void read_token(std::string_view token, BilledBar& bar) {
    if (token.starts_with('(') && token.ends_with(')') && token.size() > 2) {
      bar.meter = parse_signature(token.substr(1, token.size() - 2)).value_or(bar.meter);
      return;
    }
    if (token == "&pause" || token == "*")
      chord_ = std::string(1, 'N');
    else if (token != ".")
      chord_ = label_text(token);
    bar.chords.push_back(chord_);
  }

  void repeat_bars(std::string_view text, GridLine& grid) {
    const std::vector<TextField> fields = split_fields({text, grid.line.number});
    if (fields.empty() || !fields[0].text.starts_with('x')) return;
    const std::optional<double> count = to_number(fields[0].text.substr(1));
    if (!count || !(*count >= 1.0 && *count <= kMostRepeats) ||
        static_cast<double>(grid.bars.size()) * *count > kMostBars) {
      fail_at(input_, grid.line, 1,
              fmt::format("repetition '{}', expected x1 to x{}", fields[0].text.substr(0, 20),
                          kMostRepeats));
    }
    const std::vector<BilledBar> once = grid.bars;
    for (int i = 1; i < static_cast<int>(*count); ++i)
      grid.bars.insert(grid.bars.end(), once.begin(), once.end());
  }

  void spread() {
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const GridLine& a, const GridLine& b) { return a.time < b.time; });
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const double end = i + 1 < lines_.size() ? lines_[i + 1].time : lines_[i].time;
      spread_bars(lines_[i], end);
      place_section(lines_[i], end);
    }
    if (!store_bars(bars_, first_position_, annotation_)) {
      input_.notes->push_back(
          fmt::format("{}: # {}: {} is ignored: not a valid position for the first beat",
                      input_.name, kFirstPosition, first_position_));
    }
    if (!lines_.empty()) annotation_.duration = std::max(lines_.back().time, 0.0);
  }

  void spread_bars(const GridLine& line, double end) {
    if (line.bars.empty() && end > line.time) bars_.push_back({line.time, end, 0, {"N"}, {}});
    if (!(end > line.time)) return;  // the last line may have no end
    double quarters = 0.0;
    for (const BilledBar& bar : line.bars) quarters += bar.meter.quarters();
    double time = line.time;
    double before = 0.0;
    for (const BilledBar& bar : line.bars) {
      before += bar.meter.quarters();
      const bool last = &bar == &line.bars.back();
      const double next = last ? end : line.time + (end - line.time) * before / quarters;
      const Meter meter = bar.meter.meter();
      bars_.push_back({time, next, meter.beats, bar.chords, {}, meter.division});
      time = next;
    }
  }

  void place_section(const GridLine& line, double end) {
    std::vector<LabelledSegment>& sections = annotation_.sections;
    if (!line.section.empty() && line.section != "end")
      sections.push_back({line.time, end, line.section});
    else if (!sections.empty())
      sections.back().end = end;
  }

  void place_keys() {
    for (std::size_t i = 0; i < lines_.size();) {
      std::size_t next = i + 1;
      while (next < lines_.size() && lines_[next].tonic == lines_[i].tonic) ++next;
      const double end = next < lines_.size() ? lines_[next].time : annotation_.duration;
      if (!lines_[i].tonic.empty() && end > lines_[i].time)
        place_key({lines_[i].time, end, lines_[i].tonic});
      i = next;
    }
  }

  // `key` has the tonic as its label.
  void place_key(LabelledSegment key) {
    const bool is_note = key.label.find_first_not_of("b#", 1) == std::string::npos;
    const auto tonic = is_note ? chord_of(key.label) : std::nullopt;
    double major = 0.0, minor = 0.0;  // seconds
    auto segment =
        std::ranges::upper_bound(annotation_.chords, key.start, {}, &LabelledSegment::end);
    for (; tonic && segment != annotation_.chords.end() && segment->start < key.end; ++segment) {
      const double seconds = std::min(segment->end, key.end) - std::max(segment->start, key.start);
      const auto chord = chord_of(segment->label);
      if (!chord || tonic->root < 0 || chord->root != tonic->root) continue;
      if (chord->notes[4]) major += seconds;
      if (chord->notes[3] && !chord->notes[4]) minor += seconds;
    }
    if (major + minor > 0.0) {
      key.label += minor > major ? ":minor" : ":major";
      annotation_.keys.push_back(std::move(key));
    } else {
      input_.notes->push_back(
          fmt::format("{}: tonic '{}': no chord on it shows the mode, so no key was read",
                      input_.name, key.label.substr(0, 20)));
    }
  }

  const FormatInput& input_;
  Annotation annotation_;
  std::vector<GridLine> lines_;
  std::string chord_ = "N";
  std::vector<GridBar> bars_;
  std::string first_position_;
  TimeSignature meter_;
  std::string tonic_;
};

// ---- writing

// Returns a label as one token.
std::string token_of(const std::string& label) {
  const bool plain = !label.empty() && label.find_first_of(" |(") != 0 &&
                     label.find_first_of(" |") == std::string::npos && label != "." &&
                     label != "*" && label != "&pause";
  if (plain) return label;
  try {
    return canonical_label(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {
    return "X";
  }
}

std::string bar_text(const GridBar& bar) {
  const auto same = [&](const std::string& chord) { return chord == bar.chords.front(); };
  if (std::all_of(bar.chords.begin(), bar.chords.end(), same)) return token_of(bar.chords[0]);
  std::string text = token_of(bar.chords[0]);
  for (std::size_t i = 1; i < bar.chords.size(); ++i)
    text += bar.chords[i] == bar.chords[i - 1] ? std::string(" .")
                                               : fmt::format(" {}", token_of(bar.chords[i]));
  return text;
}

// Returns how far a beat moves if bars [begin, end) become one line.
double moved_by(const std::vector<GridBar>& bars, std::size_t begin, std::size_t end) {
  int beats = 0;
  for (std::size_t i = begin; i < end; ++i) beats += bars[i].beats;
  const double step = (bars[end - 1].end - bars[begin].start) / beats;
  double moved = 0.0;
  int k = 0;
  for (std::size_t i = begin; i < end; ++i) {
    for (const double time : bars[i].times)
      moved = std::max(moved, std::abs(bars[begin].start + step * k++ - time));
  }
  return moved;
}

// Returns the end of the longest line from `begin` in which no beat moves by more than `most`.
std::size_t line_within(const std::vector<GridBar>& bars, std::size_t begin, double most) {
  std::size_t end = begin + 1;
  const auto same_beat = [&](const GridBar& bar) { return bar.division == bars[begin].division; };
  while (end < std::min(begin + kBarsPerLine, bars.size()) && same_beat(bars[end])) ++end;
  while (end > begin + 1 && moved_by(bars, begin, end) > most) --end;
  return end;
}

// Bars with even beats stay together, so that a grid gives the same lines after reading.
std::size_t line_end(const std::vector<GridBar>& bars, std::size_t begin) {
  constexpr double kEven = 3.0 * kSameTime;
  const std::size_t even = line_within(bars, begin, kEven);
  if (even > begin + 1) return even;
  const std::size_t end = line_within(bars, begin, kLargestMove);
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (line_within(bars, i, kEven) > i + 1) return i;
  }
  return end;
}

std::string line_text(const std::vector<GridBar>& bars, std::size_t begin, std::size_t end,
                      const Meter& meter) {
  std::string text = time_text(bars[begin].start) + "\t|";
  for (std::size_t i = begin; i < end; ++i) {
    if (meter_of(bars[i]) != meter)
      text += fmt::format(" ({})", time_signature_of(meter_of(bars[i])).text());
    text += fmt::format(" {} |", bar_text(bars[i]));
  }
  return text + "\n";
}

}  // namespace

Annotation parse_grid(const FormatInput& input) {
  return GridReader(input).run();
}

std::string serialise_grid(const Annotation& annotation) {
  require_beats(annotation);
  const std::vector<GridBar> bars = bars_of(annotation);
  const Meter meter = {usual_meter(annotation.beats), meter_of(annotation.beats).division};
  std::string text;
  if (!annotation.title.empty())
    text += "# title: " + utf8_text(label_text(annotation.title)) + "\n";
  if (!annotation.artist.empty())
    text += "# artist: " + utf8_text(label_text(annotation.artist)) + "\n";
  if (!annotation.album.empty())
    text += "# album: " + utf8_text(label_text(annotation.album)) + "\n";
  text += fmt::format("# metre: {}\n", time_signature_of(meter).text());
  const std::string first = first_position_mark(annotation, bars);
  if (!first.empty()) text += fmt::format("# {}: {}\n", kFirstPosition, first);
  text += "\n";
  const double start = bars.empty() ? 0.0 : bars.front().start;
  if (start > kSameTime) text += "0.000000\tsilence\n";
  for (std::size_t i = 0; i < bars.size();) {
    const std::size_t end = line_end(bars, i);
    text += line_text(bars, i, end, meter);
    i = end;
  }
  const double end = bars.empty() ? 0.0 : bars.back().end;
  if (!bars.empty() && annotation.duration > end + kSameTime)
    text += time_text(end) + "\tsilence\n";
  if (!bars.empty() || annotation.duration > 0.0)
    text += time_text(std::max(annotation.duration, end)) + "\tend\n";
  return text;
}

}  // namespace tactus
