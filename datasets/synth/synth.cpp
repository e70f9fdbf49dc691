#include "datasets/synth/synth.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "datasets/formats/format.h"
#include "datasets/outputs/audio_writer.h"
#include "datasets/outputs/output_files.h"
#include "datasets/synth/kit/drum_kit.h"
#include "datasets/synth/synth_corpus.h"
#include "datasets/synth/synth_log.h"
#include "datasets/synth/synth_song.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogName = "synth-log.csv";
constexpr int kRecipe = 2;  // increase it if the same seed gives other music

constexpr std::array kArrangeNames = {"auto", "always", "never", "percussion"};
constexpr std::array kVariationNames = {"none", "light", "full"};

struct OutputPaths {
  fs::path audio, beats, chords, key;  // relative to OUT; empty = missing in the song
};

OutputPaths output_paths(const CorpusItem& item, ArrangeMode mode) {
  const fs::path stem = fs::path("annotations") / item.id;
  OutputPaths paths;
  paths.audio = fs::path("audio") / (item.id + ".flac");
  if (!item.beats.empty()) paths.beats = stem.string() + ".beats";
  if (mode == ArrangeMode::kPercussion) return paths;  // it has neither chords nor a key
  if (!item.chords.empty()) paths.chords = stem.string() + ".lab";
  if (!item.keys.empty()) paths.key = stem.string() + ".key";
  return paths;
}

bool complete(const CorpusItem& item, const SynthOptions& options, const SynthLog& log) {
  const OutputPaths paths = output_paths(item, options.arrange);
  if (!log.contains(item.id)) return false;
  for (const fs::path& path : {paths.audio, paths.beats, paths.chords, paths.key})
    if (!path.empty() && !fs::is_regular_file(options.out / path)) return false;
  return true;
}

// Lists the complete songs on disk, in the order of the corpus. Without one there are no lists.
void write_lists(const Corpus& corpus, const SynthLog& log, const SynthOptions& options,
                 OutputFiles& files) {
  Corpus written = corpus;
  written.items.clear();
  for (const CorpusItem& item : corpus.items) {
    const OutputPaths paths = output_paths(item, options.arrange);
    if (!complete(item, options, log)) continue;
    const auto below = [&](const fs::path& path) {
      return path.empty() ? path : options.out / path;
    };
    written.items.push_back({.id = item.id,
                             .audio = below(paths.audio),
                             .split = item.split,
                             .artist = item.artist,
                             .beats = below(paths.beats),
                             .chords = below(paths.chords),
                             .keys = below(paths.key)});
  }
  const OutputRules replace{.overwrite = true};
  if (written.items.empty()) {
    for (const char* list : {"manifest.yaml", kLogName}) files.remove(options.out / list, replace);
    return;
  }
  files.write(options.out / "manifest.yaml", options.manifest(written), replace);
  files.write(options.out / kLogName, synth_log_text(log, written.items), replace);
}

std::string settings_text(const Corpus& corpus, const SynthOptions& options) {
  std::string text = fmt::format(
      "recipe: {}\ncorpus: {}\nseed: {}\nrate: {}\nchannels: {}\n"
      "arrange: {}\nvariation: {}\nrenditions: {}\n",
      kRecipe, corpus.name, options.seed, options.sample_rate, options.channels,
      kArrangeNames[static_cast<std::size_t>(options.arrange)],
      kVariationNames[static_cast<std::size_t>(options.variation)], options.renditions);
  if (options.sound == SoundStyle::kRecord) text += "sound: record\n";
  if (options.music == MusicStyle::kWide) text += "music: wide\n";
  if (options.music == MusicStyle::kTapped) text += "music: tapped\n";
  if (options.sung > 0) text += fmt::format("sung: {}\n", options.sung);
  for (const fs::path& font : options.soundfonts)
    text += fmt::format("soundfont: {}\n", font.filename().string());
  for (const fs::path& kit : options.drum_kits)
    text += fmt::format("drum-kit: {}\n", kit_name(kit));
  return text;
}

bool holds_something(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? !fs::is_empty(path, error) : fs::exists(path, error);
}

// A user's corpus has the same file names; synth would replace its recordings and annotations.
void refuse_foreign_files(const fs::path& out) {
  for (const char* name : {"manifest.yaml", "audio", "annotations"}) {
    if (!holds_something(out / name)) continue;
    throw SynthError(
        fmt::format("{}: contains files that synth did not make ({}, and no synth-settings.txt); "
                    "choose another output folder",
                    out.string(), name));
  }
}

// One folder contains songs of one setting only: a mixture could not be reproduced.
void claim_folder(const Corpus& corpus, const SynthOptions& options, OutputFiles& files) {
  const fs::path path = options.out / "synth-settings.txt";
  const std::string wanted = settings_text(corpus, options);
  std::ifstream stream(path);
  if (stream) {
    const std::string found{std::istreambuf_iterator<char>(stream), {}};
    if (found == wanted) return;
    throw SynthError(fmt::format(
        "{}: this folder was made with other settings; found:\n{}expected:\n{}choose another "
        "output folder or remove this one",
        path.string(), found, wanted));
  }
  refuse_foreign_files(options.out);
  files.write(path, wanted, {});
}

