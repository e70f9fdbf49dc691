#include "app/config/config_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "app/config/yaml_text.h"

namespace tactus {
namespace {

const ConfigNode kNothing;  // stands for an absent mapping

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
  switch (node.kind) {
    case ConfigNode::Kind::kNull:
      return "nothing";
    case ConfigNode::Kind::kSequence:
      return fmt::format("a list of {}", node.children.size());
    case ConfigNode::Kind::kMapping:
      return "a mapping";
    case ConfigNode::Kind::kScalar:
      break;
  }
  const std::string shown =
      node.scalar.size() > 40 ? node.scalar.substr(0, 40) + "..." : node.scalar;
  return node.quoted ? fmt::format("\"{}\"", shown) : fmt::format("'{}'", shown);
}

// A number stands for a list of one.
std::vector<const ConfigNode*> one_or_many(const ConfigNode& node) {
  if (node.kind != ConfigNode::Kind::kSequence) return {&node};
  std::vector<const ConfigNode*> items;
  for (const ConfigNode& child : node.children) items.push_back(&child);
  return items;
}

}  // namespace

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
    inspection_->faults.push_back({error.line(), error.column(), error.what()});
  }
}

void ConfigMapping::read_field(std::string_view key, ConfigField field, const Take& take_value) {
  const ConfigNode* node = take(key);
  if (!inspection_) {
    if (node) take_value(*node);
    return;
  }
  field.path = path_ + std::string(key);
  if (node) field.value = yaml_text(*node);
  const std::size_t faults = inspection_->faults.size();
  if (node) tolerate([&] { take_value(*node); });
  if (inspection_->faults.size() > faults) field.fault = inspection_->faults.back().message;
  inspection_->fields.push_back(std::move(field));
}

ConfigField ConfigMapping::choice_field(const std::vector<std::string_view>& words,
                                        std::string_view standard) {
  ConfigField field{.kind = ConfigField::Kind::kChoice, .standard = std::string(standard)};
  field.choices.assign(words.begin(), words.end());
  return field;
}

const ConfigNode* ConfigMapping::take(std::string_view key) {
  known_.emplace_back(key);
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
    tolerate([&] { refuse(key, *found, "a list (- item)"); });
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
      document_->fail(key,
                      fmt::format("unknown key {} in {}; {}", described(key), what_,
                                  nearest ? fmt::format("did you mean '{}'?", *nearest)
                                          : fmt::format("known are: {}", fmt::join(known_, ", "))));
    });
  }
}

bool ConfigMapping::is_word(const ConfigNode& node, std::string_view word) {
  return node.kind == ConfigNode::Kind::kScalar && node.scalar == word;
}

void ConfigMapping::refuse(std::string_view key, const ConfigNode& node,
                           std::string_view expected) const {
  document_->fail(node,
                  fmt::format("{}: {}: {}, expected {}", what_, key, described(node), expected));
}

void ConfigMapping::refuse_choice(std::string_view key, const ConfigNode& node,
                                  const std::vector<std::string_view>& words) const {
  refuse(key, node, fmt::format("one of {}", fmt::join(words, ", ")));
}

double ConfigMapping::number(std::string_view key, const ConfigNode& node, double low,
                             double high) const {
  const std::optional<double> value = parsed<double>(node);
  if (!value || !std::isfinite(*value) || *value < low || *value > high) {
    refuse(key, node, fmt::format("a number from {} to {}", low, high));
  }
  return *value;
}

int ConfigMapping::whole(std::string_view key, const ConfigNode& node, int low, int high) const {
  const std::optional<int> value = parsed<int>(node);
  if (!value || *value < low || *value > high) {
    refuse(key, node, fmt::format("a whole number from {} to {}", low, high));
  }
  return *value;
}

void ConfigMapping::read(std::string_view key, std::string& target) {
  const ConfigField field{.kind = ConfigField::Kind::kText, .standard = yaml_word(target)};
  read_field(key, field, [&](const ConfigNode& node) {
    if (node.kind != ConfigNode::Kind::kScalar) refuse(key, node, "a text");
    target = node.scalar;
  });
}

