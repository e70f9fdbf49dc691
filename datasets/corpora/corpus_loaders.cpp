#include "datasets/corpora/corpus_loaders.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "audio/counted.h"
#include "datasets/corpora/corpus_layouts.h"
#include "datasets/formats/text/csv_records.h"

namespace tactus {
namespace {

const std::string kAbsent;

// Clears the path if the file is not a readable annotation.
bool check_readable(std::filesystem::path& path, const CorpusItem& item, Notes& notes) {
  if (path.empty() || path.extension() == ".tsv") return true;
  try {
    read_annotation(path);
    return true;
  } catch (const FormatError& error) {
    notes.push_back(fmt::format("{}: annotation left out: {}", item.id, error.what()));
    path.clear();
    return false;
  }
}

// Keeps the first of several items of one id. They are sorted by id.
void drop_repeated(Corpus& corpus, Notes& notes) {
  const auto same = [](const CorpusItem& a, const CorpusItem& b) { return a.id == b.id; };
  const auto rest = std::unique(corpus.items.begin(), corpus.items.end(), same);
  const auto repeated = static_cast<std::size_t>(corpus.items.end() - rest);
  corpus.items.erase(rest, corpus.items.end());
  if (repeated > 0)
    notes.push_back(fmt::format("{}: {} with the id of another song; the first song is used",
                                corpus.name, counted(repeated, "song")));
}

// Removes songs without audio and songs without beats and chords, with notes.
void drop_incomplete(Corpus& corpus, Notes& notes) {
  const auto count = [&](std::size_t songs, const char* what) {
    if (songs > 0) notes.push_back(fmt::format("{}: {} {}", corpus.name, songs, what));
  };
  count(std::erase_if(corpus.items, [](const CorpusItem& item) { return item.audio.empty(); }),
        "annotations have no audio");
  const auto bare = [](const CorpusItem& i) { return i.beats.empty() && i.chords.empty(); };
  count(std::erase_if(corpus.items, bare), "audio files have no annotations");
}

// Clears unreadable annotation paths (with a note) and removes items without annotations.
void drop_unreadable(Corpus& corpus, Notes& notes) {
  for (CorpusItem& item : corpus.items) {
    const std::filesystem::path beats = item.beats;
    const bool good = check_readable(item.beats, item, notes);
    if (item.chords == beats && !good) item.chords.clear();
    if (item.chords != beats) check_readable(item.chords, item, notes);
    if (item.keys != beats)
      check_readable(item.keys, item, notes);
    else if (!good)
      item.keys.clear();
  }
  std::erase_if(corpus.items,
                [](const CorpusItem& item) { return item.beats.empty() && item.chords.empty(); });
}

}  // namespace

IndexTable::IndexTable(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  Notes unwanted;
  const CsvTable table = parse_csv_table({content, path.string(), &unwanted});
  for (const CsvRecord& record : table.records) {
    std::vector<std::string> row;
    for (const CsvField& field : record.fields) row.push_back(field.text);
    if (&record == &table.records.front())
      header_ = std::move(row);
    else
      records_.push_back(std::move(row));
  }
}

bool IndexTable::has(const std::string& column) const {
  return std::find(header_.begin(), header_.end(), column) != header_.end();
}

const std::string& IndexTable::at(std::size_t row, const std::string& column) const {
  const auto index =
      static_cast<std::size_t>(std::find(header_.begin(), header_.end(), column) - header_.begin());
  return index < records_[row].size() ? records_[row][index] : kAbsent;
}

bool has_index(const std::filesystem::path& folder, std::initializer_list<const char*> columns,
               const char* name) {
  if (existing(folder / name).empty()) return false;
  const IndexTable index(folder / name);
  for (const char* column : columns) {
    if (!index.has(column)) return false;
  }
  return true;
}

std::filesystem::path existing(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path : std::filesystem::path();
}

CorpusSurvey survey_corpus_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw FormatError(folder.string(), 0, 0,
                      std::filesystem::exists(folder) ? "not a folder, expected a corpus folder"
                                                      : "no such folder, expected a corpus");
  }
  std::vector<CorpusLayout> layouts = indexed_layouts();
  layouts.push_back(matched_layout());
  const auto layout =
      std::find_if(layouts.begin(), layouts.end(),
                   [&](const CorpusLayout& candidate) { return candidate.recognise(folder); });
  CorpusSurvey survey;
  survey.layout = layout->name;
  survey.corpus = layout->load(folder, survey.notes);
  if (survey.corpus.name.empty()) survey.corpus.name = layout->name;
  std::stable_sort(survey.corpus.items.begin(), survey.corpus.items.end(),
                   [](const CorpusItem& a, const CorpusItem& b) { return a.id < b.id; });
  return survey;
}

Corpus load_corpus_folder(const std::filesystem::path& folder, Notes* notes) {
  CorpusSurvey survey = survey_corpus_folder(folder);
  drop_repeated(survey.corpus, survey.notes);
  drop_incomplete(survey.corpus, survey.notes);
  drop_unreadable(survey.corpus, survey.notes);
  if (survey.corpus.items.empty()) {
    throw FormatError(folder.string(), 0, 0,
                      "no song with annotations found, expected a known corpus layout or audio "
                      "files with annotations of the same name");
  }
  if (notes) notes->insert(notes->end(), survey.notes.begin(), survey.notes.end());
  return std::move(survey.corpus);
}

}  // namespace tactus
