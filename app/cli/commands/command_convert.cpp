// tactus convert IN OUT: annotations from one file format to another.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string_view>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/engine/songs/annotation_converter.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"

namespace tactus {
namespace {

std::string footer() {
  std::string text =
      "\nFormats (\"mirex\" stands for all mirex-... formats, \"svl\" and \"audacity\" for both of "
      "theirs):\n";
  for (const FormatInfo& info : all_formats()) {
    text += fmt::format("  {:<17}{}\n", info.name, info.suffix);
  }
  return text + R"(
In a folder, the files of one song (song.lab, song.beats) become one annotation. Hidden files are not read,
nor files in OUT if OUT is below IN. Warnings on standard error say what was repaired and what the target format
cannot contain. The words of a column say whether it names chords, keys or sections; a message says so where they
leave a choice, and --layer or a format of one layer (--from mirex-chords) overrules them. Existing files are kept
unless --overwrite is given. With --overwrite, a file that Tactus did not write, or that was changed since, is kept as
NAME.orig. A link is never replaced or followed.

Examples:
  tactus convert song.jams song.lab
  tactus convert annotations/ converted/ --to jams
  tactus convert song.txt out/ --from beats --to csv,mirex
  tactus convert form.txt out/ --layer sections --to jams  # letters are the form, not chords
  tactus convert - - --to csv < song.jams              # from and to a pipe
  tactus convert tags/ collection.xml                  # one rekordbox collection of all songs
  tactus convert collection.xml out/ --to jams         # a file per track, named like its audio
)";
}

struct ConvertArguments {
  std::string in;
  std::string out;
  std::string from;
  std::string layer;
  std::vector<std::string> to;
  bool overwrite = false;
  bool strict = false;
  bool quiet = false;
};

// The bytes of standard input, up to the limit of an annotation file.
std::string read_input(const std::stop_token& stop) {
  constexpr std::size_t kLargest = std::size_t{256} << 20;
  std::string content;
  read_standard_input(stop, [&](std::string_view block) {
    content.append(block);
    if (content.size() <= kLargest) return true;
    throw InputError(
        fmt::format("standard input: more than {} bytes, expected an annotation", kLargest));
  });
  return content;
}

void write_output(std::string_view content) {
  write_data(content);
}

void check_input(const std::string& in) {
  if (in == kStream || std::filesystem::exists(in)) return;
  throw InputError(fmt::format("convert: {}: no such file or folder", in));
}

int run_convert(const ConvertArguments& arguments) {
  if (arguments.out.empty())
    throw ArgumentError("convert: give OUT, a file or a folder; - is standard output");
  check_input(arguments.in);
  const InterruptGuard interrupt;
  ConvertOptions options{arguments.in,
                         arguments.out,
                         {},
                         formats_named(arguments.to, "--to"),
                         arguments.overwrite,
                         {[&] { return read_input(interrupt.token()); }, write_output}};
  refuse_ending_of_another(arguments.out, options.to);
  if (!arguments.from.empty()) options.from = formats_named({arguments.from}, "--from").front();
  if (!arguments.layer.empty()) options.layer = column_layer(arguments.layer);
  const auto print = [&](const std::string& message) {
    if (!arguments.quiet) print_log("{}\n", one_line(message));
  };
  ConvertReport report;
  try {
    report = convert_annotations(options, print, interrupt.token());
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
  // Nothing is written that standard output has not taken; the program then says why.
  if (arguments.out != kStream || flush_data())
    print(fmt::format("{} read, {} written, {} failed, {} ignored", counted(report.read, "file"),
                      report.written, report.failures.size(),
                      counted(report.foreign, "other file")));
  if (arguments.quiet) {
    for (const std::string& failure : report.failures) print_log("{}\n", one_line(failure));
  }
  const bool stopped = interrupt.interrupted();
  if (stopped) report_interrupted(report.not_begun, report.songs);
  return RunOutcome{.failed = report.failures.size(),
                    .warned = report.warned,
                    .strict = arguments.strict,
                    .interrupted = stopped}
      .exit_code();
}

}  // namespace

CommandRow convert_command() {
  const auto arguments = std::make_shared<ConvertArguments>();
  return {.name = "convert",
          .help = "Convert annotations between file formats",
          .footer = footer(),
          .options = {{"IN", &arguments->in, kAnnotations, kNotEmpty,
                       "Annotation file, folder of annotation files, or - for standard input",
                       kRequired | kStreamToo},
                      {"OUT", &arguments->out, kFileOrFolder, kAny,
                       "Output file or folder, - for standard output", kStreamToo},
                      {"-o,--output", &arguments->out, kFileOrFolder, kAny, "The same as OUT",
                       excludes({"OUT"})},
                      {"--from", &arguments->from, kFormat, kAny,
                       "Format of IN (default: by name and content)"},
                      {"--layer", &arguments->layer, kLayer, one_of(column_layers()),
                       "What the labels of IN are (default: what their words say)"},
                      {"--format,--to", &arguments->to, kFormat, kAny,
                       "Format or formats of OUT (default: by its name)", kList},
                      {"--overwrite", &arguments->overwrite, kFlag, kAny,
                       "Replace existing files; files from other programs are kept as NAME.orig"},
                      {"--strict", &arguments->strict, kFlag, kAny,
                       "Exit code 3 if something was repaired or lost, or an output is empty"},
                      {"-q,--quiet", &arguments->quiet, kFlag, kAny,
                       "Print errors only: no repairs, no losses"}},
          .run = [arguments] { return run_convert(*arguments); }};
}

}  // namespace tactus
