// Corpora without an index: audio and annotation files are matched by what their names have in
// common.
//
// Names are compared without case and extension, with '.' and blanks as '_', and without what
// corpora put around them: "gtzan_blues_00000" = "blues.00000.wav", "ballroom_Media-105901" =
// "Media-105901", "SMC_001_2_1_1_a" = "SMC_001", "03_BN3-119-G_solo_mic" = "03_BN3-119-G_solo",
// "N001-M01-T01" = "RM-P001". Of several annotations with the name of an audio file those in the
// same folder count first, then those whose folders have most names in common. Songs in folders of
// their own (POP909/001/beat_midi.txt, McGill-Billboard/0035/salami_chords.txt) go by the folder.
// What an annotation holds follows from its extension, name and folder, else from its content.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "datasets/corpus_layouts.h"
#include "datasets/format_detection.h"

namespace tactus {
namespace {

using std::filesystem::path;

constexpr std::array kAudioExtensions = {".wav", ".flac", ".ogg",  ".opus", ".mp3",
                                         ".aif", ".aiff", ".aifc", ".au",   ".caf",
                                         ".w64", ".rf64", ".m4a",  ".mid",  ".midi"};
constexpr std::array kAnnotationExtensions = {".beats", ".lab", ".key", ".chords",
                                              ".jams",  ".txt", ".csv", ".svl"};

template <class List>
bool has_extension(const path& file, const List& extensions) {
  const std::string extension = lower_case(file.extension().string());
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

bool remove_prefix(std::string& name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  name.erase(0, prefix.size());
  return true;
}

bool remove_suffix(std::string& name, std::string_view suffix) {
  if (!name.ends_with(suffix) || name.size() == suffix.size()) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

bool digits_at(const std::string& name, std::size_t place, std::size_t count) {
  if (place + count > name.size()) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(place),
                     name.begin() + static_cast<std::ptrdiff_t>(place + count),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// Names of files that say what they hold and not which song they belong to.
bool is_generic_name(const std::string& name) {
  constexpr std::array kGeneric = {
      "beat_midi",   "beat_audio", "chord_midi", "chord_audio", "key_audio",     "full",
      "majmin",      "majmin7",    "majmininv",  "majmin7inv",  "salami_chords", "echonest",
      "annotations", "audio",      "mix",        "beats",       "chords"};
  return std::find(kGeneric.begin(), kGeneric.end(), name) != kGeneric.end();
}

std::string song_name(const path& file) {
  std::string name = lower_case(file.stem().string());
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '.' || c == ' '; }, '_');
  if (is_generic_name(name) && file.has_parent_path())
    return song_name(file.parent_path().string() + ".folder");
  for (const char* suffix : {"_wav", "_mp3", "_flac", "_au"}) remove_suffix(name, suffix);
  for (const char* prefix : {"gtzan_", "ballroom_", "hainsworth_", "smc_smc_"})
    remove_prefix(name, prefix);
  for (const char* suffix : {"_mic", "_mix", "_hex_cln", "_hex", "_beat", "_beats", "_chord",
                             "_chords", "_chorus", "_annotations", "_key", "_mirex"}) {
    remove_suffix(name, suffix);
  }
  if (name.starts_with("smc_") && digits_at(name, 4, 3)) name.resize(7);
  if (name.starts_with('n') && digits_at(name, 1, 3) && name.substr(4, 2) == "-m")
    name = "rm-p" + name.substr(1, 3);
  return name;
}

struct Holds {
  bool beats = false;
  bool chords = false;
  bool key = false;
};

Holds holds_by_content(const path& file) {
  try {
    const Annotation annotation = read_annotation(file);
    return {!annotation.beats.empty(), !annotation.chords.empty(), !annotation.keys.empty()};
  } catch (const FormatError&) {
    return {};
  }
}

// Isophonics (chordlab, keylab, seglab, beat), RWC (.BEAT, .CHORD), POP909 (beat_midi) and others
// say it in names.
std::optional<Holds> holds_by_name(const path& file) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".beats") return Holds{true, false, false};
  if (extension == ".chords") return Holds{false, true, false};
  if (extension == ".key") return Holds{false, false, true};
  const std::string folder = lower_case(file.parent_path().filename().string());
  const std::string grandparent =
      lower_case(file.parent_path().parent_path().parent_path().filename().string());
  for (const std::string& text : {lower_case(file.stem().string()), folder, grandparent}) {
    for (const char* other : {"seg", "chorus", "section", "function", "onset", "class"}) {
      if (text.find(other) != std::string::npos) return Holds{};
    }
    if (text.find("beat") != std::string::npos && extension != ".jams")
      return Holds{true, false, false};
    if (text.find("key") != std::string::npos) return Holds{false, false, true};
    if (text.find("chord") != std::string::npos && extension != ".jams")
      return Holds{false, true, false};
  }
  return std::nullopt;
}

// How many folder names, counted from the file upwards, two files have in common; the same folder
// beats all.
std::size_t nearness(const path& a, const path& b) {
  if (a.parent_path() == b.parent_path()) return 1000;
  std::size_t common = 0;
  path x = a.parent_path();
  path y = b.parent_path();
  while (x.has_filename() && y.has_filename() && x.filename() == y.filename() && common < 100) {
    ++common;
    x = x.parent_path();
    y = y.parent_path();
  }
  return common;
}

struct Tree {
  std::vector<path> audio;
  std::multimap<std::string, path> annotations;  // song name -> file
};

Tree scan(const path& folder) {
  Tree tree;
  std::vector<path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           folder, std::filesystem::directory_options::skip_permission_denied)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const path& file : files) {
    if (has_extension(file, kAudioExtensions))
      tree.audio.push_back(file);
    else if (has_extension(file, kAnnotationExtensions))
      tree.annotations.emplace(song_name(file), file);
  }
  return tree;
}

