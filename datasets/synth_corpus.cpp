#include "datasets/synth_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "datasets/format.h"
#include "datasets/song_random.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

// Fields of one line of comma-separated values; a field in double quotes may hold commas.
std::vector<std::string> split_csv(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

using Row = std::map<std::string, std::string>;

std::vector<Row> read_table(const fs::path& path) {
  std::ifstream stream(path);
  std::string line;
  if (!stream || !std::getline(stream, line))
    throw SynthCorpusError(fmt::format("{}: cannot be read", path.string()));
  const std::vector<std::string> names = split_csv(line);
  std::vector<Row> rows;
  for (int number = 2; std::getline(stream, line); ++number) {
    const std::vector<std::string> fields = split_csv(line);
    if (fields.size() != names.size())
      throw SynthCorpusError(fmt::format("{}:{}: {} fields, expected {} as in the first line",
                                         path.string(), number, fields.size(), names.size()));
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields[i];
  }
  return rows;
}

const std::string& field(const Row& row, const std::string& name, const fs::path& path) {
  const auto found = row.find(name);
  if (found == row.end())
    throw SynthCorpusError(fmt::format("{}:1: no column \"{}\"", path.string(), name));
  return found->second;
}

fs::path if_present(const fs::path& path) {
  return fs::is_regular_file(path) ? path : fs::path{};
}

std::vector<SynthItem> pop909_items(const fs::path& folder) {
  const fs::path table = folder / "quality.csv";
  std::vector<SynthItem> items;
  for (const Row& row : read_table(table)) {
    const std::string& id = field(row, "id", table);
    SynthItem entry;
    entry.item.id = id;
    entry.item.audio = if_present(folder / "orig" / id / (id + ".mid"));
    entry.item.beats = if_present(folder / "derived" / (id + ".beats"));
    entry.item.chords = if_present(folder / "derived" / (id + ".lab"));
    entry.item.key = if_present(folder / "derived" / (id + ".key"));
    entry.item.split = id.ends_with('3') ? "validation" : "train";
    entry.arrange = true;
    const bool good = field(row, "beats_ok", table) == "1" &&
                      field(row, "downbeats_ok", table) == "1" &&
                      field(row, "chords_ok", table) == "1";
    if (good && !entry.item.audio.empty() && !entry.item.beats.empty() &&
        !entry.item.chords.empty())
      items.push_back(entry);
  }
  return items;
}

std::vector<SynthItem> gm_items(const fs::path& folder) {
  const fs::path table = folder / "index.csv";
  std::vector<SynthItem> items;
  for (const Row& row : read_table(table)) {
    const std::string& source = field(row, "source", table);
    const std::string& name = field(row, "name", table);
    SynthItem entry;
    entry.item.id = source + "-" + name;
    entry.item.audio = if_present(folder / source / (name + ".mid"));
    entry.item.beats = if_present(folder / source / (name + ".beats"));
    SongRandom random(0, entry.item.id, "split");
    entry.item.split = random.chance(0.1) ? "validation" : "train";
    entry.positions = field(row, "downbeat_plausible", table) == "1";
    if (!entry.item.audio.empty() && !entry.item.beats.empty()) items.push_back(entry);
  }
  return items;
}

std::vector<SynthItem> folder_items(const fs::path& folder) {
  std::vector<SynthItem> items;
  for (const auto& found : fs::recursive_directory_iterator(folder)) {
    fs::path path = found.path();
    if (path.extension() != ".mid" && path.extension() != ".midi") continue;
    SynthItem entry;
    entry.item.audio = path;
    entry.item.beats = if_present(path.replace_extension(".beats"));
    entry.item.chords = if_present(path.replace_extension(".lab"));
    entry.item.key = if_present(path.replace_extension(".key"));
    entry.item.id = fs::relative(path.replace_extension(""), folder).generic_string();
    std::replace(entry.item.id.begin(), entry.item.id.end(), '/', '-');
    entry.item.split = "train";
    items.push_back(entry);
  }
  return items;
}

// Spreads each split evenly over the list: item k of n goes to the place (k + 0.5) / n.
void interleave_splits(std::vector<SynthItem>& items) {
  std::sort(items.begin(), items.end(),
            [](const auto& a, const auto& b) { return a.item.id < b.item.id; });
  std::map<std::string, int> totals, counts;
  for (const SynthItem& entry : items) ++totals[entry.item.split];
  std::vector<std::pair<double, SynthItem>> placed;
  for (SynthItem& entry : items) {
    const double place = (counts[entry.item.split]++ + 0.5) / totals[entry.item.split];
    placed.emplace_back(place, std::move(entry));
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = std::move(placed[i].second);
}

}  // namespace

SynthCorpus read_synth_corpus(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw SynthCorpusError(fmt::format("{}: no such folder", folder.string()));
  SynthCorpus corpus;
  if (fs::is_regular_file(folder / "quality.csv")) {
    corpus.name = "pop909-rendered";
    corpus.licence =
        "MIT (POP909 and POP909-CL: MIDI and annotations); compositions belong to others";
    corpus.source = "github.com/music-x-lab/POP909-Dataset, arranged and rendered by tactus synth";
    corpus.items = pop909_items(folder);
  } else if (fs::is_regular_file(folder / "index.csv")) {
    corpus.name = "gm-midi-rendered";
    corpus.licence = "BSD-3-Clause (Freedoom) and GPL-2.0 (OpenMSX)";
    corpus.source = "Freedoom and OpenMSX music, rendered by tactus synth";
    corpus.items = gm_items(folder);
  } else {
    const fs::path named = fs::absolute(folder).lexically_normal();
    corpus.name = (named.has_filename() ? named : named.parent_path()).filename().string();
    corpus.licence = "as the MIDI files";
    corpus.source = "MIDI files rendered by tactus synth";
    corpus.items = folder_items(folder);
  }
  if (corpus.items.empty())
    throw SynthCorpusError(fmt::format("{}: no MIDI files to render", folder.string()));
  interleave_splits(corpus.items);
  return corpus;
}

Song read_song(const SynthItem& entry) {
  Song song;
  song.id = entry.item.id;
  song.performance = performance_of(read_midi(entry.item.audio));
  Annotation& truth = song.annotation;
  if (!entry.item.beats.empty())
    truth.beats = read_annotation(entry.item.beats, Format::kBeats).beats;
  if (!entry.item.chords.empty())
    truth.chords = read_annotation(entry.item.chords, Format::kLab).chords;
  if (!entry.item.key.empty()) truth.keys = read_annotation(entry.item.key, Format::kKey).keys;
  if (!entry.positions)
    for (Beat& beat : truth.beats) beat.position = 0;
  return song;
}

}  // namespace tactus
