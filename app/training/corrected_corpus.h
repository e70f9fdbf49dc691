// "Correct, then learn": songs that a person has checked as a corpus to train on, and the
// configuration that lets a model go on learning from it.
#pragma once

#include <filesystem>
#include <string>

#include "app/config/config_manifest.h"
#include "model/annotation.h"

namespace tactus {

// Adds the song to the corpus in `folder` (manifest.yaml and annotations/; made where they are not
// there), or replaces what the corpus has of the same audio file. The audio stays where it is.
// Returns the song's id. Throws InputError when the annotation has neither beats nor chords or
// names no audio, ConfigError for a manifest that cannot be read, std::filesystem::filesystem_error
// when nothing can be written.
std::string add_corrected_song(const std::filesystem::path& folder, const Annotation& annotation);

// How many songs the corpus in `folder` has, 0 where there is none.
std::size_t corrected_songs(const std::filesystem::path& folder);

// A configuration that goes on from the model with the songs of `folder`: the model's own one with
// a low learning rate and few epochs. Throws InputError
// for a model whose file does not carry its configuration.
std::string fine_tuning_config(const std::filesystem::path& model,
                               const std::filesystem::path& folder,
                               const std::filesystem::path& output);

}  // namespace tactus