// Keeps the nearer of two candidates; `rank` remembers how near the one in `slot` is.
void offer(path& slot, std::size_t& rank, const path& candidate, std::size_t nearness) {
  if (!slot.empty() && nearness <= rank) return;
  slot = candidate;
  rank = nearness;
}

CorpusItem match(const path& audio, const Tree& tree) {
  CorpusItem item;
  item.audio = audio;
  std::array<std::size_t, 3> ranks{};
  const auto [begin, end] = tree.annotations.equal_range(song_name(audio));
  for (auto entry = begin; entry != end; ++entry) {
    const path& file = entry->second;
    const std::size_t near = nearness(audio, file) + 1;
    const Holds holds = holds_by_name(file).value_or(Holds{});
    const Holds found = holds_by_name(file) ? holds : holds_by_content(file);
    if (found.beats) offer(item.beats, ranks[0], file, near);
    if (found.chords) offer(item.chords, ranks[1], file, near);
    if (found.key) offer(item.key, ranks[2], file, near);
  }
  return item;
}

bool always(const path&) {
  return true;
}

// Collections of recordings that are for testing only.
bool is_test_collection(const path& folder) {
  return std::filesystem::is_directory(folder / "mdb-drums") &&
         std::filesystem::is_directory(folder / "full-songs");
}

Corpus load_matched(const path& folder, Notes& notes) {
  Corpus corpus;
  corpus.name = folder.filename().empty() ? folder.parent_path().filename().string()
                                          : folder.filename().string();
  const Tree tree = scan(folder);
  const bool test = is_test_collection(folder);
  std::size_t alone = 0;
  for (const path& audio : tree.audio) {
    CorpusItem item = match(audio, tree);
    if (item.beats.empty() && item.chords.empty()) {
      ++alone;
      continue;
    }
    item.id = audio.lexically_relative(folder).replace_extension().generic_string();
    if (test) item.split = "test";
    corpus.items.push_back(std::move(item));
  }
  if (alone > 0)
    notes.push_back(fmt::format("{}: {} audio files have no annotations", corpus.name, alone));
  return corpus;
}

}  // namespace

CorpusLayout matched_layout() {
  return {"matched by name", always, load_matched};
}

}  // namespace tactus
