#include "model/chords/chord_colloquial.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "model/chords/chord_quality.h"

namespace tactus {
namespace {

struct Replacement {
  std::string_view from;
  std::string_view to;
};
constexpr std::array<Replacement, 42> kSymbols{
    {{"♭", "b"}, {"♯", "#"},     {"𝄫", "bb"}, {"𝄪", "##"},    {"♮", ""},      {"＃", "#"},
     {"Δ", "^"}, {"∆", "^"},     {"△", "^"},  {"▵", "^"},     {"ᐞ", "^"},     {"°", "o"},
     {"º", "o"}, {"˚", "o"},     {"ø", "h"},  {"Ø", "h"},     {"∅", "h"},     {"⌀", "h"},
     {"−", "-"}, {"–", "-"},     {"—", "-"},  {"‐", "-"},     {"‑", "-"},     {"⁻", "-"},
     {"⁺", "+"}, {"ᵐ", "m"},     {"⁄", "/"},  {"⁰", "0"},     {"¹", "1"},     {"²", "2"},
     {"³", "3"}, {"⁴", "4"},     {"⁵", "5"},  {"⁶", "6"},     {"⁷", "7"},     {"⁸", "8"},
     {"⁹", "9"}, {"\u00A0", ""}, {" ", ""},   {"\u202F", ""}, {"\uFE0E", ""}, {"\uFE0F", ""}}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// A symbol in ASCII without spaces, and the original place of each character.
struct PlainText {
  std::string text;
  std::vector<std::size_t> column;
};

PlainText plain_text(std::string_view symbol) {
  PlainText plain;
  for (std::size_t i = 0; i < symbol.size();) {
    const auto* found = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Replacement& r) {
      return symbol.substr(i).starts_with(r.from);
    });
    const bool known = found != kSymbols.end();
    const std::string_view to = known ? found->to : symbol.substr(i, 1);
    plain.text += to;
    plain.column.insert(plain.column.end(), to.size(), i + 1);
    i += known ? found->from.size() : 1;
  }
  plain.column.push_back(symbol.size() + 1);
  return plain;
}

// How a quality may begin, and its shorthand with each number. Longer words stand first; words of
// one letter are case-sensitive (M7 is not m7).
struct Mode {
  std::string_view word;
  std::string_view family;
};
constexpr std::array<Mode, 23> kModes{{{"half-diminished", "hdim"},
                                       {"halfdiminished", "hdim"},
                                       {"diminished", "dim"},
                                       {"augmented", "aug"},
                                       {"dominant", "dom"},
                                       {"major", "maj"},
                                       {"minor", "min"},
                                       {"hdim", "hdim"},
                                       {"maj", "maj"},
                                       {"min", "min"},
                                       {"dim", "dim"},
                                       {"aug", "aug"},
                                       {"dom", "dom"},
                                       {"ma", "maj"},
                                       {"mi", "min"},
                                       {"M", "maj"},
                                       {"j", "maj"},
                                       {"^", "delta"},
                                       {"m", "min"},
                                       {"-", "min"},
                                       {"o", "dim"},
                                       {"h", "hdim"},
                                       {"+", "aug"}}};

struct Form {
  std::string_view family;
  std::string_view number;
  std::string_view degrees;
};
constexpr std::array<Form, 44> kForms{{
    {"", "", "1,3,5"},
    {"", "2", "1,3,5,9"},
    {"", "4", "1,4,5"},
    {"", "5", "1,5"},
    {"", "6", "1,3,5,6"},
    {"", "69", "1,3,5,6,9"},
    {"", "7", "1,3,5,b7"},
    {"", "9", "1,3,5,b7,9"},
    {"", "11", "1,3,5,b7,9,11"},
    {"", "13", "1,3,5,b7,9,11,13"},
    {"maj", "", "1,3,5"},
    {"maj", "6", "1,3,5,6"},
    {"maj", "69", "1,3,5,6,9"},
    {"maj", "7", "1,3,5,7"},
    {"maj", "9", "1,3,5,7,9"},
    {"maj", "11", "1,3,5,7,9,11"},
    {"maj", "13", "1,3,5,7,9,11,13"},
    {"delta", "", "1,3,5,7"},
    {"delta", "7", "1,3,5,7"},
    {"delta", "9", "1,3,5,7,9"},
    {"delta", "11", "1,3,5,7,9,11"},
    {"delta", "13", "1,3,5,7,9,11,13"},
    {"min", "", "1,b3,5"},
    {"min", "6", "1,b3,5,6"},
    {"min", "69", "1,b3,5,6,9"},
    {"min", "7", "1,b3,5,b7"},
    {"min", "9", "1,b3,5,b7,9"},
    {"min", "11", "1,b3,5,b7,9,11"},
    {"min", "13", "1,b3,5,b7,9,11,13"},
    {"dim", "", "1,b3,b5"},
    {"dim", "7", "1,b3,b5,bb7"},
    {"dim", "9", "1,b3,b5,bb7,9"},
    {"hdim", "", "1,b3,b5,b7"},
    {"hdim", "7", "1,b3,b5,b7"},
    {"hdim", "9", "1,b3,b5,b7,9"},
    {"hdim", "11", "1,b3,b5,b7,9,11"},
    {"aug", "", "1,3,#5"},
    {"aug", "7", "1,3,#5,b7"},
    {"aug", "9", "1,3,#5,b7,9"},
    {"dom", "", "1,3,5,b7"},
    {"dom", "7", "1,3,5,b7"},
    {"dom", "9", "1,3,5,b7,9"},
    {"dom", "11", "1,3,5,b7,9,11"},
    {"dom", "13", "1,3,5,b7,9,11,13"},
}};

class SymbolParser {
 public:
  explicit SymbolParser(std::string_view symbol)
      : symbol_(symbol), plain_(plain_text(symbol)), text_(plain_.text) {}

