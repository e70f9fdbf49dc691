#include "datasets/synth.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

#include "datasets/arranger.h"
#include "datasets/audio_writer.h"
#include "datasets/format.h"
#include "datasets/song_random.h"
#include "datasets/synth_corpus.h"
#include "features/atomic_file.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr double kTailSeconds = 2.5;    // after the last note, for its decay
constexpr double kMaxSeconds = 3600.0;  // of one piece; longer is a damaged file
constexpr int kRecipe = 1;              // raised whenever the same seed gives other music

struct OutputPaths {
  fs::path audio, beats, chords, key;  // relative to OUT; empty = the song has none
};

OutputPaths output_paths(const CorpusItem& item) {
  const fs::path stem = fs::path("annotations") / item.id;
  OutputPaths paths;
  paths.audio = fs::path("audio") / (item.id + ".flac");
  if (!item.beats.empty()) paths.beats = stem.string() + ".beats";
  if (!item.chords.empty()) paths.chords = stem.string() + ".lab";
  if (!item.key.empty()) paths.key = stem.string() + ".key";
  return paths;
}

bool complete(const fs::path& out, const OutputPaths& paths) {
  for (const fs::path& path : {paths.audio, paths.beats, paths.chords, paths.key})
    if (!path.empty() && !fs::is_regular_file(out / path)) return false;
  return true;
}

// Lists what is complete on disk, in the order of the corpus.
void write_manifest(const Corpus& corpus, const SynthOptions& options) {
  Corpus written = corpus;
  written.items.clear();
  for (const CorpusItem& item : corpus.items) {
    const OutputPaths paths = output_paths(item);
    if (!complete(options.out, paths)) continue;
    const auto below = [&](const fs::path& path) {
      return path.empty() ? path : options.out / path;
    };
    written.items.push_back({item.id, below(paths.audio), below(paths.beats), below(paths.chords),
                             below(paths.key), item.split, item.artist});
  }
  if (!written.items.empty())
    write_file_atomically(options.out / "manifest.yaml", options.manifest(written));
}

std::string settings_text(const Corpus& corpus, const SynthOptions& options) {
  std::string text = fmt::format(
      "recipe: {}\ncorpus: {}\nseed: {}\nrate: {}\nchannels: {}\n"
      "arrange: {}\n",
      kRecipe, corpus.name, options.seed, options.sample_rate, options.channels,
      static_cast<int>(options.arrange));
  for (const fs::path& font : options.soundfonts)
    text += fmt::format("soundfont: {}\n", font.filename().string());
  return text;
}

// One folder holds songs of one setting only: a mixture could not be made again.
void claim_folder(const Corpus& corpus, const SynthOptions& options) {
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
  write_file_atomically(path, wanted);
}

// A piece ready to be played.
struct Piece {
  std::vector<TimedMessage> messages;
  Annotation annotation;
  RoomSettings room;
  RenderEffects effects;
};

bool wants_band(const Song& song, ArrangeMode mode) {
  if (mode != ArrangeMode::kAuto) return mode == ArrangeMode::kAlways;
  const std::vector<Part>& parts = song.performance.parts;
  const bool drums =
      std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.drums; });
  return !drums && !song.annotation.beats.empty() && !song.annotation.chords.empty();
}

Piece make_piece(const CorpusItem& item, const SynthOptions& options) {
  const Song song = read_song(item);
  if (wants_band(song, options.arrange)) {
    ArrangedSong made = arrange(song, options.seed);
    return {timed_messages(made.song.performance), made.song.annotation, made.room, made.effects};
  }
  SongRandom random(options.seed, song.id, "render");
  const RoomSettings room = choose_room(random);
  return {timed_messages(read_midi(item.audio)), song.annotation, room, choose_effects(random)};
}

double length_of(const Piece& piece, const CorpusItem& item) {
  const double last = piece.messages.empty() ? 0.0 : piece.messages.back().time;
  if (last > kMaxSeconds)
    throw SynthError(fmt::format("{}: {:.0f} s long, expected at most {:.0f} s",
                                 item.audio.string(), last, kMaxSeconds));
  return last + kTailSeconds;
}

