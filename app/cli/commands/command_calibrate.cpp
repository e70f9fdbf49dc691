// tactus calibrate MODEL --dataset CORPUS: makes the confidences of a model equal the share of
// right events.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_device.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/engine/models/device.h"
#include "app/engine/models/model_store.h"
#include "app/engine/songs/tag_inputs.h"
#include "app/workshop/corpora/confidence_evidence.h"
#include "app/workshop/corpora/corpus_evaluation.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"
#include "datasets/tasks/task_table.h"

namespace tactus {
namespace {

constexpr const char* kCalibrateExamples = R"(
Tags the songs of CORPUS and compares every beat (70 ms) or chord (root and third) with the annotation.
Then fits a rising map from confidence to the share of correct ones. The tables show the confidences before
calibration, and after calibration on other songs than the ones in the table. MODEL must not have been
trained on the songs of CORPUS. --nothing adds audio without beats and chords, such as noise or speech. If
MODEL was trained on all songs, use a cross-validation: each --fold names a model and a corpus. That model
tags songs outside its training set instead of MODEL.

Examples:
  tactus calibrate chords --dataset validation-songs                (only shows)
  tactus calibrate beats --dataset validation-songs --nothing noise -o beats.safetensors
  tactus calibrate trained-on-all.safetensors --fold fold-1.safetensors part-1.yaml \
                   --fold fold-2.safetensors part-2.yaml --split test -o chords.safetensors
)";

struct CalibrateArguments {
  std::string model;
  std::vector<std::string> beside;
  std::string dataset;
  std::vector<std::pair<std::string, std::string>> folds;  // model, corpus
  std::string split;
  std::string nothing;
  std::string output;
  PoolOptions corpus{.places = program_places()};
  bool overwrite = false;
  bool quiet = false;
};

// Settings that change the confidences: all parameters of the decoder except those learned from
// songs.
std::string decoder_settings(const Model& model) {
  const std::unique_ptr<Task> task = task_of(model);
  forget_learned(task->decoder_parameters());
  return task->decoder_json();
}

// Is the corpus one part of a cross-validation that lists all songs, including the training songs?
bool tests_only_some(const Corpus& corpus) {
  const auto tested = std::count_if(corpus.items.begin(), corpus.items.end(),
                                    [](const CorpusItem& item) { return item.split == "test"; });
  return tested > 0 && tested < static_cast<std::ptrdiff_t>(corpus.items.size());
}

Corpus corpus_of_nothing(const std::string& folder) {
  Corpus corpus;
  for (const TagInput& input : collect_inputs({folder})) {
    if (!input.fault.empty()) throw ArgumentError(input.fault);
    CorpusItem item;
    item.id = input.relative.string();
    item.audio = input.audio;
    corpus.items.push_back(std::move(item));
  }
  if (corpus.items.empty())
    throw ArgumentError(fmt::format("--nothing {}: contains no audio", folder));
  return corpus;
}

class Calibration {
 public:
  explicit Calibration(const CalibrateArguments& arguments) : arguments_(arguments) {}
  int run();

 private:
  // Songs and the models that tag them. The first model is the judged one.
  struct Part {
    std::vector<LoadedModel> models;
    Corpus corpus;
  };
  // The named model and those of --with, without their calibration.
  std::vector<LoadedModel> uncalibrated(const std::string& name) const;
  std::vector<Part> parts(const std::vector<LoadedModel>& models) const;
  std::vector<AnnotatedPair> tagged(const Corpus& corpus, const std::vector<LoadedModel>& models);
  void tag_part(const Part& part);

