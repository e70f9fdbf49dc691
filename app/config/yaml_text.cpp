#include "app/config/yaml_text.h"

#include <fmt/format.h>

namespace tactus {
namespace {

bool reads_back(const std::string& word) {
  try {
    const ConfigNode root = parse_config("{k: " + word + "}", "").root;
    const ConfigNode* node = root.find("k");
    return node && root.keys.size() == 1 && node->kind == ConfigNode::Kind::kScalar &&
           node->scalar == word;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

std::string yaml_text(const ConfigNode& node) {
  if (node.kind == ConfigNode::Kind::kNull) return "";
  if (node.kind == ConfigNode::Kind::kScalar)
    return node.quoted ? quoted_yaml(node.scalar) : yaml_word(node.scalar);
  const bool mapping = node.kind == ConfigNode::Kind::kMapping;
  std::string text;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (i > 0) text += ", ";
    if (mapping) text += yaml_text(node.keys[i]) + ": ";
    text += yaml_text(node.children[i]);
  }
  return mapping ? "{" + text + "}" : "[" + text + "]";
}

std::string yaml_word(std::string_view text) {
  std::string word(text);
  return reads_back(word) ? word : quoted_yaml(text);
}

std::string quoted_yaml(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + '"';
}

}  // namespace tactus
