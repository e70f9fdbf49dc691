#include "app/workshop/training/training_songs.h"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "app/config/config_manifest.h"
#include "app/workshop/training/shard_songs.h"
#include "audio/counted.h"
#include "datasets/corpora/corpus_loaders.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/formats/format.h"
#include "datasets/tasks/interface/task_training.h"

namespace tactus {
namespace {

bool contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

const std::filesystem::path& place_of(const TrainData& data) {
  if (!data.shards.empty()) return data.shards;
  return data.manifest.empty() ? data.folder : data.manifest;
}

std::vector<CorpusItem> items_with_splits(Corpus corpus, const TrainData& data) {
  constexpr std::uint64_t kSplitSeed = 0;  // the same split in every run
  split_unassigned(corpus, {1.0 - data.validation_share, data.validation_share, 0.0}, kSplitSeed);
  return std::move(corpus.items);
}

const std::string kNoTraining = "no song to train on: ";
const std::string kNoValidation = "no song for validation, so the model gets no scores: ";

// Teachers say what is in a song for training.
bool is_usable(const CorpusItem& item, const Task& task, bool taught) {
  return !file_of(item, task.layer()).empty() || (taught && item.split == "train");
}

SongCounts count_songs(const Corpus& corpus, const TrainData& data, const Task& task, bool taught) {
  SongCounts counts;
  for (const CorpusItem& item : items_with_splits(corpus, data)) {
    const bool annotated = !item.audio.empty() && is_usable(item, task, taught);
    const bool left_out = contains(data.leave_out, item.id);
    ++counts[!annotated ? "without " + task.name() : left_out ? "in leave_out" : item.split];
  }
  return counts;
}

// A message: the songs of the corpora, and how the user gets songs with `split`. `counts` has one
// entry for each corpus of the configuration.
std::string missing_songs(const char* split, const std::vector<SongCounts>& counts,
                          const TrainConfig& config, const Notes& notes) {
  std::string found;
  bool annotated = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // They were left out because of errors in them, not because of their splits.
    if (counts[i].contains(split)) return notes.empty() ? "" : notes.front();
    found += fmt::format("{}{}:", i > 0 ? "; " : "", place_of(config.data[i]).string());
    if (counts[i].empty()) found += " no songs";
    const char* comma = "";
    for (const auto& [kind, count] : counts[i]) {
      found += fmt::format("{} {} {}", std::exchange(comma, ","), count, kind);
      annotated |= !kind.starts_with("without");
    }
  }
  const std::string corpus = config.data.empty() ? "" : place_of(config.data.front()).string();
  if (!annotated) {
    return fmt::format(R"({}
A manifest names the annotations of each item with `{}: FILE`; in a folder they lie beside the audio.
`tactus dataset list {}` shows what is found.)",
                       found, config.task->name(), corpus);
  }
  return fmt::format(R"({}
There are two ways to set splits:
- In the manifest, give each item `split: train` or `split: validation`. This command writes such a
  manifest (add `--by song` if one artist made all songs):
    tactus dataset split {} --shares 80 20 0 -o NEW.yaml
- In the configuration, set `validation_share: 0.2` below the corpus in `data`. It divides the songs
  that have no `split` in the manifest, and keeps those of an artist together.)",
                     found, corpus);
}

// An unknown name may be a misspelled one: its song would be used for training.
void check_left_out(const Corpus& corpus, const TrainData& data) {
  for (const std::string& id : data.leave_out) {
    const bool known = std::any_of(corpus.items.begin(), corpus.items.end(),
                                   [&](const CorpusItem& item) { return item.id == id; });
    if (known) continue;
    throw InputError(
        fmt::format("{}: leave_out: there is no song '{}'; `tactus dataset list` shows the songs",
                    place_of(data).string(), id));
  }
}

void add_songs(const Corpus& corpus, const std::vector<CorpusItem>& items,
               const TrainConfig& config, const SongCache& cache, std::vector<CachedSong> cached,
               TrainingSongs& songs) {
  CorpusUse use{corpus.name, corpus.licence, corpus.source};
  Notes repairs;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string id = fmt::format("{}/{}", corpus.name, items[i].id);
    try {
      if (!cached[i].frames) throw InputError(cached[i].error);
      if (cached[i].frames->view().frames == 0) throw InputError("the audio is empty");
      Notes of_song;
      const bool labelled = !file_of(items[i], config.task->layer()).empty();
      TrainingSong song{id, std::move(*cached[i].frames),
                        labelled ? read_labels(items[i], *config.task, of_song) : Annotation{},
                        cache.file_of(items[i].audio).filename().string()};
      song.labelled = labelled;
      repairs.insert(repairs.end(), of_song.begin(), of_song.end());
      const bool training = items[i].split == "train";
      ++(training ? use.training : use.validation);
      (training ? songs.training : songs.validation).push_back(std::move(song));
    } catch (const std::exception& error) {
      songs.notes.push_back(fmt::format("{} left out: {}", id, error.what()));
    }
  }
  if (!repairs.empty()) {
    songs.notes.push_back(fmt::format("{}: {} of annotations, the first: {}", corpus.name,
                                      counted(repairs.size(), "repair"), repairs.front()));
  }
  songs.corpora.push_back(std::move(use));
}

}  // namespace

