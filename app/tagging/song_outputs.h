// The output files of one song of a batch: which it gets, which are there and what they say, and
// writing them.
//
// A file that is there and cannot be read at all may hold a person's work: wherever files are read,
// that is a SongFileError, which names it (annotation_there in song_files.h). One that is malformed
// counts as missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/models/model_store.h"
#include "app/tagging/tagger.h"
#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

struct OutputOptions {
  std::vector<Format> formats = {Format::kJams};
  std::string suffix;             // between the stem and the extension
  bool overwrite = false;         // else no output that is there and well-formed is replaced
  bool save_activations = false;  // outputs like the annotations
};

// Title and audio file as the outputs say them: the stem of the path, and the absolute path.
void name_song(Annotation& annotation, const std::filesystem::path& audio);

// Stateless: every call reads the disk. One thread per song.
class SongOutputs {
 public:
  // `stem` as output_stems gives it. With activations each of the models has a file of them.
  // `options` must outlive the object.
  SongOutputs(const std::filesystem::path& stem, const OutputOptions& options,
              const std::vector<LoadedModel>& models);

  // All that the song gets: annotations in the order of the options, then activations.
  std::vector<std::filesystem::path> paths() const;
  // Those that are there, whatever they hold.
  std::vector<std::string> existing() const;
  // Where a file of that format is or would be, also of one that is not asked for.
  std::filesystem::path path_of(Format format) const;

  // What the song's JAMS file says, nothing where there is none or it is malformed.
  std::optional<Annotation> jams() const;
  // `known` is what jams() says. Throws SongFileError when that is of another song than `audio`
  // (other_song in song_files.h): songs of one name that are tagged into one folder at different
  // times share their outputs.
  void require_own(const Annotation& known, const std::filesystem::path& audio) const;

  // The formats whose file is missing or malformed. `there` gains the layers that it lacks from the
  // others.
  std::vector<Format> missing_formats(Annotation& there) const;
  bool lacks_activations() const;

  // Both try all files, one that cannot be written costs no other, and then throw a SongFileError
  // that names those that could not be written.
  //
  // Writes `formats` from `known`, the JAMS file that a person has edited or checked. Returns a
  // sentence that says so.
  std::string write_from_person(const Annotation& known, const std::vector<Format>& formats) const;
  // Writes what has been heard; makes the folder (filesystem_error where it cannot). Without
  // `overwrite` what is there and well-formed stays, also what has come since the song was begun.
  // Returns what there is to say of a malformed JAMS file, which is kept under another name (""
  // where there was none).
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
