// MIDI corpora to be rendered, as they lie on disk:
//   POP909 (quality.csv, orig/ID/ID.mid, derived/ID.beats .lab .key): songs with beats_ok,
//   downbeats_ok
//     and chords_ok; piano only, so they are arranged. Numbers ending in 3 are the validation
//     split.
//   GM MIDI with an index (index.csv with columns source, name, downbeat_plausible; SOURCE/NAME.mid
//     and .beats): band arrangements, rendered as they are; about a tenth is the validation split.
//   any other folder: every .mid or .midi below it, with annotations of the same stem beside it.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "datasets/corpus.h"
#include "datasets/song.h"

namespace tactus {

class SynthCorpusError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SynthItem {
  CorpusItem item;        // audio = the MIDI file; every item has a split
  bool arrange = false;   // piano only: give it to the arranger
  bool positions = true;  // the places in the bar are to be trusted
};

struct SynthCorpus {
  std::string name;
  std::string licence;
  std::string source;
  std::vector<SynthItem> items;  // splits evenly mixed, so that the first N have their shares
};

// Throws SynthCorpusError when the folder holds nothing to render or an index is malformed.
SynthCorpus read_synth_corpus(const std::filesystem::path& folder);

// Notes and annotations of an item. Throws MidiError, FormatError, ChordLabelError.
Song read_song(const SynthItem& item);

}  // namespace tactus
