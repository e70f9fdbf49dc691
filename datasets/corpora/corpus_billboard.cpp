// The two layouts of McGill Billboard, described in corpus_layouts.h.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "audio/text.h"
#include "datasets/corpora/corpus_layouts.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/corpora/folder_walk.h"
#include "datasets/formats/columns/format_detection.h"

namespace tactus {
namespace {

using std::filesystem::path;

constexpr std::uint64_t kBillboardSeed = 1;  // fixed, because published results depend on the split
constexpr const char* kFirstTestSlot = "1001";

// Returns the first of several performers: "Marvin Gaye" of "Marvin Gaye,Tammi Terrell".
std::string lead_artist(const std::string& artist) {
  std::string lead = lower_case(artist);
  for (const char* separator : {",", " & ", " and ", " with ", " feat"}) {
    lead = lead.substr(0, lead.find(separator, 1));
  }
  return lead;
}

// The title without case and punctuation; one song can be in many charts.
std::string title_key(const std::string& title) {
  std::string key = lower_case(title);
  std::erase_if(key, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return key;
}

bool is_billboard(const path& folder) {
  return std::filesystem::is_directory(folder / "chroma") &&
         has_index(folder, {"id", "title", "artist"});
}

Corpus empty_billboard() {
  return {"billboard", "CC0", "McGill Billboard (Burgoyne, Wild and Fujinaga, ISMIR 2011)", {}};
}

Corpus load_billboard(const path& folder, Notes&) {
  Corpus corpus = empty_billboard();
  const IndexTable index(folder / "index.csv");
  for (std::size_t row = 0; row < index.rows(); ++row) {
    const std::string& id = index.at(row, "id");
    corpus.items.push_back({.id = id,
                            .audio = existing(folder / "chroma" / (id + ".npy")),
                            .artist = lead_artist(index.at(row, "artist")),
                            .song = title_key(index.at(row, "title")),
                            .beats = existing(folder / "salami" / (id + ".txt")),
                            .chords = existing(folder / "lab" / (id + ".lab"))});
    corpus.items.back().keys = corpus.items.back().sections = corpus.items.back().beats;
  }
  split_by_artist(corpus, SplitShares(), kBillboardSeed);
  return corpus;
}

// "0035"
bool is_slot(const std::filesystem::directory_entry& entry) {
  std::error_code absent;
  const std::string name = entry.path().filename().string();
  return name.size() == 4 && entry.is_directory(absent) &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

path slots_of(const path& folder) {
  const path inner = folder / "McGill-Billboard";
  return std::filesystem::is_directory(inner) ? inner : folder;
}

path chords_of(const path& slot) {
  const path lab = existing(slot / "full.lab");
  return lab.empty() ? existing(slot / "salami_chords.txt") : lab;
}

// The published chroma, else a recording.
path sound_of(const path& slot) {
  if (const path chroma = existing(slot / "bothchroma.csv"); !chroma.empty()) return chroma;
  for (const char* extension : {".flac", ".wav", ".mp3", ".ogg", ".opus", ".m4a"}) {
    for (const std::string& stem : {std::string("audio"), slot.filename().string()}) {
      const path audio = existing(slot / (stem + extension));
      if (!audio.empty()) return audio;
    }
  }
  return {};
}

// Recordings in other places are matched by name, as in any folder tree.
bool is_billboard_folders(const path& folder) {
  std::error_code ignored;
  for (const auto& entry : visible_entries(slots_of(folder), ignored)) {
    if (!is_slot(entry)) continue;
    if (!sound_of(entry.path()).empty() && !chords_of(entry.path()).empty()) return true;
  }
  return false;
}

struct Slot {
  std::string title;
  std::string artist;
};

// The key is the number of the slot without leading zeros, as in the index.
std::map<std::string, Slot> slot_titles(const path& folder) {
  std::map<std::string, Slot> titles;
  constexpr const char* kIndex = "billboard-2.0-index.csv";
  for (const path& place : {folder, folder.parent_path()}) {
    if (!has_index(place, {"id", "title", "artist"}, kIndex)) continue;
    const IndexTable index(place / kIndex);
    for (std::size_t row = 0; row < index.rows(); ++row)
      titles[index.at(row, "id")] = {index.at(row, "title"), index.at(row, "artist")};
    break;
  }
  return titles;
}

void keep_test_slots(Corpus& corpus) {
  const auto is_test = [](const CorpusItem& item) { return item.id >= kFirstTestSlot; };
  if (std::none_of(corpus.items.begin(), corpus.items.end(), is_test)) return;
  std::set<std::string> songs;
  for (const CorpusItem& item : corpus.items)
    if (is_test(item) && !item.song.empty()) songs.insert(item.song);
  for (CorpusItem& item : corpus.items) {
    if (is_test(item) || songs.contains(item.song))
      item.split = "test";
    else if (item.split == "test")
      item.split = "train";
  }
}

Corpus load_billboard_folders(const path& folder, Notes& notes) {
  Corpus corpus = empty_billboard();
  const path slots = slots_of(folder);
  std::error_code error;
  const std::map<std::string, Slot> titles = slot_titles(folder);
  for (const auto& entry : visible_entries(slots, error)) {
    if (!is_slot(entry)) continue;
    CorpusItem item;
    item.id = entry.path().filename().string();
    item.audio = sound_of(entry.path());
    item.chords = chords_of(entry.path());
    item.beats = item.keys = item.sections = existing(entry.path() / "salami_chords.txt");
    const auto title =
        titles.find(item.id.substr(std::min<std::size_t>(item.id.find_first_not_of('0'), 3)));
    if (title != titles.end()) {
      item.artist = lead_artist(title->second.artist);
      item.song = title_key(title->second.title);
    }
    if (!item.audio.empty() || !item.chords.empty()) corpus.items.push_back(std::move(item));
  }
  if (error)
    notes.push_back(fmt::format("{}: folder cannot be read: {}", slots.string(), error.message()));
  split_by_artist(corpus, SplitShares(), kBillboardSeed);
  keep_test_slots(corpus);
  return corpus;
}

}  // namespace

CorpusLayout billboard_layout() {
  return {"billboard", is_billboard, load_billboard};
}

CorpusLayout billboard_folders_layout() {
  return {"billboard folders", is_billboard_folders, load_billboard_folders};
}

}  // namespace tactus
