#include "app/commands/command_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "app/program/terminal.h"

namespace tactus {
namespace {

// What the value of an option or positional is, and the endings of files that fit it, see
// OptionEntry::endings.
struct ValueKind {
  std::string_view name;
  const char* value;
  const char* endings = "";
};

// Wherever an option of that name takes text.
constexpr ValueKind kValues[] = {{"format", "FORMAT"},
                                 {"from", "FORMAT"},
                                 {"to", "FORMAT"},
                                 {"model", "MODEL", "safetensors"},
                                 {"with", "MODEL", "safetensors"},
                                 {"device", "DEVICE"},
                                 {"against", "DEVICE"},
                                 {"list", "FILE"},
                                 {"labels", "FILE", "txt"},
                                 {"snap-to", "FILE", "annotation"},
                                 {"soundfont", "FILE", "sf2,sf3"},
                                 {"ref", "FILE|FOLDER", "annotation"},
                                 {"est", "FILE|FOLDER", "annotation"},
                                 {"dataset", "CORPUS", "yaml"},
                                 {"data", "CORPUS", "yaml"},
                                 {"nothing", "FOLDER"},
                                 {"annotations", "FOLDER"},
                                 {"cache", "FOLDER"},
                                 {"folder", "FOLDER"},
                                 {"man", "FOLDER"},
                                 {"output", "PATH"},
                                 {"set", "NAME=VALUE"}};

constexpr ValueKind kPositionals[] = {{"inputs", "FILE|FOLDER", "audio,m3u,m3u8,cue"},
                                      {"songs", "FILE", "audio"},
                                      {"subjects", "FILE|MODEL", "audio,safetensors"},
                                      {"IN", "FILE|FOLDER", "annotation"},
                                      {"OUT", "FILE|FOLDER"},
                                      {"SONG", "FILE|FOLDER", "audio"},
                                      {"ANNOTATION", "FILE|FOLDER", "annotation"},
                                      {"activations", "FILE", "npy"},
                                      {"files", "FILE"},
                                      {"model", "MODEL", "safetensors"},
                                      {"models", "MODEL", "safetensors"},
                                      {"CONFIG", "FILE", "yaml"},
                                      {"PATH", "CORPUS", "yaml"},
                                      {"corpus", "CORPUS", "yaml"},
                                      {"command", "COMMAND"},
                                      {"shell", "SHELL"}};

// Breaks the lines of --help where the terminal ends. What follows hangs below the text of the
// line: behind the last gap of two blanks, which stands between an option and its text.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    std::size_t hang = std::min(line.find_first_not_of(' '), line.size());
    if (const std::size_t gap = line.find("  ", hang); gap != std::string::npos)
      hang = std::min(line.find_first_not_of(' ', gap), width / 2);
    while (display_width(line) > width) {
      std::size_t cut = line.rfind(' ', width);
      if (cut == std::string::npos || cut <= hang) break;
      out += line.substr(0, cut) + '\n';
      line = std::string(hang, ' ') + line.substr(line.find_first_not_of(' ', cut));
    }
    out += line + '\n';
  }
  return out;
}

class HelpText : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    constexpr std::size_t kWidest = 110;
    const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    const std::size_t columns = terminal_columns(STDOUT_FILENO);
    return columns > 0 ? wrapped(text, std::min(columns, kWidest)) : text;
  }
};

const ValueKind* found_in(std::span<const ValueKind> table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &ValueKind::name);
  return found != table.end() ? &*found : nullptr;
}

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? std::string() : option.get_lnames().front();
}

const ValueKind* kind_of(const CLI::Option& option) {
  return option.get_positional() ? found_in(kPositionals, option.get_single_name())
                                 : found_in(kValues, long_name(option));
}

