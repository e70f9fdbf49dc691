// Moves annotations between file formats: single files, and folders mirrored file by file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format.h"

namespace tactus {

// Content that is in no file.
struct ConvertStreams {
  std::function<std::string()> read;            // the whole input
  std::function<void(std::string_view)> write;  // an output
};

struct ConvertOptions {
  std::filesystem::path in;  // a file or a folder; kStream for `streams`
  std::filesystem::path
      out;  // a file, or a folder (if it exists, ends in '/', or `in` is a folder)
  std::optional<Format> from;  // empty = by name and content
  std::vector<Format> to;      // one output per format; empty = by the name of `out`
  bool overwrite = false;      // replace existing files; those of others stay as NAME.orig
  ConvertStreams streams = {};
  std::optional<Layer> layer = {};  // what a text of columns holds; empty = by its words
};
inline constexpr const char* kStream = "-";  // as ConvertOptions::in and out

struct ConvertReport {
  std::size_t read = 0;
  std::size_t written = 0;
  std::size_t foreign = 0;    // files of a folder that are not annotations
  std::size_t warned = 0;     // repairs, losses and empty outputs
  std::size_t songs = 0;      // of a folder
  std::size_t not_begun = 0;  // of these, when it was stopped
  std::vector<std::string>
      failures;  // files and folders that could not be read or written, with the reason
};

// A folder is read with its sub-folders, except hidden files and folders. If OUT is below IN, its
// files are not read. A folder without an annotation is a failure.
//
// A rekordbox collection of several tracks becomes one output per track, named after its audio file
// (else "artist - title"). A folder becomes one collection if OUT is a file named *.xml.
//
// Files of a folder with the same stem (song.lab, song.beats) become one annotation. If several
// hold the same layer, the one that a person has checked or edited counts, else the first by name.
// Without `overwrite` an existing file that is not empty stays; this counts as a failure of that
// file only.
//
// An output without an item is written, and a sentence says what IN lacks. `print` gets one
// sentence for every repair, every failure, every layer that the target cannot hold, and every
// other loss of a file (format_losses.h). All but failures and readings begin with "warning:". What
// many songs cannot keep is one sentence, at the end. When stopped, it ends between two songs of a
// folder; what is written is whole, and a collection of them is not written. Throws
// std::invalid_argument for options that contradict each other or name no format, FormatError if a
// single input cannot be read.
ConvertReport convert_annotations(const ConvertOptions& options,
                                  const std::function<void(const std::string&)>& print,
                                  const std::stop_token& stop = {});

}  // namespace tactus
