#include "app/cli/commands/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/program/terminal.h"

namespace tactus {
namespace {

constexpr std::size_t kHelpColumn = 30;

// The lines of a paragraph as one; what is indented, and what follows a colon, stays.
std::string with_whole_paragraphs(const std::string& text) {
  std::string out;
  const auto is_prose = [&](std::size_t at) {
    return at < text.size() && text[at] != ' ' && text[at] != '\n';
  };
  for (std::size_t at = 0, begin = 0; at < text.size(); ++at) {
    const bool joins = text[at] == '\n' && at > begin && is_prose(begin) && is_prose(at + 1) &&
                       text[at - 1] != ':';
    out += joins ? ' ' : text[at];
    if (text[at] == '\n') begin = at + 1;
  }
  return out;
}

// Breaks lines where the terminal ends. What follows hangs below the text of the line: behind the
// last gap of two blanks, which stands between an option and its text.
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

// "  --name      help"; a long name has its help on the next line.
std::string line_of(std::string name, const std::string& help) {
  name = "  " + name;
  if (name.size() >= kHelpColumn && !help.empty())
    name += '\n' + std::string(kHelpColumn, ' ');
  else
    name.resize(std::max(name.size(), kHelpColumn), ' ');
  return name + help + '\n';
}

std::string title(const OptionEntry& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ","));
  if (!option.value.empty()) {
    text += ' ' + option.type;
    if (!option.fallback.empty()) text += '=' + option.fallback;
    if (option.count > 0)
      text += fmt::format(" x {}", option.count);
    else if (option.several)
      text += " ...";
    if (option.required) text += " REQUIRED";
  }
  if (!option.excludes.empty())
    text += fmt::format(" Excludes: {}", fmt::join(option.excludes, " "));
  return text;
}

std::string options_text(const CommandEntry& command, bool positional) {
  std::string text;
  for (const OptionEntry& option : command.options)
    if (option.positional == positional) text += line_of(title(option), option.help);
  return text.empty() ? "" : (positional ? "\nPositionals:\n" : "\nOptions:\n") + text;
}

std::string usage(const CommandEntry& command, bool has_commands) {
  std::string text = "Usage: tactus";
  if (!command.words.empty()) text += ' ' + command.name();
  text += " [OPTIONS]";
  for (const OptionEntry& option : command.options) {
    if (!option.positional) continue;
    const std::string word = option.names[0] + (option.several ? "..." : "");
    text += option.required ? ' ' + word : " [" + word + ']';
  }
  if (has_commands) text += command.needs_command ? " SUBCOMMAND" : " [SUBCOMMAND]";
  return text + '\n';
}

}  // namespace

std::string help_text(const CommandEntry& command, std::span<const CommandEntry> table,
                      std::size_t columns) {
  constexpr std::size_t kWidest = 110, kElsewhere = 100;
  std::string below;
  for (const CommandEntry& next : commands_below(table, command))
    below += line_of(next.words.back(), next.help);
  std::string text = command.help + '\n' + usage(command, !below.empty()) +
                     options_text(command, true) + options_text(command, false);
  if (!below.empty()) text += "\nSubcommands:\n" + below;
  text += '\n';
  if (!command.footer.empty()) text += with_whole_paragraphs(command.footer) + '\n';
  return wrapped(text, columns > 0 ? std::min(columns, kWidest) : kElsewhere);
}

}  // namespace tactus
