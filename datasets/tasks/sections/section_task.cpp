#include "datasets/tasks/sections/section_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/validation_parts.h"
#include "datasets/tasks/sections/section_tagger.h"
#include "datasets/tasks/sections/section_targets.h"
#include "model/decoding/sections/section_names.h"
#include "model/evaluation/evaluate_segments.h"

namespace tactus {
namespace {

FrameMatrix infer_sections(Network& network, const TrainingSong& song,
                           const Standardisation& standardisation) {
  return section_activations(network.spec(),
                             network.infer(standardised(song.frames.view(), standardisation)));
}

double score_named(const NamedScores& scores, std::string_view name) {
  return std::ranges::find(scores, name, &NamedScore::name)->value;
}

void count_names(const std::vector<LabelledSegment>& sections, const FrameMatrix& activations,
                 Mean& right) {
  for (const LabelledSegment& section : sections) {
    const int wanted = section_class(section.label);
    if (wanted < 0) continue;
    for (auto t = static_cast<std::size_t>(section.start * activations.fps);
         t < activations.frames && double(t) < section.end * activations.fps; ++t) {
      const auto kinds = activations.row(t).subspan(1);
      right.add(std::ranges::max_element(kinds) - kinds.begin() == wanted ? 1.0 : 0.0);
    }
  }
}

}  // namespace

std::vector<HeadSpec> SectionTask::heads() const {
  return {{"begin", 1, HeadKind::kSigmoid, 1.0},
          {"name", static_cast<int>(kSectionNames.size()), HeadKind::kSoftmax, 0.1}};
}

Annotation SectionTask::labels(Annotation annotation) const {
  Annotation labels;
  labels.sections = std::move(annotation.sections);
  if (labels.sections.empty()) throw std::invalid_argument("contains no sections");
  evaluate_segments(labels.sections, labels.sections);  // refuses sections out of order
  return labels;
}

ParameterTable SectionTask::target_parameters() {
  return {
      {"neighbours", &target_settings.neighbours, 0.0, 1.0,
       "targets of the frames next to that of a section boundary"},
      {"positive_weight", &target_settings.positive_weight, 1e-3, 1e3,
       "weight in the loss of a frame with a section boundary"},
  };
}

void SectionTask::read_decoder(const std::string& json) {
  decoder = section_decoder_parameters_from_json(json);
}

std::string SectionTask::target_text() const {
  std::string text = "|sections";
  for (float value : target_settings.neighbours) text += fmt::format("|{}", value);
  return text + fmt::format("|{}", target_settings.positive_weight);
}

std::unique_ptr<TargetMaker> SectionTask::target_maker(const NetworkSpec& spec,
                                                       const std::vector<TrainingSong>& songs,
                                                       const std::vector<TrainingSong>&) const {
  std::vector<std::vector<LabelledSegment>> sections;
  for (const TrainingSong& song : songs) sections.push_back(song.labels.sections);
  return make_section_target_maker(spec, target_settings, std::move(sections));
}

ValidationResult SectionTask::validate(Network& network, const Songs& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop) const {
  Mean wide, narrow, names;
  score_each(songs, stop, {&wide, &narrow, &names}, [&](const TrainingSong& song) {
    const FrameMatrix activations = infer_sections(network, song, standardisation);
    const double duration = static_cast<double>(activations.frames) / activations.fps;
    const NamedScores scores = evaluate_segments(
        song.labels.sections, decode_sections(activations, {}, {}, duration, decoder));
    wide.add(score_named(scores, "F-measure@3.0"));
    narrow.add(score_named(scores, "F-measure@0.5"));
    count_names(song.labels.sections, activations, names);
  });
  ValidationResult result;
  result.metrics = {{"f3", wide.value()}, {"f05", narrow.value()}, {"name", names.value()}};
  result.score = 0.5 * (wide.value() + narrow.value());
  return result;
}

TrainingSample SectionTask::sample(Network& network, const TrainingSong& song,
                                   const Standardisation& standardisation) const {
  constexpr double kSeconds = 120.0;
  const FrameMatrix activations = infer_sections(network, song, standardisation);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.curves = {{"begin", curve_within(sample, activations.frames,
                                          [&](std::size_t t) { return activations.row(t)[0]; })}};
  return sample;
}

std::unique_ptr<TaskTagger> SectionTask::tagger(const Model& model,
                                                const InferenceDevice& device) const {
  return make_section_tagger(make_task_networks(model, device, heads()), feature_settings, decoder);
}

std::vector<std::string> SectionTask::activation_labels() const {
  std::vector<std::string> labels = {"begin"};
  labels.insert(labels.end(), kSectionNames.begin(), kSectionNames.end());
  return labels;
}

}  // namespace tactus
