#include "datasets/synth/synth_corpus.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "audio/counted.h"
#include "datasets/corpora/corpus_loaders.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/song_random.h"
#include "datasets/synth/score/lead_sheet.h"

namespace tactus {
namespace {

constexpr SplitShares kShares{0.9, 0.1, 0.0};
constexpr std::uint64_t kSplitSeed =
    1;  // fixed, so that the split of a song never changes between runs

constexpr const char* kSheetSuffix = ".tsv";

bool is_midi(const CorpusItem& item) {
  const std::string extension = item.audio.extension().string();
  return extension == ".mid" || extension == ".midi" || extension == ".MID";
}

// If a recording is beside its MIDI file, the MIDI file is rendered.
void take_midi_files(std::vector<CorpusItem>& items) {
  for (CorpusItem& item : items) {
    std::filesystem::path midi = item.audio;
    midi.replace_extension(".mid");
    if (!item.audio.empty() && !is_midi(item) && std::filesystem::is_regular_file(midi))
      item.audio = midi;
  }
}

// The sheet is both the music and the only source of annotations.
void take_lead_sheets(std::vector<CorpusItem>& items) {
  for (CorpusItem& item : items)
    if (item.chords.extension() == kSheetSuffix) item.audio = item.beats = item.chords;
}

// Removes the songs that lack an annotation of the other songs.
void drop_incomplete(std::vector<CorpusItem>& items, Notes* notes) {
  const std::size_t before = items.size();
  for (std::filesystem::path CorpusItem::*kind : {&CorpusItem::beats, &CorpusItem::chords}) {
    const auto lacks = [&](const CorpusItem& item) { return (item.*kind).empty(); };
    if (!std::all_of(items.begin(), items.end(), lacks)) std::erase_if(items, lacks);
  }
  if (notes && items.size() < before)
    notes->push_back(counted(before - items.size(), "song") + " without beats or chords left out");
}

void fill_splits(Corpus& corpus) {
  Corpus assigned = corpus;
  split_by_song(assigned, kShares, kSplitSeed);
  for (std::size_t i = 0; i < corpus.items.size(); ++i)
    if (corpus.items[i].split.empty()) corpus.items[i].split = assigned.items[i].split;
}

// Spreads each split evenly over the list: item k of n goes to the place (k + 0.5) / n.
void interleave_splits(std::vector<CorpusItem>& items) {
  std::map<std::string, int> totals, counts;
  for (const CorpusItem& item : items) ++totals[item.split];
  std::vector<std::pair<double, CorpusItem>> placed;
  for (const CorpusItem& item : items)
    placed.emplace_back((counts[item.split]++ + 0.5) / totals[item.split], item);
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = std::move(placed[i].second);
}

}  // namespace

Corpus read_midi_corpus(const std::filesystem::path& folder, Notes* notes) {
  return songs_to_render(load_corpus_folder(folder, notes), folder, notes);
}

Corpus songs_to_render(Corpus corpus, const std::filesystem::path& place, Notes* notes) {
  take_midi_files(corpus.items);
  take_lead_sheets(corpus.items);
  std::erase_if(corpus.items,
                [](const CorpusItem& item) { return !is_midi(item) && !is_lead_sheet(item); });
  drop_incomplete(corpus.items, notes);
  if (corpus.items.empty())
    throw SynthCorpusError(
        fmt::format("{}: no MIDI files with annotations to render", place.string()));
  fill_splits(corpus);
  for (CorpusItem& item : corpus.items) std::replace(item.id.begin(), item.id.end(), '/', '-');
  interleave_splits(corpus.items);
  corpus.name += "-rendered";
  corpus.source += "; rendered by tactus synth";
  return corpus;
}

bool is_lead_sheet(const CorpusItem& item) {
  return item.audio.extension() == kSheetSuffix;
}

void add_renditions(Corpus& corpus, int count) {
  std::vector<CorpusItem> all;
  std::set<std::string> ids;
  for (const CorpusItem& item : corpus.items)
    for (int rendition = 1; rendition <= count; ++rendition) {
      all.push_back(item);
      if (rendition > 1) all.back().id += fmt::format("-r{}", rendition);
      if (!ids.insert(all.back().id).second)
        throw SynthCorpusError(
            fmt::format("{}: two songs have this id, one of them as a rendition", all.back().id));
    }
  corpus.items = std::move(all);
}

namespace {

LeadSheet in_usual_meter(const LeadSheet& sheet, SongRandom& random) {
  constexpr std::pair<int, int> kMeters[] = {{3, 4}, {5, 4}, {6, 8}, {7, 8}};
  const bool changed = random.chance(0.3);
  const auto& [numerator, denominator] = kMeters[random.integer(0, 3)];
  return changed && is_regular_common_time(sheet) ? in_meter(sheet, numerator, denominator) : sheet;
}

// Half of the songs in 4/4 get another meter, a third of these for a passage.
LeadSheet in_wide_meter(const LeadSheet& sheet, SongRandom& random) {
  constexpr std::pair<int, int> kMeters[] = {{2, 4}, {3, 4}, {5, 4}, {6, 8}, {7, 8}, {12, 8}};
  constexpr std::size_t kFewestBars = 8;
  if (!random.chance(0.55) || !is_regular_common_time(sheet)) return sheet;
  const bool passage = random.chance(0.35) && sheet.bars.size() > kFewestBars;
  // The beat of a passage stays a quarter: its listeners go on tapping.
  const auto& [numerator, denominator] = kMeters[random.integer(0, passage ? 2 : 5)];
  if (!passage) return in_meter(sheet, numerator, denominator);
  const int bars = static_cast<int>(sheet.bars.size());
  const int first = random.integer(bars / 4, bars / 2);
  return in_meter(sheet, numerator, denominator, static_cast<std::size_t>(first),
                  static_cast<std::size_t>(first + random.integer(2, bars / 2)));
}

Song play_sheet(const CorpusItem& item, std::uint64_t seed, Meters meters) {
  SongRandom random(seed, item.id, "lead sheet");
  LeadSheet sheet = read_lead_sheet(item.audio);
  const bool wide = meters == Meters::kWide, tapped = meters == Meters::kTapped;
  const LeadSheet usual = in_usual_meter(sheet, random);  // drawn in any case, so that tempi stay
  if (meters == Meters::kUsual) sheet = usual;
  SongRandom cut(seed, item.id, "cut time");
  if (tapped && cut.chance(0.6) && is_regular_common_time(sheet) && notes_per_beat(sheet) < 1.5)
    sheet = in_cut_time(sheet);
  SongRandom wide_random(seed, item.id, "wide meter");
  if (wide) sheet = in_wide_meter(sheet, wide_random);
  const double bpm = wide     ? choose_wide_tempo(sheet, random)
                     : tapped ? choose_tapped_tempo(sheet, random)
                              : choose_tempo(sheet, random);
  Song song = perform(sheet, bpm, choose_choruses(sheet, bpm, random));
  song.id = item.id;
  return song;
}

}  // namespace

Song read_song(const CorpusItem& item, std::uint64_t seed, Meters meters) {
  if (is_lead_sheet(item)) return play_sheet(item, seed, meters);
  Song song;
  song.id = item.id;
  song.performance = performance_of(read_midi(item.audio));
  Annotation& truth = song.annotation;
  if (!item.beats.empty()) truth.beats = read_annotation(item.beats).beats;
  if (!item.chords.empty()) truth.chords = read_annotation(item.chords).chords;
  if (!item.keys.empty()) truth.keys = read_annotation(item.keys).keys;
  return song;
}

}  // namespace tactus
