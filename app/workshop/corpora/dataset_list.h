// Lists what a loader finds in a corpus, and writes corpora as manifests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/workshop/corpora/dataset_check.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

// Name, layout, songs, layers, hours (from the headers of the audio files) and splits, for people.
// `decoder`: as in Places.
std::string dataset_listing(const DatasetSource& source, const std::vector<std::string>& decoder);
// "split        songs  beats  chords  artists", a line for each split.
std::string split_counts(const Corpus& corpus);

// The songs with existing audio and existing beats or chords. `notes` get the number of missing
// files, the number of songs left out, and the first of each. Throws InputError if no song remains.
Corpus usable_corpus(DatasetSource source, Notes& notes);

// The text of a manifest for the place `path`: paths below its folder become relative to it, others
// absolute.
std::string manifest_text_at(const Corpus& corpus, const std::filesystem::path& path);

// The folder for features in the recipes: ~/.cache/tactus/features.
std::filesystem::path default_cache_folder();

}  // namespace tactus
