#include "app/collection/song_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "app/collection/folded_text.h"
#include "app/collection/harmony.h"
#include "app/collection/personal_library.h"
#include "app/collection/song_marks.h"
#include "audio/error.h"
#include "audio/text.h"
#include "model/meter.h"

namespace tactus {
namespace {

enum class FieldKind { kNumber, kSeconds, kText, kWord, kKey, kMeter, kYesNo, kPlaylist };

constexpr std::string_view kColour =
    "coalesce((SELECT colour FROM mark WHERE mark.path = song.path), '')";

struct Field {
  std::string_view name;
  std::string_view column;  // or an expression
  FieldKind kind;
  double most = 0.0;  // of a number that has a greatest value
};

constexpr std::array kFields = {
    Field{"bpm", "bpm", FieldKind::kNumber},
    Field{"tempo", "bpm", FieldKind::kNumber},
    Field{"key", "key", FieldKind::kKey},
    Field{"meter", "meter", FieldKind::kMeter},
    Field{"confidence", "confidence", FieldKind::kNumber, 1.0},
    Field{"length", "duration", FieldKind::kSeconds},
    Field{"duration", "duration", FieldKind::kSeconds},
    Field{"title", "title", FieldKind::kText},
    Field{"artist", "artist", FieldKind::kText},
    Field{"album", "album", FieldKind::kText},
    Field{"year", "year", FieldKind::kNumber},
    Field{"track", "track", FieldKind::kNumber},
    Field{"path", "path", FieldKind::kText},
    Field{"section", "sections", FieldKind::kText},
    Field{"grid", "grid", FieldKind::kWord},
    Field{"model", "model", FieldKind::kText},
    Field{"beats", "beats", FieldKind::kNumber},
    Field{"chords", "chords", FieldKind::kNumber},
    Field{"review", "review", FieldKind::kWord},
    Field{"rating", "coalesce((SELECT rating FROM mark WHERE mark.path = song.path), 0)",
          FieldKind::kNumber, kMostStars},
    Field{"colour", kColour, FieldKind::kWord},
    Field{"color", kColour, FieldKind::kWord},
    Field{"playlist",
          "coalesce((SELECT min(playlist.name) FROM entry JOIN playlist ON playlist.id = "
          "entry.playlist WHERE entry.path = song.path), '')",
          FieldKind::kPlaylist},
    Field{"damaged", "damage <> ''", FieldKind::kYesNo},
    Field{"edited", "review = 'edited'", FieldKind::kYesNo},
    Field{"checked", "review = 'checked'", FieldKind::kYesNo},
};

// The words that a field of kWord can have.
std::vector<std::string_view> words_of(const Field& field) {
  if (field.column == "grid") return {"constant", "piecewise", "free"};
  if (field.column == "review") return {"edited", "checked"};
  std::vector<std::string_view> names;
  for (const SongColour& colour : song_colours()) names.push_back(colour.name);
  return names;
}

const Field* field_named(std::string_view name) {
  const auto found = std::ranges::find(kFields, lower_case(name), &Field::name);
  return found == kFields.end() ? nullptr : &*found;
}

std::optional<double> number_of(std::string_view text) {
  std::string padded(text);
  if (text.starts_with('.')) padded.insert(0, 1, '0');
  double value = 0.0;
  const auto [end, error] = std::from_chars(padded.data(), padded.data() + padded.size(), value,
                                            std::chars_format::fixed);
  const bool whole = error == std::errc() && end == padded.data() + padded.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "215" or "3:35" or "1:02:03".
std::optional<double> seconds_of(std::string_view text) {
  constexpr double kMinute = 60.0;
  double sum = 0.0;
  for (bool first = true;; first = false) {
    const std::size_t colon = text.find(':');
    const auto part = number_of(text.substr(0, colon));
    if (!part || (!first && (*part < 0.0 || *part >= kMinute))) return std::nullopt;
    sum = kMinute * sum + *part;
    if (colon == std::string_view::npos) return sum;
    text.remove_prefix(colon + 1);
  }
}

// Half a unit of the last place: 0.5 of "128" and "3:35", 0.005 of ".95".
double half_a_place(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::size_t places = point == std::string_view::npos ? 0 : text.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(places));
}

struct Token {
  std::string text;
  std::size_t place = 0;  // from 1, in characters of the query
  bool quoted = false;
  bool is(std::string_view word) const { return !quoted && lower_case(text) == word; }
};

class Parser {
 public:
  explicit Parser(std::string_view query) : query_(query) {
    std::size_t at = 0;
    while (at < query.size()) {
      if (std::isspace(static_cast<unsigned char>(query[at]))) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      if (query[at] == '"') {
        const std::size_t end = query.find('"', at + 1);
        if (end == std::string_view::npos) fail(begin + 1, "an unterminated quote");
        tokens_.push_back({std::string(query.substr(at + 1, end - at - 1)), begin + 1, true});
        at = end + 1;
        continue;
      }
      at += symbol_length(query.substr(at));
      if (at == begin) {
        while (at < query.size() && !std::isspace(static_cast<unsigned char>(query[at])) &&
               query[at] != '"' && symbol_length(query.substr(at)) == 0)
          ++at;
      }
      tokens_.push_back({std::string(query.substr(begin, at - begin)), begin + 1, false});
    }
  }