  const CalibrateArguments& arguments_;
  InterruptGuard interrupt_;
  ConfidenceEvidence evidence_;
  std::vector<std::string> corpora_;  // their names, each once
  bool failed_ = false;
};

std::vector<LoadedModel> Calibration::uncalibrated(const std::string& name) const {
  load_named_model(name, program_places().models);  // throws for a folder of models
  std::vector<std::string> names = arguments_.beside;
  names.insert(names.begin(), name);
  std::vector<LoadedModel> models = program_models(names);
  models.front().model.decoder_json = decoder_with(models.front().model, {});
  return models;
}

std::vector<AnnotatedPair> Calibration::tagged(const Corpus& corpus,
                                               const std::vector<LoadedModel>& models) {
  ProgressLine progress(!arguments_.quiet);
  std::vector<std::string> failures;
  const auto show = [&](std::size_t done, std::size_t total, const std::string& id) {
    progress.show(done, total, id);
  };
  std::vector<AnnotatedPair> pairs =
      tag_corpus(corpus, models, arguments_.corpus, failures, nullptr, show, interrupt_.token());
  progress.clear();
  for (const std::string& failure : failures) {
    print_log("tactus calibrate: {}\n", failure);
  }
  failed_ |= !failures.empty();
  return pairs;
}

// Finds every error in the request before the first song is tagged.
std::vector<Calibration::Part> Calibration::parts(const std::vector<LoadedModel>& models) const {
  std::vector<Part> result;
  if (!arguments_.dataset.empty())
    result.push_back(
        {models, load_evaluation_corpus(arguments_.dataset, arguments_.split, nullptr)});
  for (const auto& [name, dataset] : arguments_.folds) {
    Part part{uncalibrated(name), load_evaluation_corpus(dataset, arguments_.split, nullptr)};
    const Model &model = models.front().model, &fold = part.models.front().model;
    const std::string of_model = task_of(model)->name(), of_fold = task_of(fold)->name();
    if (of_fold != of_model)
      throw ArgumentError(fmt::format("calibrate: {} is a model for {}, but {} is for {}",
                                      arguments_.model, of_model, name, of_fold));
    if (decoder_settings(fold) != decoder_settings(model))
      throw ArgumentError(
          fmt::format("calibrate: the decoder settings of {} and {} differ, so the "
                      "confidences of one do not apply to the other",
                      name, arguments_.model));
    if (tests_only_some(part.corpus))
      throw ArgumentError(
          fmt::format("calibrate: {} also contains training songs; choose the split that {} was "
                      "not trained on: "
                      "--split test",
                      dataset, name));
    result.push_back(std::move(part));
  }
  return result;
}

void Calibration::tag_part(const Part& part) {
  const std::vector<AnnotatedPair> pairs = tagged(part.corpus, part.models);
  append(evidence_, evidence_of(*task_of(part.models.front().model), pairs));
  if (std::find(corpora_.begin(), corpora_.end(), part.corpus.name) == corpora_.end())
    corpora_.push_back(part.corpus.name);
}

int Calibration::run() {
  if (!arguments_.output.empty()) check_new_model(arguments_.output, arguments_.overwrite);
  std::vector<LoadedModel> models = uncalibrated(arguments_.model);
  Model& model = models.front().model;
  const std::unique_ptr<Task> task = task_of(model);
  const Corpus nothing =
      arguments_.nothing.empty() ? Corpus{} : corpus_of_nothing(arguments_.nothing);
  for (const Part& part : parts(models)) tag_part(part);
  const std::size_t songs = evidence_.songs.size();
  if (!nothing.items.empty()) append(evidence_, evidence_of(*task, tagged(nothing, models), false));
  if (interrupt_.interrupted()) {
    print_log("tactus: interrupted: nothing was calibrated\n");
    return kInterrupted;
  }
  const std::string names = fmt::format("{}", fmt::join(corpora_, ", "));
  const CalibrationReport report = judge_confidence(evidence_);
  if (report.events == 0) {
    throw ArgumentError(
        fmt::format("calibrate: {} has no {} to compare with", names, task->name()));
  }
  print_data("{}", report_text(report, task->name()));
  if (!arguments_.output.empty()) {
    model.decoder_json = decoder_with(model, report.map);
    model.provenance["calibration"] = fmt::format(
        "{} of {} of {}{}{}", counted(report.events, "event"), counted(songs, "song"), names,
        arguments_.folds.empty() ? "" : ", tagged by models that were not trained on them",
        nothing.items.empty()
            ? ""
            : fmt::format(", and {} without any", counted(nothing.items.size(), "recording")));
    OutputFiles files;
    const std::string kept = write_model(model, arguments_.output, files);
    if (!kept.empty()) print_log("{}\n", kept);
  }
  return failed_ ? kSomeInputsFailed : kSuccess;
}

}  // namespace

CommandRow calibrate_command() {
  auto arguments = std::make_shared<CalibrateArguments>();
  return {
      .name = "calibrate",
      .help = "Calibrate the confidences of a model",
      .footer = kCalibrateExamples,
      .options = {{"model", &arguments->model, kModel, kAny,
                   "Model file or name of a shipped model", kRequired},
                  {"--with", &arguments->beside, kModel, kAny,
                   "Another model to tag with (beats, where chords snap to them)"},
                  {"--dataset", &arguments->dataset, kCorpus, kAny, "Corpus folder or manifest"},
                  {"--fold", &arguments->folds, kModelAndCorpus, kAny,
                   "A model, and a corpus on whose songs the model was not trained; may be "
                   "repeated",
                   excludes({"--dataset"})},
                  {"--split", &arguments->split, kText, one_of({"train", "validation", "test"}),
                   "Only the songs of this split"},
                  {"--nothing", &arguments->nothing, kFolder, kAny,
                   "Folder of audio without beats and chords"},
                  {"-o,--output", &arguments->output, kModelPath, kOutputName,
                   "Calibrated model to write (default: only print the tables)"},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Replace an existing file; a file from another program is kept as NAME.orig"},
                  {"--device", &arguments->corpus.device, kDevice, kAny, kDeviceHelp,
                   kShowsDefault},
                  {"-j,--jobs", &arguments->corpus.jobs, kNumber, numbers(0, 256),
                   "Songs at a time, 0 = one per core"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only: no progress"}},
      .run =
          [arguments] {
            arguments->corpus.opened = device_line(false, arguments->quiet);
            return Calibration(*arguments).run();
          },
      .needs_one = {"--dataset", "--fold"}};
}

}  // namespace tactus
