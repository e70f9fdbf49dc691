// Chord grids by bars (.grid.txt), in the layout of McGill Billboard's salami_chords.txt.
//
//   file   ::= { "# title: ..." | "# artist: ..." | "# metre: 4/4" | "# tonic: C" | line }
//   line   ::= time TAB ( "silence" | "end" | element { ", " element } )
//   element ::= section letter ("A", "B'", "Z") | section name ("verse") | bars | instruments
//   ("(guitar", "voice)") bars   ::= "|" { bar "|" } ["x" count] ["->"] bar    ::= ["(" metre ")"]
//   token { token } token  ::= chord | "." (the chord before goes on) | "*" (elided) | "&pause" (no
//   chord)
//
// A line lasts until the time of the next; its bars share it by their metres (beats of a quarter),
// the tokens of a bar share the bar. A section lasts from a line with a letter or name to the next
// such line. The tonic has no mode and is not used (noted). Written: a line for every four bars
// from downbeat to downbeat, one token per beat, or one for a bar of one chord; chords that change
// between beats move to a beat, and times within a line are spread evenly when read. Beats are not
// read, sections and beats not written.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "datasets/annotation_order.h"
#include "datasets/segment_layers.h"
#include "datasets/text_lines.h"

namespace tactus {
namespace {

constexpr double kDefaultBeats = 4.0;
constexpr double kMostRepeats = 256.0;  // of "xN"; real ones go up to 71
constexpr double kMostBars = 10000.0;   // of a line, repetitions included
constexpr std::size_t kBarsPerLine = 4;

struct GridBar {
  double beats = kDefaultBeats;
  std::vector<std::string> chords;  // one per token, "." resolved; "N" for pauses
};

struct GridLine {
  TextLine line;
  double time = 0.0;
  std::string section;
  std::vector<GridBar> bars;
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

// "3/4" -> 3, "6/8" -> 3; nothing for what is no metre.
std::optional<double> quarters(std::string_view metre) {
  const std::size_t slash = metre.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<double> above = to_number(metre.substr(0, slash));
  const std::optional<double> below = to_number(metre.substr(slash + 1));
  if (!above || !below || !(*above >= 1.0 && *above <= 64.0) || !(*below >= 1.0 && *below <= 64.0))
    return std::nullopt;
  return *above * 4.0 / *below;
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
    order_segments(input_, "chord", annotation_.chords);
    order_segments(input_, "section", annotation_.sections);
    if (tonic_) input_.notes->push_back(input_.name + ": the tonic has no mode and is not used");
    return std::move(annotation_);
  }

 private:
  void read_line(TextLine line) {
    line.text = line.text.substr(0, line.text.find_last_not_of(" \t\r") + 1);
    if (line.text.starts_with('#')) return read_header(line.text.substr(1));
    const std::vector<TextField> fields = split_fields(line);
    if (fields.empty()) return;
    GridLine grid{
        line, number_field(input_, line, fields[0], "the time of a line in seconds"), {}, {}};
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
    if (name == "metre") metre_ = quarters(value).value_or(metre_);
    if (name == "tonic") tonic_ = true;
  }

  // The name of a section counts more than its letter: "A', intro," -> "intro".
  static void read_section(std::string_view text, GridLine& grid) {
    for (const std::string_view part : split(text, ",")) {
      const std::string element = label_text(part);
      const bool instrument = element.starts_with('(') || element.ends_with(')');
      if (!element.empty() && !instrument && element != "->") grid.section = element;
    }
  }

  void read_bars(std::string_view text, GridLine& grid) {
    for (const std::string_view part : split(text, "|")) {
      GridBar bar;
      bar.beats = metre_;
      for (const std::string_view token : split(part, " ")) {
        if (!label_text(token).empty()) read_token(token, bar);
      }
      if (!bar.chords.empty()) grid.bars.push_back(std::move(bar));
    }
  }

  void read_token(std::string_view token, GridBar& bar) {
    if (token.starts_with('(') && token.ends_with(')') && token.size() > 2) {
      bar.beats = quarters(token.substr(1, token.size() - 2)).value_or(bar.beats);
      return;
    }
    if (token == "&pause" || token == "*")
      chord_ = "N";
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
    const std::vector<GridBar> once = grid.bars;
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
    if (!lines_.empty()) annotation_.duration = std::max(lines_.back().time, 0.0);
  }

  void spread_bars(const GridLine& line, double end) {
    double beats = 0.0;
    for (const GridBar& bar : line.bars) beats += bar.beats;
    double time = line.time;
    if (line.bars.empty() && end > time) add_chord("N", time, end);
    for (const GridBar& bar : line.bars) {
      const double step =
          (end - line.time) * bar.beats / beats / static_cast<double>(bar.chords.size());
      for (const std::string& chord : bar.chords) {
        add_chord(chord, time, time + step);
        time += step;
      }
    }
    if (!line.bars.empty() && !annotation_.chords.empty()) annotation_.chords.back().end = end;
  }

