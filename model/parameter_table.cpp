#include "model/parameter_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace tactus {
namespace {

using Json = nlohmann::json;

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>  // clang below 17 does not find it by itself
Overloaded(Cases...)->Overloaded<Cases...>;

// Reads one value; throws std::invalid_argument saying what was expected.
class ValueReader {
 public:
  ValueReader(const std::string& what, const char* key, const Json& found)
      : what_(what), key_(key), found_(found) {}

  void operator()(double* value) const { *value = number(found_); }
  void operator()(int* value) const { *value = integer(found_); }
  void operator()(bool* value) const {
    if (!found_.is_boolean()) fail(found_, "true or false");
    *value = found_.get<bool>();
  }
  void operator()(std::vector<int>* values) const {
    if (!found_.is_array()) fail(found_, "a list of whole numbers");
    std::vector<int> read;
    for (const Json& item : found_) read.push_back(integer(item));
    *values = std::move(read);
  }
  void operator()(std::vector<float>* values) const {
    if (!found_.is_array()) fail(found_, "a list of numbers");
    std::vector<float> read;
    for (const Json& item : found_) read.push_back(static_cast<float>(number(item)));
    *values = std::move(read);
  }
  void operator()(const WordChoice& choice) const {
    const auto word = found_.is_string()
                          ? std::ranges::find(choice.words, found_.get<std::string>())
                          : choice.words.end();
    if (word == choice.words.end())
      fail(found_, fmt::format("one of {}", fmt::join(choice.words, ", ")).c_str());
    choice.set(static_cast<std::size_t>(word - choice.words.begin()));
  }

 private:
  [[noreturn]] void fail(const Json& found, const char* expected) const {
    throw std::invalid_argument(fmt::format("{}: key \"{}\" is {}, expected {}", what_, key_,
                                            found.dump().substr(0, 40), expected));
  }
  double number(const Json& found) const {
    if (!found.is_number()) fail(found, "a number");
    return found.get<double>();
  }
  int integer(const Json& found) const {
    if (!found.is_number_integer() || std::abs(found.get<double>()) > 1e9)
      fail(found, "a whole number");
    return found.get<int>();
  }

