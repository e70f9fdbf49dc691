// tactus convert IN OUT: annotations from one file format to another.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/program/exit_code.h"
#include "app/program/one_line.h"
#include "app/songs/annotation_converter.h"

namespace tactus {
namespace {

std::string footer() {
  std::string text =
      "\nFormats (\"mirex\" is all of mirex-..., \"svl\" and \"audacity\" are both of theirs):\n";
  for (const FormatInfo& info : all_formats()) {
    text += fmt::format("  {:<17}{}\n", info.name, info.suffix);
  }
  return text + R"(
In a folder, the files of one song (song.lab, song.beats) become one annotation. Hidden files are not read,
nor files in OUT if it is below IN. Messages on stderr name what was repaired and what the target format
cannot hold. Existing files are kept unless --overwrite is given. With it, a file that Tactus did not write,
or that was changed since, stays as NAME.orig. A link is never replaced or followed.

Examples:
  tactus convert song.jams song.lab
  tactus convert annotations/ converted/ --to jams
  tactus convert song.txt out/ --from beats --to csv,mirex
  tactus convert tags/ collection.xml                  # one rekordbox collection of all songs
  tactus convert collection.xml out/ --to jams         # a file per track, named like its audio
)";
}

std::vector<Format> formats_named(const std::vector<std::string>& names) {
  std::vector<Format> formats;
  for (const std::string& name : names) {
    const std::vector<Format> found = formats_by_name(name);
    if (found.empty())
      throw ArgumentError(
          fmt::format("'{}' is not a format; tactus convert --help lists them", name));
    for (const Format format : found) {  // "mirex,mirex-beats" names one twice
      if (std::find(formats.begin(), formats.end(), format) == formats.end())
        formats.push_back(format);
    }
  }
  return formats;
}

struct ConvertArguments {
  std::string in;
  std::string out;
  std::string from;
  std::vector<std::string> to;
  bool overwrite = false;
  bool quiet = false;
};

int run_convert(const ConvertArguments& arguments) {
  ConvertOptions options{
      arguments.in, arguments.out, {}, formats_named(arguments.to), arguments.overwrite};
  if (!arguments.from.empty()) options.from = formats_named({arguments.from}).front();
  const auto print = [&](const std::string& message) {
    if (!arguments.quiet) fmt::print(stderr, "{}\n", one_line(message));
  };
  ConvertReport report;
  try {
    report = convert_annotations(options, print);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
  print(fmt::format("{} files read, {} written, {} failed, {} of other kinds ignored", report.read,
                    report.written, report.failures.size(), report.foreign));
  if (arguments.quiet) {
    for (const std::string& failure : report.failures)
      fmt::print(stderr, "{}\n", one_line(failure));
  }
  return report.failures.empty() ? kSuccess : kSomeInputsFailed;
}

}  // namespace

void add_convert_command(CLI::App& root, Command& chosen) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = root.add_subcommand("convert", "Convert annotations between file formats");
  command->footer(footer());
  command->add_option("IN", arguments->in, "Annotation file or folder of them")
      ->required()
      ->check(CLI::ExistingPath);
  command->add_option("OUT", arguments->out, "Output file or folder")->required();
  command->add_option("--from", arguments->from, "Format of IN (default: by name and content)");
  command->add_option("--to", arguments->to, "Format or formats of OUT (default: by its name)")
      ->delimiter(',');
  command->add_flag("--overwrite", arguments->overwrite,
                    "Replace existing files; those of others stay as NAME.orig");
  command->add_flag("-q,--quiet", arguments->quiet, "Do not print repairs and losses");
  command->callback(
      [arguments, &chosen] { chosen = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace tactus
