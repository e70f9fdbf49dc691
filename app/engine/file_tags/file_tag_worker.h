// Writing of tags in a child process: a crash or hang of TagLib or of a codec library becomes a
// FileTagError, and the file stays as it was.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/engine/file_tags/file_tag_texts.h"
#include "app/engine/file_tags/file_tag_writer.h"
#include "model/annotation.h"

namespace tactus {

// write_file_tags() in a child that `worker` starts (program and first arguments), or in this
// process if `worker` is empty. Also throws FileTagError if the child cannot start, if it crashes,
// or if it is silent for `stall_seconds` (> 0).
std::vector<FileTagChange> write_file_tags_apart(const std::filesystem::path& audio,
                                                 const FileTagWish& wish,
                                                 const FileTagWriteOptions& options,
                                                 const std::vector<std::string>& worker,
                                                 double stall_seconds = 60.0);
// The same for the tempo, the key, the grid and the cues of an annotation. Without all of them,
// returns nothing and does not touch the file.
std::vector<FileTagChange> write_file_tags_of(const Annotation& annotation,
                                              const std::filesystem::path& audio,
                                              const FileTagOptions& choice,
                                              const std::vector<std::string>& worker,
                                              double stall_seconds = 60.0);

// For the child. `arguments`: FILE BPM KEY OPTIONS, cue:START:END:PAD:COLOUR:NAME for each cue, and
// for a grid its last tempo and TIME:BEATS for each marker. Writes its answer to `out_descriptor`
// and returns the exit status of the process.
int run_file_tag_worker(const std::vector<std::string>& arguments, int out_descriptor);

}  // namespace tactus
