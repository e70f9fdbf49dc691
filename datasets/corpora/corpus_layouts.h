// Two functions per layout: one recognises it, one loads it. Only corpus_loaders.cpp includes this
// file.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

struct CorpusLayout {
  const char* name;
  bool (*recognise)(const std::filesystem::path& folder);
  Corpus (*load)(const std::filesystem::path& folder, Notes& notes);
};

// POP909 with corrected annotations: orig/NNN/NNN.mid, derived/NNN.{beats,lab,key}, quality.csv
// with flags beats_ok, downbeats_ok and chords_ok for usable annotations. Numbers ending in 3 are
// validation, the others train.
// POP909 as published: NNN/NNN.mid, beat_midi.txt, chord_midi.txt, key_audio.txt, in the folder or
// in POP909/; split as above.
// General MIDI band music: index.csv (source, name, ...), SOURCE/NAME.mid and .beats. Left out:
// songs of implausible tempo, and songs with implausible downbeats and an assumed meter.
// ASAP flat: index.csv (name, composer, title, ...), NAME.mid and .beats. ASAP upstream:
// metadata.csv names the files (COMPOSER/.../PERFORMER.mid and PERFORMER_annotations.txt); an
// existing recording replaces the MIDI file. The composer is the artist; all performances of a
// composition are one song.
// OpenEWLD: index.csv, mxl/NAME.mxl, tsv/NAME.tsv (chords in quarter notes); no split.
// McGill Billboard as features: chroma/ID.npy, lab/ID.lab (chords), salami/ID.txt (bars, sections,
// keys; may be absent), index.csv (id, title, artist). The splits are by artist; a title with
// several chart entries is one song. McGill Billboard as distributed: ID/salami_chords.txt or
// ID/full.lab (in the folder or in McGill-Billboard/), with ID/bothchroma.csv or a recording. An
// optional billboard-2.0-index.csv names title and artist. Slots from 1001 on are the test part of
// MIREX 2012, with all songs of the same titles; the others are split by artist.
std::vector<CorpusLayout> indexed_layouts();
// The layouts in corpus_billboard.cpp.
CorpusLayout billboard_layout();
CorpusLayout billboard_folders_layout();

// Any folder tree of audio files and annotation files with matching stems; always recognised. The
// result includes items without annotations and items without audio.
CorpusLayout matched_layout();

// ---- shared by the layouts

// A CSV file as rows of named columns; a missing column reads as "".
class IndexTable {
 public:
  explicit IndexTable(const std::filesystem::path& path);
  bool has(const std::string& column) const;
  std::size_t rows() const { return records_.size(); }
  const std::string& at(std::size_t row, const std::string& column) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> records_;
};

// True if the folder has a CSV file of that name with these columns.
bool has_index(const std::filesystem::path& folder, std::initializer_list<const char*> columns,
               const char* name = "index.csv");

// Returns the path if the file exists, else an empty path.
std::filesystem::path existing(const std::filesystem::path& path);

}  // namespace tactus
