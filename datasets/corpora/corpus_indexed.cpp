// Loaders of corpora with an index file; corpus_layouts.h describes the layouts.
#include <fmt/core.h>

#include <system_error>

#include "audio/counted.h"
#include "datasets/corpora/corpus_layouts.h"

namespace tactus {
namespace {

using std::filesystem::path;

// fixed, because published results depend on the split

constexpr const char* kAsapLicence = "CC BY-NC-SA 4.0: a model trained on it must say so";
constexpr const char* kAsapSource = "github.com/fosfrancesco/asap-dataset";

bool is_pop909(const path& folder) {
  return std::filesystem::is_directory(folder / "derived") &&
         has_index(folder, {"id", "beats_ok", "downbeats_ok", "chords_ok"}, "quality.csv");
}

Corpus load_pop909(const path& folder, Notes& notes) {
  Corpus corpus{
      "pop909",
      "MIT (annotations and MIDI; the songs belong to others)",
      "github.com/music-x-lab/POP909-Dataset, github.com/AndyWeasley2004/POP909-CL-Dataset",
      {}};
  const IndexTable quality(folder / "quality.csv");
  std::size_t faulty = 0;
  for (std::size_t row = 0; row < quality.rows(); ++row) {
    const std::string& id = quality.at(row, "id");
    CorpusItem item{.id = id, .audio = existing(folder / "orig" / id / (id + ".mid"))};
    if (item.audio.empty()) continue;
    const bool beats = quality.at(row, "beats_ok") == "1" && quality.at(row, "downbeats_ok") == "1";
    const bool chords = quality.at(row, "chords_ok") == "1";
    if (beats) item.beats = existing(folder / "derived" / (id + ".beats"));
    if (chords) item.chords = existing(folder / "derived" / (id + ".lab"));
    item.keys = existing(folder / "derived" / (id + ".key"));
    item.split = id.ends_with('3') ? "validation" : "train";
    faulty += !beats || !chords;
    corpus.items.push_back(std::move(item));
  }
  if (faulty > 0)
    notes.push_back(fmt::format("pop909: {} without beats or chords, according to quality.csv",
                                counted(faulty, "song")));
  return corpus;
}

// Whether it holds folders NNN of POP909 as published, and no others.
bool holds_pop909_songs(const path& folder) {
  bool found = false;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!entry.is_directory(error)) continue;
    const path& song = entry.path();
    const bool is_song = std::filesystem::exists(song / "beat_midi.txt", error) &&
                         std::filesystem::exists(song / (song.filename().string() + ".mid"), error);
    if (!is_song) return false;
    found = true;
  }
  return found;
}

// The folder of the songs: the folder itself, or POP909/ of the repository; empty if it is neither.
path published_pop909(const path& folder) {
  if (holds_pop909_songs(folder)) return folder;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool of_repository = name == "POP909" || name == "data_process" || name.starts_with(".");
    if (entry.is_directory(error) && !of_repository) return {};
  }
  return holds_pop909_songs(folder / "POP909") ? folder / "POP909" : path();
}

bool is_published_pop909(const path& folder) {
  return !published_pop909(folder).empty();
}

// Beats get their bars when they are read (pop909_bars.h).
Corpus load_published_pop909(const path& folder, Notes&) {
  Corpus corpus{"pop909",
                "MIT (annotations and MIDI; the songs belong to others)",
                "github.com/music-x-lab/POP909-Dataset",
                {}};
  for (const auto& entry : std::filesystem::directory_iterator(published_pop909(folder))) {
    const path& song = entry.path();
    const std::string id = song.filename().string();
    CorpusItem item{.id = id, .audio = existing(song / (id + ".mid"))};
    if (item.audio.empty()) continue;
    item.beats = existing(song / "beat_midi.txt");
    item.chords = existing(song / "chord_midi.txt");
    item.keys = existing(song / "key_audio.txt");
    item.split = id.ends_with('3') ? "validation" : "train";
    corpus.items.push_back(std::move(item));
  }
  return corpus;
}

bool is_gm_midi(const path& folder) {
  return has_index(folder, {"source", "name", "drum_notes", "tempo_plausible"});
}

