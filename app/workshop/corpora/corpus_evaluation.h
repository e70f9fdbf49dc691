// Tags the songs of a corpus in memory, to score them against its annotations.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/songs/evaluation.h"
#include "app/engine/tagging/song_pool.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

// The folder's corpus, or the manifest (a YAML file, or manifest.yaml in the folder). Songs without
// a split get one as in `tactus train`; `split` keeps only the songs of that split ("" = all).
// Throws InputError if there is no corpus, or no song of that split.
Corpus load_evaluation_corpus(const std::filesystem::path& path, const std::string& split,
                              Notes* notes);

// Pairs the reference annotation of every item with the annotation that the models give. An item
// may be features ([T, bins] in a .npy file; raw rows for a model of NNLS chroma) instead of audio.
// They go to the network directly; that needs exactly one model, trained on such features. The
// error of a failed song goes to `failures`, and the others continue. The order is that of the
// corpus for any number of jobs. `progress`: (done, total, id).
std::vector<AnnotatedPair> tag_corpus(
    const Corpus& corpus, const std::vector<LoadedModel>& models, const PoolOptions& options,
    std::vector<std::string>& failures, Notes* notes,
    const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
    std::stop_token stop);

}  // namespace tactus
