// tactus click SONG [ANNOTATION]: writes the song with clicks on its beats, as a check by ear.
#include <fmt/core.h>

#include <functional>
#include <memory>
#include <system_error>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/model_options.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_device.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/engine/click/click_mixer.h"
#include "app/engine/models/device.h"
#include "app/engine/songs/annotation_files.h"
#include "app/engine/songs/output_names.h"
#include "app/engine/tagging/sound_tagger.h"
#include "audio/counted.h"
#include "audio/readers/open_audio.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClickExamples = R"(
Clicks are high on downbeats and lower on other beats, accurate to the sample. --chords adds the notes of the
chords. If SONG is a folder, OUT and ANNOTATION are folders too. Without ANNOTATION the annotation files
with the name of the song are used: beside the song, else in a folder "tags" beside it, else in "tags"
here. If there are none, the models tag the song. Rate, channels and length are those of the song. If a
mix would clip, the whole mix is lowered and a message says so. Gains are in dB; -100 or less is silence.

Examples:
  tactus click song.flac                        song.click.flac beside it
  tactus click song.mp3 song.lab --chords       chords from a file, tones, and clicks if it has beats
  tactus click ~/Music tags -o clicks --format ogg --music-gain -6
)";

struct ClickArguments {
  std::string song;
  std::string annotation;
  std::string output;
  std::string format;
  std::vector<std::string> models;
  std::string device = "auto";
  ClickMixSettings settings;
  bool overwrite = false;
  bool strict = false;
  bool quiet = false;
};

// The work for one song.
struct ClickJob {
  fs::path song;
  fs::path out;
  fs::path relative;  // to the folder that the user named; its file name is the song's
};

std::string suffix_for(const fs::path& song, const ClickArguments& arguments) {
  if (!arguments.format.empty()) return "." + arguments.format;
  const std::string own = song.extension().string();
  return own == ".wav" || own == ".ogg" ? own : ".flac";
}

bool can_be_written(const fs::path& out) {
  const std::string suffix = out.extension().string();
  return suffix == ".wav" || suffix == ".flac" || suffix == ".ogg";
}

// Whether OUT names a file: it has an ending and is no folder. Tactus may not be able to write it.
bool names_file(const fs::path& out) {
  return has_ending(out) && !fs::is_directory(out);
}

std::vector<ClickJob> jobs_of(const ClickArguments& arguments, OutputFiles& files,
                              std::vector<std::string>& faults) {
  std::vector<TagInput> inputs = collect_inputs({arguments.song});
  std::erase_if(inputs, [](const TagInput& input) {  // outputs of earlier runs
    return !input.named && input.audio.stem().extension() == ".click";
  });
  const fs::path output = arguments.output;
  const bool one = names_file(output);
  const OutputNames names(inputs, one ? fs::path() : output, "", files);
  std::vector<ClickJob> jobs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const fs::path& song = inputs[i].audio;
    if (!inputs[i].fault.empty()) {
      faults.push_back(inputs[i].fault);
      continue;
    }
    fs::path out = names.stems()[i];
    out += ".click" + suffix_for(song, arguments);
    jobs.push_back({song, one ? output : out, inputs[i].relative});
  }
  return jobs;
}

class Clicker {
 public:
  Clicker(const ClickArguments& arguments, OutputFiles& files, std::stop_token stop)
      : arguments_(arguments), files_(files), stop_(std::move(stop)) {}

  // `ready` is called before the first line is printed.
  void mix(const ClickJob& job, const std::function<void()>& ready) {
    const Owner owner = files_.owner_of(job.out);
    if (owner != Owner::kNobody && owner != Owner::kLink && !arguments_.overwrite) {
      throw std::runtime_error(
          fmt::format("{}: already exists; use --overwrite", job.out.string()));
    }
    const OutputRules rules{.overwrite = arguments_.overwrite};
    files_.require_free(job.out, rules);  // before the work
    Notes notes;
    std::string source;
    const Annotation annotation = annotation_of(job, notes, source);
    const ClickMixReport report = mix_clicks(job.song, annotation, job.out, arguments_.settings,
                                             files_, arguments_.overwrite, &notes, stop_);
    ready();
    for (const std::string& note : notes) warn(note);
    if (!report.kept.empty()) print_line(report.kept);
    print_report(job, report, source);
  }
  std::size_t warnings() const { return warnings_; }

 private:
  void print_line(const std::string& line) const {
    if (!arguments_.quiet) print_log("{}\n", one_line(line));
  }

