// What a loader finds in a corpus, and corpora written back as manifests.
#pragma once

#include <filesystem>
#include <string>

#include "app/dataset_check.h"
#include "datasets/corpus.h"

namespace tactus {

// Name, layout, songs, layers, hours (as the audio files' headers say) and splits, for people.
std::string dataset_listing(const DatasetSource& source);
// "split        songs  beats  chords  artists", a line for each split.
std::string split_counts(const Corpus& corpus);

// The songs that have audio and beats or chords, all of which exist.
Corpus usable_corpus(DatasetSource source);

// Written whole or not at all; paths below the manifest's folder become relative to it, others
// absolute. Throws std::filesystem::filesystem_error.
void write_manifest(const Corpus& corpus, const std::filesystem::path& path);

// Where the recipes keep features: ~/.cache/tactus/features.
std::filesystem::path default_cache_folder();

}  // namespace tactus
