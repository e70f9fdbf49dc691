// MIDI corpora to be rendered: what corpus_loaders.h finds, made ready for synth.h.
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

// The items of a corpus folder that can be played, MIDI files and lead sheets (lead_sheet.h; the
// sheet is then the item's audio, beats and chords), with ids that can be file names ('/' -> '-').
// Songs that lack beats, chords or a key where others of the corpus have them are left out, with a
// note. Items without a split go to train (nine of ten) or validation by their id. Splits are
// evenly mixed, so that the first N items have their shares. Throws SynthCorpusError when nothing
// is left, FormatError for a malformed index.
Corpus read_midi_corpus(const std::filesystem::path& folder, Notes* notes = nullptr);
// The same of what was found already (a manifest); `place` is for messages.
Corpus songs_to_render(Corpus found, const std::filesystem::path& place, Notes* notes = nullptr);

// Is the item to be played from a lead sheet?
bool is_lead_sheet(const CorpusItem& item);

// `count` renditions of every song, one after the other: ID, ID-r2, ID-r3, ...; each in the split
// of its song. Throws SynthCorpusError when such an id is taken.
void add_renditions(Corpus& corpus, int count);

// Notes and annotations of an item. Of a lead sheet: one performance of it, drawn from (seed,
// item.id); with `meters`, some sheets in 4/4 are played in 3/4, 5/4, 6/8 or 7/8. Throws MidiError,
// FormatError.
Song read_song(const CorpusItem& item, std::uint64_t seed = 1, bool meters = false);

}  // namespace tactus