  void warn(const std::string& note) {
    print_line(shown_note(note));
    if (!is_reading(note)) ++warnings_;
  }

  void print_report(const ClickJob& job, const ClickMixReport& report, const std::string& source) {
    const std::string song = job.song.string();
    if (report.warning) warn(fmt::format("{}: {}", song, *report.warning));
    if (report.beyond_the_end > 0)
      warn(fmt::format("{}: {} beyond the end of the song", song,
                       counted(report.beyond_the_end, "beat")));
    if (report.lowered_db > 0.0) {
      print_line(
          fmt::format("{}: lowered by {:.1f} dB to avoid clipping", song, report.lowered_db));
    }
    if (arguments_.quiet) return;
    print_data("{}\t{}\t{}\t{}\n", one_line(job.out.string()), counted(report.clicks, "click"),
               counted(report.chords, "chord"), one_line(source));
  }

  bool has_required_layers(const Annotation& annotation) const {
    return (arguments_.settings.sounds.clicks && !annotation.beats.empty()) ||
           (arguments_.settings.sounds.chords && !annotation.chords.empty());
  }

  // The files to read, from the first folder that has any.
  std::vector<fs::path> files_for(const ClickJob& job) const {
    const std::string stem = job.song.stem().string();
    const fs::path named = arguments_.annotation;
    const fs::path below = job.relative.parent_path();
    if (!named.empty()) {
      if (!fs::is_directory(named)) return {named};
      const auto files = annotations_in(named / below, stem);
      return files.empty() ? annotations_in(named, stem) : files;
    }
    const fs::path beside = fs::absolute(job.song).parent_path();
    for (const fs::path& folder : {beside, beside / "tags", fs::path("tags") / below}) {
      const auto files = annotations_in(folder, stem);
      if (!files.empty()) return files;
    }
    return {};
  }

  Annotation annotation_of(const ClickJob& job, Notes& notes, std::string& source) {
    const std::vector<fs::path> files = files_for(job);
    if (!files.empty()) {
      std::vector<std::string> failures;
      Annotation annotation = read_song(files, {}, &notes, failures);
      if (has_required_layers(annotation)) {
        for (const std::string& failure : failures) print_line(failure);
        source = files.front().string();
        return annotation;
      }
      if (!arguments_.annotation.empty()) {
        throw std::runtime_error(failures.empty() ? wrong_kind(files.front(), annotation)
                                                  : failures.front());
      }
    } else if (!arguments_.annotation.empty()) {
      throw std::runtime_error(fmt::format("{}: contains no annotation of {}",
                                           arguments_.annotation, job.song.string()));
    }
    source = "tagged now";
    return tagged(job.song);
  }

  std::string wrong_kind(const fs::path& file, const Annotation& annotation) const {
    const std::string held = held_layers(annotation);
    const bool chords = arguments_.settings.sounds.chords;
    return fmt::format("{}: contains {}, expected {}", file.string(),
                       held.empty() ? "nothing" : held,
                       chords ? "beats or chords" : "beats (for chords: --chords)");
  }

  Annotation tagged(const fs::path& song) {
    if (!tagger_) {
      models_ = program_models(arguments_.models);
      const Device device = open_tagging_device(arguments_.device, 0, program_places());
      device_line(false, arguments_.quiet)(device);
      tagger_.emplace(models_, device.backend);
    }
    const auto source = open_audio(song, tagger_->sample_rate(), program_places().decoder);
    return tagger_->tag(*source, stop_).annotation;
  }

  const ClickArguments& arguments_;
  OutputFiles& files_;
  std::stop_token stop_;
  std::vector<LoadedModel> models_;
  std::optional<SoundTagger> tagger_;
  std::size_t warnings_ = 0;
};

void check_output_file(const ClickArguments& arguments) {
  const fs::path out = arguments.output;
  if (!can_be_written(out)) {
    throw ArgumentError(fmt::format(
        "click: {}: suffix \"{}\", expected .wav, .flac or .ogg; write {}/ for a folder "
        "of this name",
        out.string(), out.extension().string(), out.string()));
  }
  if (!arguments.format.empty() && out.extension() != "." + arguments.format) {
    throw ArgumentError(fmt::format("click: --format {} contradicts -o {}: give only one of them",
                                    arguments.format, out.string()));
  }
}

