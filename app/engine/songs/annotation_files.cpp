#include "app/engine/songs/annotation_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "audio/error.h"
#include "audio/file_extensions.h"
#include "audio/text.h"
#include "datasets/corpora/folder_walk.h"
#include "datasets/formats/columns/format_detection.h"
#include "model/annotation_members.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

// Suffixes that do not belong to the name of a song, as in "song.wav.beats".
const std::vector<std::string_view>& stem_suffixes() {
  static const std::vector<std::string_view> suffixes = [] {
    std::vector<std::string_view> all;
    for (const FormatInfo& info : all_formats()) all.push_back(info.suffix);
    all.insert(all.end(), {".txt", ".tsv", ".tempo", ".chords", ".chord", ".keys", ".downbeats",
                           ".segments", ".sections", ".mirex", ".svl", ".audacity"});
    all.insert(all.end(), audio_extensions().begin(), audio_extensions().end());
    return all;
  }();
  return suffixes;
}

bool is_annotation(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  if (name.starts_with('.')) return false;
  for (const std::string_view suffix : {".txt", ".tsv", ".tempo", ".bpm", ".chords", ".segments"}) {
    if (name.ends_with(suffix)) return true;
  }
  const auto formats = all_formats();
  return std::any_of(formats.begin(), formats.end(),
                     [&](const FormatInfo& info) { return name.ends_with(info.suffix); });
}

using Songs = std::map<std::string, std::vector<fs::path>>;  // place and stem -> files

Songs songs_in(const fs::path& folder, std::vector<std::string>& faults) {
  Songs songs;
  const FolderFiles found = files_below(folder);
  faults.insert(faults.end(), found.faults.begin(), found.faults.end());
  for (const fs::path& file : found.files) {
    if (!is_annotation(file)) continue;
    const fs::path place = file.lexically_relative(folder).parent_path();
    songs[(place / annotation_stem(file)).generic_string()].push_back(file);
  }
  return songs;
}

std::string bare_stem(const std::string& name) {
  return fs::path(name).filename().string();
}

// Stem -> name, for stems that occur once.
std::map<std::string, std::string> unique_stems(const Songs& songs) {
  std::map<std::string, std::string> unique;
  std::set<std::string> repeated;
  for (const auto& [name, files] : songs) {
    const std::string stem = bare_stem(name);
    if (!unique.emplace(stem, name).second) repeated.insert(stem);
  }
  for (const std::string& stem : repeated) unique.erase(stem);
  return unique;
}

// Moves the files of the estimate that belongs to `name` out of `estimates`.
std::vector<fs::path> take_partner(const std::string& name, Songs& estimates,
                                   const std::map<std::string, std::string>& reference_stems,
                                   const std::map<std::string, std::string>& estimate_stems) {
  auto found = estimates.find(name);
  const std::string stem = bare_stem(name);
  if (found == estimates.end() && reference_stems.contains(stem) && estimate_stems.contains(stem)) {
    found = estimates.find(estimate_stems.at(stem));
  }
  if (found == estimates.end()) return {};
  std::vector<fs::path> files = std::move(found->second);
  estimates.erase(found);
  return files;
}

EvaluationPairs pair_folders(const fs::path& reference, const fs::path& estimate) {
  EvaluationPairs result;
  const Songs references = songs_in(reference, result.faults);
  Songs estimates = songs_in(estimate, result.faults);
  const auto reference_stems = unique_stems(references);
  const auto estimate_stems = unique_stems(estimates);
  for (const auto& [name, files] : references) {
    std::vector<fs::path> partner = take_partner(name, estimates, reference_stems, estimate_stems);
    if (partner.empty()) {
      result.unmatched_reference.insert(result.unmatched_reference.end(), files.begin(),
                                        files.end());
    } else {
      result.pairs.push_back({name, files, std::move(partner)});
    }
  }
  for (const auto& [name, files] : estimates) {
    result.unmatched_estimate.insert(result.unmatched_estimate.end(), files.begin(), files.end());
  }
  return result;
}