Annotation read_labels(const CorpusItem& item, const Task& task, Notes& repairs) {
  const std::filesystem::path path = file_of(item, task.layer());
  Annotation annotation = read_annotation(path, {}, &repairs);
  try {
    return task.training().labels(std::move(annotation));
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

Corpus corpus_of(const TrainData& data, Notes* notes) {
  Corpus corpus =
      data.manifest.empty() ? load_corpus_folder(data.folder, notes) : load_manifest(data.manifest);
  check_left_out(corpus, data);
  return corpus;
}

std::vector<CorpusItem> selected_items(const Corpus& corpus, const TrainData& data,
                                       const Task& task, bool taught) {
  std::vector<CorpusItem> training, validation;
  for (CorpusItem& item : items_with_splits(corpus, data)) {
    if (item.audio.empty() || !is_usable(item, task, taught)) continue;
    if (contains(data.leave_out, item.id)) continue;
    if (item.split == "train")
      training.push_back(std::move(item));
    else if (item.split == "validation")
      validation.push_back(std::move(item));
  }
  training = evenly_spaced(std::move(training), data.train_limit);
  validation = evenly_spaced(std::move(validation), data.validation_limit);
  training.insert(training.end(), validation.begin(), validation.end());
  return training;
}

TrainingSongs load_training_songs(const TrainConfig& config, const TaskFeatures& features,
                                  int threads, const SongProgress& progress, std::stop_token stop,
                                  ProcessGroup* group) {
  const SongCache cache(config.cache, features.key, features.bins, features.fps, features.compute);
  TrainingSongs songs;
  std::vector<SongCounts> counts;
  for (const TrainData& data : config.data) {
    if (!data.shards.empty()) {
      add_shard_songs(data, config, features, threads, progress, songs, counts.emplace_back(),
                      stop);
      if (any_rank(group, stop.stop_requested())) return songs;
      continue;
    }
    const Corpus corpus = corpus_of(data, &songs.notes);
    counts.push_back(count_songs(corpus, data, *config.task, config.distil.is_on()));
    const std::vector<CorpusItem> items =
        selected_items(corpus, data, *config.task, config.distil.is_on());
    std::vector<std::filesystem::path> audio;
    for (const CorpusItem& item : items) audio.push_back(item.audio);
    const auto report = [&](std::size_t done, std::size_t total) {
      if (progress) progress(done, total, corpus.name);
    };
    if (group) {
      const RankPart part = part_of(group, audio.size());
      load_songs(cache, std::span(audio).subspan(part.first, part.last - part.first), threads,
                 report, stop);
    }
    if (any_rank(group, stop.stop_requested())) return songs;
    std::vector<CachedSong> cached = load_songs(cache, audio, threads, report, stop);
    if (any_rank(group, stop.stop_requested())) return songs;
    add_songs(corpus, items, config, cache, std::move(cached), songs);
  }
  const std::vector<std::string> repairs = cache.repairs();
  songs.notes.insert(songs.notes.end(), repairs.begin(), repairs.end());
  if (const std::string trouble = cache.trouble(); !trouble.empty()) {
    songs.notes.push_back(fmt::format(
        "features are not kept for later runs; give --cache another folder: {}", trouble));
  }
  if (songs.training.empty()) {
    throw InputError(kNoTraining + missing_songs("train", counts, config, songs.notes));
  }
  if (songs.validation.empty()) {
    songs.notes.push_back(kNoValidation + missing_songs("validation", counts, config, songs.notes));
  }
  return songs;
}

PlannedSongs planned_songs(const TrainConfig& config) {
  PlannedSongs planned;
  std::vector<SongCounts> counts;
  for (const TrainData& data : config.data) {
    if (!data.shards.empty()) {
      SongCounts& found = counts.emplace_back(count_shard_songs(data));
      planned.training += static_cast<std::size_t>(found["train"]);
      planned.validation += static_cast<std::size_t>(found["validation"]);
      std::erase_if(found, [](const auto& split) { return split.second == 0; });
      continue;
    }
    const Corpus corpus = corpus_of(data, nullptr);
    counts.push_back(count_songs(corpus, data, *config.task, config.distil.is_on()));
    for (const CorpusItem& item : selected_items(corpus, data, *config.task, config.distil.is_on()))
      ++(item.split == "train" ? planned.training : planned.validation);
  }
  if (planned.training == 0)
    planned.no_training = kNoTraining + missing_songs("train", counts, config, {});
  if (planned.validation == 0)
    planned.no_validation = kNoValidation + missing_songs("validation", counts, config, {});
  return planned;
}

Corpus validation_corpus(const TrainConfig& config) {
  Corpus songs;
  for (const TrainData& data : config.data) {
    if (!data.shards.empty()) continue;
    const Corpus corpus = corpus_of(data, nullptr);
    for (CorpusItem& item : selected_items(corpus, data, *config.task, config.distil.is_on()))
      if (item.split == "validation") songs.items.push_back(std::move(item));
  }
  return songs;
}

std::vector<const TrainingSong*> validation_sample(const std::vector<TrainingSong>& songs,
                                                   int limit) {
  const std::size_t wanted =
      limit > 0 ? std::min(songs.size(), static_cast<std::size_t>(limit)) : songs.size();
  std::vector<const TrainingSong*> sample;
  for (std::size_t i = 0; i < wanted; ++i) sample.push_back(&songs[i * songs.size() / wanted]);
  return sample;
}

}  // namespace tactus
