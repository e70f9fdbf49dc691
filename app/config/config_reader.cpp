#include "app/config/config_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <type_traits>

#include "app/config/yaml_text.h"

namespace tactus {
namespace {

const ConfigNode kNothing;  // stands for a missing mapping

template <typename T>
std::optional<T> parsed(const ConfigNode& node) {
  if (node.kind != ConfigNode::Kind::kScalar || node.quoted) return std::nullopt;
  const std::string& text = node.scalar;
  const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
  T value{};
  const auto [end, error] = std::from_chars(first, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string described(const ConfigNode& node) {
  if (node.kind == ConfigNode::Kind::kNull) return "nothing";
  if (node.kind == ConfigNode::Kind::kSequence) return "a list";
  if (node.kind == ConfigNode::Kind::kMapping) return "a mapping";
  const char* quote = node.quoted ? "\"" : "'";
  return fmt::format("{}{:.40}{}{}", quote, node.scalar, node.scalar.size() > 40 ? "..." : "",
                     quote);
}

std::string typed(const ConfigNode& node) {
  if (node.kind == ConfigNode::Kind::kScalar) return node.scalar;
  const std::string text = yaml_text(node);
  return node.kind == ConfigNode::Kind::kSequence ? text.substr(1, text.size() - 2) : text;
}

template <typename T>
constexpr bool kIsList = false;
template <typename T>
constexpr bool kIsList<std::vector<T>*> = true;

ConfigField field_of(const Parameter& parameter) {
  ConfigField field{.meaning = parameter.meaning};
  bool whole = false;
  const auto describe = [&](const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    whole = std::is_same_v<Value, int*> || std::is_same_v<Value, std::vector<int>*>;
    if constexpr (std::is_same_v<Value, WordChoice>) {
      field.words.assign(value.words.begin(), value.words.end());
      if (value.get() < value.words.size()) field.standard = value.words[value.get()];
    } else if constexpr (kIsList<Value>) {
      field.kind = ConfigField::Kind::kList;
      field.standard = fmt::format("{}", fmt::join(*value, ", "));
    } else {
      if (std::is_same_v<Value, bool*>) field.words = {"true", "false"};
      field.standard = fmt::format("{}", *value);
    }
  };
  std::visit(describe, parameter.value);
  field.expected = fmt::format("one of {}", fmt::join(field.words, ", "));
  if (field.words.empty()) {
    field.expected = fmt::format(
        "{} from {} to {}{}", whole ? "a whole number" : "a number", parameter.low, parameter.high,
        field.kind == ConfigField::Kind::kList ? ", or a list of such numbers" : "");
  }
  return field;
}

template <typename T>
bool read_number(const Parameter& parameter, const ConfigNode& node, T& target) {
  const auto value = parsed<std::conditional_t<std::is_integral_v<T>, T, double>>(node);
  if (!value || !(*value >= parameter.low && *value <= parameter.high)) return false;
  target = static_cast<T>(*value);
  return true;
}

// Returns the node with the wrong value, null if there is none.
const ConfigNode* read_parameter(const Parameter& parameter, const ConfigNode& node) {
  const auto set = [&](const auto& value) -> const ConfigNode* {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, WordChoice>) {
      const auto word = std::ranges::find(value.words, node.scalar);
      if (word == value.words.end()) return &node;
      value.set(static_cast<std::size_t>(word - value.words.begin()));
    } else if constexpr (std::is_same_v<Value, bool*>) {
      if (node.quoted || (node.scalar != "true" && node.scalar != "false")) return &node;
      *value = node.scalar == "true";
    } else if constexpr (kIsList<Value>) {
      std::span<const ConfigNode> items(&node, 1);
      if (node.kind == ConfigNode::Kind::kSequence) items = node.children;
      std::decay_t<decltype(*value)> numbers;
      for (const ConfigNode& item : items) {
        if (!read_number(parameter, item, numbers.emplace_back())) return &item;
      }
      *value = std::move(numbers);
    } else {
      if (!read_number(parameter, node, *value)) return &node;
    }
    return nullptr;
  };
  return std::visit(set, parameter.value);
}

}  // namespace

std::string ConfigField::yaml(const std::string& typed) const {
  if (kind == Kind::kList && typed.find(',') != std::string::npos) return "[" + typed + "]";
  if (kind == Kind::kPaths) {
    std::string list;
    std::istringstream paths(typed);
    for (std::string path; std::getline(paths >> std::ws, path, ',');)
      list += (list.empty() ? "" : ", ") + yaml_word(path);
    return "[" + list + "]";
  }
  return typed.empty() ? typed : yaml_word(typed);
}

const ConfigField* ConfigInspection::find(std::string_view path) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [path](const ConfigField& field) { return field.path == path; });
  return found == fields.end() ? nullptr : &*found;
}

ConfigMapping::ConfigMapping(const ConfigDocument& document, const ConfigNode& node,
                             std::string what, ConfigInspection* inspection)
    : document_(&document), node_(&node), what_(std::move(what)), inspection_(inspection) {
  if (node.kind == ConfigNode::Kind::kMapping || node.kind == ConfigNode::Kind::kNull) return;
  tolerate([&] {
    document.fail(node,
                  fmt::format("{}: {}, expected a mapping (key: value)", what_, described(node)));
  });
  node_ = &kNothing;
}

