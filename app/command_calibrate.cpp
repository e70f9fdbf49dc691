// tactus calibrate MODEL --dataset CORPUS: makes a model's confidences mean what they say.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/commands.h"
#include "app/confidence_evidence.h"
#include "app/corpus_evaluation.h"
#include "app/device.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "app/tag_inputs.h"
#include "model/beat_decoder.h"
#include "model/chord_decoder.h"

namespace tactus {
namespace {

constexpr const char* kExamples = R"(
Tags the songs of CORPUS, compares every beat (70 ms) or chord (root and third) with the annotation, and
fits a rising map from confidence to the share of right ones. The tables show the confidences as they are
and calibrated on other songs than the ones they are shown for. The corpus must be one that MODEL was not
trained on. --nothing adds audio in which nothing is to be found: noise, speech. For a model that was trained
on all songs there is --like: it takes the map of another one, of the same recipe, that was not.

Examples:
  tactus calibrate chords --dataset validation-songs                (only shows)
  tactus calibrate beats --dataset validation-songs --nothing noise -o beats.safetensors
  tactus calibrate trained-on-all.safetensors --like fold-1.safetensors -o chords.safetensors
)";

struct CalibrateArguments {
  std::string model;
  std::vector<std::string> beside;
  std::string dataset;
  std::string split;
  std::string nothing;
  std::string like;
  std::string output;
  CorpusEvaluationOptions corpus;
  bool quiet = false;
};

bool is_of_beats(const Model& model) {
  return model.beat_features.has_value();
}

std::string with_calibration(const Model& model, const CalibrationMap& map) {
  if (is_of_beats(model)) {
    BeatDecoderParameters parameters = beat_decoder_parameters_from_json(model.decoder_json);
    parameters.calibration = map;
    return to_json(parameters);
  }
  ChordDecoderParameters parameters = chord_decoder_parameters_from_json(model.decoder_json);
  parameters.calibration = map;
  return to_json(parameters);
}

CalibrationMap map_of(const Model& model) {
  return is_of_beats(model) ? beat_decoder_parameters_from_json(model.decoder_json).calibration
                            : chord_decoder_parameters_from_json(model.decoder_json).calibration;
}

int calibrate_like(const CalibrateArguments& arguments) {
  Model model = load_models({arguments.model}).front().model;
  const LoadedModel other = load_models({arguments.like}).front();
  if (is_of_beats(model) != is_of_beats(other.model))
    throw UsageError(fmt::format("calibrate: one of {} and {} is of beats, the other of chords",
                                 arguments.model, other.path.string()));
  const CalibrationMap map = map_of(other.model);
  if (map.empty())
    throw UsageError(fmt::format("calibrate: {} is not calibrated", other.path.string()));
  model.decoder_json = with_calibration(model, map);
  const auto said = other.model.provenance.find("calibration");
  model.provenance["calibration"] =
      fmt::format("as {}: {}", other.path.filename().string(),
                  said == other.model.provenance.end() ? "no record" : said->second);
  save_model(model, arguments.output);
  return kSuccess;
}

Corpus corpus_of_nothing(const std::string& folder) {
  Corpus corpus;
  for (const TagInput& input : collect_inputs({folder})) {
    if (!input.fault.empty()) throw UsageError(input.fault);
    CorpusItem item;
    item.id = input.relative.string();
    item.audio = input.audio;
    corpus.items.push_back(std::move(item));
  }
  if (corpus.items.empty()) throw UsageError(fmt::format("--nothing {}: no audio there", folder));
  return corpus;
}

class Calibration {
 public:
  explicit Calibration(const CalibrateArguments& arguments) : arguments_(arguments) {}
  int run();

 private:
  std::vector<AnnotatedPair> tagged(const Corpus& corpus, const std::vector<LoadedModel>& models);

  const CalibrateArguments& arguments_;
  InterruptGuard interrupt_;
  bool failed_ = false;
};

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
    fmt::print(stderr, "tactus calibrate: {}\n", failure);
  }
  failed_ |= !failures.empty();
  return pairs;
}

int Calibration::run() {
  std::vector<std::string> names = arguments_.beside;
  names.insert(names.begin(), arguments_.model);
  std::vector<LoadedModel> models = load_models(names);
  Model& model = models.front().model;
  model.decoder_json = with_calibration(model, {});
  const Corpus corpus = load_evaluation_corpus(arguments_.dataset, arguments_.split, nullptr);
  const std::vector<AnnotatedPair> pairs = tagged(corpus, models);
  ConfidenceEvidence beats = beat_evidence(pairs), chords = chord_evidence(pairs);
  if (!arguments_.nothing.empty()) {
    add_empty_songs(beats, chords, tagged(corpus_of_nothing(arguments_.nothing), models));
  }
  if (interrupt_.interrupted()) return kInterrupted;
  const bool of_beats = is_of_beats(model);
  const CalibrationReport report = judge_confidence(of_beats ? beats : chords);
  if (report.events == 0) {
    throw UsageError(fmt::format("calibrate: {} has no {} to compare with", arguments_.dataset,
                                 of_beats ? "beats" : "chords"));
  }
  fmt::print("{}", report_text(report, of_beats ? "beats" : "chords"));
  if (!arguments_.output.empty()) {
    model.decoder_json = with_calibration(model, report.map);
    model.provenance["calibration"] =
        fmt::format("{} events of {} songs of {}", report.events, report.songs,
                    corpus.name.empty() ? arguments_.dataset : corpus.name);
    save_model(model, arguments_.output);
  }
  return failed_ ? kSomeInputsFailed : kSuccess;
}

}  // namespace

void add_calibrate_command(CLI::App& root, Command& chosen) {
  CLI::App* command =
      root.add_subcommand("calibrate", "Fit a model's confidences to how often it is right");
  auto arguments = std::make_shared<CalibrateArguments>();
  command->add_option("model", arguments->model, "Model file or name of a shipped one")->required();
  command->add_option("--with", arguments->beside,
                      "Another model to tag with (beats, where chords snap to them)");
  CLI::Option* dataset =
      command->add_option("--dataset", arguments->dataset, "Corpus folder or manifest");
  command->add_option("--split", arguments->split, "Only the songs of this split")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command->add_option("--nothing", arguments->nothing, "Folder of audio without beats and chords");
  CLI::Option* output =
      command->add_option("-o,--output", arguments->output,
                          "Where the calibrated model goes; without it nothing is written");
  CLI::Option* like =
      command->add_option("--like", arguments->like, "The map of this model, not a new one");
  like->excludes(dataset)->needs(output);
  command->add_option("--device", arguments->corpus.device, kDeviceHelp)->capture_default_str();
  command->add_option("--jobs", arguments->corpus.jobs, "Songs at a time, 0 = one per core")
      ->check(CLI::Range(0, 256));
  command->add_flag("-q,--quiet", arguments->quiet, "No progress");
  command->footer(kExamples);
  command->callback([arguments, &chosen] {
    if (arguments->dataset.empty() && arguments->like.empty())
      throw CLI::RequiredError("--dataset or --like");
    chosen = [arguments] {
      return arguments->like.empty() ? Calibration(*arguments).run() : calibrate_like(*arguments);
    };
  });
}

}  // namespace tactus
