// Finds the annotation files of one song, and the songs of two folders that belong together.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/songs/evaluation.h"
#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

// The name of the song in a file name, without annotation suffixes, names of layers and the suffix
// of an audio file. "song.lab", "song.chords.lab", "song.mirex.beats.txt" and "song.wav.txt" all
// give "song".
std::string annotation_stem(const std::filesystem::path& path);

// The annotation files of that stem in the folder itself, sorted, but no scores (MIDI, MusicXML,
// ChordPro): these need not have the times of the recording. Empty if the folder does not exist.
std::vector<std::filesystem::path> annotations_in(const std::filesystem::path& folder,
                                                  const std::string& stem);

struct EvaluationPair {
  std::string name;  // the reference's stem, with its folders below the reference folder
  std::vector<std::filesystem::path> reference;
  std::vector<std::filesystem::path> estimate;
};
struct EvaluationPairs {
  std::vector<EvaluationPair> pairs;  // sorted by name
  std::vector<std::filesystem::path> unmatched_reference;
  std::vector<std::filesystem::path> unmatched_estimate;
  std::vector<std::string>
      faults;  // folders that could not be read, with the reason (folder_walk.h)
};
// Two files are always a pair. Folders are read with their sub-folders, without hidden entries.
// Files with the same place and stem belong together, else files with the same stem if it is unique
// on both sides. Throws InputError if a path does not exist.
EvaluationPairs pair_annotations(const std::filesystem::path& reference,
                                 const std::filesystem::path& estimate);

// The annotations of one song in one value: each layer from the first file that has it, JAMS files
// first, scores last. `task` decides what a text file holds if its content allows several: chords
// or sections, keys in a single file, or tempi ("60 120 0.3": slow, fast, weight of the first).
// Unreadable files are left out, and their errors are added to `failures`.
Annotation read_song(const std::vector<std::filesystem::path>& files,
                     std::optional<EvaluationTask> task, Notes* notes,
                     std::vector<std::string>& failures);

}  // namespace tactus