// A file against a folder: the song of that stem in the folder.
EvaluationPairs pair_file_and_folder(const fs::path& file, const fs::path& folder,
                                     bool file_is_reference) {
  const std::string stem = annotation_stem(file);
  EvaluationPairs result;
  for (const auto& [name, files] : songs_in(folder, result.faults)) {
    if (bare_stem(name) != stem) continue;
    if (file_is_reference) {
      result.pairs.push_back({stem, {file}, files});
    } else {
      result.pairs.push_back({stem, files, {file}});
    }
    return result;
  }
  (file_is_reference ? result.unmatched_reference : result.unmatched_estimate).push_back(file);
  return result;
}

void require_exists(const fs::path& path, const char* option) {
  if (fs::exists(path)) return;
  throw InputError(fmt::format("{} {}: no such file or folder", option, path.string()));
}

template <typename T>
void take_layer(std::vector<T>& layer, std::vector<T>& from) {
  if (layer.empty()) layer = std::move(from);
}

// "BPM", "SLOW FAST" or "SLOW FAST WEIGHT" alone in a text file.
std::optional<std::vector<TempoCandidate>> read_tempo_text(const fs::path& path) {
  try {
    std::vector<TempoCandidate> tempi = read_annotation(path, Format::kTempo).tempi;
    if (!tempi.empty()) return tempi;
  } catch (const FormatError&) {
  }
  return std::nullopt;
}

bool is_plain_text(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  return !name.ends_with(".jams") && !name.ends_with(".csv");
}

// Outputs of the task of MIREX are times alone. A file of beats has another ending.
void take_as_downbeats(Annotation& annotation, const fs::path& path, Notes* notes) {
  const auto unknown = [](const Beat& beat) { return beat.position == 0; };
  if (lower_case(path.extension().string()) != ".txt" || annotation.beats.empty() ||
      !std::ranges::all_of(annotation.beats, unknown))
    return;
  for (Beat& beat : annotation.beats) beat.position = 1;
  if (notes)
    notes->push_back(fmt::format("{}: times alone: taken as downbeats, the task", path.string()));
}

// `alone`: no other file of the song can hold the wanted layer.
Annotation read_one(const fs::path& path, std::optional<EvaluationTask> task, bool alone,
                    Notes* notes) {
  const bool text = is_plain_text(path);
  if (text && task == EvaluationTask::kTempo) {
    if (auto tempi = read_tempo_text(path)) {
      Annotation annotation;
      annotation.tempi = std::move(*tempi);
      return annotation;
    }
  }
  const bool key = text && alone && task == EvaluationTask::kKey;
  Annotation annotation =
      read_annotation(path, key ? std::optional(Format::kKey) : std::nullopt, notes);
  if (text && task == EvaluationTask::kSegments) take_layer(annotation.sections, annotation.chords);
  if (text && task == EvaluationTask::kChords) take_layer(annotation.chords, annotation.sections);
  if (text && task == EvaluationTask::kDownbeats) take_as_downbeats(annotation, path, notes);
  return annotation;
}

// Music in notes, of which beats and chords are a part. A score need not have the times of a
// recording of its name.
bool is_score(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  return name.ends_with(".mid") || name.ends_with(".musicxml") || name.ends_with(".cho");
}

// Does the name say that the file is for this task: "01.mirex.downbeats.txt", "01.chords"?
bool is_named_for(const fs::path& path, EvaluationTask task) {
  const auto has = [name = lower_case(path.filename().string()) + "."](const char* word) {
    return name.find(std::string(".") + word + ".") != std::string::npos;
  };
  switch (task) {
    case EvaluationTask::kBeats:
    case EvaluationTask::kFine:
      return has("beats");
    case EvaluationTask::kDownbeats:
      return has("downbeats");
    case EvaluationTask::kChords:
      return has("chords") || has("chord");
    case EvaluationTask::kKey:
      return has("key") || has("keys");
    case EvaluationTask::kSegments:
      return has("sections") || has("segments");
    case EvaluationTask::kTempo:
      return has("tempo");
  }
  return false;
}

