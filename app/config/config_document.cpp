#include "app/config/config_document.h"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unordered_set>

namespace tactus {
namespace {

// Builds the tree from the events of yaml-cpp. So it checks the limits before it builds.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(ConfigDocument& document) : document_(document) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    add(node(ConfigNode::Kind::kNull, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    document_.fail(node(ConfigNode::Kind::kNull, mark),
                   "an alias (*name), which Tactus does not support; write the value instead");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    ConfigNode scalar = node(ConfigNode::Kind::kScalar, mark);
    scalar.scalar = value;
    scalar.quoted = tag == "!";  // yaml-cpp's tag for quoted scalars
    refuse_tag(scalar, tag);
    if (!scalar.quoted && (value.empty() || value == "~" || value == "null")) {
      scalar.kind = ConfigNode::Kind::kNull;
    }
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(node(ConfigNode::Kind::kSequence, mark), tag);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(node(ConfigNode::Kind::kMapping, mark), tag);
  }
  void OnMapEnd() override { close(); }

 private:
  struct OpenNode {
    ConfigNode node;
    std::unordered_set<std::string> seen;
  };

  static ConfigNode node(ConfigNode::Kind kind, const YAML::Mark& mark) {
    ConfigNode made;
    made.kind = kind;
    made.line = mark.line + 1;
    made.column = mark.column + 1;
    return made;
  }

  void refuse_tag(const ConfigNode& place, const std::string& tag) const {
    if (!tag.empty() && tag != "?" && tag != "!") {
      document_.fail(place,
                     fmt::format("the tag {}, which Tactus does not support; remove it", tag));
    }
  }

  bool expects_key() const {
    if (open_nodes_.empty()) return false;
    const ConfigNode& parent = open_nodes_.back().node;
    return parent.kind == ConfigNode::Kind::kMapping &&
           parent.keys.size() == parent.children.size();
  }

  void open(ConfigNode opened, const std::string& tag) {
    refuse_tag(opened, tag);
    if (expects_key()) document_.fail(opened, "a key that is a list or a mapping, expected a word");
    if (open_nodes_.size() >= kMaxConfigDepth) {
      document_.fail(opened, fmt::format("nested deeper than {} levels", kMaxConfigDepth));
    }
    count(opened);
    open_nodes_.push_back({std::move(opened), {}});
  }

  void close() {
    ConfigNode closed = std::move(open_nodes_.back().node);
    open_nodes_.pop_back();
    attach(std::move(closed));
  }

  void add(ConfigNode value) {
    count(value);
    attach(std::move(value));
  }

  void count(const ConfigNode& place) {
    if (++nodes_ > kMaxConfigNodes) {
      document_.fail(place, fmt::format("more than {} values", kMaxConfigNodes));
    }
  }

  void attach(ConfigNode value) {
    if (open_nodes_.empty()) {
      document_.root = std::move(value);
      return;
    }
    OpenNode& parent = open_nodes_.back();
    if (!expects_key()) {
      parent.node.children.push_back(std::move(value));
      return;
    }
    if (value.kind != ConfigNode::Kind::kScalar)
      document_.fail(value, "an empty key, expected a word");
    if (!parent.seen.insert(value.scalar).second) {
      document_.fail(value, fmt::format("the key '{}' appears twice", value.scalar));
    }
    parent.node.keys.push_back(std::move(value));
  }

  ConfigDocument& document_;
  std::vector<OpenNode> open_nodes_;
  std::size_t nodes_ = 0;
};

