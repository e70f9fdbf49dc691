// Prepares the MIDI corpora of corpus_loaders.h for synth.h.
#pragma once

#include <cstdint>
#include <filesystem>

#include "audio/error.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"
#include "datasets/synth/score/midi_song.h"

namespace tactus {

class SynthCorpusError : public ErrorOf<ErrorCode::kRendering> {
  using ErrorOf::ErrorOf;
};

// Returns the playable items of a corpus folder, MIDI files and lead sheets (lead_sheet.h), with
// ids that are valid file names ('/' -> '-'). A lead sheet is the audio, beats and chords of its
// item. Songs that lack beats, chords or a key of the other songs are left out with a note. Items
// without a split go to train (nine of ten) or validation by their id. Splits are evenly mixed, so
// that the first N items have the same shares. Throws SynthCorpusError if nothing is left,
// FormatError for a malformed index.
Corpus read_midi_corpus(const std::filesystem::path& folder, Notes* notes = nullptr);
// The same for a given corpus (a manifest); `place` is for messages.
Corpus songs_to_render(Corpus found, const std::filesystem::path& place, Notes* notes = nullptr);

// True if the item is a lead sheet.
bool is_lead_sheet(const CorpusItem& item);

// Returns `count` renditions of every song in sequence: ID, ID-r2, ID-r3, ...; each in the split of
// its song. Throws SynthCorpusError if such an id already exists.
void add_renditions(Corpus& corpus, int count);

// Returns notes and annotations of an item. For a lead sheet, one performance drawn from (seed,
// item.id): some sheets in 4/4 are played in other meters. kUsual: in 3/4, 5/4, 6/8 or 7/8. kWide:
// also in 2/4 or 12/8 or with a passage in another meter, and at tempi of 40 to 240 BPM. kTapped:
// the own meter at the tempo that people tap, often in cut time. Throws MidiError, FormatError.
enum class Meters { kOwn, kUsual, kWide, kTapped };
Song read_song(const CorpusItem& item, std::uint64_t seed = 1, Meters meters = Meters::kOwn);

}  // namespace tactus