  SqlCondition parse() {
    if (tokens_.empty()) return {};
    SqlCondition found = any();
    if (!at_end())
      fail(token().place, fmt::format("\"{}\", expected \"and\" or \"or\"", token().text));
    return found;
  }

 private:
  [[noreturn]] void fail(std::size_t place, const std::string& what) const {
    throw ArgumentError(fmt::format("query \"{}\": character {}: {}", query_, place, what));
  }
  static std::size_t symbol_length(std::string_view text) {
    for (const std::string_view symbol : {"..", "!=", "<=", ">=", "=", "<", ">", "~", "(", ")"}) {
      if (text.starts_with(symbol)) return symbol.size();
    }
    return 0;
  }
  bool at_end() const { return at_ == tokens_.size(); }
  const Token& token() const { return tokens_[at_]; }
  bool take(std::string_view word) {
    if (at_end() || !token().is(word)) return false;
    ++at_;
    return true;
  }
  Token next(const std::string& expected) {
    if (at_end()) fail(query_.size() + 1, fmt::format("the end, expected {}", expected));
    return tokens_[at_++];
  }

  static SqlCondition joined(SqlCondition a, std::string_view word, const SqlCondition& b) {
    a.sql = fmt::format("({} {} {})", a.sql, word, b.sql);
    a.values.insert(a.values.end(), b.values.begin(), b.values.end());
    a.playlists.insert(a.playlists.end(), b.playlists.begin(), b.playlists.end());
    return a;
  }
  SqlCondition any() {
    SqlCondition found = all();
    while (take("or")) found = joined(std::move(found), "OR", all());
    return found;
  }
  SqlCondition all() {
    SqlCondition found = part();
    while (take("and")) found = joined(std::move(found), "AND", part());
    return found;
  }
  SqlCondition part() {
    constexpr int kDeepest = 100;
    if (++depth_ > kDeepest) fail(1, "too many parentheses");
    SqlCondition found;
    if (take("not")) {
      found = part();
      found.sql = fmt::format("(NOT {})", found.sql);
    } else if (take("(")) {
      found = any();
      if (!take(")")) fail(at_end() ? query_.size() + 1 : token().place, "expected \")\"");
    } else {
      found = comparison();
    }
    --depth_;
    return found;
  }

  // "colour:red" is two tokens, and the colon of "rating:" counts for nothing.
  Token next_field() {
    Token name = next("a field");
    const std::size_t colon = name.quoted ? std::string::npos : name.text.find(':');
    if (colon == std::string::npos || !field_named(name.text.substr(0, colon))) return name;
    if (colon + 1 < name.text.size())
      tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                     {name.text.substr(colon + 1), name.place + colon + 1, false});
    name.text.resize(colon);
    return name;
  }