void ConfigMapping::read_path(std::string_view key, std::string& target) {
  const ConfigField field{.kind = ConfigField::Kind::kPath, .standard = yaml_word(target)};
  read_field(key, field, [&](const ConfigNode& node) {
    if (node.kind != ConfigNode::Kind::kScalar) refuse(key, node, "a path");
    target = node.scalar;
  });
}

void ConfigMapping::read(std::string_view key, bool& target) {
  const ConfigField field{.kind = ConfigField::Kind::kFlag, .standard = target ? "true" : "false"};
  read_field(key, field, [&](const ConfigNode& node) {
    const bool yes = !node.quoted && is_word(node, "true");
    if (!yes && (node.quoted || !is_word(node, "false"))) refuse(key, node, "true or false");
    target = yes;
  });
}

void ConfigMapping::read(std::string_view key, int& target, int low, int high) {
  const ConfigField field{.kind = ConfigField::Kind::kWhole,
                          .low = static_cast<double>(low),
                          .high = static_cast<double>(high),
                          .standard = fmt::format("{}", target)};
  read_field(key, field, [&](const ConfigNode& node) { target = whole(key, node, low, high); });
}

void ConfigMapping::read(std::string_view key, double& target, double low, double high) {
  const ConfigField field{.kind = ConfigField::Kind::kNumber,
                          .low = low,
                          .high = high,
                          .standard = fmt::format("{}", target)};
  read_field(key, field, [&](const ConfigNode& node) { target = number(key, node, low, high); });
}

void ConfigMapping::read(std::string_view key, std::uint64_t& target) {
  const ConfigField field{
      .kind = ConfigField::Kind::kWhole, .high = 0x1p64, .standard = fmt::format("{}", target)};
  read_field(key, field, [&](const ConfigNode& node) {
    const std::optional<std::uint64_t> value = parsed<std::uint64_t>(node);
    if (!value) refuse(key, node, "a whole number, 0 or more");
    target = *value;
  });
}

void ConfigMapping::read(std::string_view key, std::vector<int>& target, int low, int high) {
  const ConfigField field{.kind = ConfigField::Kind::kWholes,
                          .low = static_cast<double>(low),
                          .high = static_cast<double>(high),
                          .standard = fmt::format("[{}]", fmt::join(target, ", "))};
  read_field(key, field, [&](const ConfigNode& node) {
    std::vector<int> values;
    for (const ConfigNode* item : one_or_many(node)) {
      values.push_back(whole(key, *item, low, high));
    }
    target = std::move(values);
  });
}

void ConfigMapping::read(std::string_view key, std::vector<double>& target, double low,
                         double high) {
  const ConfigField field{.kind = ConfigField::Kind::kNumbers,
                          .low = low,
                          .high = high,
                          .standard = fmt::format("[{}]", fmt::join(target, ", "))};
  read_field(key, field, [&](const ConfigNode& node) {
    std::vector<double> values;
    for (const ConfigNode* item : one_or_many(node)) {
      values.push_back(number(key, *item, low, high));
    }
    target = std::move(values);
  });
}

void ConfigMapping::read(const ParameterTable& table) {
  for (const Parameter& parameter : table) {
    if (parameter.learned) {
      take(parameter.name);
      continue;
    }
    std::visit([&](const auto& value) { read(parameter, value); }, parameter.value);
  }
}

template <typename Value>
void ConfigMapping::read(const Parameter& parameter, const Value& value) {
  const std::string_view key = parameter.name;
  if constexpr (std::is_same_v<Value, WordChoice>) {
    read_field(key, choice_field(value.words, value.words[value.get()]),
               [&](const ConfigNode& node) {
                 for (std::size_t i = 0; i < value.words.size(); ++i)
                   if (is_word(node, value.words[i])) return value.set(i);
                 refuse_choice(key, node, value.words);
               });
  } else if constexpr (std::is_same_v<Value, bool*>) {
    read(key, *value);
  } else if constexpr (std::is_same_v<Value, int*> || std::is_same_v<Value, std::vector<int>*>) {
    read(key, *value, static_cast<int>(parameter.low), static_cast<int>(parameter.high));
  } else if constexpr (std::is_same_v<Value, double*>) {
    read(key, *value, parameter.low, parameter.high);
  } else {
    std::vector<double> values(value->begin(), value->end());
    read(key, values, parameter.low, parameter.high);
    value->assign(values.begin(), values.end());
  }
}

}  // namespace tactus
