// What a loader finds in a corpus, and corpora written back as manifests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/corpora/dataset_check.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

// Name, layout, songs, layers, hours (as the audio files' headers say) and splits, for people.
// `decoder`: as in Places.
std::string dataset_listing(const DatasetSource& source, const std::vector<std::string>& decoder);
// "split        songs  beats  chords  artists", a line for each split.
std::string split_counts(const Corpus& corpus);

// The songs that have audio and beats or chords, all of which exist. `notes` get how many files are
// not there and how many songs are left out, and the first of each. Throws InputError where no song
// remains.
Corpus usable_corpus(DatasetSource source, Notes& notes);

// The text of a manifest that is to lie at `path`: paths below its folder become relative to it,
// others absolute.
std::string manifest_text_at(const Corpus& corpus, const std::filesystem::path& path);

// Where the recipes keep features: ~/.cache/tactus/features.
std::filesystem::path default_cache_folder();

}  // namespace tactus