void write_song(const RenderedSong& song, const SynthOptions& options, const OutputPaths& paths,
                OutputFiles& outputs) {
  const OutputRules rules{.overwrite = options.overwrite};
  for (const fs::path& path : {paths.audio, paths.beats, paths.chords, paths.key})
    if (!path.empty()) outputs.require_free(options.out / path, rules);
  const fs::path sound = options.out / paths.audio;
  AudioWriter writer(outputs.stage(sound), options.channels, options.sample_rate);
  writer.write(song.samples);
  StagedFile staged = writer.finish();
  outputs.remove(sound, rules);  // new annotations must never be beside old audio
  const std::pair<Format, const fs::path*> files[] = {{Format::kBeats, &paths.beats},
                                                      {Format::kLab, &paths.chords},
                                                      {Format::kLabKeys, &paths.key}};
  for (const auto& [format, path] : files)
    if (!path->empty())
      outputs.write(options.out / *path, serialise_annotation(song.annotation, format), rules);
  outputs.commit(staged, rules);
}

struct RenderedItem {
  double seconds = 0.0;  // of audio
  std::string log;       // its line
};

// Returns nothing if stopped.
std::optional<RenderedItem> render_item(const CorpusItem& item, const SynthOptions& options,
                                        OutputFiles& outputs, std::stop_token stop) {
  const PlannedSong planned = plan_song(item, options);
  const std::optional<RenderedSong> played = render_song(planned, options, stop);
  if (!played) return std::nullopt;
  write_song(*played, options, output_paths(item, options.arrange), outputs);
  const double seconds = static_cast<double>(played->samples.size()) /
                         (static_cast<double>(options.channels) * options.sample_rate);
  return RenderedItem{seconds, synth_log_line(item, planned, seconds)};
}

std::vector<const CorpusItem*> chosen_items(const Corpus& corpus, const SynthOptions& options) {
  std::vector<const CorpusItem*> chosen;
  for (const CorpusItem& item : corpus.items)
    if (options.split.empty() || item.split == options.split) chosen.push_back(&item);
  const std::size_t most = options.limit * static_cast<std::size_t>(options.renditions);
  if (most > 0 && chosen.size() > most) chosen.resize(most);
  return chosen;
}

// The shared state of the workers.
class Run {
 public:
  Run(const Corpus& corpus, const SynthOptions& options, OutputFiles& files,
      const std::function<void(const SynthProgress&)>& progress, std::stop_token stop)
      : corpus_(corpus),
        options_(options),
        files_(files),
        progress_(progress),
        stop_(std::move(stop)),
        chosen_(chosen_items(corpus, options)),
        log_(read_synth_log(options.out / kLogName)) {}

  SynthReport run() {
    {
      std::vector<std::jthread> workers;
      for (int i = 1; i < options_.jobs; ++i) workers.emplace_back([this] { work(); });
      work();
    }
    if (fault_) std::rethrow_exception(fault_);
    write_lists(corpus_, log_, options_, files_);
    report_.stopped = stop_.stop_requested();
    return std::move(report_);
  }

 private:
  // An error outside a song (the lists cannot be written) ends the run.
  void work() {
    try {
      for (std::size_t i = next_++; i < chosen_.size() && !stop_.stop_requested(); i = next_++)
        take(*chosen_[i]);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!fault_) fault_ = std::current_exception();
      next_ = chosen_.size();
    }
  }

  void take(const CorpusItem& item) {
    SynthProgress news;
    news.id = item.id;
    const bool skip = options_.skip_existing && is_complete(item);
    std::optional<RenderedItem> made;
    try {
      if (!skip) {
        made = render_item(item, options_, files_, stop_);
        if (!made) return;
        news.seconds = made->seconds;
      }
    } catch (const std::exception& error) {
      news.error = error.what();
    }
    tell(std::move(news), skip, made ? made->log : "");
  }

  bool is_complete(const CorpusItem& item) {
    const std::lock_guard lock(mutex_);
    return complete(item, options_, log_);
  }

  void tell(SynthProgress news, bool skipped, const std::string& line) {
    const std::lock_guard lock(mutex_);
    if (!line.empty()) log_[news.id] = line;
    news.done = ++done_;
    news.total = chosen_.size();
    report_.seconds += news.seconds;
    if (!news.error.empty())
      report_.failures.push_back(news.id + ": " + news.error);
    else
      ++(skipped ? report_.skipped : report_.rendered);
    if (!skipped && news.error.empty()) write_lists(corpus_, log_, options_, files_);
    if (progress_) progress_(news);
  }

  const Corpus& corpus_;
  const SynthOptions& options_;
  OutputFiles& files_;
  const std::function<void(const SynthProgress&)>& progress_;
  std::stop_token stop_;
  std::vector<const CorpusItem*> chosen_;
  std::atomic<std::size_t> next_ = 0;
  SynthLog log_;  // mutex_ guards this and the following members
  std::mutex mutex_;
  std::size_t done_ = 0;
  SynthReport report_;
  std::exception_ptr fault_;  // the first one
};

}  // namespace

SynthReport synthesise(const Corpus& corpus, const SynthOptions& options,
                       const std::function<void(const SynthProgress&)>& progress,
                       std::stop_token stop) {
  if (options.soundfonts.empty()) throw std::invalid_argument("0 soundfonts, expected at least 1");
  if (!options.manifest) throw std::invalid_argument("no function for the text of the manifest");
  if (options.renditions < 1)
    throw std::invalid_argument(
        fmt::format("{} renditions, expected 1 or more", options.renditions));
  fs::create_directories(options.out);
  OutputFiles files;
  claim_folder(corpus, options, files);
  Corpus renditions = corpus;
  add_renditions(renditions, options.renditions);
  return Run(renditions, options, files, progress, std::move(stop)).run();
}

}  // namespace tactus
