// ChordPro song sheets (.cho, .chordpro, .chopro, .pro), https://www.chordpro.org.
//
//   file      ::= { directive | grid line | lyrics line | "#" comment }
//   directive ::= "{" name [":" value] "}"
//                 title t, artist, album, key, tempo, time, duration, meta: NAME VALUE;
//                 start_of_grid sog ... end_of_grid eog, start_of_NAME: a section (tab, ly, abc,
//                 svg and textblock are skipped); others are skipped
//   grid line ::= [margin] bar { cell { cell } bar } [margin]      between start_ and end_of_grid
//   bar       ::= "|" | "||" | "|." | "|:" | ":|" | ":|:" | "|" digit
//   cell      ::= chord { "~" chord } | "." and "/" (the chord continues) | "%" and "%%" (repeats
//                 the last bar or the last two bars)
//   lyrics    ::= text with "[" chord "]" in it | heading
//   heading   ::= "[Verse 1]" | "Verse 1:"        also {comment: Verse 1}; names a section
//   head      ::= { "Key: G" | "Tempo: 75" ... }  before the music, as OnSong writes it
//
// A sheet has no times. They come from {tempo} (beats a minute, default 120; in 6/8, 9/8 and 12/8
// dotted quarters) and {time} (default 4/4); both may change within the sheet. Cells share their
// bar. The first bar begins at {x_tactus_start} seconds (a custom directive that other programs
// skip), else at 0. If it is shorter than the second, it is a pickup, unless
// {x_tactus_first_position} tells the place of its first beat. Bars between |: and :| are played
// twice, each time with the ending of its number (|1, |2); {chorus} plays the last chorus again. A
// chord among lyrics is assumed to last a bar (noted). Chords are read in informal spelling and
// returned canonical: "Dm7b5" as D:hdim7, "Bb/D" as Bb:maj/3; German names and small letters as in
// sheet_note_names.h (noted). Sheets in solfege are refused. Other text stays as typed (noted).
// Of several songs ({new_song}) the first is read (noted). Labelled grids are sections as well.
// {transpose} moves the chords and the key after it; {capo} does not (noted). Unknown directives
// are skipped, with a note unless they begin with x_. Text that is not UTF-8 is taken for
// Windows-1252 (noted). format_chordpro_writer.cpp writes these sheets.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/bars/bar_grid.h"
#include "datasets/formats/bars/played_bars.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/key_names.h"
#include "datasets/formats/labels/sheet_note_names.h"
#include "datasets/formats/score/musicxml_tempo.h"
#include "datasets/formats/score/transposition.h"
#include "datasets/formats/sheet/sheet_directives.h"
#include "datasets/formats/sheet/sheet_headings.h"
#include "datasets/formats/sheet/sheet_left_out.h"
#include "datasets/formats/sheet/sheet_sections.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr double kTempoOfSheets = 120.0;
constexpr std::size_t kMostChords = 1000;  // different ones, that tell the names of notes

class SheetReader {
 public:
  SheetReader(const FormatInput& input, const NoteNames& names) : input_(input), names_(names) {}