  void add_chord(const std::string& label, double start, double end) {
    std::vector<LabelledSegment>& chords = annotation_.chords;
    if (!chords.empty() && chords.back().label == label)
      chords.back().end = end;
    else
      chords.push_back({start, end, label});
  }

  void place_section(const GridLine& line, double end) {
    std::vector<LabelledSegment>& sections = annotation_.sections;
    if (!line.section.empty() && line.section != "end")
      sections.push_back({line.time, end, line.section});
    else if (!sections.empty())
      sections.back().end = end;
  }

  const FormatInput& input_;
  Annotation annotation_;
  std::vector<GridLine> lines_;
  std::string chord_ = "N";
  double metre_ = kDefaultBeats;
  bool tonic_ = false;
};

// ---- writing

// The chord that sounds in the middle of a span; N where there is none.
std::string chord_at(const std::vector<LabelledSegment>& chords, double time) {
  const auto after =
      std::upper_bound(chords.begin(), chords.end(), time,
                       [](double t, const LabelledSegment& chord) { return t < chord.start; });
  if (after == chords.begin() || std::prev(after)->end <= time) return "N";
  return label_text(std::prev(after)->label);
}

// Beats [begin, end) of one bar; `until` is where the bar ends.
std::string bar_text(const Annotation& annotation, std::size_t begin, std::size_t end,
                     double until) {
  std::vector<std::string> tokens;
  for (std::size_t i = begin; i < end; ++i) {
    const double next = i + 1 < end ? annotation.beats[i + 1].time : until;
    tokens.push_back(chord_at(annotation.chords, (annotation.beats[i].time + next) / 2.0));
  }
  if (std::all_of(tokens.begin(), tokens.end(),
                  [&](const std::string& t) { return t == tokens.front(); }))
    tokens.resize(1);
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    text += (i > 0 && tokens[i] == tokens[i - 1] ? "." : tokens[i]) + " ";
  return text;
}

// The first beat of every bar, then the number of beats.
std::vector<std::size_t> bar_starts(const std::vector<Beat>& beats) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position == 1 || i == 0) starts.push_back(i);
  }
  starts.push_back(beats.size());
  return starts;
}

// Beats of most bars.
std::size_t usual_metre(const std::vector<std::size_t>& starts) {
  std::map<std::size_t, int> counts;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) ++counts[starts[i + 1] - starts[i]];
  const auto rarer = [](const auto& a, const auto& b) { return a.second < b.second; };
  return counts.empty() ? 4 : std::max_element(counts.begin(), counts.end(), rarer)->first;
}

}  // namespace

Annotation parse_grid(const FormatInput& input) {
  return GridReader(input).run();
}

std::string serialise_grid(const Annotation& annotation) {
  const std::vector<Beat>& beats = annotation.beats;
  if (beats.empty() && !annotation.chords.empty()) {
    throw std::invalid_argument(
        "chords without beats: a grid is written by bars, expected beats and downbeats");
  }
  const std::vector<std::size_t> starts = bar_starts(beats);
  const std::size_t metre = usual_metre(starts);
  std::string text;
  if (!annotation.title.empty()) text += "# title: " + label_text(annotation.title) + "\n";
  if (!annotation.artist.empty()) text += "# artist: " + label_text(annotation.artist) + "\n";
  text += fmt::format("# metre: {}/4\n\n", metre);
  if (beats.empty()) return text;
  if (beats.front().time > 0.0) text += "0.000000\tsilence\n";
  const double last = beats.size() > 1 ? beats.back().time - beats[beats.size() - 2].time : 0.0;
  const double end = std::max(annotation.duration, beats.back().time + last);
  for (std::size_t bar = 0; bar + 1 < starts.size(); ++bar) {
    if (bar % kBarsPerLine == 0) text += time_text(beats[starts[bar]].time) + "\t|";
    const std::size_t count = starts[bar + 1] - starts[bar];
    if (count != metre) text += fmt::format(" ({}/4)", count);
    const double until =
        starts[bar + 1] < beats.size() ? beats[starts[bar + 1]].time : beats.back().time + last;
    text += " " + bar_text(annotation, starts[bar], starts[bar + 1], until) + "|";
    if (bar % kBarsPerLine + 1 == kBarsPerLine || bar + 2 == starts.size()) text += "\n";
  }
  return text + time_text(end) + "\tend\n";
}

}  // namespace tactus