// An option takes one word, so that `--format lab song.ogg` does not swallow the song. Several
// values are separated by commas, or the option is repeated.
void set_up_option(CLI::Option& option) {
  if (!option.get_positional()) option.allow_extra_args(false);
  if (option.get_type_size() != 1) return;  // a flag, or a pair
  if (const ValueKind* kind = kind_of(option)) option.type_name(kind->value);
}

void set_up_command(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) set_up_option(*option);
  for (CLI::App* below : command.get_subcommands([](CLI::App*) { return true; })) {
    set_up_command(*below);
  }
}

// "FORMAT" and {"a", "b"} of "FORMAT:{a,b}"; "INT" and "0 - 9" of "INT:INT in [0 - 9]".
void read_type(const std::string& type, OptionEntry& entry) {
  entry.value = type.substr(0, type.find_first_of(": "));
  if (const std::size_t range = type.find(" in ["); range != std::string::npos)
    entry.range = type.substr(range + 5, type.find(']', range) - range - 5);
  const std::size_t open = type.find('{');
  if (open == std::string::npos) return;
  std::string_view words = std::string_view(type).substr(open + 1);
  words = words.substr(0, words.find('}'));
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    entry.choices.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  entry.positional = option.get_positional();
  if (entry.positional) {
    entry.names = {option.get_single_name()};
  } else {
    for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  }
  if (option.get_type_size() != 0) {
    read_type(option.get_type_name(), entry);
    entry.fallback = option.get_default_str();
    if (const ValueKind* kind = kind_of(option)) entry.endings = kind->endings;
  }
  entry.help = option.get_description();
  entry.required = option.get_required();
  entry.list = option.get_delimiter() != '\0';
  entry.several = option.get_items_expected_max() > 1;
  return entry;
}

CommandEntry command_entry(const CLI::App& command, std::vector<std::string> words) {
  CommandEntry entry;
  entry.words = std::move(words);
  entry.help = command.get_description();
  entry.footer = command.get_footer();
  for (const CLI::Option* option : command.get_options())
    entry.options.push_back(entry_of(*option));
  return entry;
}

void add_entries(const CLI::App& command, const std::vector<std::string>& words,
                 std::vector<CommandEntry>& table) {
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
    if (below->get_group().empty()) continue;
    std::vector<std::string> path = words;
    path.push_back(below->get_name());
    table.push_back(command_entry(*below, path));
    add_entries(*below, path, table);
  }
}

}  // namespace

std::string CommandEntry::name() const {
  return fmt::format("{}", fmt::join(words, " "));
}

void declare_commands(CLI::App& root, Command& chosen) {
  root.formatter(std::make_shared<HelpText>());
  add_tag_command(root, chosen);
  add_merge_command(root, chosen);
  add_library_command(root, chosen);
  add_watch_command(root, chosen);
  add_write_tags_command(root, chosen);
  add_convert_command(root, chosen);
  add_decode_command(root, chosen);
  add_features_command(root, chosen);
  add_info_command(root, chosen);
  add_click_command(root, chosen);
  add_eval_command(root, chosen);
  add_calibrate_command(root, chosen);
  add_ensemble_command(root, chosen);
  add_export_command(root, chosen);
  add_pack_command(root, chosen);
  add_seal_command(root, chosen);
  add_synth_command(root, chosen);
  add_train_command(root, chosen);
  add_bench_command(root, chosen);
  add_check_command(root, chosen);
  add_dataset_command(root, chosen);
  add_gui_command(root, chosen);
  add_help_command(root, chosen);
  add_completion_command(root, chosen);
  add_tags_worker_command(root, chosen);
  set_up_command(root);
}

std::vector<CommandEntry> command_table(const CLI::App& root) {
  std::vector<CommandEntry> table;
  add_entries(root, {}, table);
  return table;
}

CommandEntry program_entry(const CLI::App& root) {
  return command_entry(root, {});
}

std::string command_table_json(const CLI::App& root) {
  auto commands = nlohmann::ordered_json::array();
  for (const CommandEntry& command : command_table(root)) {
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