  std::string parse() {
    take_brackets();
    if (const char special = special_label(); special != '\0') return {special};
    const std::string root = parse_note();
    if (root.empty()) fail(0, "no root found, expected A..G, N or N.C.");
    if (at(':')) ++place_;
    const std::string bass = take_bass(root);
    parse_base();
    while (place_ < text_.size()) parse_alteration();
    return fmt::format("{}{}{}", root, describe_degrees(degrees_), bass);
  }

 private:
  [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
    throw ChordLabelError(symbol_, plain_.column[place], reason);
  }
  bool at(char c) const { return place_ < text_.size() && text_[place_] == c; }
  // Words of several letters match in any case.
  bool looking_at(std::string_view word) const {
    if (text_.size() - place_ < word.size()) return false;
    if (word.size() == 1) return text_[place_] == word[0];
    return std::equal(word.begin(), word.end(), text_.begin() + static_cast<long>(place_),
                      [](char a, char b) { return a == lower(b); });
  }
  bool accept(std::string_view word) {
    if (!looking_at(word)) return false;
    place_ += word.size();
    return true;
  }

  // "(C7)" and "[C7]": a chord that may be left out.
  void take_brackets() {
    if (text_.size() < 3 || (text_[0] != '(' && text_[0] != '[')) return;
    if (text_.back() != (text_[0] == '(' ? ')' : ']')) return;
    place_ = 1;
    text_.remove_suffix(1);
  }

  // 'N', 'X' or, for a chord, '\0'.
  char special_label() const {
    std::string word;
    for (const char c : text_.substr(place_)) {
      if (c != '.') word += lower(c);
    }
    for (const std::string_view silence : {"n", "nc", "none", "nochord"}) {
      if (word == silence) return 'N';
    }
    return word == "x" ? 'X' : '\0';
  }

  // Letter and accidentals; "" if there is no letter.
  std::string parse_note() {
    if (place_ >= text_.size() || natural_pitch_class(upper(text_[place_])) < 0) return "";
    std::string note(1, upper(text_[place_++]));
    const char sign = place_ < text_.size() ? text_[place_] : '\0';
    while ((sign == 'b' || sign == '#') && at(sign)) note += text_[place_++];
    return note;
  }

  // "C7/9" and "Cm/maj7" name a further note of the chord, as do "/9-" and the "/" in "(b9/13)".
  static bool adds_a_note(std::string_view after_slash) {
    if (after_slash.find(')') != std::string_view::npos) return true;
    const std::size_t word = std::min(after_slash.find_first_not_of("b#+-"), after_slash.size());
    const std::string_view rest = after_slash.substr(word);
    for (const std::string_view start : {"9", "11", "13", "maj7", "M7", "^"})
      if (rest.starts_with(start)) return true;
    return false;
  }

  // Cuts "/bass" off the end of the text: "/3" for a degree or for the note a third above the root.
  std::string take_bass(const std::string& root) {
    const std::size_t slash = text_.rfind('/');
    if (slash == std::string_view::npos || slash < place_) return "";
    if (adds_a_note(text_.substr(slash + 1))) return "";
    const std::size_t after_root = std::exchange(place_, slash + 1);
    std::string bass = parse_note();
    if (!bass.empty() && place_ == text_.size()) {
      bass = fmt::format("/{}", degree_above(root, bass));
    } else {
      place_ = slash + 1;
      const std::optional<ChordDegree> degree = parse_degree();
      if (!degree || place_ != text_.size()) {
        fail(slash + 1, "no bass found after '/', expected a note or a degree");
      }
      bass = fmt::format("/{}", to_text(*degree));
    }
    text_ = text_.substr(0, slash);
    place_ = after_root;
    return bass;
  }