// The scanner of yaml-cpp queues all open flow brackets before it reports the first one. So their
// depth is limited before. The limit is generous, because brackets in comments and quotes count
// too.
void refuse_deep_flow(const ConfigDocument& document) {
  std::size_t depth = 0;
  ConfigNode place;
  place.line = 1;
  for (char c : document.text) {
    ++place.column;
    if (c == '\n') {
      ++place.line;
      place.column = 0;
    } else if (c == '[' || c == '{') {
      if (++depth > 64 * kMaxConfigDepth) {
        document.fail(place, fmt::format("nested deeper than {} levels", kMaxConfigDepth));
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
}

// The parser needs seconds for millions of values. Each value but the first follows a comma, a
// colon or the end of a line, so those are counted before.
void refuse_many_values(const ConfigDocument& document) {
  const auto separators = static_cast<std::size_t>(std::ranges::count_if(
      document.text, [](char c) { return c == ',' || c == ':' || c == '\n'; }));
  if (separators < kMaxConfigNodes) return;
  throw ConfigError(fmt::format("{}: {} commas, colons and ends of lines, expected fewer than {}",
                                document.name, separators, kMaxConfigNodes));
}

}  // namespace

ConfigError::ConfigError(const std::string& file, ConfigFault fault)
    : ErrorOf(fault.line == 0
                  ? fmt::format("{}: {}", file, fault.message)
                  : fmt::format("{}:{}:{}: {}", file, fault.line, fault.column, fault.message)),
      fault_(std::move(fault)) {}

ConfigNode ConfigNode::of_scalar(std::string text, bool quoted) {
  ConfigNode node;
  node.kind = Kind::kScalar;
  node.scalar = std::move(text);
  node.quoted = quoted;
  return node;
}

std::size_t ConfigNode::index(std::string_view key) const {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [key](const ConfigNode& node) { return node.scalar == key; });
  return static_cast<std::size_t>(found - keys.begin());
}

const ConfigNode* ConfigNode::find(std::string_view key) const {
  const std::size_t i = index(key);
  return i < keys.size() ? &children[i] : nullptr;
}

ConfigNode& ConfigNode::at(const std::string& key) {
  const std::size_t i = index(key);
  if (i < keys.size()) return children[i];
  keys.push_back(of_scalar(key));
  return children.emplace_back();
}

void ConfigNode::erase(std::string_view key) {
  const auto i = static_cast<std::ptrdiff_t>(index(key));
  if (i == std::ssize(keys)) return;
  keys.erase(keys.begin() + i);
  children.erase(children.begin() + i);
}

void ConfigDocument::fail(const ConfigNode& place, std::string_view what) const {
  if (place.line < 0)
    throw ConfigError(assignments.at(static_cast<std::size_t>(-place.line - 1)),
                      {0, 0, std::string(what)});
  throw ConfigError(name, {place.line, place.column, std::string(what)});
}

ConfigDocument parse_config(std::string_view text, const std::string& name) {
  ConfigDocument document;
  document.name = name;
  if (text.size() > kMaxConfigBytes) {
    throw ConfigError(
        fmt::format("{}: {} bytes, expected at most {}", name, text.size(), kMaxConfigBytes));
  }
  document.text = text;
  refuse_many_values(document);
  refuse_deep_flow(document);
  try {
    std::istringstream stream(document.text);
    YAML::Parser parser(stream);
    TreeBuilder builder(document);
    parser.HandleNextDocument(builder);
    ConfigDocument second;
    second.name = name;
    TreeBuilder rest(second);
    if (parser.HandleNextDocument(rest)) {
      throw ConfigError(fmt::format("{}: a second document (---), expected only one", name));
    }
  } catch (const YAML::Exception& error) {
    ConfigNode place;
    place.line = error.mark.is_null() ? 0 : error.mark.line + 1;
    place.column = error.mark.column + 1;
    document.fail(place, fmt::format("not YAML: {}", error.msg));
  }
  return document;
}

ConfigDocument load_config(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ConfigError(fmt::format("{}: this is a folder, expected a YAML file", path.string()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw ConfigError(
        fmt::format("{}: {}", path.string(),
                    std::filesystem::exists(path, error) ? "cannot be read" : "no such file"));
  std::string text;
  std::array<char, 65536> block;
  while (file && text.size() <= kMaxConfigBytes) {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw ConfigError(fmt::format("{}: cannot be read", path.string()));
  return parse_config(text, path.string());
}

namespace {

void set_line(ConfigNode& node, int line) {
  node.line = line;
  for (ConfigNode& key : node.keys) set_line(key, line);
  for (ConfigNode& child : node.children) set_line(child, line);
}

}  // namespace

void set_config_value(ConfigDocument& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(
        fmt::format("--set {}: expected key=value, for example schedule.epochs=5", assignment));
  }
  const std::string name = fmt::format("--set {}", assignment);
  ConfigNode value = parse_config(assignment.substr(equals + 1), name).root;
  document.assignments.push_back(name);
  const int line = -static_cast<int>(document.assignments.size());
  set_line(value, line);
  ConfigNode* place = &document.root;
  std::istringstream path(assignment.substr(0, equals));
  for (std::string key; std::getline(path, key, '.');) {
    if (place->kind == ConfigNode::Kind::kNull) place->kind = ConfigNode::Kind::kMapping;
    if (place->kind != ConfigNode::Kind::kMapping)
      throw ConfigError(
          fmt::format("{}: '{}' cannot be set, because the key above it has a value", name, key));
    const bool is_new = !place->find(key);
    ConfigNode& child = place->at(key);
    if (is_new) place->keys.back().line = child.line = line;
    place = &child;
  }
  *place = std::move(value);
}

}  // namespace tactus
