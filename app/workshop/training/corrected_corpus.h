// A corpus of the songs that a person checked, and a configuration that continues the training of a
// model with them.
#pragma once

#include <filesystem>
#include <string>

#include "app/config/config_manifest.h"
#include "datasets/formats/interface/format_types.h"
#include "model/annotation.h"

namespace tactus {

// Adds the song to the corpus in `folder` (manifest.yaml and annotations/, made if they are
// missing), or replaces the annotation of the same audio file. The audio stays where it is. A song
// keeps its split. Returns the song's id. Throws InputError if the annotation has neither beats nor
// chords or names no audio, ConfigError if the manifest cannot be read,
// std::filesystem::filesystem_error if a file cannot be written.
std::string add_corrected_song(const std::filesystem::path& folder, const Annotation& annotation);

// Number of songs with that layer in the corpus of `folder`; 0 without a corpus.
std::size_t corrected_songs(const std::filesystem::path& folder, Layer layer);

// The fewest songs for a training: three to learn from, one to watch. In the corpus every fourth
// song is for validation.
inline constexpr std::size_t kFewestCorrectedSongs = 4;

// A configuration that continues the training of the model with the songs of `folder`. It is that
// of the model with a low learning rate and few epochs. Throws InputError if the model file has no
// configuration.
std::string fine_tuning_config(const std::filesystem::path& model,
                               const std::filesystem::path& folder,
                               const std::filesystem::path& output);

}  // namespace tactus
