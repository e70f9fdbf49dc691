// From what a user names (files, folders, lists) to the songs to tag and the names of their
// outputs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct TagInput {
  std::filesystem::path audio;     // as reached from the user's argument
  std::filesystem::path relative;  // place under the output folder, with the audio file's name
  bool named = false;              // given as a file by the user: tried whatever its name is
  std::string fault;               // not empty: it cannot be read at all (missing, no permission)
};

// Expands folders recursively (sorted, hidden entries and non-audio names left out, links to
// folders followed once). Missing inputs stay in the list with their fault, so that each one gets a
// row of its own.
std::vector<TagInput> collect_inputs(const std::vector<std::string>& arguments);

// One path per line from FILE or, for "-", from standard input, with or without a byte order mark;
// empty lines are skipped, and lines that begin with # unless there is a file of that name. Throws
// InputError when the list cannot be read.
std::vector<std::string> read_list(const std::string& file_or_dash);

// The output stems, in the order of `inputs`: relative path without extension, or with it where two
// songs of the batch would otherwise share an output.
std::vector<std::filesystem::path> output_stems(const std::vector<TagInput>& inputs);
// The same with the folder of each output: below `output`, or, where that is empty, beside each
// audio file. There songs share an output only when they lie in one folder.
std::vector<std::filesystem::path> output_stems(const std::vector<TagInput>& inputs,
                                                const std::filesystem::path& output);

}  // namespace tactus
