#include "app/config/yaml_text.h"

#include <fmt/format.h>

namespace tactus {
namespace {

bool reads_back(const std::string& text, const std::string& word) {
  try {
    const ConfigNode root = parse_config("{k: " + text + "}", "").root;
    const ConfigNode* node = root.find("k");
    return node && root.keys.size() == 1 && node->kind == ConfigNode::Kind::kScalar &&
           node->scalar == word;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

std::string yaml_text(const ConfigNode& node) {
  switch (node.kind) {
    case ConfigNode::Kind::kScalar:
      return node.quoted ? quoted_yaml(node.scalar) : yaml_word(node.scalar);
    case ConfigNode::Kind::kSequence: {
      std::string text = "[";
      for (const ConfigNode& child : node.children) {
        text += (text.size() > 1 ? ", " : "") + yaml_text(child);
      }
      return text + "]";
    }
    case ConfigNode::Kind::kMapping: {
      std::string text = "{";
      for (std::size_t i = 0; i < node.keys.size(); ++i) {
        text += (i > 0 ? ", " : "") + yaml_text(node.keys[i]) + ": " + yaml_text(node.children[i]);
      }
      return text + "}";
    }
    case ConfigNode::Kind::kNull:
      break;
  }
  return "";
}

std::string yaml_word(std::string_view text) {
  const std::string word(text);
  return reads_back(word, word) ? word : quoted_yaml(text);
}

std::string quoted_yaml(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace tactus
