#include "app/config/config_edit.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "app/config/config_document.h"

namespace tactus {
namespace {

// [begin, end) in the text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// A text by lines, as a document's places count them.
class Lines {
 public:
  explicit Lines(const std::string& text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }

  std::size_t count() const { return starts_.size(); }
  std::size_t start(std::size_t line) const { return starts_[line]; }
  std::size_t end(std::size_t line) const {  // before its line break
    return line + 1 < count() ? starts_[line + 1] - 1 : text_.size();
  }
  std::size_t offset(const ConfigNode& node) const {
    return starts_.at(static_cast<std::size_t>(node.line) - 1) +
           static_cast<std::size_t>(node.column) - 1;
  }
  // Columns of white space before the content; none for a line without content.
  bool has_content(std::size_t line, std::size_t& indent) const {
    std::size_t at = start(line);
    while (at < end(line) && is_blank(text_[at])) ++at;
    indent = at - start(line);
    return at < end(line) && text_[at] != '#';
  }

 private:
  const std::string& text_;
  std::vector<std::size_t> starts_;
};

// The end of the quoted scalar that begins at `at`.
std::size_t quoted_end(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '\'' && i + 1 < text.size() && text[i + 1] == '\'') {
        ++i;
        continue;
      }
      return i + 1;
    }
  }
  return text.size();
}

// The end of the bracket that begins at `at`.
std::size_t flow_end(const std::string& text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\'') {
      i = quoted_end(text, i) - 1;
    } else if (text[i] == '#' && i > 0 && (is_blank(text[i - 1]) || text[i - 1] == '\n')) {
      i = std::min(text.find('\n', i), text.size() - 1);
    } else if (text[i] == '[' || text[i] == '{') {
      ++depth;
    } else if ((text[i] == ']' || text[i] == '}') && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

// The end of the plain scalar that begins at `at`, in one line.
std::size_t plain_end(const std::string& text, std::size_t at, bool in_flow) {
  std::size_t i = at;
  for (; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '#' && i > at && is_blank(text[i - 1])) break;
    if (in_flow && (text[i] == ',' || text[i] == ']' || text[i] == '}')) break;
  }
  while (i > at && is_blank(text[i - 1])) --i;
  return i;
}

// Where the value under `key` stands: from behind the colon's blanks to its last character. Block
// values (indented lines) reach to their last line with content.
Span value_span(const std::string& text, const Lines& lines, const ConfigNode& key,
                const ConfigNode& value, bool in_flow) {
  const std::size_t key_at = lines.offset(key);
  std::size_t colon = key.quoted ? quoted_end(text, key_at) : key_at + key.scalar.size();
  colon = text.find(':', colon);
  if (value.kind == ConfigNode::Kind::kNull) {
    std::size_t after = colon + 1;
    while (after < text.size() && is_blank(text[after])) ++after;
    return {after, plain_end(text, after, in_flow)};  // nothing, ~ or null
  }
  const std::size_t begin = lines.offset(value);
  if (text[begin] == '[' || text[begin] == '{') return {begin, flow_end(text, begin)};
  if (value.quoted) return {begin, quoted_end(text, begin)};
  if (value.kind == ConfigNode::Kind::kScalar && value.line == key.line) {
    return {begin, plain_end(text, begin, in_flow)};
  }
  const auto key_indent = static_cast<std::size_t>(key.column) - 1;
  auto last = static_cast<std::size_t>(value.line) - 1;
  for (std::size_t line = last + 1; line < lines.count(); ++line) {
    std::size_t indent = 0;
    if (!lines.has_content(line, indent)) continue;
    const bool item = text[lines.start(line) + indent] == '-';
    if (indent < key_indent || (indent == key_indent && !item)) break;
    last = line;
  }
  return {begin, lines.end(last)};
}

std::size_t index_of(const ConfigNode& mapping, std::string_view key) {
  for (std::size_t i = 0; i < mapping.keys.size(); ++i) {
    if (mapping.keys[i].scalar == key) return i;
  }
  return mapping.keys.size();
}

bool is_flow(const std::string& text, const Lines& lines, const ConfigNode& node) {
  return node.line > 0 && text[lines.offset(node)] == '{';
}

// Replaces what stands in the span by the value; a block value becomes one line.
std::string replaced(const std::string& text, const ConfigNode& key, Span span, const Lines& lines,
                     const std::string& value) {
  // A value on lines of its own, or directly behind its colon: the key's line takes it.
  const std::size_t key_end = lines.end(static_cast<std::size_t>(key.line) - 1);
  std::string head = text.substr(0, span.begin);
  if (span.begin > key_end) {
    const std::size_t colon = text.find(':', lines.offset(key) + key.scalar.size());
    head = text.substr(0, colon + 1);
  }
  if (!head.empty() && head.back() == ':') head += ' ';
  return head + value + text.substr(span.end);
}

