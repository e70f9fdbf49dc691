// Checks a whole corpus for errors: what `tactus dataset check` does, without a terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/corpora/corpus.h"
#include "datasets/findings.h"
#include "datasets/formats/format.h"
#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// A corpus as found on the disk; no song is left out.
struct DatasetSource {
  std::string layout;  // "manifest", "pop909", "matched by name", ...
  Corpus corpus;
  Notes notes;                    // of the corpus about itself
  std::vector<Finding> findings;  // faults of the manifest
};
// Reads a folder (its manifest.yaml if there is one), or a manifest. Throws InputError if it is
// neither, or has no song.
DatasetSource open_dataset(const std::filesystem::path& path);

struct DatasetCheckOptions {
  int jobs = 0;                           // songs at a time, 0 = one per core
  bool sound = true;                      // decode the audio and compare the annotations with it
  double stall_seconds = 60.0;            // a decoder without output for so long is stopped
  std::vector<std::string> decoder = {};  // as in Places
};

// The data of one song, as far as it was checked.
struct CheckedSong {
  Annotation annotation;
  std::vector<Finding> findings;
  double seconds = 0.0;               // of the audio, 0 = unknown
  std::string audio_hash;             // "" = no audio
  FrameMatrix print;                  // fingerprint of the music; empty without sound
  std::optional<double> beat_shift;   // seconds, see shift_estimation.h
  std::optional<double> chord_shift;  // seconds
};

// Checks one song alone. Never throws for a fault of the song.
CheckedSong check_song(const CorpusItem& item, const DatasetCheckOptions& options);

// Finds errors that need all songs: copies, the same music twice, and songs, files or music in two
// splits. Also finds shifts of the whole corpus and of songs against the rest of it. `songs` in the
// order of the items.
std::vector<Finding> compare_songs(const Corpus& corpus, const std::vector<CheckedSong>& songs);

struct DatasetReport {
  std::string name;
  std::string layout;
  Notes notes;
  std::size_t songs = 0;
  double seconds = 0.0;           // of audio that was decoded
  std::vector<Finding> findings;  // errors first, then by kind and song
  std::size_t count(Severity severity) const;
};

// Checks all songs, several at a time; the report does not depend on the number of jobs.
// `progress`: (done, total, id). After a stop the report covers the songs checked so far.
DatasetReport check_dataset(
    const DatasetSource& source, const DatasetCheckOptions& options,
    const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
    std::stop_token stop);

}  // namespace tactus
