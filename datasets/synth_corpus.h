// MIDI corpora to be rendered: what corpus_loaders.h finds, made ready for synth.h.
#pragma once

#include <filesystem>
#include <stdexcept>

#include "datasets/corpus.h"
#include "datasets/format.h"
#include "datasets/song.h"

namespace tactus {

class SynthCorpusError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The items of a corpus folder whose audio is MIDI, with ids that can be file names ('/' -> '-').
// Songs that lack beats, chords or a key where others of the corpus have them are left out, with a
// note. Items without a split go to train (nine of ten) or validation by their id. Splits are
// evenly mixed, so that the first N items have their shares. Throws SynthCorpusError when nothing
// is left, FormatError for a malformed index.
Corpus read_midi_corpus(const std::filesystem::path& folder, Notes* notes = nullptr);

// Notes and annotations of an item. Throws MidiError, FormatError.
Song read_song(const CorpusItem& item);

}  // namespace tactus
