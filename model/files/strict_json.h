// Strict reading of JSON objects: every key must be expected and have the right type. Remaining
// keys are errors.
// Include it only in code that reads JSON, because it includes nlohmann/json.hpp.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

// What a fault of the JSON library says, without its own names:
// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
// value - invalid literal; last read: 'x'" is "line 1, column 2: invalid literal; last read: 'x'".
inline std::string json_fault(const nlohmann::json::exception& error) {
  std::string text = error.what();
  if (text.starts_with('[')) text.erase(0, text.find("] ") + 2);
  if (const std::string_view at = "parse error at "; text.starts_with(at)) text.erase(0, at.size());
  const std::size_t syntax = text.find("syntax error while parsing ");
  const std::size_t dash = syntax == std::string::npos ? syntax : text.find(" - ", syntax);
  if (dash != std::string::npos) text.erase(syntax, dash + 3 - syntax);
  return text;
}

// Parses text, refusing duplicate keys; throws std::invalid_argument starting with `what`.
inline nlohmann::json parse_strict_json(std::string_view text, const std::string& what) {
  std::vector<std::set<std::string>> open;  // keys seen in the objects being read
  const auto watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key && !open.back().insert(value.get<std::string>()).second) {
      throw std::invalid_argument(
          fmt::format("{}: key '{}' appears twice", what, value.get<std::string>()));
    }
    return true;
  };
  try {
    return nlohmann::json::parse(text.begin(), text.end(), watch);
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(fmt::format("{}: not JSON: {}", what, json_fault(error)));
  }
}

// An object whose members are read one by one; finish() throws if members remain.
class StrictObject {
 public:
  // `value` must outlive this object.
  StrictObject(const nlohmann::json& value, std::string what)
      : value_(value), what_(std::move(what)) {
    if (!value_.is_object()) {
      throw std::invalid_argument(
          fmt::format("{}: found {}, expected an object", what_, value_.type_name()));
    }
  }

  const nlohmann::json& member(const std::string& key) {
    const auto found = value_.find(key);
    if (found == value_.end())
      throw std::invalid_argument(fmt::format("{}: key '{}' is missing", what_, key));
    taken_.insert(key);
    return *found;
  }
  double number(const std::string& key) { return number_of(member(key), key); }
  int integer(const std::string& key) { return integer_of(member(key), key); }
  bool boolean(const std::string& key) {
    const auto& found = member(key);
    if (!found.is_boolean()) mismatch(key, found, "true or false");
    return found.get<bool>();
  }
  std::string text(const std::string& key) {
    const auto& found = member(key);
    if (!found.is_string()) mismatch(key, found, "a string");
    return found.get<std::string>();
  }
  std::vector<int> integers(const std::string& key) {
    std::vector<int> result;
    for (const auto& item : array(key)) result.push_back(integer_of(item, key));
    return result;
  }
  const nlohmann::json& array(const std::string& key) {
    const auto& found = member(key);
    if (!found.is_array()) mismatch(key, found, "an array");
    return found;
  }
  std::string place(const std::string& key) const {
    return fmt::format("{}: key '{}'", what_, key);
  }

  void finish() const {
    for (const auto& item : value_.items()) {
      if (!taken_.contains(item.key())) {
        throw std::invalid_argument(fmt::format("{}: unknown key '{}'", what_, item.key()));
      }
    }
  }

 private:
  double number_of(const nlohmann::json& found, const std::string& key) const {
    if (!found.is_number()) mismatch(key, found, "a number");
    return found.get<double>();
  }
  int integer_of(const nlohmann::json& found, const std::string& key) const {
    if (!found.is_number_integer()) mismatch(key, found, "a whole number");
    const bool fits = found.is_number_unsigned()
                          ? found.get<std::uint64_t>() <= std::numeric_limits<int>::max()
                          : found.get<std::int64_t>() >= std::numeric_limits<int>::min();
    if (!fits) throw std::invalid_argument(fmt::format("{}: the number is too large", place(key)));
    return found.get<int>();
  }
  [[noreturn]] void mismatch(const std::string& key, const nlohmann::json& found,
                             const char* expected) const {
    throw std::invalid_argument(
        fmt::format("{}: found {}, expected {}", place(key), found.type_name(), expected));
  }

  const nlohmann::json& value_;
  std::string what_;
  std::set<std::string> taken_;
};

}  // namespace tactus