// A new key at the end of a mapping.
std::string with_key(const std::string& text, const Lines& lines, const ConfigNode& mapping,
                     std::string_view key, const std::string& value) {
  if (is_flow(text, lines, mapping)) {
    std::size_t close = flow_end(text, lines.offset(mapping)) - 1;
    while (is_blank(text[close - 1])) --close;
    const char* comma = mapping.keys.empty() ? "" : ", ";
    return text.substr(0, close) + fmt::format("{}{}: {}", comma, key, value) + text.substr(close);
  }
  const ConfigNode& last_key = mapping.keys.back();
  const Span last = value_span(text, lines, last_key, mapping.children.back(), false);
  std::size_t end = text.find('\n', std::max(last.end, lines.offset(last_key)));
  if (end == std::string::npos) end = text.size();
  const auto indent = static_cast<std::size_t>(mapping.keys.front().column) - 1;
  return text.substr(0, end) + fmt::format("\n{:{}}{}: {}", "", indent, key, value) +
         text.substr(end);
}

// Replaces the value of a key of `mapping`, or adds it.
std::string with_value(const std::string& text, const Lines& lines, const ConfigNode& mapping,
                       std::string_view key, const std::string& value) {
  const std::size_t i = index_of(mapping, key);
  if (i == mapping.keys.size()) return with_key(text, lines, mapping, key, value);
  const Span span =
      value_span(text, lines, mapping.keys[i], mapping.children[i], is_flow(text, lines, mapping));
  return replaced(text, mapping.keys[i], span, lines, value);
}

std::string at_the_end(const std::string& text, const std::string& line) {
  return text + (text.empty() || text.ends_with('\n') ? "" : "\n") + line + "\n";
}

bool same(const ConfigNode& a, const ConfigNode& b) {
  return a.kind == b.kind && a.scalar == b.scalar && a.quoted == b.quoted &&
         std::equal(a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(), same) &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    same);
}

// The tree as it should be: the old one with the value in its place.
ConfigNode expected_tree(const ConfigNode& root, std::string_view path, const ConfigNode& value) {
  ConfigNode tree = root;
  if (tree.kind == ConfigNode::Kind::kNull) tree.kind = ConfigNode::Kind::kMapping;
  const std::size_t dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  const std::size_t i = index_of(tree, key);
  if (i == tree.keys.size()) {
    tree.keys.emplace_back();
    tree.keys.back().kind = ConfigNode::Kind::kScalar;
    tree.keys.back().scalar = key;
    tree.children.emplace_back();
  }
  tree.children[i] = dot == std::string_view::npos
                         ? value
                         : expected_tree(tree.children[i], path.substr(dot + 1), value);
  return tree;
}

std::string edited(const std::string& text, const ConfigNode& root, std::string_view path,
                   const std::string& value) {
  const Lines lines(text);
  const std::size_t dot = path.find('.');
  const std::string_view first = path.substr(0, dot);
  if (dot == std::string_view::npos) {
    if (root.keys.empty()) return at_the_end(text, fmt::format("{}: {}", first, value));
    return with_value(text, lines, root, first, value);
  }
  const std::string_view second = path.substr(dot + 1);
  const ConfigNode* section = root.find(first);
  if (section && section->kind == ConfigNode::Kind::kMapping) {
    return with_value(text, lines, *section, second, value);
  }
  if (section)
    return with_value(text, lines, root, first, fmt::format("{{{}: {}}}", second, value));
  return at_the_end(text, fmt::format("\n{}:\n  {}: {}", first, second, value));
}

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

std::string with_config_value(const std::string& text, std::string_view path,
                              const std::string& value) {
  const ConfigNode root = parse_config(text, "configuration").root;
  if (root.kind == ConfigNode::Kind::kScalar || root.kind == ConfigNode::Kind::kSequence) {
    throw ConfigError("configuration: no mapping (key: value), nothing can be set in it");
  }
  const ConfigNode wanted = expected_tree(root, path, parse_config(value, std::string(path)).root);
  const std::string result = edited(text, root, path, value);
  if (!same(parse_config(result, "configuration").root, wanted)) {
    throw ConfigError(
        fmt::format("{}: cannot be set to '{}' in this text; write it there by hand", path, value));
  }
  return result;
}

std::string config_comment(const std::string& text, std::string_view path) {
  const ConfigNode root = parse_config(text, "configuration").root;
  const std::size_t dot = path.find('.');
  const ConfigNode* mapping =
      dot == std::string_view::npos ? &root : root.find(path.substr(0, dot));
  if (!mapping) return "";
  const std::string_view key = dot == std::string_view::npos ? path : path.substr(dot + 1);
  const std::size_t i = index_of(*mapping, key);
  if (i == mapping->keys.size()) return "";
  const Lines lines(text);
  if (is_flow(text, lines, *mapping)) return "";
  const Span span = value_span(text, lines, mapping->keys[i], mapping->children[i], false);
  const std::size_t end = std::min(text.find('\n', span.end), text.size());
  std::size_t hash = text.find('#', span.end);
  if (hash >= end) return "";
  while (hash < end && (text[hash] == '#' || is_blank(text[hash]))) ++hash;
  return text.substr(hash, end - hash);
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