// Without the texts that are named for other tasks, where one is named for this: columns alone do
// not say what they are.
std::vector<fs::path> files_for(std::vector<fs::path> files, std::optional<EvaluationTask> task) {
  const auto named = [&](const fs::path& path) { return is_named_for(path, *task); };
  if (!task || std::ranges::none_of(files, named)) return files;
  std::erase_if(files, [&](const fs::path& path) {
    const auto tasks = all_evaluation_tasks();
    return is_plain_text(path) && !named(path) &&
           std::any_of(tasks.begin(), tasks.end(),
                       [&](EvaluationTask other) { return is_named_for(path, other); });
  });
  return files;
}

// Gives beats without positions those of a list of downbeats.
void take_downbeats(std::vector<Beat>& beats, const std::vector<Beat>& downbeats) {
  constexpr double kSame = 0.001;  // seconds; as written in two files
  const auto all_at = [](const std::vector<Beat>& list, int position) {
    return !list.empty() &&
           std::ranges::all_of(list, [&](const Beat& beat) { return beat.position == position; });
  };
  if (!all_at(beats, 0) || !all_at(downbeats, 1)) return;
  for (const Beat& downbeat : downbeats)
    for (Beat& beat : beats)
      if (std::abs(beat.time - downbeat.time) < kSame) beat.position = 1;
}

// Files with the most layers come first.
int reading_order(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  if (name.ends_with(".jams")) return 0;
  if (is_score(path) || name.ends_with(".xml")) return 3;
  if (name.ends_with(".csv") || name.ends_with(".txt")) return 2;
  return 1;
}

}  // namespace

std::string annotation_stem(const fs::path& path) {
  std::string stem = path.filename().string();
  for (bool shorter = true; shorter;) {
    shorter = false;
    const std::string lower = lower_case(stem);
    for (const std::string_view suffix : stem_suffixes()) {
      if (!lower.ends_with(suffix) || lower.size() == suffix.size()) continue;
      stem.resize(stem.size() - suffix.size());
      shorter = true;
      break;
    }
  }
  return stem;
}

std::vector<fs::path> annotations_in(const fs::path& folder, const std::string& stem) {
  std::vector<fs::path> files;
  std::error_code absent;
  for (const fs::directory_entry& entry : visible_entries(folder, absent)) {
    const fs::path& file = entry.path();
    if (!is_annotation(file) || is_score(file) || annotation_stem(file) != stem) continue;
    if (entry.is_regular_file(absent)) files.push_back(file);
  }
  return files;
}

EvaluationPairs pair_annotations(const fs::path& reference, const fs::path& estimate) {
  require_exists(reference, "reference");
  require_exists(estimate, "estimate");
  const bool reference_folder = fs::is_directory(reference);
  const bool estimate_folder = fs::is_directory(estimate);
  if (reference_folder && estimate_folder) return pair_folders(reference, estimate);
  if (reference_folder) return pair_file_and_folder(estimate, reference, false);
  if (estimate_folder) return pair_file_and_folder(reference, estimate, true);
  return {{{annotation_stem(reference), {reference}, {estimate}}}, {}, {}, {}};
}

Annotation read_song(const std::vector<fs::path>& files, std::optional<EvaluationTask> task,
                     Notes* notes, std::vector<std::string>& failures) {
  std::vector<fs::path> ordered = files_for(files, task);
  std::stable_sort(ordered.begin(), ordered.end(), [](const fs::path& a, const fs::path& b) {
    return reading_order(a) < reading_order(b);
  });
  Annotation song;
  for (const fs::path& path : ordered) {
    try {
      Annotation part = read_one(path, task, ordered.size() == 1, notes);
      take_downbeats(song.beats, part.beats);
      fill_absent(song, std::move(part));
    } catch (const FormatError& error) {
      failures.emplace_back(error.what());
    }
  }
  return song;
}

}  // namespace tactus
