#include "app/workshop/training/shard_preparation.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/workshop/training/training_songs.h"
#include "audio/readers/decoding_version.h"
#include "datasets/cache/content_hash.h"
#include "datasets/dataset_error.h"
#include "datasets/shards/shard_folder.h"
#include "datasets/shards/shard_writer.h"
#include "datasets/stable_hash.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

// A song to write.
struct Wanted {
  std::string name;  // CORPUS/ID
  CorpusItem item;
  std::uint32_t corpus = 0;
  std::uint32_t place = 0;  // in the corpus

  // Validation songs first; else in a random order, always the same.
  auto order() const {
    return std::tuple(item.split == "train", mixed(fnv1a(name)), std::string_view(name));
  }
};

struct Prepared {
  ShardSong song;
  FrameMatrix frames;
};

// Path, size and time of change: equal means that the file was not touched.
std::string source_of(const fs::path& audio) {
  struct stat status {};
  if (::stat(audio.c_str(), &status) != 0) return audio.string();
  return fmt::format("{} {} {}.{:09}", audio.string(), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

class Preparation {
 public:
  Preparation(const TrainConfig& config, const ShardPreparation& settings,
              const ShardSongDone& progress, std::stop_token stop)
      : config_(config),
        settings_(settings),
        features_(config.task->features()),
        progress_(progress),
        stop_(std::move(stop)) {
    head_.task = config.task->name();
    head_.key = with_decoding_version(features_.key);
    head_.bins = static_cast<std::uint32_t>(features_.bins);
    head_.fps = features_.fps;
    head_.part = static_cast<std::uint32_t>(settings.part.number);
    head_.parts = static_cast<std::uint32_t>(settings.part.count);
  }

  ShardReport run() {
    find_wanted();
    report_.songs = wanted_.size();
    fs::create_directories(settings_.folder);
    take_finished_files();
    report_.found = done_.size();
    write_missing();
    if (!report_.stopped) write_end();
    report_.files = hashes_.size();
    return std::move(report_);
  }

 private:
  void find_wanted();
  void take_finished_files();
  bool take_file(const ShardName& name);
  std::string why_outdated(const ShardIndex& index) const;
  std::string why_outdated(const std::string& name, const ShardSong& song) const;
  void write_missing();
  Prepared prepare(const Wanted& wanted) const;
  void write(const Wanted& wanted, std::future<Prepared> prepared);
  int free_number() const;
  void finish_file();
  void write_end();
  fs::path path_of(const ShardName& name) const { return settings_.folder / text_of(name); }
  ShardName name_of(int number) const {
    return {settings_.part.number, settings_.part.count, number};
  }

  const TrainConfig& config_;
  const ShardPreparation& settings_;
  const TaskFeatures features_;
  const ShardSongDone& progress_;
  std::stop_token stop_;
  OutputFiles files_;
  ShardIndex head_;                       // with all corpora
  std::map<std::string, Wanted> wanted_;  // by name
  std::set<std::string> done_;            // names of songs in finished files
  std::map<int, ShardFileHash> hashes_;   // of finished files, by number
  std::optional<ShardWriter> file_;       // in work
  ShardReport report_;
};

void Preparation::find_wanted() {
  std::set<std::string> names;
  for (const TrainData& data : config_.data) {
    if (!data.shards.empty()) {
      throw ArgumentError(
          fmt::format("{}: already contains shards; give the corpora that the shards are made from",
                      data.shards.string()));
    }
    const Corpus corpus = corpus_of(data, &report_.notes);
    if (!names.insert(corpus.name).second) {
      throw ArgumentError(fmt::format(
          "dataset shards: two corpora are named '{}'; give one another `name` in its manifest",
          corpus.name));
    }
    const auto number = static_cast<std::uint32_t>(head_.corpora.size());
    head_.corpora.push_back({corpus.name, corpus.licence, corpus.source});
    std::uint32_t place = 0;
    for (CorpusItem& item : selected_items(corpus, data, *config_.task)) {
      std::string name = fmt::format("{}/{}", corpus.name, item.id);
      if (settings_.part.has(name)) wanted_.insert({name, {name, std::move(item), number, place}});
      ++place;
    }
  }
}

// "" if the song would be written as it is there.
std::string Preparation::why_outdated(const std::string& name, const ShardSong& song) const {
  const auto wanted = wanted_.find(name);
  if (wanted == wanted_.end()) return fmt::format("{} is no longer wanted", name);
  const CorpusItem& item = wanted->second.item;
  if (item.split != song.split) return fmt::format("{} now has a different split", name);
  try {
    Notes ignored;
    if (label_bytes(read_labels(item, *config_.task, ignored)) != label_bytes(song.labels))
      return fmt::format("{} now has different labels", name);
    if (source_of(item.audio) != song.source && hash_file(item.audio) != song.content)
      return fmt::format("{} now has different audio", name);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

std::string Preparation::why_outdated(const ShardIndex& index) const {
  for (const ShardSong& song : index.songs) {
    const std::string name = fmt::format("{}/{}", index.corpora[song.corpus].name, song.id);
    if (done_.contains(name)) return fmt::format("{} is also in another file", name);
    if (std::string why = why_outdated(name, song); !why.empty()) return why;
  }
  return {};
}

// False if the file must be written again; then a note says why.
bool Preparation::take_file(const ShardName& name) {
  std::string why;
  std::shared_ptr<const MappedShard> file;
  ShardIndex index;
  try {
    file = MappedShard::open(path_of(name));
    index = file->index();
  } catch (const DatasetError& error) {
    report_.notes.push_back(fmt::format("{}: the file is written again", error.what()));
    return false;
  }
  if (index.task != head_.task || index.key != head_.key || index.bins != head_.bins) {
    throw DatasetError(fmt::format(
        "{}: contains other features ({} for {}, expected {} for {}); choose another folder",
        path_of(name).string(), index.key, index.task, head_.key, head_.task));
  }
  if (name.number == 0) return true;
  why = why_outdated(index);
  if (!why.empty()) {
    report_.notes.push_back(
        fmt::format("{}: the file is written again: {}", path_of(name).string(), why));
    return false;
  }
  for (const ShardSong& song : index.songs)
    done_.insert(fmt::format("{}/{}", index.corpora[song.corpus].name, song.id));
  hashes_[name.number] = {text_of(name), file->hash()};
  return true;
}

void Preparation::take_finished_files() {
  for (const ShardName& name : shard_names(settings_.folder)) {
    if (name.parts != settings_.part.count) {
      throw DatasetError(
          fmt::format("{}: {} belongs to a division into {} parts, not {}; choose another folder, "
                      "or remove the files of the other division",
                      settings_.folder.string(), text_of(name), name.parts, settings_.part.count));
    }
    if (name.part != settings_.part.number) continue;
    if (!take_file(name)) files_.remove(path_of(name), {.overwrite = true});
  }
}

Prepared Preparation::prepare(const Wanted& wanted) const {
  Prepared prepared;
  ShardSong& song = prepared.song;
  const CorpusItem& item = wanted.item;
  song.corpus = wanted.corpus;
  song.place = wanted.place;
  song.id = item.id;
  song.artist = item.artist;
  song.song = item.song;
  song.split = item.split;
  Notes repairs;
  song.labels = read_labels(item, *config_.task, repairs);
  song.source = source_of(item.audio);
  song.content = hash_file(item.audio);
  prepared.frames = features_.compute(item.audio);
  if (prepared.frames.frames == 0) throw InputError("the audio is empty");
  if (prepared.frames.bins != features_.bins) {
    throw DatasetError(fmt::format("{}: features of {} bins, expected {}", item.audio.string(),
                                   prepared.frames.bins, features_.bins));
  }
  return prepared;
}

int Preparation::free_number() const {
  int number = 1;
  while (hashes_.contains(number)) ++number;
  return number;
}

void Preparation::finish_file() {
  if (!file_) return;
  hashes_[free_number()] = file_->commit();
  file_.reset();
}

void Preparation::write(const Wanted& wanted, std::future<Prepared> future) {
  Prepared prepared;
  try {
    prepared = future.get();
  } catch (const std::exception& error) {
    report_.failed.push_back(fmt::format("{}: {}", wanted.name, error.what()));
    return;
  }
  const FrameMatrix& frames = prepared.frames;
  const std::uintmax_t bytes = frames.data.size() * sizeof(float);
  if (file_ && file_->frame_bytes() + bytes > settings_.file_bytes) finish_file();
  if (!file_) file_.emplace(files_, path_of(name_of(free_number())), head_);
  file_->add(std::move(prepared.song),
             {frames.data.data(), frames.frames, frames.bins, frames.fps});
  ++report_.written;
}

// Songs are computed by several threads and written in their order.
void Preparation::write_missing() {
  std::vector<const Wanted*> missing;
  for (const auto& [name, wanted] : wanted_)
    if (!done_.contains(name)) missing.push_back(&wanted);
  std::sort(missing.begin(), missing.end(),
            [](const Wanted* a, const Wanted* b) { return a->order() < b->order(); });
  std::deque<std::future<Prepared>> at_work;
  std::size_t next = 0;
  const auto start = [&] {
    const Wanted& wanted = *missing[next++];
    at_work.push_back(std::async(std::launch::async, [this, &wanted] { return prepare(wanted); }));
  };
  const auto threads = static_cast<std::size_t>(std::max(1, settings_.threads));
  for (std::size_t i = 0; i < missing.size(); ++i) {
    while (next < missing.size() && at_work.size() < threads && !stop_.stop_requested()) start();
    if (at_work.empty()) break;
    write(*missing[i], std::move(at_work.front()));
    at_work.pop_front();
    if (progress_) progress_(done_.size() + i + 1, wanted_.size(), missing[i]->name);
  }
  finish_file();
  report_.stopped = next < missing.size();
}

void Preparation::write_end() {
  ShardIndex end = head_;
  for (const auto& [number, file] : hashes_) end.files.push_back(file);
  end.failed = report_.failed;
  ShardWriter(files_, path_of(name_of(0)), std::move(end)).commit();
}

}  // namespace

ShardReport prepare_shards(const TrainConfig& config, const ShardPreparation& preparation,
                           const ShardSongDone& progress, std::stop_token stop) {
  return Preparation(config, preparation, progress, std::move(stop)).run();
}

}  // namespace tactus
