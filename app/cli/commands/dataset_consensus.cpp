#include "app/cli/commands/dataset_consensus.h"

#include <fmt/core.h>

#include <memory>

#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/one_line.h"
#include "app/workshop/corpora/consensus_corpus.h"
#include "audio/counted.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

struct ConsensusArguments {
  std::vector<fs::path> folders;
  fs::path output;
  ConsensusParameters parameters;
  double shortest = 20.0;
  std::string split;
  bool overwrite = false;
  bool quiet = false;
};

void print_table(const ConsensusArguments& arguments, const ConsensusSongs& found) {
  print_data("{:<40} {:>8} {:>9}  {}\n", "song", "agree", "seconds", "beats of");
  std::vector<std::size_t> chosen(arguments.folders.size());
  double seconds = 0.0, all = 0.0;
  for (const ConsensusSong& song : found.songs) {
    const BeatConsensus& consensus = song.consensus;
    print_data("{:<40} {:>8.3f} {:>4.0f}/{:<4.0f}  {}\n", song.name, consensus.agreement,
               consensus.seconds, song.annotation.duration,
               arguments.folders[consensus.chosen].string());
    ++chosen[consensus.chosen];
    seconds += consensus.seconds;
    all += song.annotation.duration;
  }
  print_data("\n{:>6} {:>10}  {}\n", "chosen", "offset ms", "folder");
  for (std::size_t i = 0; i < chosen.size() && !found.songs.empty(); ++i)
    print_data("{:>6} {:>10.1f}  {}\n", chosen[i], 1000.0 * found.offsets[i],
               arguments.folders[i].string());
  constexpr double kHour = 3600.0;
  print_data("\n{}: agreement in {:.2f} of {:.2f} hours\n", counted(found.songs.size(), "song"),
             seconds / kHour, all / kHour);
}

int run_consensus(const ConsensusArguments& arguments) {
  if (arguments.folders.size() < 3)
    throw ArgumentError(
        "dataset consensus: give at least three folders: if two trackers differ, nothing shows "
        "which one is right");
  require_writable_folder(arguments.output, "-o");
  const ConsensusSongs found = find_consensus(arguments.folders, arguments.parameters);
  if (found.songs.empty())
    throw InputError(
        fmt::format("dataset consensus: no song occurs in all {} folders and has the path of its "
                    "audio file in {}",
                    arguments.folders.size(), arguments.folders.front().string()));
  if (!arguments.quiet) {
    for (const std::string& note : found.notes) print_log("{}\n", one_line(shown_note(note)));
    print_table(arguments, found);
  }
  const std::size_t written = write_consensus(found, arguments.shortest, arguments.split,
                                              arguments.output, arguments.overwrite);
  print_data("{}: {} with at least {:.0f} s of agreement\n",
             (arguments.output / "manifest.yaml").string(), counted(written, "song"),
             arguments.shortest);
  return kSuccess;
}

constexpr const char* kDatasetConsensusExamples =
    R"(Trackers that agree are usually right. Each beat gets a confidence: the share of the other
trackers with the same beats around it. It is 0 where fewer than --least agree, and where two
levels of the tempo compete. Training counts the frames of each beat by its confidence.

Examples:
  tactus dataset consensus tags aubio qm -o corpus)";

}  // namespace

CommandRow dataset_consensus_command() {
  const auto arguments = std::make_shared<ConsensusArguments>();
  return {
      .name = "consensus",
      .help = "Make a corpus of what several beat trackers agree on",
      .footer = kDatasetConsensusExamples,
      .options =
          {{"FOLDERS", &arguments->folders, kText, kExistingFolder,
            "Annotations by each tracker; the first folder is from `tactus tag`: its JAMS files "
            "give the audio files, the times and the bars",
            kRequired},
           {"-o,--output", &arguments->output, kPath, kOutputName,
            "Folder for annotations and manifest", kRequired},
           {"--least", &arguments->parameters.least, kNumber, numbers(0.0, 1.0),
            "Share of the other trackers that must agree with a passage", kShowsDefault},
           {"--first-agrees", &arguments->parameters.first_agrees, kFlag, kAny,
            "Where the first tracker disagrees, beats count 0 even if a majority agrees"},
           {"--shortest", &arguments->shortest, kNumber, numbers(0.0, 1e6),
            "Leave out songs with fewer seconds of agreement", kShowsDefault},
           {"--split", &arguments->split, kText, one_of({"train", "validation", "test"}),
            "Split of all songs (default: not assigned)"},
           {"--overwrite", &arguments->overwrite, kFlag, kAny,
            "Replace files from other programs; they are kept as NAME.orig"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print one line"}},
      .run = [arguments] { return run_consensus(*arguments); }};
}

}  // namespace tactus
