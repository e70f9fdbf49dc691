// UltraStar; lyrics.h has the grammar.
#include <algorithm>
#include <cmath>

#include "audio/text.h"
#include "datasets/formats/lyrics/lyrics_readers.h"

namespace tactus {
namespace {

// "281,25" and "281.25".
std::optional<double> decimal(std::string_view text) {
  std::string number(trimmed(text));
  std::ranges::replace(number, ',', '.');
  const auto value = to_number(number);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

class UltraStarReader {
 public:
  explicit UltraStarReader(const FormatInput& input) : input_(input) {}

  Lyrics run() {
    for (const TextLine& line : whole_lines(input_.content)) {
      if (line.text.empty()) continue;
      if (trimmed(line.text) == "E") break;
      read(line);
    }
    end_line();
    return std::move(lyrics_);
  }

 private:
  void read(const TextLine& line) {
    const char kind = line.text[0];
    if (kind == '#') return read_header(line);
    if (kind == '-') return read_break(line);
    if (kind == 'B') return note_at(input_, line, "another tempo, left out: the first one holds");
    if (kind == 'P') return begin_voice();
    if (std::string_view(":*FRG").find(kind) != std::string_view::npos) return read_note(line);
    note_at(input_, line, "neither a note nor a line break, left out");
  }

  void read_header(const TextLine& line) {
    const std::size_t colon = line.text.find(':');
    if (colon == std::string_view::npos) return note_at(input_, line, "a header without a colon");
    const std::string name = lower_case(trimmed(line.text.substr(1, colon - 1)));
    const std::string_view value = trimmed(line.text.substr(colon + 1));
    if (name == "title") lyrics_.title = value;
    if (name == "artist") lyrics_.artist = value;
    if (name == "relative") relative_ = lower_case(value) == "yes";
    if (name == "gap") gap_ = number_of(line, value) / 1000.0;
    if (name != "bpm") return;
    bpm_ = number_of(line, value);
    if (bpm_ <= 0.0) fail_at(input_, line, colon + 2, "expected a #BPM above 0");
  }

  double number_of(const TextLine& line, std::string_view value) const {
    const auto number = decimal(value);
    if (!number) fail_at(input_, line, line.text.find(':') + 2, "expected a number");
    return *number;
  }

  // The next number of a line; nothing if there is none.
  static std::optional<double> take(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const auto number = decimal(rest.substr(0, end));
    if (number) rest.remove_prefix(end);
    return number;
  }

  double seconds(const TextLine& line, double beat) const {
    if (bpm_ <= 0.0) fail_at(input_, line, 1, "a note before #BPM: expected a line #BPM:300");
    return std::max(0.0, gap_ + (origin_ + beat) * 15.0 / bpm_);
  }

  void read_note(const TextLine& line) {
    std::string_view rest = line.text.substr(1);
    const auto beat = take(rest), length = take(rest), pitch = take(rest);
    if (!beat || !length || !pitch || *length < 0.0)
      return note_at(input_, line, "a note without start, length and pitch, left out");
    if (!rest.empty()) rest.remove_prefix(1);  // the blank behind the pitch
    const double start = seconds(line, *beat), end = seconds(line, *beat + *length);
    if (end > kLongestSong) return note_at(input_, line, "a note beyond a day, left out");
    if (trimmed(rest) == "~" && !line_.pieces.empty()) {
      line_.pieces.back().end = end;
      return;
    }
    std::string text(rest);
    std::erase(text, '~');
    line_.pieces.push_back({start, end, text});
  }

  // "- 40", and relative "- 40 36": the next line counts from there.
  void read_break(const TextLine& line) {
    std::string_view rest = line.text.substr(1);
    const auto end = take(rest), next = take(rest);
    if (!end) note_at(input_, line, "a line break without a beat");
    end_line();
    if (relative_) origin_ += next ? *next : end.value_or(0.0);
    if (!std::isfinite(origin_)) origin_ = 0.0;
  }

  void begin_voice() {
    end_line();
    origin_ = 0.0;
  }

  void end_line() {
    if (!line_.pieces.empty()) {
      line_.start = line_.pieces.front().start;
      line_.end = line_.pieces.back().end;
      lyrics_.lines.push_back(std::move(line_));
    }
    line_ = {};
  }

  const FormatInput& input_;
  Lyrics lyrics_;
  LyricLine line_;
  bool relative_ = false;
  double bpm_ = 0.0;     // quarter beats of the file per minute; a note has quarters of them
  double gap_ = 0.0;     // seconds
  double origin_ = 0.0;  // beats
};

}  // namespace

Lyrics parse_ultrastar(const FormatInput& input) {
  return UltraStarReader(input).run();
}

}  // namespace tactus
