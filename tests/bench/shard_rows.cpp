// For the part `features` of tests/bench/scale:
//
//   shard_rows make RECIPE FOLDER SHARDS
//     Writes sparse shards of 256 MiB with songs of four minutes, for the task and the features of
//     the recipe: only their indexes take room on the disk.
//   shard_rows read RECIPE FOLDER BATCHES
//     Opens them as a training does, makes batches in windows of shards and at random places, and
//     prints a table.
//   shard_rows versions MANIFEST FOLDER HOURS
//     Writes a corpus of that length: the songs of a manifest, each at many speeds.
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include "app/config/config_manifest.h"
#include "app/workshop/training/shard_batches.h"
#include "app/workshop/training/training_songs.h"
#include "audio/readers/audio_reader.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/audio_writer.h"
#include "datasets/shards/shard_folder.h"
#include "datasets/shards/shard_index.h"
#include "datasets/tasks/interface/task_training.h"
#include "features/files/data_hash.h"

namespace {

using namespace tactus;
using Clock = std::chrono::steady_clock;

constexpr double kSongSeconds = 240.0;
constexpr std::uint64_t kFileBytes = std::uint64_t{256} << 20;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Of this process, in MiB.
long memory(const std::string& kind) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(kind + ":"))
      return std::strtol(line.c_str() + kind.size() + 1, nullptr, 10) >> 10;
  return 0;
}

void print_row(const std::string& what, double seconds) {
  fmt::print("| {} | {:.3f} | {} | {} | {} |\n", what, seconds, memory("RssAnon"),
             memory("RssFile"), memory("VmHWM"));
  std::fflush(stdout);
}

Annotation labels_of(const Task& task) {
  Annotation labels;
  if (task.layer() == Layer::kBeats) {
    for (int beat = 0; beat < 480; ++beat) labels.beats.push_back({0.5 * beat, beat % 4 + 1});
  } else {
    for (int bar = 0; bar < 120; ++bar)
      labels.chords.push_back({2.0 * bar, 2.0 * bar + 2.0, bar % 2 ? "A:min" : "C:maj"});
  }
  return labels;
}

void write_sparse(const std::filesystem::path& file, const ShardIndex& index,
                  std::uint64_t offset) {
  const std::string bytes = index_bytes(index);
  const std::string tail = bytes + shard_end(offset, bytes.size(), hash_text(bytes));
  std::ofstream(file, std::ios::binary) << kShardStart;
  std::filesystem::resize_file(file, offset);
  std::ofstream(file, std::ios::binary | std::ios::app) << tail;
}

int make(const TrainConfig& config, const std::filesystem::path& folder, int shards) {
  const TaskFeatures features = config.task->features();
  std::filesystem::create_directories(folder);
  ShardIndex head;
  head.task = config.task->name();
  head.key = features.key;
  head.bins = static_cast<std::uint32_t>(features.bins);
  head.fps = features.fps;
  head.corpora = {{"made up", "CC0", "holes"}};
  ShardSong song;
  song.frames = static_cast<std::uint64_t>(kSongSeconds * features.fps);
  const std::uint64_t bytes = song.frames * features.bins * sizeof(float);
  const std::uint64_t room = (bytes + kShardPage - 1) / kShardPage * kShardPage;
  song.hash = hash_text(std::string(bytes, '\0'));
  song.content = song.hash;
  song.sum.assign(features.bins, static_cast<double>(song.frames));
  song.squares.assign(features.bins, 2.0 * static_cast<double>(song.frames));
  song.labels = labels_of(*config.task);
  ShardIndex end = head;
  std::size_t songs = 0;
  for (int number = 1; number <= shards; ++number) {
    ShardIndex index = head;
    std::uint64_t offset = kShardPage;
    for (; offset + room <= kFileBytes; offset += room) {
      song.place = static_cast<std::uint32_t>(songs++);
      song.id = fmt::format("artist {:05}/album {:06}/song {:07}", song.place / 20, song.place / 10,
                            song.place);
      song.artist = fmt::format("artist {:05}", song.place / 20);
      song.source = fmt::format("/archive/music/{}.flac 23456789 1700000000.000000000", song.id);
      song.split = songs % 200 == 0 ? "validation" : "train";
      song.offset = offset;
      index.songs.push_back(song);
    }
    const std::string name = text_of({1, 1, number});
    write_sparse(folder / name, index, offset);
    end.files.push_back({name, hash_text(index_bytes(index))});
  }
  write_sparse(folder / text_of({1, 1, 0}), end, kShardPage);
  fmt::print("{} songs, {:.0f} hours, {} bins, {} bytes of frames\n", songs,
             static_cast<double>(songs) * kSongSeconds / 3600.0, features.bins, songs * bytes);
  return 0;
}

// The frames of a batch, cut from the songs of the choices, without labels and augmentation.
void time_batches(const char* what, const BatchSource& batches, std::size_t count,
                  std::size_t first) {
  long most_file = 0;
  const auto start = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    batches.train_batch(0, first + i);
    if (i % 16 == 0) most_file = std::max(most_file, memory("RssFile"));
  }
  print_row(fmt::format("{} batches {}, each", count, what),
            seconds_since(start) / static_cast<double>(count));
  fmt::print("| most memory of files in it, MiB | {} | | | |\n", most_file);
}