void write_annotations(const Piece& piece, const fs::path& out, const OutputPaths& paths) {
  const std::pair<Format, const fs::path*> files[] = {
      {Format::kBeats, &paths.beats}, {Format::kLab, &paths.chords}, {Format::kKey, &paths.key}};
  for (const auto& [format, path] : files)
    if (!path->empty()) write_annotation(piece.annotation, format, out / *path);
}

// Seconds of audio; nothing when stopped.
std::optional<double> render_item(const CorpusItem& item, const SynthOptions& options,
                                  std::stop_token stop) {
  const Piece piece = make_piece(item, options);
  SongRandom random(options.seed, item.id, "soundfont");
  RenderSettings settings;
  settings.soundfont = random.pick(std::span<const fs::path>(options.soundfonts));
  settings.sample_rate = options.sample_rate;
  settings.channels = options.channels;
  settings.room = piece.room;
  const double seconds = length_of(piece, item);
  std::vector<float> samples = render_messages(piece.messages, seconds, settings, stop);
  if (samples.empty()) return std::nullopt;
  apply_effects(samples, options.channels, options.sample_rate, piece.effects);
  const OutputPaths paths = output_paths(item);
  fs::remove(options.out / paths.audio);  // never new annotations beside the audio of before
  write_annotations(piece, options.out, paths);
  write_audio(options.out / paths.audio, samples, options.channels, options.sample_rate);
  return seconds;
}

std::vector<const CorpusItem*> chosen_items(const Corpus& corpus, const SynthOptions& options) {
  std::vector<const CorpusItem*> chosen;
  for (const CorpusItem& item : corpus.items)
    if (options.split.empty() || item.split == options.split) chosen.push_back(&item);
  if (options.limit > 0 && chosen.size() > options.limit) chosen.resize(options.limit);
  return chosen;
}

// The state that the workers share.
class Run {
 public:
  Run(const Corpus& corpus, const SynthOptions& options,
      const std::function<void(const SynthProgress&)>& progress, std::stop_token stop)
      : corpus_(corpus),
        options_(options),
        progress_(progress),
        stop_(std::move(stop)),
        chosen_(chosen_items(corpus, options)) {}

  SynthReport run() {
    {
      std::vector<std::jthread> workers;
      for (int i = 1; i < options_.jobs; ++i) workers.emplace_back([this] { work(); });
      work();
    }
    write_manifest(corpus_, options_);
    report_.stopped = stop_.stop_requested();
    return std::move(report_);
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < chosen_.size() && !stop_.stop_requested(); i = next_++)
      take(*chosen_[i]);
  }

  void take(const CorpusItem& item) {
    SynthProgress news;
    news.id = item.id;
    const bool skip = options_.skip_existing && complete(options_.out, output_paths(item));
    try {
      if (!skip) {
        const std::optional<double> seconds = render_item(item, options_, stop_);
        if (!seconds) return;
        news.seconds = *seconds;
      }
    } catch (const std::exception& error) {
      news.error = error.what();
    }
    tell(std::move(news), skip);
  }

  void tell(SynthProgress news, bool skipped) {
    const std::lock_guard lock(mutex_);
    news.done = ++done_;
    news.total = chosen_.size();
    report_.seconds += news.seconds;
    if (!news.error.empty())
      report_.failures.push_back(news.id + ": " + news.error);
    else
      ++(skipped ? report_.skipped : report_.rendered);
    if (!skipped && news.error.empty()) write_manifest(corpus_, options_);
    if (progress_) progress_(news);
  }

  const Corpus& corpus_;
  const SynthOptions& options_;
  const std::function<void(const SynthProgress&)>& progress_;
  std::stop_token stop_;
  std::vector<const CorpusItem*> chosen_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  SynthReport report_;
};

}  // namespace

SynthReport synthesise(const Corpus& corpus, const SynthOptions& options,
                       const std::function<void(const SynthProgress&)>& progress,
                       std::stop_token stop) {
  if (options.soundfonts.empty()) throw std::invalid_argument("0 soundfonts, expected at least 1");
  if (!options.manifest) throw std::invalid_argument("no function for the text of the manifest");
  fs::create_directories(options.out);
  claim_folder(corpus, options);
  return Run(corpus, options, progress, std::move(stop)).run();
}

}  // namespace tactus
