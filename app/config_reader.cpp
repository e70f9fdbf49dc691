#include "app/config_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

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

ConfigMapping::ConfigMapping(const ConfigDocument& document, const ConfigNode& node,
                             std::string what)
    : document_(&document), node_(&node), what_(std::move(what)) {
  if (node.kind != ConfigNode::Kind::kMapping && node.kind != ConfigNode::Kind::kNull) {
    document.fail(node,
                  fmt::format("{}: {}, expected a mapping (key: value)", what_, described(node)));
  }
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
  return ConfigMapping(*document_, found ? *found : kNothing, std::string(key));
}

std::vector<const ConfigNode*> ConfigMapping::sequence(std::string_view key) {
  std::vector<const ConfigNode*> items;
  const ConfigNode* found = take(key);
  if (!found) return items;
  if (found->kind != ConfigNode::Kind::kSequence) refuse(key, *found, "a list (- item)");
  for (const ConfigNode& child : found->children) items.push_back(&child);
  return items;
}

void ConfigMapping::finish() const {
  for (const ConfigNode& key : node_->keys) {
    if (std::find(known_.begin(), known_.end(), key.scalar) != known_.end()) continue;
    const std::optional<std::string> nearest = nearest_word(key.scalar, known_);
    document_->fail(key,
                    fmt::format("unknown key {} in {}; {}", described(key), what_,
                                nearest ? fmt::format("did you mean '{}'?", *nearest)
                                        : fmt::format("known are: {}", fmt::join(known_, ", "))));
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
  const ConfigNode* node = take(key);
  if (!node) return;
  if (node->kind != ConfigNode::Kind::kScalar) refuse(key, *node, "a text");
  target = node->scalar;
}

void ConfigMapping::read(std::string_view key, bool& target) {
  const ConfigNode* node = take(key);
  if (!node) return;
  const bool yes = !node->quoted && is_word(*node, "true");
  if (!yes && (node->quoted || !is_word(*node, "false"))) refuse(key, *node, "true or false");
  target = yes;
}

void ConfigMapping::read(std::string_view key, int& target, int low, int high) {
  if (const ConfigNode* node = take(key)) target = whole(key, *node, low, high);
}

void ConfigMapping::read(std::string_view key, double& target, double low, double high) {
  if (const ConfigNode* node = take(key)) target = number(key, *node, low, high);
}

void ConfigMapping::read(std::string_view key, std::uint64_t& target) {
  const ConfigNode* node = take(key);
  if (!node) return;
  const std::optional<std::uint64_t> value = parsed<std::uint64_t>(*node);
  if (!value) refuse(key, *node, "a whole number, 0 or more");
  target = *value;
}

void ConfigMapping::read(std::string_view key, std::vector<int>& target, int low, int high) {
  const ConfigNode* node = take(key);
  if (!node) return;
  std::vector<int> values;
  if (node->kind == ConfigNode::Kind::kSequence) {
    for (const ConfigNode& child : node->children) values.push_back(whole(key, child, low, high));
  } else {
    values.push_back(whole(key, *node, low, high));
  }
  target = std::move(values);
}

void ConfigMapping::read(std::string_view key, std::vector<double>& target, double low,
                         double high) {
  const ConfigNode* node = take(key);
  if (!node) return;
  std::vector<double> values;
  if (node->kind == ConfigNode::Kind::kSequence) {
    for (const ConfigNode& child : node->children) values.push_back(number(key, child, low, high));
  } else {
    values.push_back(number(key, *node, low, high));
  }
  target = std::move(values);
}

}  // namespace tactus