  Annotation run() {
    std::string_view rest = input_.content;
    for (number_ = 1; !rest.empty(); ++number_) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      read_line(trimmed(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    sections_.close(bars_.size());
    spread();
    report();
    return std::move(annotation_);
  }

  // As typed, of a sheet that has been read.
  const std::set<std::string>& chords() const { return typed_; }

 private:
  struct Key {
    std::size_t bar;
    std::string typed;
    int semitones;  // from what is typed to what sounds
  };

  [[noreturn]] void fail(const std::string& what) const {
    throw FormatError(input_.name, number_, 1, what);
  }

  void read_line(std::string_view line) {
    if (line.empty() || line[0] == '#') return;
    const bool braces = line.size() > 1 && line[0] == '{' && line.back() == '}';
    const SheetDirective directive =
        braces ? sheet_directive(line.substr(1, line.size() - 2)) : SheetDirective();
    if (!in_first_song(directive.name == "new_song" || directive.name == "ns")) return;
    const bool ends = directive.name.starts_with("end_of_") || directive.name.starts_with("eo");
    if (is_other_notation(environment_) && !ends) return;
    if (braces)
      read_directive(directive.name, directive.value);
    else if (environment_ == "grid")
      read_grid_line(line);
    else
      read_text(line);
  }

  // A file of several songs has {new_song} between them; before the first and behind the last it
  // begins none.
  bool in_first_song(bool begins) {
    if (begins) return static_cast<void>(between_songs_ = begun_), false;
    if (between_songs_) ++left_out_.songs;
    between_songs_ = false;
    begun_ = true;
    return left_out_.songs == 0;
  }

  // ---- directives

  void read_directive(const std::string& name, std::string_view value) {
    if (name == "meta") {
      const std::size_t blank = std::min(value.find_first_of(" \t"), value.size());
      return read_value(lower_case(value.substr(0, blank)), trimmed(value.substr(blank)));
    }
    if (name.starts_with("start_of_")) return open(name.substr(9), value);
    if (name.starts_with("end_of_")) return close();
    static const std::map<std::string, std::string> kShort = {
        {"sog", "grid"}, {"soc", "chorus"}, {"sov", "verse"}, {"sob", "bridge"}, {"sot", "tab"}};
    if (const auto found = kShort.find(name); found != kShort.end())
      return open(found->second, value);
    if (name.size() == 3 && name.starts_with("eo")) return close();
    if (name == "chorus") return repeat_chorus(value);
    if (is_comment_directive(name) && is_heading(value)) return read_heading(label_text(value));
    if (!is_sheet_directive(name)) left_out_.directives.insert(label_text(name.substr(0, 40)));
    read_value(name, value);
  }

  void read_value(const std::string& name, std::string_view value) {
    if (name == "title" || name == "t") annotation_.title = label_text(value);
    if (name == "artist") annotation_.artist = label_text(value);
    if (name == "album") annotation_.album = label_text(value);
    if (name == "key") read_key(label_text(value));
    if (name == "duration") annotation_.duration = sheet_seconds(value).value_or(0.0);
    if (name == "tempo") read_tempo(value);
    if (name == "transpose") read_transpose(value);
    if (name == kChordProStart) start_ = number(name, value, 0.0, 1e6);
    if (name == kChordProFirst) first_position_ = value;
    if (name == "capo" && !value.empty())
      note("{capo} is ignored: the chords stay as written on the sheet");
    if (name != "time" || is_empty(name, value)) return;
    const std::optional<TimeSignature> time = parse_signature(value);
    if (!time) fail(fmt::format("{{time: {}}}, expected a signature such as 4/4", short_of(value)));
    meter_ = time->meter();
  }

  // Of several before one bar the last counts.
  void read_key(std::string key) {
    if (!keys_.empty() && keys_.back().bar == bars_.size()) keys_.pop_back();
    keys_.push_back({bars_.size(), std::move(key), semitones()});
  }

  // As in a template.
  bool is_empty(const std::string& name, std::string_view value) {
    if (value.empty()) note(fmt::format("{{{}}} has no value; left out", name));
    return value.empty();
  }

  // "120", "120 bpm".
  void read_tempo(std::string_view value) {
    if (is_empty("tempo", value)) return;
    const std::optional<TempoMark> mark = tempo_in_number(value);
    if (!mark) number("tempo", value, 1.0, 10'000.0);
    if (mark->rough)
      note(fmt::format("{{tempo: {}}} is read as {} beats a minute", short_of(value), mark->bpm));
    period_ = 60.0 / mark->bpm;
    has_tempo_ = true;
  }

  // Semitones, perhaps with the accidentals to use; without a value the last one ends.
  void read_transpose(std::string_view value) {
    while (!value.empty() && std::string_view("sf#b+").find(value.back()) != value.npos)
      value.remove_suffix(1);
    if (!value.empty()) {
      const double more = number("transpose", value, -24.0, 24.0);
      transpositions_.push_back(static_cast<int>(std::lround(more)) + semitones());
    } else if (!transpositions_.empty()) {
      transpositions_.pop_back();
    }
    if (!keys_.empty()) read_key(std::string(keys_.back().typed));  // it sounds differently now
  }

  int semitones() const { return transpositions_.empty() ? 0 : transpositions_.back(); }

  double number(const std::string& name, std::string_view value, double least, double most) const {
    const std::optional<double> found = to_number(value);
    if (found && *found >= least && *found <= most) return *found;
    fail(fmt::format("{{{}: {}}}, expected a number from {} to {}", name, short_of(value), least,
                     most));
  }

  static std::string short_of(std::string_view text) { return label_text(text.substr(0, 40)); }

  void open(const std::string& environment, std::string_view value) {
    environment_ = environment;
    previous_ = std::string(1, 'N');
    std::string label = label_of_directive(value);
    if (environment == "grid") {
      const std::size_t shape = std::min(label.find(' '), label.size());
      if (!label.empty() && label[0] >= '0' && label[0] <= '9')
        label = label.substr(std::min(shape + 1, label.size()));
    }
    if (environment == "ly" || environment == "abc") left_out_.notation = environment;
    const bool named = !label.empty();
    const bool section = environment != "grid" && !is_other_notation(environment);
    if (environment == "chorus") chorus_begin_ = bars_.size();
    if (named && !is_other_notation(environment))
      sections_.begin({.begin = bars_.size(), .label = std::move(label), .named = true});
    else if (section)
      sections_.begin({.begin = bars_.size(), .label = environment});
    else
      sections_.close_environment(bars_.size());
  }

  void close() {
    if (environment_ == "chorus") chorus_end_ = bars_.size();
    environment_.clear();
    sections_.close_environment(bars_.size());
  }

  void repeat_chorus(std::string_view value) {
    const std::string label = label_of_directive(value);
    sections_.begin({.begin = bars_.size(),
                     .label = label.empty() ? "chorus" : label,
                     .named = !label.empty()});
    require(bars_.repeat(chorus_begin_, chorus_end_));
    sections_.close(bars_.size());
  }

  void read_heading(std::string label) {
    sections_.begin({.begin = bars_.size(),
                     .label = std::move(label),
                     .named = true,
                     .heading = environment_.empty()});
  }

  // ---- bars

  void require(bool fits) const {
    if (!fits) fail(fmt::format("more than {} bars, repeats included", kMostPlayedBars));
  }

  std::string chord(std::string_view typed) {
    ++typed_count_;
    if (is_solfege(typed) && ++solfege_ == 1) solfege_line_ = number_;
    if (typed_.size() < kMostChords) typed_.insert(std::string(typed));
    try {
      const std::string label =
          canonical_label(english_chord(typed, names_), ChordSyntax::kLenient);
      if (semitones() == 0) return label;
      return transposed_chord(label, semitones(), keys_.empty() ? "" : sounding(keys_.back()));
    } catch (const ChordLabelError& error) {
      left_out_.labels.add(error.what(), number_);
      return label_text(typed);
    }
  }

  // A key as it sounds; "" for a text that is none.
  std::string sounding(const Key& typed) const {
    std::optional<std::string> key = spelled_key(typed.typed);
    if (!key) key = key_label(english_key(typed.typed, names_));
    return !key || typed.semitones == 0 ? key.value_or("") : transposed_key(*key, typed.semitones);
  }

  void add_bar(std::vector<std::string> chords) {
    require(bars_.add({meter_, period_, std::move(chords)}));
  }

  void read_grid_line(std::string_view line) {
    std::vector<std::string_view> cells;
    bool inside = false;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == ' ' || line[at] == '\t') {
        ++at;
      } else if (const std::size_t length = bar_line_at(line, at)) {
        if (inside && !cells.empty()) read_bar(cells);
        cells.clear();
        inside = true;
        require(bars_.pass_bar_line(line.substr(at, length)));
        at += length;
      } else {
        std::size_t end = at + 1;
        while (end < line.size() && line[end] != ' ' && line[end] != '\t' &&
               !bar_line_at(line, end))
          ++end;
        if (inside) cells.push_back(line.substr(at, end - at));
        at = end;
      }
    }
  }

  void read_bar(const std::vector<std::string_view>& cells) {
    const std::size_t again = cells[0] == "%" ? 1 : cells[0] == "%%" ? 2 : 0;
    if (again > 0 && bars_.size() >= again) {
      const std::size_t first = bars_.size() - again;
      for (std::size_t i = 0; i < again; ++i) add_bar(bars_.all()[first + i].chords);
      return;
    }
    std::size_t parts = 1;  // chords in the fullest cell
    for (const std::string_view cell : cells) {
      const auto joints = static_cast<std::size_t>(std::count(cell.begin(), cell.end(), '~'));
      parts = std::max(parts, std::min<std::size_t>(joints + 1, 4));
    }
    std::vector<std::string> chords;
    for (const std::string_view cell : cells) read_cell(cell, parts, chords);
    add_bar(std::move(chords));
  }

  // Returns a cell as `parts` entries; if the cell has fewer chords, its last one continues.
  void read_cell(std::string_view cell, std::size_t parts, std::vector<std::string>& chords) {
    std::size_t count = 0;
    for (; count < parts && !cell.empty(); ++count) {
      const std::size_t end = std::min(cell.find('~'), cell.size());
      read_token(cell.substr(0, end));
      chords.push_back(previous_);
      cell.remove_prefix(std::min(end + 1, cell.size()));
    }
    for (; count < parts; ++count) chords.push_back(previous_);
  }

  void read_token(std::string_view token) {
    if (token.size() > 2 && token[0] == '[' && token.back() == ']')
      token = token.substr(1, token.size() - 2);
    const bool goes_on = token.empty() || token == "." || token == "/" || token == "%" ||
                         token == "%%" || token[0] == '*';
    if (!goes_on) previous_ = chord(token);
  }

  // ---- text

  void read_text(std::string_view line) {
    if (environment_.empty() && bars_.size() == 0 && sections_.all().empty() && read_head(line))
      return;
    const HeadedLine headed = headed_line(line);
    if (!headed.heading.empty()) read_heading(headed.heading);
    if (headed.rest.find('[') != std::string_view::npos) return read_lyrics(headed.rest);
    if (is_line_of_chords(headed.rest)) left_out_.chord_lines.add(short_of(headed.rest), number_);
  }

  // The head of OnSong: title, artist, and lines such as "Key: G".
  bool read_head(std::string_view line) {
    const std::optional<HeadLine> head = head_line(line);
    if (!head) {
      if (line.find('[') == std::string_view::npos) first_lines_.push_back(label_text(line));
      return false;
    }
    if (annotation_.title.empty() && !first_lines_.empty()) annotation_.title = first_lines_[0];
    if (annotation_.artist.empty() && first_lines_.size() == 2)
      annotation_.artist = first_lines_[1];
    first_lines_.clear();
    try {
      read_value(head->name, head->value);
    } catch (const FormatError&) {
      note(fmt::format("line {}: '{}' is not used", number_, short_of(line)));
    }
    return true;
  }

  // Reads from each "]" back to the "[" before it, so that a line of brackets takes linear time.
  void read_lyrics(std::string_view line) {
    for (std::size_t end = line.find(']'); end != std::string_view::npos; end = line.find(']')) {
      const std::string_view before = line.substr(0, end);
      line.remove_prefix(end + 1);
      const std::size_t begin = before.rfind('[');
      if (begin == std::string_view::npos) continue;
      const std::string_view typed = trimmed(before.substr(begin + 1));
      if (typed.empty() || typed[0] == '*') continue;  // an annotation instead of a chord
      if (is_repetition(typed)) {
        left_out_.repetitions.add(label_text(typed), number_);
        continue;
      }
      add_bar({chord(typed)});
      ++among_lyrics_;
    }
  }

  // ---- times

  void spread() {
    std::vector<double> bounds = {start_};
    std::vector<GridBar> bars;
    for (const PlayedBar& bar : bars_.all()) {
      bounds.push_back(bounds.back() + bar.meter.beats * bar.period);
      bars.push_back({bounds[bounds.size() - 2],
                      bounds.back(),
                      bar.meter.beats,
                      bar.chords,
                      {},
                      bar.meter.division});
    }
    if (!store_bars(bars, first_position_, annotation_))
      note(fmt::format("{{{}: {}}} is ignored: not a valid position for the first beat",
                       kChordProFirst, first_position_));
    store_sections(bounds);
    store_keys(bounds);
    order_beats(input_, annotation_.beats);
    order_segments(input_, "chord", annotation_.chords);
    order_segments(input_, "section", annotation_.sections);
  }

  void store_sections(const std::vector<double>& bounds) {
    for (const SheetSections::Section& section : sections_.all()) {
      if (section.end > section.begin)
        annotation_.sections.push_back({bounds[section.begin], bounds[section.end], section.label});
      else
        left_out_.sections.add(section.label, 0);
    }
  }

  void store_keys(const std::vector<double>& bounds) {
    const double whole = annotation_.duration > 0.0 ? annotation_.duration : bounds.back();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const double start = i == 0 ? 0.0 : bounds[keys_[i].bar];
      const double end = i + 1 < keys_.size() ? bounds[keys_[i + 1].bar] : whole;
      const std::string label = sounding(keys_[i]);
      if (label.empty())
        note(fmt::format("{{key: {}}} is not a key; left out", short_of(keys_[i].typed)));
      else if (end > start)
        annotation_.keys.push_back({start, end, label});
    }
    order_segments(input_, "key", annotation_.keys);
  }

