// Tags a validation song of a run with the model before the training and with the trained one.
#pragma once

#include <QString>
#include <filesystem>
#include <stop_token>
#include <string>

namespace tactus::ui {

struct ModelComparison {
  std::filesystem::path opened;     // JAMS file from the new model; it names its audio
  std::filesystem::path reference;  // JAMS file from the old model
  QString sentence;                 // the scores of both against the truth of the corpus
};

// Old is the initial model of the configuration, else the shipped model of its task; new is
// `model`. The song is the validation song named `song` ("CORPUS/ID"), else the first one. For the
// other tasks, shipped models add their layers to the new annotation. Writes both annotations below
// `folder` under names that are free, so nothing is replaced. Takes seconds; call it in a thread of
// its own. Throws what loading and tagging throw, and InputError if there is nothing to compare.
ModelComparison compare_models(const std::filesystem::path& config,
                               const std::filesystem::path& model, const std::string& song,
                               const std::filesystem::path& folder, std::stop_token stop);

}  // namespace tactus::ui