void ConfigMapping::tolerate(const std::function<void()>& work) const {
  if (!inspection_) return work();
  try {
    work();
  } catch (const ConfigError& error) {
    inspection_->faults.push_back(error.fault());
  }
}

std::string ConfigMapping::read_value(std::string_view key, const std::string& expected,
                                      const Take& take_value) {
  std::string fault;
  const ConfigNode* node = take(key);
  tolerate([&] {
    const ConfigNode* wrong = node ? take_value(*node) : nullptr;
    if (!wrong) return;
    fault = fmt::format("{}, expected {}", described(*wrong), expected);
    document_->fail(*wrong, fmt::format("{}: {}: {}", what_, key, fault));
  });
  return fault;
}

void ConfigMapping::read_field(std::string_view key, ConfigField field, const Take& take_value) {
  field.fault = read_value(key, field.expected, take_value);
  if (!inspection_) return;
  field.path = path_ + std::string(key);
  if (const ConfigNode* node = node_->find(key)) field.value = typed(*node);
  inspection_->fields.push_back(std::move(field));
}

void ConfigMapping::read(const ParameterTable& table) {
  for (Parameter parameter : table) {
    const auto take_value = [&](const ConfigNode& node) { return read_parameter(parameter, node); };
    if (parameter.learned) {
      parameter.low = std::numeric_limits<double>::lowest();
      parameter.high = std::numeric_limits<double>::max();
      read_value(parameter.name, "numbers, as in a model file", take_value);
    } else {
      read_field(parameter.name, field_of(parameter), take_value);
    }
  }
}

void ConfigMapping::read(std::string_view key, const ParameterTable& table) {
  ConfigMapping inner = mapping(key);
  inner.read(table);
  inner.finish();
}

void ConfigMapping::read(std::string_view key, std::string& target, std::string meaning,
                         ConfigField::Kind kind) {
  const ConfigField field{.kind = kind,
                          .meaning = std::move(meaning),
                          .expected = kind == ConfigField::Kind::kPath ? "a path" : "a string",
                          .standard = target};
  read_field(key, field, [&](const ConfigNode& node) -> const ConfigNode* {
    if (node.kind != ConfigNode::Kind::kScalar) return &node;
    target = node.scalar;
    return nullptr;
  });
}

void ConfigMapping::read(std::string_view key, std::uint64_t& target, std::string meaning) {
  const ConfigField field{.meaning = std::move(meaning),
                          .expected = "a whole number, 0 or more",
                          .standard = fmt::format("{}", target)};
  read_field(key, field, [&](const ConfigNode& node) -> const ConfigNode* {
    const std::optional<std::uint64_t> value = parsed<std::uint64_t>(node);
    if (!value) return &node;
    target = *value;
    return nullptr;
  });
}

void ConfigMapping::read(std::string_view key, std::vector<std::string>& target,
                         std::string meaning) {
  const ConfigField field{.kind = ConfigField::Kind::kPaths,
                          .meaning = std::move(meaning),
                          .expected = "a list of paths"};
  read_field(key, field, [&](const ConfigNode& node) -> const ConfigNode* {
    std::span<const ConfigNode> items(&node, 1);
    if (node.kind == ConfigNode::Kind::kSequence) items = node.children;
    std::vector<std::string> texts;
    for (const ConfigNode& item : items) {
      if (item.kind != ConfigNode::Kind::kScalar) return &item;
      texts.push_back(item.scalar);
    }
    target = std::move(texts);
    return nullptr;
  });
  if (inspection_) inspection_->fields.back().paths = target;
}

const ConfigNode* ConfigMapping::take(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  const ConfigNode* found = node_->find(key);
  return found && found->kind != ConfigNode::Kind::kNull ? found : nullptr;
}

const ConfigNode& ConfigMapping::require(std::string_view key) {
  const ConfigNode* found = take(key);
  if (!found) document_->fail(*node_, fmt::format("{}: the key '{}' is missing", what_, key));
  return *found;
}

ConfigMapping ConfigMapping::mapping(std::string_view key) {
  const ConfigNode* found = take(key);
  ConfigMapping inner(*document_, found ? *found : kNothing, std::string(key), inspection_);
  inner.path_ = path_ + std::string(key) + ".";
  return inner;
}

std::vector<const ConfigNode*> ConfigMapping::sequence(std::string_view key) {
  std::vector<const ConfigNode*> items;
  const ConfigNode* found = take(key);
  if (!found) return items;
  if (found->kind != ConfigNode::Kind::kSequence) {
    tolerate([&] {
      document_->fail(*found, fmt::format("{}: {}: {}, expected a list (- item)", what_, key,
                                          described(*found)));
    });
    return items;
  }
  for (const ConfigNode& child : found->children) items.push_back(&child);
  return items;
}

void ConfigMapping::finish() const {
  for (const ConfigNode& key : node_->keys) {
    if (std::find(known_.begin(), known_.end(), key.scalar) != known_.end()) continue;
    const std::optional<std::string> nearest = nearest_word(key.scalar, known_);
    tolerate([&] {
      document_->fail(
          key, fmt::format("unknown key {} in {}; {}", described(key), what_,
                           nearest ? fmt::format("did you mean '{}'?", *nearest)
                                   : fmt::format("known keys: {}", fmt::join(known_, ", "))));
    });
  }
}

}  // namespace tactus
