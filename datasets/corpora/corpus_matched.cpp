// Corpora without an index: audio and annotation files match by the common part of their names
// (corpus_names.h). Among several annotations, one in the folder of the audio is preferred, then
// the one whose folders share the most names. The extension, name and folder of an annotation give
// its content, else the file itself does.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "audio/file_extensions.h"
#include "audio/text.h"
#include "datasets/corpora/corpus_layouts.h"
#include "datasets/corpora/corpus_names.h"
#include "datasets/corpora/folder_walk.h"
#include "datasets/formats/columns/format_detection.h"

namespace tactus {
namespace {

using std::filesystem::path;

constexpr std::array kAnnotationExtensions = {".beats", ".lab", ".key", ".chords",
                                              ".jams",  ".txt", ".csv", ".svl"};

template <class List>
bool has_extension(const path& file, const List& extensions) {
  const std::string extension = lower_case(file.extension().string());
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

// A text file that is not an annotation (a licence, lyrics) has no layers. A faulty annotation
// counts, so that its reader reports the error.
Holds holds_by_content(const path& file) {
  try {
    const Annotation annotation = read_annotation(file);
    return {!annotation.beats.empty(), !annotation.chords.empty(), !annotation.keys.empty()};
  } catch (const FormatError&) {
    const std::string extension = lower_case(file.extension().string());
    if (extension == ".txt" || extension == ".csv") return {};
    return {extension == ".jams", true, false};
  }
}

// Without audio of its name, a table or text may contain any numbers. It counts as an annotation
// only if its name indicates it, or if it can be read without an error.
bool is_surely_annotation(const path& file) {
  constexpr std::size_t kFewest = 4;
  const std::string extension = lower_case(file.extension().string());
  if (holds_by_name(file) || (extension != ".txt" && extension != ".csv")) return true;
  try {
    Notes faults;
    const Annotation annotation = read_annotation(file, {}, &faults);
    return faults.empty() && annotation.beats.size() + annotation.chords.size() >= kFewest;
  } catch (const FormatError&) {
    return false;
  }
}

bool is_midi(const path& file) {
  return lower_case(file.extension().string()).starts_with(".mid");
}

struct Tree {
  std::vector<path> audio;
  std::multimap<std::string, path> annotations;  // song name -> file
};

Tree scan(const path& folder, Notes& notes) {
  Tree tree;
  const FolderFiles found = files_below(folder);
  notes.insert(notes.end(), found.faults.begin(), found.faults.end());
  for (const path& file : found.files) {
    if ((has_audio_extension(file) && !has_video_extension(file)) || is_midi(file))
      tree.audio.push_back(file);
    else if (has_extension(file, kAnnotationExtensions))
      tree.annotations.emplace(song_name(file), file);
  }
  return tree;
}

// Keeps the nearer of two candidates; `rank` stores the rank of the one in `slot`.
void offer(path& slot, std::size_t& rank, const path& candidate, std::size_t nearness) {
  if (!slot.empty() && nearness <= rank) return;
  slot = candidate;
  rank = nearness;
}

class Matching {
 public:
  Matching(const path& folder, Notes& notes) : folder_(folder), tree_(scan(folder, notes)) {
    for (const path& audio : tree_.audio) audio_names_.insert(audio.stem().string());
  }

  std::vector<CorpusItem> items() {
    for (const path& audio : tree_.audio) {
      if (!is_midi(audio) || !has_recording(audio)) items_.push_back(match(audio));
    }
    name_versions();
    add_unmatched();
    make_ids_unique();
    return std::move(items_);
  }

 private:
  // A MIDI file beside a recording of the same name is its score.
  bool has_recording(const path& midi) const {
    return std::any_of(tree_.audio.begin(), tree_.audio.end(), [&](const path& other) {
      return !is_midi(other) && other.parent_path() == midi.parent_path() &&
             other.stem() == midi.stem();
    });
  }

  Holds holds(const path& file) {
    const std::optional<Holds> named = holds_by_name(file);
    if (named) return *named;
    const auto known = by_content_.find(file);
    if (known != by_content_.end()) return known->second;
    return by_content_[file] = holds_by_content(file);
  }

  CorpusItem match(const path& audio) {
    CorpusItem item;
    item.audio = audio;
    item.id = id_of(audio);
    std::array<std::size_t, 3> ranks{};
    const auto [begin, end] = tree_.annotations.equal_range(song_name(audio));
    for (auto entry = begin; entry != end; ++entry) {
      const path& file = entry->second;
      matched_.insert(file);
      if (!fits_medium(file, is_midi(audio))) continue;
      // "Song Mix.beats" also matches a song "song", but not Song.wav if Song Mix.wav exists.
      const bool same_name = audio.stem() == file.stem();
      if (!same_name && audio_names_.contains(file.stem().string())) continue;
      const std::size_t near = 2 * (nearness(audio, file) + 1) + (same_name ? 1 : 0);
      const Holds found = holds(file);
      if (found.beats) offer(item.beats, ranks[0], file, near);
      if (found.chords) offer(item.chords, ranks[1], file, near);
      if (found.key) offer(item.keys, ranks[2], file, near);
    }
    for (const path& file : {item.chords, item.beats}) {
      if (item.artist.empty() && !file.empty()) item.artist = artist_by_path(file);
    }
    return item;
  }

  // Several recordings of one annotation (GuitarSet's microphone and pickup) are one song.
  void name_versions() {
    std::map<path, int> uses;
    const auto annotation = [](const CorpusItem& item) {
      return item.chords.empty() ? item.beats : item.chords;
    };
    for (const CorpusItem& item : items_) ++uses[annotation(item)];
    for (CorpusItem& item : items_) {
      const path file = annotation(item);
      if (!file.empty() && uses[file] > 1) item.song = id_of(file);
    }
  }

  // Annotations without audio, one item per song name and kind.
  void add_unmatched() {
    std::map<std::string, std::size_t> places;
    for (const auto& [name, file] : tree_.annotations) {
      if (matched_.contains(file)) continue;
      const Holds found = holds(file);
      if (!found.any() || !is_surely_annotation(file)) continue;
      const auto [place, is_new] = places.emplace(name, items_.size());
      const auto taken = [&](const CorpusItem& item) {
        return (found.beats && !item.beats.empty()) || (found.chords && !item.chords.empty()) ||
               (found.key && !item.keys.empty());
      };
      if (is_new || taken(items_[place->second])) {
        place->second = items_.size();
        items_.emplace_back().id = id_of(file);
      }
      CorpusItem& item = items_[place->second];
      if (found.beats) item.beats = file;
      if (found.chords) item.chords = file;
      if (found.key) item.keys = file;
    }
  }

  std::string id_of(const path& file) const {
    return file.lexically_relative(folder_).replace_extension().generic_string();
  }

  // The ids of a.wav and a.mp3 are "a.wav" and "a.mp3".
  void make_ids_unique() {
    std::map<std::string, int> uses;
    for (const CorpusItem& item : items_) ++uses[item.id];
    for (CorpusItem& item : items_) {
      if (uses[item.id] == 1) continue;
      for (const path& file : {item.audio, item.beats, item.chords, item.keys}) {
        if (file.empty()) continue;
        item.id += file.extension().string();
        break;
      }
    }
  }

  path folder_;
  Tree tree_;
  std::set<std::string> audio_names_;  // stems
  std::map<path, Holds> by_content_;
  std::set<path> matched_;
  std::vector<CorpusItem> items_;
};

bool always(const path&) {
  return true;
}

// Collections of recordings for tests only.
bool is_test_collection(const path& folder) {
  return std::filesystem::is_directory(folder / "mdb-drums") &&
         std::filesystem::is_directory(folder / "full-songs");
}

Corpus load_matched(const path& folder, Notes& notes) {
  Corpus corpus;
  corpus.name = folder.filename().empty() ? folder.parent_path().filename().string()
                                          : folder.filename().string();
  corpus.items = Matching(folder, notes).items();
  if (is_test_collection(folder)) {
    for (CorpusItem& item : corpus.items) item.split = "test";
  }
  return corpus;
}

}  // namespace

CorpusLayout matched_layout() {
  return {"matched by name", always, load_matched};
}

}  // namespace tactus
