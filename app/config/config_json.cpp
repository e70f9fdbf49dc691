#include "app/config/config_json.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

using Json = nlohmann::json;

template <typename T>
bool parse(const std::string& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

Json scalar_value(const ConfigNode& node) {
  if (node.quoted) return node.scalar;
  if (node.scalar == "true") return true;
  if (node.scalar == "false") return false;
  std::int64_t whole = 0;
  if (parse(node.scalar, whole)) return whole;
  double number = 0.0;
  if (parse(node.scalar, number) && std::isfinite(number)) return number;
  return node.scalar;
}

Json json_value(const ConfigNode& node) {
  switch (node.kind) {
    case ConfigNode::Kind::kNull:
      return nullptr;
    case ConfigNode::Kind::kScalar:
      return scalar_value(node);
    case ConfigNode::Kind::kSequence: {
      Json list = Json::array();
      for (const ConfigNode& child : node.children) list.push_back(json_value(child));
      return list;
    }
    case ConfigNode::Kind::kMapping:
      break;
  }
  Json object = Json::object();
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    object[node.keys[i].scalar] = json_value(node.children[i]);
  }
  return object;
}

}  // namespace

std::string json_text(const ConfigDocument& document, const ConfigNode& node) {
  try {
    return json_value(node).dump();
  } catch (const Json::exception& error) {  // text that is not UTF-8
    document.fail(node, error.what());
  }
}

}  // namespace tactus
