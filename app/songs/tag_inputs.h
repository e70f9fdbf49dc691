// Finds the songs to tag and the names of their outputs from files, folders and lists.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct TagInput {
  std::filesystem::path audio;     // the path as the user gave it or as found in a folder
  std::filesystem::path relative;  // path below the output folder, with the audio file's name
  bool named = false;              // the user gave the file: any extension is tried
  std::string fault;               // why it cannot be read (missing, no permission); else empty
};

// Expands folders recursively: sorted, without hidden entries and non-audio names; follows links to
// folders once. Missing inputs stay in the list with their fault, so each one gets a row.
std::vector<TagInput> collect_inputs(const std::vector<std::string>& arguments);

// One path per line from FILE or, for "-", from standard input, with or without a byte order mark.
// Skips empty lines, and lines that begin with # unless a file has that name. Throws InputError if
// the list cannot be read.
std::vector<std::string> read_list(const std::string& file_or_dash);

}  // namespace tactus