Corpus load_gm_midi(const path& folder, Notes& notes) {
  Corpus corpus{"gm-midi",
                "BSD-3-Clause (freedoom), GPL-2.0 (openmsx)",
                "github.com/freedoom/freedoom, github.com/OpenTTD/OpenMSX",
                {}};
  const IndexTable index(folder / "index.csv");
  std::size_t implausible = 0;
  for (std::size_t row = 0; row < index.rows(); ++row) {
    const path stem = folder / index.at(row, "source") / index.at(row, "name");
    const bool downbeats =
        index.at(row, "downbeat_plausible") == "1" || index.at(row, "meter_from") != "default";
    if (index.at(row, "tempo_plausible") != "1" || !downbeats) {
      ++implausible;
      continue;
    }
    corpus.items.push_back({.id = index.at(row, "source") + "/" + index.at(row, "name"),
                            .audio = existing(stem.string() + ".mid"),
                            .beats = existing(stem.string() + ".beats")});
  }
  if (implausible > 0)
    notes.push_back(
        fmt::format("gm-midi: {} of implausible metre left out", counted(implausible, "song")));
  return corpus;
}

bool is_asap(const path& folder) {
  return has_index(folder, {"name", "composer", "n_downbeats"});
}

Corpus load_asap(const path& folder, Notes&) {
  Corpus corpus{"asap", kAsapLicence, kAsapSource, {}};
  const IndexTable index(folder / "index.csv");
  for (std::size_t row = 0; row < index.rows(); ++row) {
    const std::string& name = index.at(row, "name");
    corpus.items.push_back({.id = name,
                            .audio = existing(folder / (name + ".mid")),
                            .artist = index.at(row, "composer"),
                            .song = index.at(row, "composer") + "/" + index.at(row, "title"),
                            .beats = existing(folder / (name + ".beats"))});
  }
  return corpus;
}

bool is_asap_upstream(const path& folder) {
  return has_index(folder, {"composer", "title", "midi_performance", "performance_annotations"},
                   "metadata.csv");
}

Corpus load_asap_upstream(const path& folder, Notes&) {
  Corpus corpus{"asap", kAsapLicence, kAsapSource, {}};
  const IndexTable index(folder / "metadata.csv");
  for (std::size_t row = 0; row < index.rows(); ++row) {
    const path midi = index.at(row, "midi_performance");
    if (midi.empty()) continue;
    const std::string& recording = index.at(row, "audio_performance");
    CorpusItem item;
    item.id = path(midi).replace_extension().generic_string();
    if (!recording.empty()) item.audio = existing(folder / recording);
    if (item.audio.empty()) item.audio = existing(folder / midi);
    item.beats = existing(folder / index.at(row, "performance_annotations"));
    item.artist = index.at(row, "composer");
    item.song = item.artist + "/" + index.at(row, "title");
    if (!item.audio.empty() || !item.beats.empty()) corpus.items.push_back(std::move(item));
  }
  return corpus;
}

bool is_openewld(const path& folder) {
  return has_index(folder, {"name", "meter", "irregular_bars", "chords"});
}

Corpus load_openewld(const path& folder, Notes&) {
  Corpus corpus{
      "openewld", "public domain scores (MIT repository)", "github.com/00sapo/OpenEWLD", {}};
  const IndexTable index(folder / "index.csv");
  for (std::size_t row = 0; row < index.rows(); ++row) {
    const std::string& name = index.at(row, "name");
    corpus.items.push_back({.id = name,
                            .audio = existing(folder / "mxl" / (name + ".mxl")),
                            .artist = name.substr(0, name.find("__")),
                            .chords = existing(folder / "tsv" / (name + ".tsv"))});
  }
  return corpus;
}

}  // namespace

std::vector<CorpusLayout> indexed_layouts() {
  return {{"pop909", is_pop909, load_pop909},
          {"pop909 as published", is_published_pop909, load_published_pop909},
          {"gm-midi", is_gm_midi, load_gm_midi},
          {"asap", is_asap, load_asap},
          {"asap upstream", is_asap_upstream, load_asap_upstream},
          {"openewld", is_openewld, load_openewld},
          billboard_layout(),
          billboard_folders_layout()};
}

}  // namespace tactus
