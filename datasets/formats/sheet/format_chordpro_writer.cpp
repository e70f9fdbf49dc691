// Writes ChordPro song sheets: one grid of bars with a cell per beat, chords in the spelling of
// chord_symbol.h. A bar of another meter is in its own grid after a {time}. One tempo is used as
// long as no beat moves by more than 0.1 s. So a song of constant tempo has one, and its times are
// read back within a millisecond. The key is the longest one, if it is major or minor. Grammar:
// format_chordpro.cpp.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/bars/bar_grid.h"
#include "datasets/formats/bars/sheet_bars.h"
#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_symbol.h"

namespace tactus {
namespace {

constexpr double kMostMoved = 0.1;     // seconds by which a beat may move before the tempo changes
constexpr double kMostRounded = 1e-3;  // seconds by which writing a tempo may move a beat

std::string directive(const char* name, std::string value) {
  for (char& c : value) {
    if (c == '{') c = '(';
    if (c == '}') c = ')';
  }
  return value.empty() ? std::string()
                       : fmt::format("{{{}: {}}}\n", name, utf8_text(label_text(value)));
}

// Returns the tempo with the fewest decimals that moves no beat by a millisecond.
std::string tempo_text(double period, int beats) {
  double scale = 1.0;
  for (int decimals = 0; decimals < 6; ++decimals, scale *= 10.0) {
    const double rounded = std::round(60.0 / period * scale) / scale;
    if (rounded > 0.0 && std::abs(60.0 / rounded - period) * beats <= kMostRounded)
      return fmt::format("{:.{}f}", rounded, decimals);
  }
  return fmt::format("{:.6f}", 60.0 / period);
}

// The bars from `begin` that one tempo can represent, if they start at `time`.
struct Stretch {
  std::size_t end = 0;
  int beats = 0;
  double period = 0.5;
};

// The period is the least-squares slope through (0, time).
Stretch stretch_of(const std::vector<GridBar>& bars, std::size_t begin, std::size_t end,
                   double time) {
  Stretch stretch{end, 0, 0.5};
  double products = 0.0;
  double squares = 0.0;
  const auto add = [&](double at) {
    products += stretch.beats * (at - time);
    squares += static_cast<double>(stretch.beats) * stretch.beats;
  };
  for (std::size_t i = begin; i < end; ++i) {
    for (const double at : bars[i].times) {
      add(at);
      ++stretch.beats;
    }
  }
  add(bars[end - 1].end);
  stretch.period = products / squares;
  return stretch;
}

bool holds(const std::vector<GridBar>& bars, std::size_t begin, const Stretch& stretch,
           double time) {
  int k = 0;
  for (std::size_t i = begin; i < stretch.end; ++i) {
    for (const double at : bars[i].times) {
      if (std::abs(time + stretch.period * k++ - at) > kMostMoved) return false;
    }
  }
  return stretch.period > 0.0;
}

// Doubling, then halving; at least one bar.
Stretch longest_stretch(const std::vector<GridBar>& bars, std::size_t begin, double time) {
  const auto upto = [&](std::size_t end) { return stretch_of(bars, begin, end, time); };
  std::size_t good = begin + 1;
  std::size_t bad = bars.size() + 1;
  for (std::size_t step = 1; good + step < bad; step *= 2) {
    if (holds(bars, begin, upto(good + step), time))
      good += step;
    else
      bad = good + step;
  }
  while (good + 1 < bad) {
    const std::size_t middle = (good + bad) / 2;
    (holds(bars, begin, upto(middle), time) ? good : bad) = middle;
  }
  return upto(good);
}

std::string cell_of(const std::string& label) {
  try {
    return chord_symbol(label);
  } catch (const ChordLabelError&) {
    return "X";
  }
}

std::string bar_cells(const GridBar& bar) {
  std::string text;
  for (std::size_t i = 0; i < bar.chords.size(); ++i)
    text += i > 0 && bar.chords[i] == bar.chords[i - 1]
                ? std::string(" .")
                : fmt::format(" {}", cell_of(bar.chords[i]));
  return text + " |";
}

class ChordProWriter {
 public:
  explicit ChordProWriter(const std::vector<GridBar>& bars) : bars_(bars) {}

  std::string run() {
    double time = bars_.empty() ? 0.0 : bars_.front().start;
    for (std::size_t i = 0; i < bars_.size();) {
      const Stretch stretch = longest_stretch(bars_, i, time);
      const std::string tempo = tempo_text(stretch.period, stretch.beats);
      if (tempo != tempo_) change(directive("tempo", tempo));
      tempo_ = tempo;
      time += stretch.beats * 60.0 / to_number(tempo).value();
      for (; i < stretch.end; ++i) write_bar(bars_[i]);
    }
    change("");
    return text_;
  }

 private:
  // Ends the grid; writes the directives before the next one.
  void change(const std::string& directives) {
    if (in_line_ > 0) text_ += "\n";
    if (open_) text_ += "{end_of_grid}\n";
    open_ = false;
    in_line_ = 0;
    text_ += directives;
  }

  void write_bar(const GridBar& bar) {
    if (const Meter meter = meter_of(bar); meter != meter_) {
      change(directive("time", time_signature_of(meter).text()));
      meter_ = meter;
    }
    if (!open_) text_ += fmt::format("{{start_of_grid: {}x{}}}\n", kBarsPerLine, bar.beats);
    open_ = true;
    if (in_line_ == 0) text_ += "|";
    text_ += bar_cells(bar);
    if (++in_line_ < kBarsPerLine) return;
    text_ += "\n";
    in_line_ = 0;
  }

  const std::vector<GridBar>& bars_;
  std::string text_;
  std::string tempo_;
  Meter meter_;
  bool open_ = false;
  std::size_t in_line_ = 0;
};

}  // namespace

std::string serialise_chordpro(const Annotation& annotation) {
  require_beats(annotation);
  for (const Beat& beat : annotation.beats) time_text(beat.time);  // throws unless finite
  const std::vector<GridBar> bars = bars_of(annotation);
  std::string text = directive("title", annotation.title) + directive("artist", annotation.artist) +
                     directive("album", annotation.album) +
                     directive("key", key_symbol(main_key(annotation.keys)));
  if (annotation.duration > 0.0)
    text += directive("duration", fmt::format("{}", std::round(annotation.duration * 1e6) / 1e6));
  if (!bars.empty() && bars.front().start > 0.0)
    text += directive(kChordProStart, time_text(bars.front().start));
  text += directive(kChordProFirst, first_position_mark(annotation, bars));
  return text + ChordProWriter(bars).run();
}

}  // namespace tactus
