// The output files of one song of a batch: lists, reads and writes them. output_files.h has the
// rule for files that are there already.
//
// An existing file that cannot be read may hold a person's work. Every function that reads the
// content of a file then throws a SongFileError with its name (annotation_there in song_files.h). A
// malformed file counts as missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/tagging/sound_tagger.h"
#include "audio/song_tags.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "model/annotation.h"

namespace tactus {

struct OutputOptions {
  std::vector<Format> formats = {Format::kJams};
  std::string suffix;             // between the stem and the extension
  bool overwrite = false;         // otherwise an output that is there is never replaced, unless
                                  // it is malformed and Tactus made it
  bool can_overwrite = true;      // can the person ask for `overwrite`?
  bool save_activations = false;  // also write the activations
  // The one file to write, whose format is the one of `formats`; empty = the names of the songs
  // give the names of the files.
  std::filesystem::path file = {};
};

// What became of the files of a song.
struct WrittenOutputs {
  std::vector<std::string> kept;    // why a file stays as it is
  std::vector<std::string> copies;  // "FILE: kept as COPY", and indexes that were not written
  std::vector<std::string> empty;   // "FILE: is empty: no beats", of written files
  std::string message() const;
};

// Names the song for the outputs: by the tags of the audio file, with the stem of its path where
// they have no title. Also sets the absolute path of the file, and the cues in its tags.
void name_song(Annotation& annotation, const std::filesystem::path& audio, const SongTags& tags);

// Stateless: every call reads the disk. Use one object per song, in one thread at a time.
class SongOutputs {
 public:
  // `stem` comes from OutputNames. With activations each task has one file for them. `options`,
  // `files` and `tasks`, those of the tagger, must outlive the object.
  SongOutputs(const std::filesystem::path& audio, const std::filesystem::path& stem,
              const OutputOptions& options, std::vector<const Task*> tasks, OutputFiles& files);

  // All output files: annotations in the order of the options, then activations.
  std::vector<std::filesystem::path> paths() const;
  // Those of paths() that exist, with any content, even links that lead nowhere.
  std::vector<std::string> existing() const;
  // The path of the file of that format, even if the options do not include the format.
  std::filesystem::path path_of(Format format) const;

  // Reads the JAMS file of the song; returns nothing if it is missing or malformed, or if the one
  // file to write has another format.
  std::optional<Annotation> jams() const;
  // The other song that `known`, the result of jams(), belongs to (other_song in song_files.h):
  // songs of one name share their outputs if they are tagged into one folder at different times.
  // Throws DatasetError if the two audio files cannot be compared.
  std::optional<std::filesystem::path> other(const Annotation& known) const;

  // The formats of the options whose file is missing or malformed. Fills the layers that `there`
  // lacks from the other files.
  std::vector<Format> missing_formats(Annotation& there) const;
  bool lacks_activations() const;
  // If write() would leave all files as they are: why. Else nothing.
  std::vector<std::string> all_kept() const;

  // Both functions below try all files. Then they throw a SongFileError with the name and the
  // reason for each file that could not be written. If memory is short, they end at once with
  // std::bad_alloc.
  //
  // Writes `formats` from `known`, the JAMS file that a person edited or checked.
  WrittenOutputs write_from_person(const Annotation& known,
                                   const std::vector<Format>& formats) const;
  // Writes the result of tagging; creates the folder (filesystem_error if that fails). Without
  // `overwrite` well-formed files stay, including those that another program wrote during tagging.
  WrittenOutputs write(const TagResult& result) const;

 private:
  class Attempts;

  std::filesystem::path beside(std::string_view ending) const;
  void write_annotations(const Annotation& annotation, const std::vector<Format>& formats,
                         Attempts& attempts) const;
  void write_activations(const TagResult& result, const Task& task, Attempts& attempts) const;

  OutputRules rules(const std::string& damage = "") const {
    return {.overwrite = options_.overwrite,
            .can_overwrite = options_.can_overwrite,
            .song = audio_,
            .damage = damage};
  }

  std::filesystem::path audio_;
  std::filesystem::path stem_;  // with the suffix
  const OutputOptions& options_;
  std::vector<const Task*> tasks_;  // those with a file of activations
  OutputFiles& files_;
};

}  // namespace tactus
