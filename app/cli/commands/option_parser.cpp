#include "app/cli/commands/option_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <span>
#include <system_error>

#include "app/cli/commands/option_checks.h"
#include "datasets/formats/text/file_location.h"

namespace tactus {
namespace {

using Kind = ValueRange::Kind;

CLI::Validator validator(std::string (*refusal)(const ValueRange& range, std::string& text),
                         const ValueRange& range, const std::string& name = "") {
  return CLI::Validator([refusal, range](std::string& text) { return refusal(range, text); }, name);
}

std::string refuse_number(const ValueRange& range, std::string& text) {
  double value = 0.0;  // CLI11's own range lets "nan" pass
  const bool within =
      CLI::detail::lexical_cast(text, value) && value >= range.low && value <= range.high;
  return within ? ""
                : fmt::format("{}: expected a number from {} to {}", text, range.low, range.high);
}

std::string refuse_whole_number(const ValueRange& range, std::string& text) {
  long long value = 0;
  const bool within = CLI::detail::lexical_cast(text, value) &&
                      static_cast<double>(value) >= range.low &&
                      static_cast<double>(value) <= range.high;
  return within ? ""
                : fmt::format("{}: expected a whole number from {} to {}", text, range.low,
                              range.high);
}

std::string refuse_word(const ValueRange& range, std::string& text) {
  const auto found = std::ranges::find(range.words, plain_word(text));
  if (found == range.words.end())
    return fmt::format("{}: expected {}.{}", text, fmt::join(range.words, ", "),
                       suggestion(text, range.words));
  text = *found;
  return "";
}

std::string refuse_empty(const ValueRange&, std::string& text) {
  return text.empty() ? "an empty text, expected at least one character" : "";
}

std::string refuse_no_name(const ValueRange&, std::string& text) {
  return text.empty() ? "an empty name, expected a folder (. for the current one)" : "";
}

std::string refuse_no_folder(const ValueRange&, std::string& text) {
  std::error_code unknown;
  if (std::filesystem::is_directory(text, unknown)) return "";
  return text + (std::filesystem::exists(text, unknown) ? ": a file, expected a folder"
                                                        : ": no such folder");
}

std::string refuse_output(const ValueRange& range, std::string& text) {
  if (text == "-")
    return "-: cannot write to standard output here, expected a name (./- for a file or folder "
           "called "
           "-)";
  return refuse_no_name(range, text);
}

// "-" of a command that does not read standard input.
std::string refuse_stream(std::string& text) {
  return text != "-" ? ""
                     : "-: this command does not read standard input: save it to a file first (./- "
                       "for a file or folder called -)";
}

// What looks like an ending and is none of the list: "x.foo".
std::string refuse_ending(std::string_view endings, const std::string& text) {
  const std::filesystem::path path(text);
  const std::string ending = path.extension().string();
  if (!has_ending(path)) return "";
  const std::string_view first = endings.substr(0, endings.find(','));
  for (std::string_view rest = endings; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (ending.substr(1) == rest.substr(0, end)) return "";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return fmt::format("{}: {} is not the ending of this file; write {}.{}", text, ending, text,
                     first);
}

// Whole numbers, or does the target take parts of them?
bool is_fractional(const OptionTarget& target) {
  return std::holds_alternative<double*>(target) || std::holds_alternative<float*>(target) ||
         std::holds_alternative<std::optional<double>*>(target) ||
         std::holds_alternative<std::vector<double>*>(target);
}

bool takes_path(const ValueKind& kind) {
  constexpr std::array<std::string_view, 7> kNames = {"FILE",       "FILE|FOLDER", "FOLDER", "PATH",
                                                      "FILE|MODEL", "MODEL",       "CORPUS"};
  return std::ranges::find(kNames, kind.name) != kNames.end();
}

CLI::Validator validator_of(const OptionRow& row) {
  const ValueRange& range = row.range;
  switch (range.kind) {
    case Kind::kNumbers:
      if (is_fractional(row.target))
        return validator(refuse_number, range,
                         fmt::format("FLOAT in [{} - {}]", range.low, range.high));
      return validator(refuse_whole_number, range);
    case Kind::kWords:
      return validator(refuse_word, range, fmt::format("{{{}}}", fmt::join(range.words, ",")));
    case Kind::kNotEmpty:
      return validator(takes_path(row.kind) ? refuse_no_name : refuse_empty, range);
    case Kind::kOutputName:
      return validator(refuse_output, range);
    case Kind::kExistingFolder:
      return validator(refuse_no_folder, range);
    case Kind::kAny:
      break;
  }
  return {};
}

struct AddTo {
  CLI::App& app;
  const OptionRow& row;

  CLI::Option* operator()(bool* target) const { return app.add_flag(row.names, *target); }
  CLI::Option* operator()(const std::function<void(const std::string&)>& take) const {
    return app.add_option_function<std::string>(row.names, take);
  }
  template <typename T>
  CLI::Option* operator()(T* target) const {
    return app.add_option(row.names, *target);
  }
};

// "file:///home/me/song.flac", as file managers drop it, is a path.
std::string to_path(std::string& text) {
  const std::string path = path_of_location(text);
  if (path.empty() && text.starts_with("file://"))
    return text + ": a file of another computer, expected file:///PATH";
  if (!path.empty()) text = path;
  return "";
}

void add_option(CLI::App& app, const OptionRow& row) {
  CLI::Option& option = *std::visit(AddTo{app, row}, row.target);
  // An option takes one word, so that `--format lab song.ogg` does not swallow the song. Several
  // values are separated by commas, or the option is repeated.
  if (!option.get_positional()) option.allow_extra_args(false);
  if (!row.kind.name.empty()) option.type_name(std::string(row.kind.name));
  // Not check(): that would leave a word as it was typed.
  if (row.range.kind != Kind::kAny) option.transform(validator_of(row));
  if (takes_path(row.kind)) option.transform(CLI::Validator(to_path, ""));
  if (takes_path(row.kind) && option.get_positional() && !row.traits.stream)
    option.transform(CLI::Validator(refuse_stream, ""));
  if (row.range.kind == Kind::kOutputName && !row.kind.endings.empty())
    option.transform(CLI::Validator(
        [endings = row.kind.endings](std::string& text) { return refuse_ending(endings, text); },
        ""));
  option.required(row.traits.required);
  if (row.traits.list) option.delimiter(',');
  if (row.traits.count > 0) option.expected(row.traits.count);
  if (row.traits.least > 0) option.expected(row.traits.least, -1);
}

void add_options(CLI::App& app, const CommandRow& command) {
  if (!command.version.empty()) app.set_version_flag("--version", command.version);
  for (const OptionRow& row : command.options) add_option(app, row);
  for (const OptionRow& row : command.options)
    for (const std::string& other : row.traits.excludes)
      app.get_option(row.main_name())->excludes(app.get_option(other));
  if (command.needs_one.empty()) return;
  app.callback([&app, &needed = command.needs_one] {
    const auto given = [&](const std::string& name) { return app.count(name) > 0; };
    if (std::ranges::none_of(needed, given))
      throw CLI::RequiredError(fmt::format("{}", fmt::join(needed, " or ")));
  });
}

void add_command(CLI::App& app, const CommandRow& command) {
  add_options(app, command);
  for (const CommandRow& below : command.below) add_command(*app.add_subcommand(below.name), below);
  if (!command.below.empty()) app.require_subcommand(command.run ? 0 : 1, 1);
}

// The parser's messages on numbers of values, in words of this program.
std::string in_our_words(std::string message) {
  static const std::regex kMost("(.*): At Most 1 required but received ([0-9]+)"),
      kLeast("(.*): At least ([0-9]+) required but received ([0-9]+)"),
      kMissing("(.*): [0-9]+ required ([A-Z|]+).* missing");
  std::smatch found;
  if (std::regex_match(message, found, kMost))
    return fmt::format("{}: given {} times, expected once", found[1].str(), found[2].str());
  if (std::regex_match(message, found, kLeast))
    return fmt::format("{}: expected {} or more, not {}", found[1].str(), found[2].str(),
                       found[3].str());
  if (std::regex_match(message, found, kMissing))
    return fmt::format("{}: expected a value behind it: {}", found[1].str(), found[2].str());
  return message;
}

void read_path(const CLI::App& app, const CommandRow& command, ParsedWords& parsed) {
  parsed.path.push_back(&command);
  for (const CLI::App* chosen : app.get_subcommands())
    for (const CommandRow& below : command.below)
      if (below.name == chosen->get_name()) return read_path(*chosen, below, parsed);
  for (const OptionRow& row : command.options)  // the parser calls some by another of their names
    if (const CLI::Option* option = app.get_option(row.main_name()); option->count() > 0)
      parsed.given[row.main_name()] = option->results();
}

}  // namespace

std::vector<std::string> ParsedWords::words() const {
  std::vector<std::string> names;
  for (const CommandRow* row : std::span(path).subspan(1)) names.push_back(row->name);
  return names;
}

ParsedWords parse_words(const CommandRow& program, std::vector<std::string> words) {
  CLI::App app("", program.name);
  add_command(app, program);
  ParsedWords parsed;
  try {
    std::ranges::reverse(words);
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    parsed.outcome = ParsedWords::Outcome::kHelp;
  } catch (const CLI::CallForVersion&) {
    parsed.outcome = ParsedWords::Outcome::kVersion;
  } catch (const CLI::ParseError& error) {
    parsed.outcome = ParsedWords::Outcome::kFault;
    parsed.message = in_our_words(error.what());
    parsed.unknown = app.remaining(true);
    parsed.lacks_command = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  }
  read_path(app, program, parsed);
  return parsed;
}

}  // namespace tactus