  SqlCondition comparison() {
    const Token name = next_field();
    const Field* field = name.quoted ? nullptr : field_named(name.text);
    if (!field)
      fail(name.place,
           fmt::format("\"{}\" is not a field, expected one of {}", name.text, query_fields()));
    if (field->kind == FieldKind::kYesNo) return {fmt::format("({})", field->column), {}};
    std::string op;
    for (const char* symbol : {"!=", "<=", ">=", "=", "<", ">", "~"}) {
      if (op.empty() && take(symbol)) op = symbol;
    }
    const Token value = next(fmt::format("a value of {}", name.text));
    if (op.empty() && take("..")) return range(*field, value, next("the end of the range"));
    switch (field->kind) {
      case FieldKind::kText:
        return text(*field, op, value);
      case FieldKind::kWord:
        return word(*field, op, value);
      case FieldKind::kPlaylist:
        return playlist(op, value);
      case FieldKind::kKey:
        return key(op, value);
      case FieldKind::kMeter:
        return meter(*field, op, value);
      default:
        return number(*field, op, value);
    }
  }

  double number_in(const Field& field, const Token& value) const {
    const auto number =
        field.kind == FieldKind::kSeconds ? seconds_of(value.text) : number_of(value.text);
    if (!number)
      fail(value.place, fmt::format("{} \"{}\", expected a number{}", field.name, value.text,
                                    field.kind == FieldKind::kSeconds ? " or 3:35" : ""));
    if (field.most > 0.0 && (*number < 0.0 || *number > field.most))
      fail(value.place,
           fmt::format("{} \"{}\", expected 0 to {}", field.name, value.text, field.most));
    return *number;
  }
  SqlCondition range(const Field& field, const Token& low, const Token& high) const {
    if (field.kind == FieldKind::kText || field.kind == FieldKind::kWord ||
        field.kind == FieldKind::kKey || field.kind == FieldKind::kPlaylist)
      fail(low.place, fmt::format("{} cannot have a range", field.name));
    const double lowest = number_in(field, low), highest = number_in(field, high);
    if (lowest > highest)
      fail(low.place,
           fmt::format("{0}..{1}: a range begins with the smaller number, write {1}..{0}", low.text,
                       high.text));
    return {fmt::format("({} BETWEEN ? AND ?)", field.column),
            {lowest - half_a_place(low.text), highest + half_a_place(high.text)}};
  }
  SqlCondition number(const Field& field, const std::string& op, const Token& value) const {
    const double number = number_in(field, value);
    if (op == "~")
      fail(value.place, fmt::format("{} is a number and cannot be compared by \"~\"", field.name));
    if (op.find_first_of("<>") != std::string::npos)
      return {fmt::format("({} {} ?)", field.column, op), {number}};
    const double half = half_a_place(value.text);
    return {fmt::format("({} {}BETWEEN ? AND ?)", field.column, op == "!=" ? "NOT " : ""),
            {number - half, number + half}};
  }
  // The index has a compound meter as text. It equals no number, but SQLite finds it above all.
  SqlCondition meter(const Field& field, const std::string& op, const Token& value) const {
    const std::optional<Meter> found = meter_named(value.text);
    if (!found || !found->compound()) {
      Token beats = value;  // "4/4" is 4
      if (found) beats.text = name_of(*found);
      SqlCondition condition = number(field, op, beats);
      if (op.find_first_of("<>") != std::string::npos && op != "!=")
        condition.sql = fmt::format("(typeof(meter) <> 'text' AND {})", condition.sql);
      return condition;
    }
    if (op != "" && op != "=" && op != "!=")
      fail(value.place, fmt::format("{} cannot be compared by \"{}\"", value.text, op));
    return {fmt::format("(meter {} ?)", op.empty() ? "=" : op), {name_of(*found)}};
  }
  SqlCondition text(const Field& field, const std::string& op, const Token& value) const {
    // SQLite's own lower case is fast, and of ASCII alone.
    const char* lower = is_ascii(value.text) ? "lower" : "folded";
    if (op == "=" || op == "!=" || (op.empty() && value.text.empty()))
      return {fmt::format("({0}({1}) {2} {0}(?))", lower, field.column, op.empty() ? "=" : op),
              {value.text}};
    if (!op.empty() && op != "~")
      fail(value.place, fmt::format("{} is text and cannot be compared by \"{}\"", field.name, op));
    return {fmt::format("(instr({0}({1}), {0}(?)) > 0)", lower, field.column), {value.text}};
  }
  // One of a few words, or "" for none.
  SqlCondition word(const Field& field, const std::string& op, const Token& value) const {
    const std::vector<std::string_view> words = words_of(field);
    const bool known =
        value.text.empty() || std::ranges::find(words, lower_case(value.text)) != words.end();
    if (!known)
      fail(value.place, fmt::format("{} \"{}\", expected one of {}, or \"\" for none", field.name,
                                    value.text, fmt::join(words, ", ")));
    return text(field, op.empty() || op == "~" ? "=" : op, value);
  }
  // A song may be in several playlists.
  SqlCondition playlist(const std::string& op, const Token& value) const {
    const char* negation = op == "!=" ? "NOT " : "";
    if (value.text.empty() && op != "~")
      return {fmt::format("({}NOT EXISTS (SELECT 1 FROM entry WHERE entry.path = song.path))",
                          negation),
              {}};
    const bool part = op == "~";
    const std::string same = op.empty() || op == "!=" ? "=" : op;
    const auto named = [&](const char* column) {
      return text({"playlist", column, FieldKind::kText}, same, value);
    };
    SqlCondition found = joined(named("named.name"), "OR", named("named.full"));
    found.sql = fmt::format(
        "({}EXISTS (SELECT 1 FROM entry WHERE entry.path = song.path AND entry.playlist IN (WITH "
        "RECURSIVE named (id, name, full, depth) AS (SELECT id, name, name, 0 FROM playlist WHERE "
        "parent = 0 UNION ALL SELECT playlist.id, playlist.name, named.full || '/' || "
        "playlist.name, depth + 1 FROM named JOIN playlist ON playlist.parent = named.id WHERE "
        "depth < {}) SELECT id FROM named WHERE {})))",
        negation, PersonalLibrary::kDeepestFolder, found.sql);
    if (!part) found.playlists = {value.text};
    return found;
  }
  SqlCondition key(const std::string& op, const Token& value) const {
    if (op != "" && op != "=" && op != "!=")
      fail(value.place, fmt::format("key cannot be compared by \"{}\"", op));
    const auto number = key_number(value.text);
    if (!number)
      fail(value.place,
           fmt::format("\"{}\" is not a key, expected Am, \"A minor\", 8A or 1m", value.text));
    return {fmt::format("(key {} ?)", op.empty() ? "=" : op), {std::int64_t{*number}}};
  }

  std::string query_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

SqlCondition parse_query(std::string_view query) {
  return Parser(query).parse();
}

std::string parse_order(std::string_view field) {
  const bool down = field.starts_with('-');
  const Field* known = field_named(field.substr(down ? 1 : 0));
  if (!known)
    throw ArgumentError(fmt::format("--sort {}: expected one of {}", field, query_fields()));
  // As review_rank() in song_files.h: 0 is unknown.
  const std::string_view last =
      known->name == "confidence" ? "review = 'checked', confidence <= 0, " : "";
  const bool text = known->kind == FieldKind::kText || known->kind == FieldKind::kWord ||
                    known->kind == FieldKind::kPlaylist;
  return fmt::format("{}{}{}{}, path", last, known->column, text ? " COLLATE NATURALLY" : "",
                     down ? " DESC" : "");
}

std::vector<std::string_view> query_field_names() {
  std::vector<std::string_view> names;
  for (const Field& field : kFields) names.push_back(field.name);
  return names;
}

std::string query_fields() {
  return fmt::format("{}", fmt::join(query_field_names(), ", "));
}

}  // namespace tactus
