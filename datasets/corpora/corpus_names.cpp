#include "datasets/corpora/corpus_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "audio/text.h"
#include "datasets/formats/columns/format_detection.h"

namespace tactus {
namespace {

using std::filesystem::path;

std::string plain(const path& name) {
  std::string text = lower_case(name.string());
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '.' || c == ' '; }, '_');
  return text;
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

// File names that give the content but not the song.
bool is_generic_name(const std::string& name) {
  constexpr std::array kGeneric = {
      "beat_midi",   "beat_audio", "chord_midi", "chord_audio", "key_audio",     "full",
      "majmin",      "majmin7",    "majmininv",  "majmin7inv",  "salami_chords", "echonest",
      "annotations", "audio",      "mix",        "beats",       "chords"};
  return std::find(kGeneric.begin(), kGeneric.end(), name) != kGeneric.end();
}

// "03_BN3-119-G_solo": six players, numbered.
bool is_guitarset(const std::string& name) {
  return digits_at(name, 0, 2) && name.size() > 3 && name[2] == '_' &&
         (name.ends_with("_comp") || name.ends_with("_solo"));
}

// The content that one word of a name indicates: "chordlab", "beats_and_downbeats", "RM-P001.BEAT".
std::optional<Holds> holds_by_words(const path& name) {
  struct Word {
    std::string_view word;
    Holds holds;
  };
  constexpr Holds kBeats{true, false, false}, kChords{false, true, false}, kKey{false, false, true};
  constexpr std::array kWords = {
      Word{"seglab", {}},     Word{"segments", {}},    Word{"segment", {}},
      Word{"sections", {}},   Word{"section", {}},     Word{"functions", {}},
      Word{"chorus", {}},     Word{"onsets", {}},      Word{"class", {}},
      Word{"beat", kBeats},   Word{"beats", kBeats},   Word{"downbeats", kBeats},
      Word{"chord", kChords}, Word{"chords", kChords}, Word{"chordlab", kChords},
      Word{"key", kKey},      Word{"keys", kKey},      Word{"keylab", kKey}};
  std::string text = fmt::format("_{}_", plain(name));
  std::replace(text.begin(), text.end(), '-', '_');
  for (const Word& word : kWords) {
    if (text.find(fmt::format("_{}_", word.word)) != std::string::npos) return word.holds;
  }
  return std::nullopt;
}

}  // namespace

std::string song_name(const path& file) {
  std::string name = plain(file.stem());
  if (is_generic_name(name) && file.has_parent_path())
    return song_name(file.parent_path().string() + ".folder");
  for (const char* suffix : {"_wav", "_mp3", "_flac", "_au"}) remove_suffix(name, suffix);
  for (const char* prefix : {"gtzan_", "ballroom_", "smc_smc_"}) remove_prefix(name, prefix);
  if (name.starts_with("hainsworth_") && digits_at(name, 11, 3)) name.replace(0, 11, "hains");
  for (const char* suffix : {"_mic", "_mix", "_hex_cln", "_hex", "_beat", "_beats", "_chord",
                             "_chords", "_chorus", "_annotations", "_key", "_mirex"}) {
    remove_suffix(name, suffix);
  }
  if (name.starts_with("smc_") && digits_at(name, 4, 3)) name.resize(7);
  if (name.starts_with('n') && digits_at(name, 1, 3) && name.substr(4, 2) == "-m")
    name = "rm-p" + name.substr(1, 3);
  return name;
}

std::optional<Holds> holds_by_name(const path& file) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".beats") return Holds{true, false, false};
  if (extension == ".chords") return Holds{false, true, false};
  if (extension == ".key") return Holds{false, false, true};
  if (extension == ".jams") return std::nullopt;  // has several layers
  const path folder = file.parent_path();
  // A .lab file has the name of its song, and "Beat It" and "Chords of Fame" are songs.
  std::optional<Holds> found;
  if (extension != ".lab" && extension != ".svl") found = holds_by_words(file.stem());
  if (!found) found = holds_by_words(folder.filename());
  if (!found) found = holds_by_words(folder.parent_path().parent_path().filename());
  if (found && found->beats && extension == ".lab") return std::nullopt;
  return found;
}

bool fits_medium(const path& annotation, bool midi) {
  const std::string name = plain(annotation.stem());
  return !name.ends_with(midi ? "_audio" : "_midi");
}

std::size_t nearness(const path& a, const path& b) {
  if (a.parent_path() == b.parent_path()) return 1000;
  std::size_t common = 0;
  path x = a.parent_path();
  path y = b.parent_path();
  while (x.has_filename() && y.has_filename() && plain(x.filename()) == plain(y.filename()) &&
         common < 100) {
    ++common;
    x = x.parent_path();
    y = y.parent_path();
  }
  return common;
}

std::string artist_by_path(const path& annotation) {
  const std::string name = song_name(annotation);
  if (is_guitarset(name)) return "guitarset player " + name.substr(0, 2);
  const std::vector<path> parts(annotation.begin(), annotation.end());
  for (std::size_t i = 0; i + 3 < parts.size(); ++i) {
    const std::string part = plain(parts[i]);
    for (const char* kind : {"chordlab", "keylab", "beat"}) {
      if (part == kind) return parts[i + 1].string();
    }
  }
  return {};
}

}  // namespace tactus
