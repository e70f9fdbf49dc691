#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/engine/songs/output_names.h"
#include "app/engine/tagging/song_features.h"
#include "audio/counted.h"
#include "audio/readers/open_audio.h"
#include "audio/standard_streams.h"
#include "features/files/npy_file.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFeaturesExamples = R"(Examples:
  tactus features song.flac                          song.beats.npy beside it: [frames, bins], float32
  tactus features ~/Music --kind chords -o features  a folder, mirrored under features/
  tactus features song.flac --kind chroma            12 pitch classes, C first
  tactus features song.flac --kind nnls_chroma       12 bass and 12 treble pitch classes, A first
  tactus features song.flac --model beats            the input of that model before its standardisation)";

struct FeatureArguments {
  SongArguments songs;
  std::string kind = "beats";
  std::string model;
  fs::path output;
  bool overwrite = false;
  bool strict = false;
  bool quiet = false;
};

SongFeatures chosen_features(const FeatureArguments& arguments) {
  if (!arguments.model.empty()) return song_features(program_model(arguments.model).model);
  return song_features(arguments.kind);
}

// Does -o name a file? Throws ArgumentError for one of another kind.
bool is_name_of_file(const fs::path& output) {
  std::error_code unknown;
  if (!has_ending(output) || fs::is_directory(output, unknown)) return false;
  const std::string ending = output.extension().string();
  if (ending == ".npy") return true;
  throw ArgumentError(fmt::format(
      "-o {}: {} is not the ending of this file; write {}.npy, or {}/ for a folder of this "
      "name",
      output.string(), ending, output.string(), output.string()));
}

int run_features(const FeatureArguments& arguments) {
  const SongFeatures plan = chosen_features(arguments);
  const std::vector<std::string> words = song_words(arguments.songs, "features");
  const std::vector<TagInput> inputs = song_inputs(words);
  if (inputs.empty())
    throw ArgumentError(
        fmt::format("features: {}: contains no audio files", fmt::join(words, ", ")));
  const bool one = is_name_of_file(arguments.output);
  if (one && inputs.size() > 1)
    throw ArgumentError(
        fmt::format("-o {}: {} songs, expected one; for several songs give a folder",
                    arguments.output.string(), inputs.size()));
  if (!arguments.output.empty())
    require_writable_folder(one ? fs::absolute(arguments.output).parent_path() : arguments.output,
                            "-o");
  const InterruptGuard interrupt;
  ProgressLine progress(!arguments.quiet && inputs.size() > 1);
  OutputFiles files;
  const OutputNames names(inputs, one ? fs::path() : arguments.output, "", files);
  RunOutcome outcome{.strict = arguments.strict};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (interrupt.interrupted()) {
      progress.clear();
      report_interrupted(inputs.size() - i, inputs.size());
      return kInterrupted;
    }
    progress.show(i, inputs.size(), one_line(inputs[i].relative.string()));
    try {
      if (!inputs[i].fault.empty()) throw std::runtime_error(inputs[i].fault);
      fs::path path = names.stems()[i];
      path += "." + plan.name + ".npy";
      if (one) path = arguments.output;
      const OutputRules rules{.overwrite = arguments.overwrite, .song = inputs[i].audio};
      files.require_free(path, rules);
      const auto source = open_audio(inputs[i].audio, plan.sample_rate, program_places().decoder);
      const FrameMatrix frames = plan.compute(read_all(*source));
      const std::string header = npy_header_of(frames);
      const auto kept = files.write(path, npy_parts(header, frames), rules);
      progress.clear();
      if (kept) print_log("tactus: {}\n", one_line(kept_message(path, kept)));
      if (const auto warning = source->warning()) {
        ++outcome.warned;
        print_log("tactus: damaged: {}: {}\n", one_line(inputs[i].audio.string()),
                  one_line(*warning));
      }
      print_data("{}\t{}\t{}\t{:g} frames/s\n", one_line(path.string()),
                 counted(frames.frames, "frame"), counted(frames.bins, "bin"), frames.fps);
    } catch (const std::exception& error) {
      progress.clear();
      print_log("tactus: {}\n", one_line(error.what()));
      ++outcome.failed;
    }
  }
  return outcome.exit_code();
}

}  // namespace

CommandRow features_command() {
  auto arguments = std::make_shared<FeatureArguments>();
  const std::vector<std::string> kinds = feature_kinds();
  return {
      .name = "features",
      .help = "Write feature frames as .npy",
      .footer = kFeaturesExamples,
      .options = {song_options(arguments->songs, "Audio files, folders and playlists"),
                  {"--kind", &arguments->kind, kText, one_of(kinds),
                   fmt::format("{}", fmt::join(kinds, ", ")), kShowsDefault},
                  {"--model", &arguments->model, kModel, kAny,
                   "Model file or name of a shipped model; its features are written",
                   excludes({"--kind"})},
                  {"-o,--output", &arguments->output, kPath, kOutputName,
                   "Folder (default: beside each audio file); of one song also a file (.npy)"},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Also replace files that Tactus did not write, or that were changed since; "
                   "they are kept as NAME.orig"},
                  {"--strict", &arguments->strict, kFlag, kAny, "Exit code 3 if a song is damaged"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny,
                   "Print errors and results only: no progress"}},
      .run = [arguments] { return run_features(*arguments); }};
}

}  // namespace tactus
