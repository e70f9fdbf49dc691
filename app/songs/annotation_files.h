// Which annotation files belong to one song, and which songs of two folders belong together.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/songs/evaluation.h"
#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

// The song's name in a file name: annotation suffixes, words that name a layer and the suffix of an
// audio file are taken off. "song.lab", "song.chords.lab", "song.mirex.beats.txt" and
// "song.wav.txt" all give "song".
std::string annotation_stem(const std::filesystem::path& path);

// The annotation files of that stem which lie in the folder itself, sorted; none when there is no
// such folder.
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
  std::vector<std::string> faults;  // which folders could not be read, and why (folder_walk.h)
};
// Two files are a pair whatever their names. In folders (read with their sub-folders, hidden
// entries left out) files belong together that have the same place and stem, else those whose stem
// alone is the same and unique on both sides. Throws InputError when a path does not exist.
EvaluationPairs pair_annotations(const std::filesystem::path& reference,
                                 const std::filesystem::path& estimate);

// The annotations of one song in one value: each layer from the first file that has it, JAMS files
// first. `task`, when given, settles what a text file does not say: whether its labels are chords
// or sections, that a lone file holds keys, and that numbers are tempi ("60 120 0.3": slow, fast,
// weight of the first).
// Files that cannot be read are left out and their errors added to `failures`.
Annotation read_song(const std::vector<std::filesystem::path>& files,
                     std::optional<EvaluationTask> task, Notes* notes,
                     std::vector<std::string>& failures);

}  // namespace tactus
