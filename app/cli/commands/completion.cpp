#include "app/cli/commands/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "audio/file_extensions.h"
#include "datasets/formats/interface/format_types.h"

namespace tactus {
namespace {

using Files = Completion::Files;

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::string without_dot(std::string_view ending) {
  return std::string(ending.substr(ending.starts_with('.') ? 1 : 0));
}

// "audio" and "annotation" become all of their endings.
std::vector<std::string> endings_of(const OptionEntry& option) {
  std::vector<std::string> endings;
  for (const std::string& ending : split(option.endings)) {
    if (ending == "audio") {
      for (const std::string_view known : audio_extensions()) endings.push_back(without_dot(known));
    } else if (ending == "annotation") {
      for (const FormatInfo& format : all_formats()) endings.push_back(without_dot(format.suffix));
      endings.emplace_back("txt");
    } else {
      endings.push_back(ending);
    }
  }
  return endings;
}

const OptionEntry* option_named(const CommandEntry& command, std::string_view name) {
  for (const OptionEntry& option : command.options) {
    if (!option.positional && std::ranges::find(option.names, name) != option.names.end())
      return &option;
  }
  return nullptr;
}

// The work of one call.
class Completer {
 public:
  Completer(std::span<const CommandEntry> table, std::vector<std::string> words,
            const CompletionPlace& place)
      : table_(table), place_(place), last_(std::move(words.back())), words_(std::move(words)) {
    words_.pop_back();
  }

  Completion result() {
    find_command();
    if (!command_) {
      add_commands();
      return std::move(found_);
    }
    read_words();
    const std::size_t equals = last_.find('=');
    if (pending_) {
      add_values(*pending_, "");
    } else if (!only_positionals_ && last_.starts_with("--") && equals != std::string::npos) {
      if (const OptionEntry* option = option_named(*command_, last_.substr(0, equals)))
        add_values(*option, last_.substr(0, equals + 1));
    } else if (!only_positionals_ && last_.starts_with('-') && last_ != "-") {
      add_options();
    } else {
      add_positionals();
    }
    return std::move(found_);
  }

 private:
  const CommandEntry* entry(const std::vector<std::string>& path) const {
    const auto at = std::ranges::find(table_, path, &CommandEntry::words);
    return at != table_.end() ? &*at : nullptr;
  }

  // Follows the words that name commands: "dataset", "check". Leaves the others in words_.
  void find_command() {
    std::vector<std::string> path;
    std::size_t used = 0;
    for (; used < words_.size(); ++used) {
      path.push_back(words_[used]);
      const CommandEntry* below = entry(path);
      if (!below) break;
      command_ = below;
    }
    words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(used));
    if (!command_ && used < words_.size()) only_positionals_ = true;  // no such command
  }

  // Counts positionals, and finds the option whose value the last word is.
  void read_words() {
    for (const std::string& word : words_) {
      if (pending_) {
        pending_ = nullptr;
      } else if (!only_positionals_ && word == "--") {
        only_positionals_ = true;
      } else if (!only_positionals_ && word.starts_with('-') && word != "-") {
        const OptionEntry* option = option_named(*command_, word);
        if (option && !option->value.empty()) pending_ = option;
      } else {
        ++positionals_;
      }
    }
  }

  void add(const std::string& text, const std::string& help) {
    if (text.starts_with(last_)) found_.words.push_back({text, help});
  }

  // Those directly below the chosen command.
  void add_commands() {
    if (only_positionals_) return;
    const std::vector<std::string> path = command_ ? command_->words : std::vector<std::string>{};
    for (const CommandEntry& command : table_) {
      if (command.words.size() == path.size() + 1 &&
          std::equal(path.begin(), path.end(), command.words.begin()))
        add(command.words.back(), command.help);
    }
    if (!command_) add("--help", ""), add("--version", "");
  }

  void add_options() {
    for (const OptionEntry& option : command_->options) {
      if (option.positional) continue;
      for (const std::string& name : option.names) {
        if (name.size() > 2 || last_.size() == 2 || option.names.size() == 1)
          add(name, option.help);
      }
    }
  }

  void add_positionals() {
    if (positionals_ == 0) add_commands();
    std::vector<const OptionEntry*> slots;
    for (const OptionEntry& option : command_->options)
      if (option.positional) slots.push_back(&option);
    if (slots.empty()) return;
    const std::size_t slot = std::min(positionals_, slots.size() - 1);
    if (slots[slot]->value == "COMMAND" && positionals_ == 0) command_ = nullptr, add_commands();
    add_values(*slots[slot], "");
  }

  // The value of `option`, behind `before` in the same word.
  void add_values(const OptionEntry& option, std::string before) {
    if (option.list) {
      const std::size_t comma = last_.rfind(',');
      if (comma != std::string::npos) before = last_.substr(0, comma + 1);
    }
    for (const std::string& value : values_of(option)) add(before + value, "");
    add_files(option);
  }

  std::vector<std::string> values_of(const OptionEntry& option) const {
    if (option.value == "FORMAT" && option.choices.empty()) return format_names();
    if (option.value.find("MODEL") != std::string::npos) return place_.models;
    if (option.value == "DEVICE") return place_.devices;
    return option.choices;
  }

  void add_files(const OptionEntry& option) {
    const auto is_part = [&](const char* word) {
      return option.value.find(word) != std::string::npos;
    };
    if (is_part("FILE") || is_part("MODEL") || is_part("PATH") || is_part("CORPUS")) {
      found_.files = Files::kAll;
      found_.endings = endings_of(option);
    } else if (is_part("FOLDER")) {
      found_.files = Files::kFolders;
    }
  }

  std::span<const CommandEntry> table_;
  const CompletionPlace& place_;
  std::string last_;
  std::vector<std::string> words_;  // behind the command, finished
  const CommandEntry* command_ = nullptr;
  const OptionEntry* pending_ = nullptr;
  std::size_t positionals_ = 0;
  bool only_positionals_ = false;
  Completion found_;
};

}  // namespace

Completion complete(std::span<const CommandEntry> table, std::vector<std::string> words,
                    const CompletionPlace& place) {
  if (words.empty()) words.emplace_back();
  return Completer(table, std::move(words), place).result();
}

std::string completion_text(const Completion& completion) {
  std::string text = completion.files == Files::kNone      ? "none"
                     : completion.files == Files::kFolders ? "folders"
                                                           : "files";
  for (const std::string& ending : completion.endings) text += " " + ending;
  text += '\n';
  for (const Completion::Word& word : completion.words)
    text += word.help.empty() ? word.text + '\n' : fmt::format("{}\t{}\n", word.text, word.help);
  return text;
}

}  // namespace tactus
