#include "app/config/program_defaults.h"

#include <fmt/core.h>

#include <system_error>

namespace tactus {
namespace {

using Kind = ConfigNode::Kind;

std::vector<std::string> values_of(const ConfigDocument& document, const ConfigNode& node) {
  if (node.kind == Kind::kScalar) return {node.scalar};
  std::vector<std::string> values;
  if (node.kind != Kind::kSequence) document.fail(node, "expected a value, or a list of values");
  for (const ConfigNode& item : node.children) {
    if (item.kind != Kind::kScalar) document.fail(item, "expected a word or a number");
    values.push_back(item.scalar);
  }
  return values;
}

void read_command(const ConfigDocument& document, const std::string& command,
                  const ConfigNode& node, std::vector<OptionDefault>& options) {
  if (node.kind == Kind::kNull) return;
  if (node.kind != Kind::kMapping) document.fail(node, "expected options, as format: lab");
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const ConfigNode& key = node.keys[i];
    if (node.children[i].kind == Kind::kNull) continue;
    std::string name = key.scalar;
    name.erase(0, name.find_first_not_of('-') == std::string::npos ? name.size()
                                                                   : name.find_first_not_of('-'));
    options.push_back(
        {command, name, values_of(document, node.children[i]), {key.line, key.column, ""}});
  }
}

}  // namespace

void ProgramDefaults::fail(const OptionDefault& option, const std::string& what) const {
  throw ConfigError(file, {option.place.line, option.place.column, what});
}

ProgramDefaults load_program_defaults(const std::filesystem::path& file, bool named) {
  ProgramDefaults defaults{file.string(), {}};
  if (std::error_code unknown; !std::filesystem::exists(file, unknown)) {
    if (named)
      throw ConfigError(
          fmt::format("{}: no such file, but TACTUS_CONFIG names it; create the file, or set "
                      "TACTUS_CONFIG to an empty value for no defaults",
                      file.string()));
    return defaults;
  }
  const ConfigDocument document = load_config(file);
  const ConfigNode& root = document.root;
  if (root.kind == Kind::kNull) return defaults;
  if (root.kind != Kind::kMapping) document.fail(root, "expected commands, as tag:");
  for (std::size_t i = 0; i < root.children.size(); ++i)
    read_command(document, root.keys[i].scalar, root.children[i], defaults.options);
  return defaults;
}

}  // namespace tactus