int read(TrainConfig config, const std::string& folder, std::size_t count) {
  replace_data(config, {folder});
  const TaskFeatures features = config.task->features();
  fmt::print(
      "| what | seconds | anonymous, MiB | of files, MiB | most, MiB |\n"
      "| --- | ---: | ---: | ---: | ---: |\n");
  auto start = Clock::now();
  { const ShardFolder opened = open_shard_folder(folder, 2); }
  print_row("open and check all indexes", seconds_since(start));
  start = Clock::now();
  TrainingSongs songs = load_training_songs(config, features, 2, {}, {});
  print_row(fmt::format("load {} training and {} validation songs", songs.training.size(),
                        songs.validation.size()),
            seconds_since(start));
  start = Clock::now();
  const Standardisation standardisation = standardisation_of(songs);
  print_row("mean and scale from the indexes", seconds_since(start));
  const NetworkSpec spec = network_spec(config, static_cast<int>(features.bins));
  start = Clock::now();
  const std::shared_ptr<const TargetMaker> targets =
      config.task->training().target_maker(spec, songs.training, songs.training);
  forget_labels(songs);
  print_row("targets of all songs", seconds_since(start));
  const auto batches = [&](bool windows) {
    SongSet set;
    for (const TrainingSong& song : songs.training) set.frames.push_back(song.frames.view());
    set.targets = targets;
    if (windows) add_shards(songs, set);
    SongSet none{{}, targets};
    CropBatchSettings settings;
    settings.crop_frames = static_cast<std::size_t>(config.crop_seconds * features.fps);
    settings.batch = static_cast<std::size_t>(config.batch);
    settings.augmentation = config.augmentation;
    return std::make_unique<CropBatches>(std::move(set), std::move(none), standardisation,
                                         features.layout, settings, 0);
  };
  start = Clock::now();
  {
    const auto sharded = batches(true);
    print_row(fmt::format("begin an epoch of {} batches", sharded->batches_per_epoch()),
              seconds_since(start));
    start = Clock::now();
    sharded->train_batch(0, 0);
    print_row("the first batch in windows", seconds_since(start));
    time_batches("in windows", *sharded, count, 1);
    start = Clock::now();
    sharded->train_batch(0, sharded->batches_per_epoch() / 2);
    print_row("resumed in the middle: its first batch", seconds_since(start));
  }
  {
    const auto random = batches(false);
    start = Clock::now();
    random->train_batch(0, 0);
    print_row("the first batch at random places", seconds_since(start));
    time_batches("at random places", *random, count, 1);
  }
  std::vector<FrameView> views;
  for (const TrainingSong& song : songs.training) views.push_back(song.frames.view());
  start = Clock::now();
  measure_standardisation(views);
  print_row("mean and scale from 400,000 frames", seconds_since(start));
  return 0;
}

// A song played `speed` times as fast, as from a tape, with its beats.
double write_version(const CorpusItem& item, double speed, const std::filesystem::path& stem) {
  constexpr int kRate = 22050;
  const Audio audio = read_audio(item.audio, static_cast<int>(kRate / speed));
  write_audio(stem.string() + ".flac", audio.samples, 1, kRate);
  const double exact = static_cast<double>(kRate) / audio.sample_rate;
  Annotation annotation = read_annotation(item.beats);
  for (Beat& beat : annotation.beats) beat.time /= exact;
  write_annotation(annotation, Format::kBeats, stem.string() + ".beats");
  return static_cast<double>(audio.samples.size()) / kRate;
}

int versions(const std::string& manifest, const std::filesystem::path& folder, double hours) {
  const Corpus corpus = load_manifest(manifest);
  Corpus made{"versions of " + corpus.name, corpus.licence, corpus.source, {}};
  std::filesystem::create_directories(folder);
  double seconds = 0.0;
  for (int round = 0; seconds < 3600.0 * hours; ++round) {
    for (const CorpusItem& item : corpus.items) {
      CorpusItem version = item;
      version.song = item.id;
      version.id = fmt::format("{}-{:04}", item.id, round);
      // The golden section spreads any number of speeds from 0.8 to 1.25 evenly.
      const double place = std::fmod(0.5 + 0.618033988749895 * round, 1.0);
      seconds += write_version(item, 0.8 + 0.45 * place, folder / version.id);
      version.audio = folder / (version.id + ".flac");
      version.beats = folder / (version.id + ".beats");
      version.chords.clear(), version.key.clear();
      made.items.push_back(version);
    }
  }
  std::ofstream(folder / "manifest.yaml") << manifest_text(made, folder);
  fmt::print("{} songs, {:.2f} hours\n", made.items.size(), seconds / 3600.0);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string word = argc == 5 ? argv[1] : "";
  if (word != "make" && word != "read" && word != "versions") {
    fmt::print(stderr, "usage: shard_rows make|read|versions RECIPE FOLDER COUNT\n");
    return 2;
  }
  try {
    if (word == "versions") return versions(argv[2], argv[3], std::atof(argv[4]));
    const TrainConfig config = load_train_config(argv[2]);
    const int count = std::atoi(argv[4]);
    return word == "make" ? make(config, argv[3], count)
                          : read(config, argv[3], static_cast<std::size_t>(count));
  } catch (const std::exception& error) {
    fmt::print(stderr, "shard_rows: {}\n", error.what());
    return 1;
  }
}
