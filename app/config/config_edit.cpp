#include "app/config/config_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/config/config_document.h"
#include "app/config/yaml_text.h"

namespace tactus {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kNowhere = std::string::npos;

using Rows = std::vector<std::string>;  // the lines of a text, without their breaks

Rows rows_of(std::string_view text) {
  Rows rows;
  for (std::size_t end = text.find('\n'); end != kNowhere; end = text.find('\n')) {
    rows.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  rows.emplace_back(text);
  return rows;
}

// Returns the end of the value that begins at `at`, without the blanks before a comment.
std::size_t value_end(const std::string& row, std::size_t at) {
  char quote = 0;
  std::size_t i = at;
  for (; i < row.size(); ++i) {
    const char before = i > at ? row[i - 1] : ' ';
    if (quote == '"' && row[i] == '\\') {
      ++i;
    } else if (quote) {
      if (row[i] == quote) quote = 0;
    } else if ((row[i] == '"' || row[i] == '\'') &&
               std::string_view(" [{,:").find(before) != kNowhere) {
      quote = row[i];
    } else if (row[i] == '#' && kBlanks.find(before) != kNowhere) {
      break;
    }
  }
  while (i > at && kBlanks.find(row[i - 1]) != kNowhere) --i;
  return i;
}

// Returns the row after the last content before `end`; 0 if there is only space and comments.
std::size_t content_end(const Rows& rows, std::size_t end) {
  for (; end > 0; --end) {
    const std::size_t first = rows[end - 1].find_first_not_of(kBlanks);
    if (first != kNowhere && rows[end - 1][first] != '#') break;
  }
  return end;
}

std::size_t row_of(const ConfigNode& node) {
  return static_cast<std::size_t>(node.line) - 1;
}

bool is_flow(const Rows& rows, const ConfigNode& node) {
  return node.line > 0 && rows[row_of(node)][static_cast<std::size_t>(node.column) - 1] == '{';
}

// Returns the column after the colon of a key.
std::size_t colon_end(const Rows& rows, const ConfigNode& key) {
  const std::size_t at = static_cast<std::size_t>(key.column) - 1 + key.scalar.size();
  return rows[row_of(key)].find(':', at) + 1;
}

// Sets a key of a block mapping that ends before row `end`. A value of several lines becomes one
// line; the comment beside the key stays.
void set_key(Rows& rows, const ConfigNode& mapping, std::size_t end, std::string_view key,
             const std::string& value) {
  const std::size_t i = mapping.index(key);
  if (i == mapping.keys.size()) {
    const int indent = mapping.keys.empty() ? 0 : mapping.keys.front().column - 1;
    std::size_t row = content_end(rows, end);
    if (row == 0) row = rows.size() - (rows.back().empty() ? 1 : 0);
    rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(row),
                fmt::format("{:{}}{}: {}", "", indent, key, value));
    return;
  }
  const std::size_t row = row_of(mapping.keys[i]);
  if (i + 1 < mapping.keys.size()) end = row_of(mapping.keys[i + 1]);
  const std::size_t colon = colon_end(rows, mapping.keys[i]);
  const std::string& old = rows[row];
  const std::string comment = old.substr(value_end(old, colon));
  rows[row] = fmt::format("{} {}{}", old.substr(0, colon), value, comment);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row) + 1,
             rows.begin() + static_cast<std::ptrdiff_t>(std::max(row + 1, content_end(rows, end))));
}

bool same(const ConfigNode& a, const ConfigNode& b) {
  return a.kind == b.kind && a.scalar == b.scalar && a.quoted == b.quoted &&
         std::equal(a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(), same) &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    same);
}

std::string edited(const std::string& text, const ConfigNode& root, const ConfigNode& wanted,
                   std::string_view path, const std::string& value) {
  Rows rows = rows_of(text);
  const std::size_t dot = path.find('.');
  const std::string_view first = path.substr(0, dot);
  const std::size_t i = root.index(first);
  if (is_flow(rows, root)) return yaml_text(wanted) + "\n";
  if (dot == kNowhere) {
    set_key(rows, root, rows.size(), first, value);
  } else if (i == root.keys.size()) {
    if (!rows.back().empty()) rows.emplace_back();
    rows.back() = fmt::format("\n{}:\n  {}: {}\n", first, path.substr(dot + 1), value);
  } else if (const ConfigNode& section = root.children[i];
             section.kind == ConfigNode::Kind::kMapping && !is_flow(rows, section)) {
    const std::size_t end = i + 1 < root.keys.size() ? row_of(root.keys[i + 1]) : rows.size();
    set_key(rows, section, end, path.substr(dot + 1), value);
  } else {
    set_key(rows, root, rows.size(), first, yaml_text(wanted.children[i]));
  }
  return fmt::format("{}", fmt::join(rows, "\n"));
}

}  // namespace

std::string with_config_value(const std::string& text, std::string_view path,
                              const std::string& value) {
  const ConfigNode root = parse_config(text, "configuration").root;
  if (root.kind == ConfigNode::Kind::kScalar || root.kind == ConfigNode::Kind::kSequence) {
    throw ConfigError("configuration: found no mapping (key: value), so no value can be set");
  }
  ConfigDocument wanted{"configuration", root, text};
  set_config_value(wanted, fmt::format("{}={}", path, value));
  const std::string result = edited(text, root, wanted.root, path, value);
  if (!same(parse_config(result, "configuration").root, wanted.root)) {
    throw ConfigError(
        fmt::format("{}: Tactus cannot set '{}' in this text; edit the text by hand", path, value));
  }
  return result;
}

}  // namespace tactus
