#include "app/cli/commands/man_pages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "model/version.h"

namespace tactus {
namespace {

// Text between the macros of man(7): characters that groff would replace by others, or read as a
// macro at the start of a line.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '\'':
        out += "\\(aq";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escaped(text));
}
std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", escaped(text));
}

std::string section(std::string_view name) {
  return fmt::format(".SH {}\n", name);
}

// Headings of footers that have a section of their own.
constexpr std::pair<std::string_view, std::string_view> kSections[] = {
    {"Examples:", "EXAMPLES"},
    {"Other examples:", "EXAMPLES"},
    {"Exit codes:", "EXIT STATUS"},
    {"Environment:", "ENVIRONMENT"},
    {"Files:", "FILES"}};

// A footer: lines that are not indented are paragraphs, the indented ones stay as they are.
class FooterText {
 public:
  std::string of(std::string_view footer) {
    while (!footer.empty()) {
      const std::size_t end = std::min(footer.find('\n'), footer.size());
      add_line(footer.substr(0, end));
      footer.remove_prefix(std::min(end + 1, footer.size()));
    }
    end_example();
    return std::move(out_);
  }

 private:
  void add_line(std::string_view line) {
    if (line.empty()) {
      gap_ = true;
    } else if (line.front() == ' ') {
      add_example(line);
    } else {
      add_prose(line);
    }
  }

  void add_example(std::string_view line) {
    if (!in_example_) {
      start_paragraph();
      out_ += ".in +2n\n.EX\n";
    } else if (gap_) {
      out_ += "\n";
    }
    in_example_ = true;
    gap_ = false;
    out_ += escaped(line.substr(2)) + "\n";
  }

  void add_prose(std::string_view line) {
    if (in_example_) gap_ = true;
    end_example();
    for (const auto& [heading, name] : kSections) {
      if (!line.starts_with(heading)) continue;
      out_ += section(name);
      begins_section_ = true;
      line.remove_prefix(std::min(heading.size() + 1, line.size()));
      gap_ = false;
    }
    if (line.empty()) return;
    if (gap_) start_paragraph();
    begins_section_ = gap_ = false;
    out_ += escaped(line) + "\n";
  }

  void start_paragraph() {
    if (!begins_section_) out_ += ".PP\n";
    begins_section_ = false;
  }

  void end_example() {
    if (in_example_) out_ += ".EE\n.in\n";
    in_example_ = false;
  }

  std::string out_;
  bool in_example_ = false;
  bool gap_ = true;
  bool begins_section_ = false;
};

std::string with_full_stop(const std::string& text) {
  return text.ends_with('.') ? text : text + '.';
}

// "One of: a, b. 1 to 9. Default: 3."
std::string limits_of(const OptionEntry& option) {
  std::string text;
  if (!option.choices.empty())
    text +=
        fmt::format("One of: {}.\n", escaped(fmt::format("{}", fmt::join(option.choices, ", "))));
  if (!option.range.empty()) text += fmt::format("Range: {}.\n", escaped(option.range));
  if (!option.fallback.empty()) text += fmt::format("Default: {}.\n", escaped(option.fallback));
  return text;
}

std::string option_text(const OptionEntry& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    names.push_back(option.positional ? italic(name) : bold(name));
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.value.empty() && !option.positional) text += " " + italic(option.value);
  return text + "\n" + escaped(with_full_stop(option.help)) + "\n" + limits_of(option);
}

std::string options_section(const CommandEntry& command, bool positional) {
  std::string text;
  for (const OptionEntry& option : command.options)
    if (option.positional == positional) text += option_text(option);
  return text.empty() ? "" : section(positional ? "ARGUMENTS" : "OPTIONS") + text;
}

std::string page_name(const CommandEntry& command) {
  return command.words.empty() ? "tactus" : fmt::format("tactus-{}", fmt::join(command.words, "-"));
}

// The description of the program begins with its name.
std::string summary(const CommandEntry& command) {
  constexpr std::string_view kName = "Tactus: ";
  return command.help.starts_with(kName) ? command.help.substr(kName.size()) : command.help;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string heading(const CommandEntry& command) {
  const std::string name = page_name(command);
  std::string title = name;
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(".TH {} 1 \"\" \"Tactus {}\" \"Tactus\"\n{}{} \\- {}\n", escaped(title),
                     TACTUS_VERSION, section("NAME"), escaped(name), escaped(summary(command)));
}

std::string synopsis(const std::string& words, const CommandEntry& command) {
  std::string line = bold(words) + " [" + italic("OPTIONS") + "]";
  for (const OptionEntry& option : command.options) {
    if (!option.positional) continue;
    const std::string word = italic(option.names[0]) + (option.several ? " ..." : "");
    line += fmt::format(fmt::runtime(option.required ? " {}" : " [{}]"), word);
  }
  return line + "\n";
}

std::string pages_below(const CommandEntry& above, std::span<const CommandEntry> table) {
  std::string text;
  for (const CommandEntry& command : table) {
    if (command.words.size() > above.words.size() &&
        std::equal(above.words.begin(), above.words.end(), command.words.begin()))
      text += fmt::format(".TP\n.BR {} (1)\n{}\n", escaped(page_name(command)),
                          escaped(with_full_stop(command.help)));
  }
  return text;
}

}  // namespace

std::string man_page(const CommandEntry& command, std::span<const CommandEntry> table) {
  const std::string name = command.name();
  const std::string below = pages_below(command, table);
  std::string text = heading(command) + section("SYNOPSIS") +
                     synopsis(name.empty() ? "tactus" : "tactus " + name, command);
  if (!below.empty()) text.insert(text.size() - 1, " " + italic("COMMAND"));
  // The window is a program too; the page of the command is its page.
  if (name == "gui") text += ".br\n" + synopsis("tactus-gui", command);
  text += section("DESCRIPTION") + escaped(with_full_stop(sentence(summary(command)))) + "\n";
  // The description goes before the options, the sections of the footer behind them.
  const std::string footer = FooterText().of(command.footer);
  const std::size_t sections = std::min(footer.find(".SH "), footer.size());
  text += footer.substr(0, sections) + (below.empty() ? "" : section("COMMANDS") + below) +
          options_section(command, true) + options_section(command, false) +
          footer.substr(sections);
  if (!name.empty()) text += section("SEE ALSO") + ".BR tactus (1)\n";
  return text;
}

std::map<std::string, std::string> man_pages(std::span<const CommandEntry> table) {
  std::map<std::string, std::string> pages;
  for (const CommandEntry& command : table)
    pages[page_name(command) + ".1"] = man_page(command, table);
  return pages;
}

}  // namespace tactus