  // The degree of `note` above `root`: by the distance of their letters if that gives a usual
  // degree.
  static std::string degree_above(const std::string& root, const std::string& note) {
    const auto pitch_class = [](const std::string& n) {
      const int sign = n.ends_with('b') ? -1 : 1;
      return natural_pitch_class(n[0]) + sign * static_cast<int>(n.size() - 1);
    };
    const auto letter = [](const std::string& n) { return (n[0] - 'C' + 7) % 7; };
    const int above = (((pitch_class(note) - pitch_class(root)) % 12) + 12) % 12;
    ChordDegree degree{(letter(note) - letter(root) + 7) % 7 + 1};
    degree.accidental = (above - semitones(degree) + 18) % 12 - 6;
    const std::string spelled = to_text(degree);
    constexpr std::array<std::string_view, 5> kUsualToo = {"#4", "#5", "#2", "#1", "bb7"};
    constexpr std::array<std::string_view, 12> kUsual = {"1",  "b2", "2",  "b3", "3",  "4",
                                                         "b5", "5",  "b6", "6",  "b7", "7"};
    const bool usual = std::count(kUsual.begin(), kUsual.end(), spelled) +
                           std::count(kUsualToo.begin(), kUsualToo.end(), spelled) >
                       0;
    return usual ? spelled : std::string(kUsual[static_cast<std::size_t>(above)]);
  }

  std::string_view parse_family() {
    if (looking_at("-5") || looking_at("+5")) return "";
    if (looking_at("madd")) return ++place_, "min";
    for (const Mode& mode : kModes) {
      if (accept(mode.word)) return mode.family;
    }
    return "";
  }

  void parse_base() {
    const std::size_t start = place_;
    std::string_view family = parse_family();
    if (family.empty() && accept("0")) family = "dim";  // typed for the sign °
    const std::size_t after_family = place_;
    std::string number;
    while (place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9') {
      number += text_[place_++];
    }
    if (number == "6" && accept("/9")) number = "69";
    const auto* form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& f) {
      return f.family == family && f.number == number;
    });
    if (form == kForms.end()) {
      fail(number.empty() ? start : after_family,
           fmt::format("'{}' is not a chord quality", text_.substr(start, place_ - start)));
    }
    degrees_ = parse_degrees(form->degrees);
  }

  // [b # - +]* 1..13; in parentheses the sign may stand behind: "(5-)"
  std::optional<ChordDegree> parse_degree() {
    ChordDegree degree;
    for (; place_ < text_.size(); ++place_) {
      const char c = text_[place_];
      if (c == 'b' || c == '-') {
        --degree.accidental;
      } else if (c == '#' || c == '+') {
        ++degree.accidental;
      } else {
        break;
      }
    }
    const std::size_t start = place_;
    degree.number = 0;
    while (place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9' &&
           place_ - start < 3) {
      degree.number = degree.number * 10 + (text_[place_++] - '0');
    }
    if (degree.number < 1 || degree.number > 13) return std::nullopt;
    if (depth_ > 0 && degree.accidental == 0 && (at('-') || at('+')))
      degree.accidental = text_[place_++] == '-' ? -1 : 1;
    return degree;
  }

  void parse_alteration() {
    const std::size_t start = place_;
    if (accept("(")) {
      ++depth_;
    } else if (at(')') && depth_ > 0) {
      ++place_;
      --depth_;
    } else if (accept(",") || accept("/")) {
    } else if (accept("sus")) {
      suspend();
    } else if (accept("add")) {
      add(expect_degree(start));
    } else if (accept("*") || accept("omit") || accept("no")) {
      const int number = expect_degree(start).number;
      std::erase_if(degrees_, [&](const ChordDegree& d) { return d.number == number; });
    } else if (accept("major7") || accept("maj7") || accept("ma7") || (at('M') && accept("m7")) ||
               accept("^7") || accept("^") || (has_seventh() && accept("M"))) {
      replace({7, 0});
    } else if (place_ + 1 == text_.size() && accept("+")) {
      replace({5, 1});
    } else {
      alter(expect_degree(start));
    }
    if (place_ == text_.size() && depth_ != 0) fail(place_, "a ')' is missing");
  }

  ChordDegree expect_degree(std::size_t start) {
    const std::optional<ChordDegree> degree = parse_degree();
    if (!degree) {
      fail(start, fmt::format("'{}' is not understood", text_.substr(start)));
    }
    return *degree;
  }
  // "7M" is a major seventh.
  bool has_seventh() const {
    return std::ranges::any_of(degrees_, [](const ChordDegree& d) { return d.number == 7; });
  }
  void add(const ChordDegree& degree) { degrees_.push_back(degree); }
  void replace(const ChordDegree& degree) {
    std::erase_if(degrees_, [&](const ChordDegree& d) { return d.number == degree.number; });
    add(degree);
  }
  void suspend() {
    std::erase_if(degrees_, [](const ChordDegree& d) { return d.number == 3; });
    const bool second = accept("2");
    if (second) add({2, 0});
    if (accept("4") || !second) add({4, 0});
  }
  // An altered fifth or third replaces the plain one; other degrees are added.
  void alter(const ChordDegree& degree) {
    if (degree.number == 5 || degree.number == 3) {
      std::erase_if(degrees_, [&](const ChordDegree& d) {
        return d.number == degree.number && d.accidental == 0;
      });
    }
    add(degree);
  }

  std::string_view symbol_;
  PlainText plain_;
  std::string_view text_;
  std::size_t place_ = 0;
  int depth_ = 0;
  std::vector<ChordDegree> degrees_;
};

}  // namespace

std::string strict_spelling(std::string_view symbol) {
  return SymbolParser(symbol).parse();
}

}  // namespace tactus