void check_usage(const ClickArguments& arguments) {
  const bool folder = fs::is_directory(arguments.song);
  if (folder && !arguments.annotation.empty() && !fs::is_directory(arguments.annotation)) {
    throw ArgumentError("click: SONG is a folder, so ANNOTATION must be one too");
  }
  if (folder && names_file(arguments.output)) {
    throw ArgumentError("click: SONG is a folder, so OUT must be one too");
  }
  if (names_file(arguments.output))
    check_output_file(arguments);
  else if (!arguments.output.empty())
    require_writable_folder(arguments.output, "-o");
  if (!arguments.annotation.empty() && !fs::exists(arguments.annotation)) {
    throw InputError(fmt::format("click: {}: no such file or folder", arguments.annotation));
  }
}

// A mix with the name of its song would destroy the recording.
void refuse_to_replace_songs(const std::vector<ClickJob>& jobs) {
  for (const ClickJob& job : jobs) {
    std::error_code error;  // usually the output does not exist yet
    if (!fs::equivalent(job.song, job.out, error)) continue;
    throw ArgumentError(
        fmt::format("click: {}: is the song itself and is never replaced; give -o another "
                    "name",
                    job.out.string()));
  }
}

int run_click(const ClickArguments& arguments) {
  check_usage(arguments);
  InterruptGuard interrupt;
  OutputFiles files;
  Clicker clicker(arguments, files, interrupt.token());
  std::vector<std::string> faults;
  const std::vector<ClickJob> jobs = jobs_of(arguments, files, faults);
  refuse_to_replace_songs(jobs);
  if (jobs.empty() && faults.empty())
    faults.push_back(arguments.song + ": contains no audio files");
  ProgressLine progress(!arguments.quiet && jobs.size() > 1);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const ClickJob& job = jobs[i];
    progress.show(i, jobs.size(), one_line(job.relative.string()));
    try {
      clicker.mix(job, [&] { progress.clear(); });
    } catch (const InterruptedError&) {
      progress.clear();
      report_interrupted(jobs.size() - i - 1, jobs.size());
      return kInterrupted;
    } catch (const Error& error) {
      if (exit_code_of(error) == kUsageError) throw;
      faults.emplace_back(error.what());
    } catch (const std::exception& error) {
      faults.emplace_back(error.what());
    }
  }
  progress.clear();
  for (const std::string& fault : faults) print_log("tactus click: {}\n", one_line(fault));
  return RunOutcome{
      .failed = faults.size(), .warned = clicker.warnings(), .strict = arguments.strict}
      .exit_code();
}

}  // namespace

CommandRow click_command() {
  const auto arguments = std::make_shared<ClickArguments>();
  ClickMixSettings& settings = arguments->settings;
  settings.decoder = program_places().decoder;
  const ValueRange range = numbers(-200.0, 40.0);
  return {
      .name = "click",
      .help = "Mix clicks on the beats into songs",
      .footer = kClickExamples,
      .options =
          {{"SONG", &arguments->song, kSong, kAny, "Audio file or folder", kRequired},
           {"ANNOTATION", &arguments->annotation, kAnnotations, kAny, "Annotation file or folder"},
           {"-o,--output", &arguments->output, kPath, kOutputName,
            "File (.wav, .flac, .ogg) or folder (default: SONG.click.flac beside the song)"},
           {"--format", &arguments->format, kFormat, one_of({"wav", "flac", "ogg"}),
            "wav, flac or ogg (default: as OUT, else as the song)"},
           {"--chords", &settings.sounds.chords, kFlag, kAny, "Add the tones of the chords"},
           {"--click-gain", &settings.sounds.click_gain_db, kNumber, range, "dB", kShowsDefault},
           {"--chord-gain", &settings.sounds.chord_gain_db, kNumber, range, "dB", kShowsDefault},
           {"--music-gain", &settings.music_gain_db, kNumber, range, "dB", kShowsDefault},
           model_options(arguments->models, "Model that tags songs without an annotation"),
           {"--device", &arguments->device, kDevice, kAny, kDeviceHelp, kShowsDefault},
           {"--overwrite", &arguments->overwrite, kFlag, kAny,
            "Replace existing files; files from other programs are kept as NAME.orig"},
           {"--strict", &arguments->strict, kFlag, kAny,
            "Exit code 3 if a song or an annotation is damaged, or beats lie beyond the end of a "
            "song"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only"}},
      .run = [arguments] {
        ClickSettings& sounds = arguments->settings.sounds;
        sounds.clicks = sounds.click_gain_db > kSilentDb;
        sounds.chords = sounds.chords && sounds.chord_gain_db > kSilentDb;
        return run_click(*arguments);
      }};
}

}  // namespace tactus