  void note(const std::string& what) { input_.notes->push_back(input_.name + ": " + what); }

  void note_names() {
    if (names_.german) note(how_german_names_are_read(names_));
    if (names_.small_is_minor) note("chords in small letters are read as minor");
    if (names_.doubtful) note("chords in small letters are read like those in large ones");
  }

  void report() {
    if (2 * solfege_ > typed_count_ && solfege_ > 1)
      throw FormatError(input_.name, solfege_line_, 1,
                        "chords in solfege (Do Re Mi), expected letters (C D E); ChordPro writes "
                        "them with --transcode=common");
    note_names();
    if (bars_.size() > 0 && !has_tempo_)
      note(fmt::format("no {{tempo}}: {} beats a minute assumed", kTempoOfSheets));
    if (among_lyrics_ > 0)
      note(fmt::format("{} among lyrics: one bar assumed for each",
                       counted(among_lyrics_, "chord")));
    left_out_.note(input_);
  }

  const FormatInput& input_;
  const NoteNames names_;
  Annotation annotation_;
  std::set<std::string> typed_;  // chords
  std::size_t typed_count_ = 0;
  std::size_t solfege_ = 0;  // chords
  std::size_t solfege_line_ = 0;
  std::vector<int> transpositions_;  // semitones; the last one counts
  PlayedBars bars_;
  SheetSections sections_;
  std::string environment_;
  std::vector<Key> keys_;
  std::string previous_ = "N";
  std::size_t number_ = 1;
  std::size_t chorus_begin_ = 0;  // bars
  std::size_t chorus_end_ = 0;
  std::size_t among_lyrics_ = 0;
  double period_ = 60.0 / kTempoOfSheets;
  double start_ = 0.0;
  std::string first_position_;
  Meter meter_ = {4};
  bool has_tempo_ = false;
  bool begun_ = false;
  bool between_songs_ = false;
  std::vector<std::string> first_lines_;  // of text, before a head
  SheetLeftOut left_out_;
};

}  // namespace

Annotation parse_chordpro(const FormatInput& input) {
  const bool utf8 = is_utf8(input.content);
  const std::string text = utf8 ? "" : utf8_from_unknown(input.content);
  if (!utf8) input.notes->push_back(fmt::format("{}: {}", input.name, kReadAsWindows1252));
  Notes unwanted;
  FormatInput sheet{utf8 ? input.content : text, input.name, &unwanted};
  SheetReader names(sheet, NoteNames());
  names.run();
  sheet.notes = input.notes;
  return SheetReader(sheet, note_names(names.chords())).run();
}

}  // namespace tactus
