// Brings the index up to date with the files.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/collection/library_index.h"
#include "app/engine/models/model_store.h"
#include "app/engine/songs/tag_inputs.h"
#include "app/engine/tagging/batch_tagger.h"

namespace tactus {

enum class UpdateStatus {
  kSame,   // file and annotation are as they were
  kMoved,  // the same bytes under another path: nothing was tagged
  kRead,   // the annotation was there, and is in the index now
  kTagged,
  kFailed
};
const char* name_of(UpdateStatus status);

struct UpdateRow {
  std::filesystem::path audio;
  UpdateStatus status = UpdateStatus::kFailed;
  std::string message;
};
using UpdateObserver =
    std::function<void(const UpdateRow& row, std::size_t done, std::size_t total)>;

// Adds what is new and what has changed, one song at a time: a killed process loses the songs at
// work, and must read again, but not tag again, the files before them. New songs whose JAMS file
// exists are read, others are tagged with `options`, whose formats JAMS joins. A song whose bytes
// have changed is tagged once more; a JAMS file of a person is kept as tag_batch keeps it. A known
// song is also tagged if outputs are missing where the options want them. Returns the rows in the
// order of the inputs; after a stop only those of the songs that are done. Tracks of cue sheets
// have no row in the index: each fails. Throws DatabaseError.
std::vector<UpdateRow> update_library(LibraryIndex& index, const std::vector<TagInput>& inputs,
                                      const std::vector<LoadedModel>& models,
                                      const BatchOptions& options, const UpdateObserver& observer,
                                      std::stop_token stop);

// Reads the JAMS file of one song of the index again, for example after a person has saved it.
// Returns whether the row has changed: not if the index lacks the song, or the file is as it was,
// missing or malformed. Throws DatabaseError.
bool reread_song(LibraryIndex& index, const std::filesystem::path& audio);

}  // namespace tactus