  const std::string& what_;
  const char* key_;
  const Json& found_;
};

Json json_of(const Parameter& parameter) {
  return std::visit(
      Overloaded{[](const WordChoice& choice) { return Json(choice.words[choice.get()]); },
                 [](const auto* value) { return Json(*value); }},
      parameter.value);
}

bool is_list(const Parameter& parameter) {
  return std::holds_alternative<std::vector<int>*>(parameter.value) ||
         std::holds_alternative<std::vector<float>*>(parameter.value);
}

bool has_range(const Parameter& parameter) {
  return !std::holds_alternative<bool*>(parameter.value) &&
         !std::holds_alternative<WordChoice>(parameter.value);
}

bool outside(const Parameter& parameter, const Json& number) {
  return number.is_number() &&
         !(number.get<double>() >= parameter.low && number.get<double>() <= parameter.high);
}

// The first number that is out of range, if there is one.
const Json* first_outside(const Parameter& parameter, const Json& value) {
  if (!has_range(parameter)) return nullptr;
  if (!value.is_array()) return outside(parameter, value) ? &value : nullptr;
  const auto found =
      std::ranges::find_if(value, [&](const Json& number) { return outside(parameter, number); });
  return found == value.end() ? nullptr : &*found;
}

bool is_unsaid(const Parameter& parameter) {
  const Json value = json_of(parameter);
  return parameter.newer && (value == Json(0) || value == Json(false));
}

const Parameter* find(const ParameterTable& table, std::string_view name, bool to_set) {
  const auto found = std::ranges::find_if(table, [&](const Parameter& parameter) {
    return name == parameter.name && !(to_set && parameter.learned);
  });
  return found == table.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_name(const ParameterTable& table, std::string_view name, bool to_set,
                              const std::string& what) {
  std::vector<std::string> known;
  for (const Parameter& parameter : table) {
    if (!(to_set && parameter.learned)) known.emplace_back(parameter.name);
  }
  const auto nearest = nearest_word(name, known);
  throw std::invalid_argument(
      fmt::format("{}: unknown key \"{}\"{}, expected one of {}", what, name,
                  nearest ? fmt::format(", did you mean \"{}\"?", *nearest) : std::string(),
                  fmt::join(known, ", ")));
}

Json object_of(std::string_view text, const std::string& what) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw std::invalid_argument(what + ": invalid JSON");
  if (!json.is_object()) {
    throw std::invalid_argument(
        fmt::format("{}: found a JSON {}, expected an object", what, json.type_name()));
  }
  return json;
}

void require_range(const Parameter& parameter, const Json& value, const std::string& what) {
  if (const Json* odd = first_outside(parameter, value)) {
    throw std::invalid_argument(fmt::format("{}: key \"{}\" is {}, expected {} to {}", what,
                                            parameter.name, odd->dump(), parameter.low,
                                            parameter.high));
  }
}

void read_members(const ParameterTable& table, const Json& json, const std::string& what) {
  for (const auto& [key, value] : json.items()) {
    const Parameter* parameter = find(table, key, false);
    if (!parameter) refuse_name(table, key, false, what);
    std::visit(ValueReader(what, parameter->name, value), parameter->value);
    require_range(*parameter, value, what);
  }
}

// What the command line says as JSON; what is none is a text, which the reader refuses.
Json json_of_text(const Parameter& parameter, std::string_view text) {
  const std::string wrapped = is_list(parameter) ? fmt::format("[{}]", text) : std::string(text);
  const Json value = Json::parse(wrapped, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

Parameter newer(Parameter parameter) {
  parameter.newer = true;
  return parameter;
}

Parameter everyday(Parameter parameter) {
  parameter.everyday = true;
  return parameter;
}

Parameter clearing(const char* other, Parameter parameter) {
  parameter.clears = other;
  return parameter;
}

std::string to_json(const ParameterTable& table) {
  Json json = Json::object();
  for (const Parameter& parameter : table)
    if (!is_unsaid(parameter)) json[parameter.name] = json_of(parameter);
  return json.dump();
}

std::string assignments(const ParameterTable& table) {
  const Overloaded text{
      [](const WordChoice& choice) { return std::string(choice.words[choice.get()]); },
      [](const std::vector<int>* list) { return fmt::format("{}", fmt::join(*list, ",")); },
      [](const std::vector<float>* list) { return fmt::format("{}", fmt::join(*list, ",")); },
      [](const auto* value) { return fmt::format("{}", *value); }};
  std::string all;
  for (const Parameter& parameter : table)
    if (!is_unsaid(parameter))
      all += fmt::format(" {}={}", parameter.name, std::visit(text, parameter.value));
  return all;
}

void read_whole_json(const ParameterTable& table, std::string_view text, const std::string& what) {
  const Json json = object_of(text, what);
  for (const Parameter& parameter : table)
    if (!parameter.newer && !json.contains(parameter.name))
      throw std::invalid_argument(fmt::format("{}: key '{}' is missing", what, parameter.name));
  read_members(table, json, what);
}

void read_json(const ParameterTable& table, std::string_view text, const std::string& what) {
  if (!text.empty()) read_members(table, object_of(text, what), what);
}

void check_ranges(const ParameterTable& table, const std::string& what) {
  for (const Parameter& parameter : table)
    if (!parameter.learned) require_range(parameter, json_of(parameter), what);
}

void set_by_name(const ParameterTable& table, std::string_view name, std::string_view text,
                 const std::string& what) {
  const Parameter* parameter = find(table, name, true);
  if (!parameter) refuse_name(table, name, true, what);
  const Json value = json_of_text(*parameter, text);
  if (first_outside(*parameter, value))
    throw std::invalid_argument(
        fmt::format("{}: expected {} to {}", what, parameter->low, parameter->high));
  std::visit(ValueReader(what, parameter->name, value), parameter->value);
  if (const Parameter* cleared =
          parameter->clears ? find(table, parameter->clears, false) : nullptr)
    std::get<std::vector<int>*>(cleared->value)->clear();
}

void assign(const ParameterTable& table, std::string_view assignment, const std::string& what) {
  const std::size_t sign = assignment.find('=');
  const std::string all = fmt::format("{}: {}", what, assignment);
  if (sign == std::string_view::npos)
    throw std::invalid_argument(fmt::format("{}: expected NAME=VALUE", all));
  const std::string_view name = assignment.substr(0, sign);
  if (!can_set(table, name)) refuse_name(table, name, true, what);
  set_by_name(table, name, assignment.substr(sign + 1), all);
}

bool can_set(const ParameterTable& table, std::string_view name) {
  return find(table, name, true) != nullptr;
}

void forget_learned(const ParameterTable& table) {
  for (const Parameter& parameter : table) {
    if (!parameter.learned) continue;
    std::visit(Overloaded{[](const WordChoice& choice) { choice.set(0); },
                          [](auto* value) { *value = {}; }},
               parameter.value);
  }
}

std::string describe(const ParameterTable& table) {
  std::string text;
  for (const Parameter& parameter : table) {
    if (parameter.learned) continue;
    std::string value = json_of(parameter).dump();
    std::erase_if(value, [](char c) { return c == '[' || c == ']' || c == '"'; });
    std::string range = "true, false";
    if (const auto* choice = std::get_if<WordChoice>(&parameter.value))
      range = fmt::format("{}", fmt::join(choice->words, ", "));
    else if (has_range(parameter))
      range = fmt::format("{} to {}", parameter.low, parameter.high);
    text +=
        fmt::format("  {:<18} {:<6} {:<19} {}\n", parameter.name, value, range, parameter.meaning);
  }
  return text;
}

std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t best_distance = word.size() / 3 + 2;  // beyond that it was probably another thought
  if (word.size() > 64) return best;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace tactus
