// One pair of functions per layout: whether a folder has it, and its loader. Only
// corpus_loaders.cpp includes this.
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
// whose flags beats_ok, downbeats_ok and chords_ok say what can be used. Numbers ending in 3 are
// validation, the rest train.
// General-MIDI band music: index.csv (source, name, ...), SOURCE/NAME.mid and .beats. Left out:
// songs of implausible tempo, and those of implausible downbeats whose metre was only assumed.
// ASAP flat: index.csv (name, composer, title, ...), NAME.mid and .beats. ASAP as it is upstream:
// metadata.csv names the files (COMPOSER/.../PERFORMER.mid and PERFORMER_annotations.txt); the
// recording is used where it is there. The composer counts as artist, all performances of a piece
// as one song.
// OpenEWLD: index.csv, mxl/NAME.mxl, tsv/NAME.tsv (chords in quarter notes); no split.
// McGill Billboard as features: chroma/ID.npy, lab/ID.lab, index.csv (id, title, artist). Splits by
// artist; a title that charted several times is one song.
// McGill Billboard as it is distributed: ID/salami_chords.txt or ID/full.lab (in the folder or in
// McGill-Billboard/), beside it ID/bothchroma.csv or a recording; billboard-2.0-index.csv, where it
// is there, names title and artist. Slots from 1001 on are the test part of MIREX 2012, with all
// songs of the same titles; the others are split by artist.
std::vector<CorpusLayout> indexed_layouts();
// Those of them that corpus_billboard.cpp holds.
CorpusLayout billboard_layout();
CorpusLayout billboard_folders_layout();

// Any tree of audio files and annotation files that can be matched by their stems; always
// recognised. Items without annotations and items without audio are among them.
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

// Whether the folder holds a CSV file of that name with these columns.
bool has_index(const std::filesystem::path& folder, std::initializer_list<const char*> columns,
               const char* name = "index.csv");

// The path when the file exists, else an empty path.
std::filesystem::path existing(const std::filesystem::path& path);

}  // namespace tactus
