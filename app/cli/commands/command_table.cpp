#include "app/cli/commands/command_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace tactus {
namespace {

using Kind = ValueRange::Kind;

// What --help calls a number of the target.
struct NumberName {
  const char* operator()(bool*) const { return ""; }
  template <typename T>
  const char* operator()(T*) const {
    if constexpr (std::is_floating_point_v<T>)
      return "FLOAT";
    else
      return std::is_unsigned_v<T> ? "UINT" : "INT";
  }
  template <typename T>
  const char* operator()(std::vector<T>*) const {
    return (*this)(static_cast<T*>(nullptr));
  }
  template <typename T>
  const char* operator()(std::optional<T>*) const {
    return (*this)(static_cast<T*>(nullptr));
  }
  const char* operator()(const std::function<void(const std::string&)>&) const { return "TEXT"; }
};

struct DefaultText {
  template <typename T>
  std::string operator()(T* value) const {
    if constexpr (std::is_arithmetic_v<T>)
      return fmt::format("{:g}", static_cast<double>(*value));
    else if constexpr (std::is_convertible_v<T, std::string>)
      return *value;
    else
      return "";
  }
  template <typename T>
  std::string operator()(std::vector<T>* values) const {
    std::vector<std::string> texts;
    for (T& value : *values) texts.push_back((*this)(&value));
    return fmt::format("[{}]", fmt::join(texts, ","));
  }
  std::string operator()(const std::function<void(const std::string&)>&) const { return ""; }
};

bool is_flag(const OptionRow& row) {
  return std::holds_alternative<bool*>(row.target);
}

// Takes several values.
bool is_vector(const OptionTarget& target) {
  return std::visit(
      []<typename T>(const T&) {
        return requires(T to) {
          to->push_back(*to->begin());
        }
        &&!std::is_same_v<T, std::string*>;
      },
      target);
}

std::string range_text(const ValueRange& range) {
  return range.kind == Kind::kNumbers ? fmt::format("{} - {}", range.low, range.high) : "";
}

// "INT:INT in [0 - 9]", "TEXT:{one,other}"
std::string type_of(const OptionRow& row, const std::string& value) {
  switch (row.range.kind) {
    case Kind::kNumbers: {
      const std::string number = std::visit(NumberName(), row.target);
      return fmt::format("{}:{} in [{}]", value, number == "FLOAT" ? "FLOAT" : "INT",
                         range_text(row.range));
    }
    case Kind::kWords:
      return fmt::format("{}:{{{}}}", value, fmt::join(row.range.words, ","));
    case Kind::kExistingFolder:
      return value + ":DIR";
    default:
      return value;
  }
}

OptionEntry entry_of(const OptionRow& row) {
  OptionEntry entry;
  entry.names = row.all_names();
  entry.positional = !row.names.starts_with('-');
  if (!is_flag(row)) {
    const std::string value(row.kind.name.empty() ? std::visit(NumberName(), row.target)
                                                  : row.kind.name);
    entry.value = value.substr(0, value.find(' '));
    entry.type = type_of(row, value);
    entry.endings = row.kind.endings;
    if (row.traits.shows_default) entry.fallback = std::visit(DefaultText(), row.target);
  }
  entry.choices = row.range.words;
  entry.range = range_text(row.range);
  entry.help = row.help;
  entry.required = row.traits.required;
  entry.list = row.traits.list;
  entry.several = is_vector(row.target);
  entry.count = row.traits.count;
  entry.excludes = row.traits.excludes;
  return entry;
}

OptionEntry parsers_own(std::vector<std::string> names, std::string help) {
  OptionEntry entry;
  entry.names = std::move(names);
  entry.help = std::move(help);
  return entry;
}

// What excludes another is excluded by it; all in the order of the command.
void complete_excludes(std::vector<OptionEntry>& options) {
  const auto excludes = [](const OptionEntry& option, const OptionEntry& other) {
    return std::ranges::find(option.excludes, other.main_name()) != option.excludes.end();
  };
  std::vector<std::vector<std::string>> all(options.size());
  for (std::size_t k = 0; k < options.size(); ++k)
    for (const OptionEntry& other : options)
      if (excludes(options[k], other) || excludes(other, options[k]))
        all[k].push_back(other.main_name());
  for (std::size_t k = 0; k < options.size(); ++k) options[k].excludes = std::move(all[k]);
}

CommandEntry command_entry(const CommandRow& row, std::vector<std::string> words,
                           const std::string& footer) {
  CommandEntry entry;
  entry.words = std::move(words);
  entry.help = row.help;
  entry.footer = footer;
  entry.needs_command = !row.run;
  entry.options.push_back(parsers_own({"-h", "--help"}, "Print this help message and exit"));
  if (!row.version.empty())
    entry.options.push_back(
        parsers_own({"--version"}, "Display program version information and exit"));
  for (const OptionRow& option : row.options) entry.options.push_back(entry_of(option));
  complete_excludes(entry.options);
  return entry;
}

// The examples of this command among those of the command above, which has a row for many.
std::string examples_of(const CommandRow& row, const std::vector<std::string>& words,
                        const std::string& footer_above) {
  const std::string begin = fmt::format("  tactus {}", fmt::join(words, " "));
  std::string examples;
  for (std::size_t at = 0; at < footer_above.size();) {
    const std::size_t end = std::min(footer_above.find('\n', at), footer_above.size());
    const std::string line = footer_above.substr(at, end - at);
    at = end + 1;
    if (line.starts_with(begin) && (line.size() == begin.size() || line[begin.size()] == ' '))
      examples += line + '\n';
  }
  // Commands below this one choose their examples from all of them.
  if (!row.below.empty()) return footer_above;
  if (examples.empty()) return "";
  return (std::ranges::count(examples, '\n') == 1 ? "\nExample:\n" : "\nExamples:\n") + examples;
}

void add_entries(const CommandRow& row, const std::vector<std::string>& words,
                 const std::string& footer_above, std::vector<CommandEntry>& table) {
  const std::string footer =
      row.footer.empty() ? examples_of(row, words, footer_above) : row.footer;
  table.push_back(command_entry(row, words, footer));
  for (const CommandRow& below : row.below) {
    if (below.hidden) continue;
    std::vector<std::string> path = words;
    path.push_back(below.name);
    add_entries(below, path, footer, table);
  }
}

}  // namespace

