// Writes tempo, key, beat grid and cues into the tags of a sound file, so that nothing else in the
// file changes.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "audio/file_tags/tag_change.h"

namespace tactus {

struct FileTagWriteOptions {
  bool dry_run = false;     // only find out what would change, and whether the sound is whole
  bool keep_times = false;  // the file keeps the times of its last access and change
};

// Changes a copy in the folder of the file, decodes both and compares every sample, and only then
// puts the copy in the place of the file (atomic_file.h). A link stays, and its target is changed.
// Without a difference the file is not touched. `alive` is called now and then during long work.
//
// Throws FileTagError "FILE: what, remedy", and the file is as it was, for: a file that is missing,
// not regular or not writable, or that has several names (hard links); a container that is unknown,
// damaged, or not written by Tactus; sound that ends early or differs in the copy; a tag that would
// lose something; a fault of the system; a change of the file by another program meanwhile. TagLib
// may crash on a damaged file: see file_tag_worker.h.
std::vector<FileTagChange> write_file_tags(const std::filesystem::path& audio,
                                           const FileTagWish& wish,
                                           const FileTagWriteOptions& options,
                                           const std::function<void()>& alive = {});

}  // namespace tactus
