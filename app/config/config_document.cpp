#include "app/config/config_document.h"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <istream>
#include <streambuf>
#include <system_error>
#include <unordered_set>

namespace tactus {
namespace {

// Reads memory that somebody else owns.
class MemoryBuffer : public std::streambuf {
 public:
  explicit MemoryBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // streambuf's interface; only read
    setg(begin, begin, begin + text.size());
  }
};

// Builds the tree from yaml-cpp's events, so that limits hold before anything is built.
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
                   "an alias (*name): write the value out, aliases are not supported");
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
      document_.fail(place, fmt::format("the tag {}: tags are not supported", tag));
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
    if (value.kind != ConfigNode::Kind::kScalar) document_.fail(value, "an empty key");
    if (!parent.seen.insert(value.scalar).second) {
      document_.fail(value, fmt::format("the key '{}' a second time", value.scalar));
    }
    parent.node.keys.push_back(std::move(value));
  }

  ConfigDocument& document_;
  std::vector<OpenNode> open_nodes_;
  std::size_t nodes_ = 0;
};

// yaml-cpp's scanner queues all flow brackets that stay open before it reports the first, so their
// depth is bounded before it sees them. Brackets in comments and quotes count as well: hence the
// generous limit.
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

ConfigNode parse_value(const std::string& text, const std::string& name) {
  return parse_config(text, name).root;
}

}  // namespace

const ConfigNode* ConfigNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].scalar == key) return &children[i];
  }
  return nullptr;
}

void ConfigDocument::fail(const ConfigNode& place, std::string_view what) const {
  if (place.line == 0) throw ConfigError(fmt::format("{}: {}", name, what));
  throw ConfigError(fmt::format("{}:{}:{}: {}", name, place.line, place.column, what), place.line,
                    place.column);
}

ConfigDocument parse_config(std::string_view text, const std::string& name) {
  ConfigDocument document;
  document.name = name;
  if (text.size() > kMaxConfigBytes) {
    throw ConfigError(fmt::format("{}: {} bytes, expected a configuration of at most {}", name,
                                  text.size(), kMaxConfigBytes));
  }
  document.text = text;
  refuse_deep_flow(document);
  try {
    MemoryBuffer buffer(document.text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    TreeBuilder builder(document);
    parser.HandleNextDocument(builder);
    ConfigDocument second;
    second.name = name;
    TreeBuilder rest(second);
    if (parser.HandleNextDocument(rest)) {
      throw ConfigError(fmt::format("{}: a second document (---), expected one", name));
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
    throw ConfigError(fmt::format("{}: a folder, expected a YAML file", path.string()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ConfigError(fmt::format("{}: cannot be opened", path.string()));
  std::string text;
  std::array<char, 65536> block;
  while (file && text.size() <= kMaxConfigBytes) {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw ConfigError(fmt::format("{}: cannot be read", path.string()));
  return parse_config(text, path.string());
}

void set_config_value(ConfigDocument& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(
        fmt::format("--set {}: expected key=value, for example schedule.epochs=5", assignment));
  }
  const std::string name = fmt::format("--set {}", assignment);
  ConfigNode value = parse_value(assignment.substr(equals + 1), name);
  std::string_view path = std::string_view(assignment).substr(0, equals);
  ConfigNode* place = &document.root;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string key(path.substr(0, dot));
    if (place->kind == ConfigNode::Kind::kNull) place->kind = ConfigNode::Kind::kMapping;
    if (place->kind != ConfigNode::Kind::kMapping) {
      throw ConfigError(fmt::format("{}: there is no mapping to put '{}' into", name, key));
    }
    ConfigNode* child = const_cast<ConfigNode*>(place->find(key));
    if (!child) {
      ConfigNode key_node;
      key_node.kind = ConfigNode::Kind::kScalar;
      key_node.scalar = key;
      place->keys.push_back(std::move(key_node));
      child = &place->children.emplace_back();
    }
    place = child;
    if (dot == std::string_view::npos) break;
    path.remove_prefix(dot + 1);
  }
  *place = std::move(value);
}

}  // namespace tactus