std::string CommandEntry::name() const {
  return fmt::format("{}", fmt::join(words, " "));
}

const OptionEntry* CommandEntry::option(std::string_view any_name) const {
  const auto found = std::ranges::find_if(options, [&](const OptionEntry& entry) {
    return std::ranges::find(entry.names, any_name) != entry.names.end();
  });
  return found != options.end() ? &*found : nullptr;
}

std::vector<CommandEntry> command_table(const CommandRow& program) {
  std::vector<CommandEntry> table;
  add_entries(program, {}, "", table);
  return table;
}

const CommandEntry* command_named(std::span<const CommandEntry> table,
                                  std::span<const std::string> words) {
  const auto found = std::ranges::find_if(
      table, [&](const CommandEntry& entry) { return std::ranges::equal(entry.words, words); });
  return found != table.end() ? &*found : nullptr;
}

std::vector<CommandEntry> commands_below(std::span<const CommandEntry> table,
                                         const CommandEntry& above) {
  std::vector<CommandEntry> below;
  for (const CommandEntry& command : table)
    if (command.words.size() == above.words.size() + 1 &&
        std::equal(above.words.begin(), above.words.end(), command.words.begin()))
      below.push_back(command);
  return below;
}

std::string command_table_json(std::span<const CommandEntry> table) {
  auto commands = nlohmann::ordered_json::array();
  for (const CommandEntry& command : table) {
    if (command.words.empty()) continue;  // the program
    auto options = nlohmann::ordered_json::array();
    for (const OptionEntry& option : command.options) {
      options.push_back({{"names", option.names},
                         {"value", option.value},
                         {"choices", option.choices},
                         {"range", option.range},
                         {"default", option.fallback},
                         {"help", option.help},
                         {"positional", option.positional},
                         {"required", option.required},
                         {"list", option.list}});
    }
    commands.push_back({{"command", command.name()},
                        {"help", command.help},
                        {"footer", command.footer},
                        {"options", options}});
  }
  return commands.dump(2);
}

}  // namespace tactus
