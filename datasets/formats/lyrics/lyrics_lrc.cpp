// LRC; lyrics.h has the grammar.
#include <algorithm>
#include <cmath>

#include "audio/text.h"
#include "datasets/formats/lyrics/lyrics_readers.h"

namespace tactus {
namespace {

constexpr double kLastLine = 5.0;  // seconds: nothing says how long it sounds

// "03:12.50", "3:12", "03:12:50" (hundredths), "1:03:12.5": seconds.
std::optional<double> stamp(std::string_view text) {
  std::vector<double> parts;
  while (true) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view part = text.substr(0, colon);
    const auto plain = [](char c) { return is_ascii_digit(c) || c == '.'; };
    const std::optional<double> number = to_number(part);
    if (!number || !std::ranges::all_of(part, plain)) return std::nullopt;
    parts.push_back(*number);
    if (colon == text.size()) break;
    text.remove_prefix(colon + 1);
  }
  if (parts.size() == 2) return 60.0 * parts[0] + parts[1];
  if (parts.size() != 3) return std::nullopt;
  const bool hours = parts[2] != std::floor(parts[2]);
  return hours ? 3600.0 * parts[0] + 60.0 * parts[1] + parts[2]
               : 60.0 * parts[0] + parts[1] + parts[2] / 100.0;
}

class LrcReader {
 public:
  explicit LrcReader(const FormatInput& input) : input_(input) {}

  Lyrics run() {
    for (const TextLine& line : whole_lines(input_.content)) read_line(line);
    std::ranges::stable_sort(lyrics_.lines, {}, &LyricLine::start);
    set_ends();
    for (LyricLine& line : lyrics_.lines) shift(line, -offset_);
    return std::move(lyrics_);
  }

 private:
  // The text between brackets at the start of `rest`, which moves behind them.
  static std::optional<std::string_view> bracketed(std::string_view& rest, char open, char close) {
    if (rest.empty() || rest[0] != open) return std::nullopt;
    const std::size_t end = rest.find(close);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return inside;
  }

  void read_line(const TextLine& line) {
    std::string_view rest = trimmed(line.text);
    if (rest.empty()) return;
    constexpr double kNone = -1.0;
    std::vector<double> times;
    while (true) {
      std::string_view behind = rest;
      const auto inside = bracketed(behind, '[', ']');
      const double time = inside ? stamp(trimmed(*inside)).value_or(kNone) : kNone;
      if (time == kNone) {
        if (inside && times.empty() && inside->find(':') != std::string_view::npos)
          return read_tag(line, *inside);
        break;
      }
      times.push_back(time);
      rest = trimmed(behind);
    }
    if (times.empty()) return note_at(input_, line, "words without a time, left out");
    if (*std::ranges::max_element(times) > kLongestSong)
      return note_at(input_, line, "a time beyond a day, left out");
    add_lines(line, times, rest);
  }

  void read_tag(const TextLine& line, std::string_view tag) {
    const std::size_t colon = tag.find(':');
    const std::string name = lower_case(trimmed(tag.substr(0, colon)));
    const std::string_view value = trimmed(tag.substr(colon + 1));
    if (name == "ti") lyrics_.title = value;
    if (name == "ar") lyrics_.artist = value;
    if (name == "offset") {
      const auto milliseconds = to_number(value);
      if (milliseconds && std::abs(*milliseconds) < 1000.0 * kLongestSong)
        offset_ = *milliseconds / 1000.0;
      else
        note_at(input_, line, "an offset that is no number of milliseconds, left out");
    }
    if (!name.empty() && is_ascii_digit(name[0]))
      note_at(input_, line, "a time that is none, left out");
  }

  // The words of a repeated line keep their distances from its first time.
  void add_lines(const TextLine& at, const std::vector<double>& times, std::string_view rest) {
    const LyricLine first = line_of(at, times.front(), rest);
    for (const double time : times) {
      lyrics_.lines.push_back(first);
      shift(lyrics_.lines.back(), time - times.front());
    }
  }

  LyricLine line_of(const TextLine& at, double start, std::string_view rest) {
    LyricLine line{start, -1.0, {}};
    double time = start;
    std::string text;
    const auto put = [&] {
      if (!text.empty()) line.pieces.push_back({time, -1.0, text});
      text.clear();
    };
    while (!rest.empty()) {
      std::string_view behind = rest;
      auto inside = bracketed(behind, '<', '>');
      if (!inside) inside = bracketed(behind, '[', ']');
      const auto word = inside ? stamp(trimmed(*inside)) : std::nullopt;
      if (!word) {
        text += rest[0];
        rest.remove_prefix(1);
        continue;
      }
      put();
      if (*word < time) note_at(input_, at, "words that go back in time");
      time = std::clamp(*word, time, kLongestSong);
      rest = behind;
    }
    put();
    if (time > line.start && (line.pieces.empty() || line.pieces.back().start < time))
      line.end = time;  // a time behind the last word
    return line;
  }

  // A piece lasts to the next, a line to the next line.
  void set_ends() {
    auto& lines = lyrics_.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      LyricLine& line = lines[i];
      const double last = line.pieces.empty() ? line.start : line.pieces.back().start;
      const double next = i + 1 < lines.size() ? lines[i + 1].start : last + kLastLine;
      if (line.end < 0.0) line.end = std::max(next, last);
      for (std::size_t p = 0; p < line.pieces.size(); ++p)
        line.pieces[p].end = p + 1 < line.pieces.size() ? line.pieces[p + 1].start : line.end;
    }
  }

  static void shift(LyricLine& line, double seconds) {
    const auto moved = [seconds](double& time) {
      if (time >= 0.0) time = std::max(0.0, time + seconds);
    };
    moved(line.start);
    moved(line.end);
    for (LyricPiece& piece : line.pieces) {
      moved(piece.start);
      moved(piece.end);
    }
  }

  const FormatInput& input_;
  Lyrics lyrics_;
  double offset_ = 0.0;  // seconds earlier
};

}  // namespace

Lyrics parse_lrc(const FormatInput& input) {
  return LrcReader(input).run();
}

}  // namespace tactus
