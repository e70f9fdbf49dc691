#include "app/workshop/training/corrected_corpus.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/config/config_edit.h"
#include "app/config/yaml_text.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "model/files/model_file.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path manifest_of(const fs::path& folder) {
  return folder / "manifest.yaml";
}

Corpus load_or_begin(const fs::path& folder) {
  if (fs::exists(manifest_of(folder))) return load_manifest(manifest_of(folder));
  return {"corrected songs", "private", "songs checked in the Tactus window", {}};
}

// The name of the audio file, with a number if another song has the same name.
std::string free_id(const Corpus& corpus, const std::string& stem) {
  const auto taken = [&](const std::string& id) {
    return std::any_of(corpus.items.begin(), corpus.items.end(),
                       [&](const CorpusItem& item) { return item.id == id; });
  };
  std::string id = stem;
  for (int n = 2; taken(id); ++n) id = fmt::format("{}-{}", stem, n);
  return id;
}

CorpusItem& item_of(Corpus& corpus, const fs::path& audio) {
  for (CorpusItem& item : corpus.items) {
    if (item.audio == audio) return item;
  }
  CorpusItem item;
  item.id = free_id(corpus, audio.stem().string());
  item.audio = audio;
  corpus.items.push_back(std::move(item));
  return corpus.items.back();
}

// A hash of the names would often leave a corpus of few songs without validation.
void assign_missing_splits(Corpus& corpus) {
  for (std::size_t i = 0; i < corpus.items.size(); ++i) {
    std::string& split = corpus.items[i].split;
    const bool last = i % kFewestCorrectedSongs == kFewestCorrectedSongs - 1;
    if (split.empty()) split = last ? "validation" : "train";
  }
}

}  // namespace

std::string add_corrected_song(const fs::path& given, const Annotation& annotation) {
  if (annotation.audio.empty()) {
    throw InputError(fmt::format("{}: the annotation names no audio file", annotation.title));
  }
  if (annotation.beats.empty() && annotation.chords.empty()) {
    throw InputError(fmt::format("{}: neither beats nor chords to train on", annotation.audio));
  }
  const fs::path folder = fs::absolute(given).lexically_normal();
  Corpus corpus = load_or_begin(folder);
  CorpusItem& item = item_of(corpus, fs::absolute(annotation.audio).lexically_normal());
  const fs::path stem = folder / "annotations" / item.id;
  OutputFiles files;
  const OutputRules rules{.overwrite = true, .of_person = true};
  item.beats.clear();
  item.chords.clear();
  if (!annotation.beats.empty()) {
    item.beats = stem.string() + ".beats";
    files.write(item.beats, serialise_annotation(annotation, Format::kBeats), rules);
  }
  if (!annotation.chords.empty()) {
    item.chords = stem.string() + ".lab";
    files.write(item.chords, serialise_annotation(annotation, Format::kLab), rules);
  }
  item.artist = annotation.artist;
  const std::string id = item.id;
  assign_missing_splits(corpus);
  files.write(manifest_of(folder), manifest_text(corpus, folder), rules);
  return id;
}

std::size_t corrected_songs(const fs::path& folder, Layer layer) {
  if (!fs::exists(manifest_of(folder))) return 0;
  const Corpus corpus = load_manifest(manifest_of(folder));
  return static_cast<std::size_t>(
      std::count_if(corpus.items.begin(), corpus.items.end(),
                    [layer](const CorpusItem& item) { return !file_of(item, layer).empty(); }));
}

std::string fine_tuning_config(const fs::path& model, const fs::path& folder,
                               const fs::path& output) {
  const auto provenance = load_model(model).provenance;
  const auto found = provenance.find("config");
  if (found == provenance.end()) {
    throw InputError(fmt::format(
        "{}: the file does not say how the model was trained; write a configuration by hand",
        model.string()));
  }
  const auto path_value = [](const fs::path& path) {
    return yaml_word(fs::absolute(path).lexically_normal().string());
  };
  const auto name = provenance.find("name");
  std::string text = found->second;
  const std::pair<const char*, std::string> changes[] = {
      {"name", yaml_word((name == provenance.end() ? model.stem().string() : name->second) +
                         ", corrected")},
      {"data",
       fmt::format("[{{manifest: {}, validation_share: 0.2}}]", path_value(manifest_of(folder)))},
      {"initial_model", path_value(model)},
      {"output", path_value(output)},
      {"decoder", "{}"},  // as in the model
      {"optimiser.learning_rate", "0.0002"},
      {"schedule.kind", "cosine"},
      {"schedule.epochs", "10"},
      {"schedule.warm_up", "0.1"},
      {"schedule.patience", "4"},
      {"batches.passes", "2"},
      {"batches.size", "8"},
      {"validation.songs", "0"}};
  for (const auto& [key, value] : changes) text = with_config_value(text, key, value);
  return text;
}

}  // namespace tactus
