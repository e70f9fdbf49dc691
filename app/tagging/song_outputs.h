// The output files of one song of a batch: lists, reads and writes them.
//
// An existing file that cannot be read may hold a person's work. Every function that reads files
// throws a SongFileError with its name (annotation_there in song_files.h). A malformed file counts
// as missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/models/model_store.h"
#include "app/tagging/tagger.h"
#include "audio/song_tags.h"
#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

struct OutputOptions {
  std::vector<Format> formats = {Format::kJams};
  std::string suffix;             // between the stem and the extension
  bool overwrite = false;         // else a well-formed output is never replaced
  bool save_activations = false;  // also write the activations
};

// Names the song for the outputs: by the tags of the audio file, with the stem of its path where
// they have no title. Also sets the absolute path of the file.
void name_song(Annotation& annotation, const std::filesystem::path& audio, const SongTags& tags);

// Stateless: every call reads the disk. One thread per song.
class SongOutputs {
 public:
  // `stem` comes from output_stems. With activations each model has one file for them. `options`
  // must outlive the object.
  SongOutputs(const std::filesystem::path& stem, const OutputOptions& options,
              const std::vector<LoadedModel>& models);

  // All output files: annotations in the order of the options, then activations.
  std::vector<std::filesystem::path> paths() const;
  // The existing ones, with any content.
  std::vector<std::string> existing() const;
  // The path of the file of that format, even if the options do not include the format.
  std::filesystem::path path_of(Format format) const;

  // Reads the JAMS file of the song; returns nothing if it is missing or malformed.
  std::optional<Annotation> jams() const;
  // `known` is the result of jams(). Throws SongFileError if it belongs to another song than
  // `audio` (other_song in song_files.h). Songs of one name share their outputs if they are tagged
  // into one folder at different times.
  void require_own(const Annotation& known, const std::filesystem::path& audio) const;

  // The formats whose file is missing or malformed. Adds the layers of the other files to `there`.
  std::vector<Format> missing_formats(Annotation& there) const;
  bool lacks_activations() const;

  // Both try all files and then throw a SongFileError with the names of those that could not be
  // written.
  //
  // Writes `formats` from `known`, the JAMS file that a person edited or checked. Returns a message
  // about it.
  std::string write_from_person(const Annotation& known, const std::vector<Format>& formats) const;
  // Writes the result of tagging and makes the folder (filesystem_error if that fails). Without
  // `overwrite` well-formed files stay, also those that appeared during tagging. A malformed JAMS
  // file is kept under another name; returns a message about it, else "".
  std::string write(const TagResult& result) const;

 private:
  class Attempts;

  std::filesystem::path beside(std::string_view ending) const;
  std::string write_annotations(const Annotation& annotation, const std::vector<Format>& formats,
                                Attempts& attempts) const;
  void write_activations(const FrameMatrix& activations, const char* ending,
                         Attempts& attempts) const;

  std::filesystem::path stem_;  // with the suffix
  const OutputOptions& options_;
  std::vector<std::string> activations_;  // the endings of their files
};

}  // namespace tactus
