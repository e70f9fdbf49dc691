// The task "sections": where the parts of a song begin, which of them are alike, and what they are
// (verse, chorus). It hears what repeats and what changes in the chroma of the whole song.
#pragma once

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/interface/task_of.h"
#include "model/decoding/sections/section_decoder.h"

namespace tactus {

class SectionTask
    : public TaskOf<SectionTask, &Model::structure, BeatTargetSettings, SectionDecoderParameters> {
 public:
  SectionTask() { target_settings = {.neighbours = {0.5f}, .positive_weight = 4.0}; }

  std::string name() const override { return "sections"; }
  std::vector<HeadSpec> heads() const override;
  int hidden() const override { return 64; }
  Layer layer() const override { return Layer::kSections; }
  std::vector<TaskMetric> metrics() const override {
    return {{"sections F at 3 s", "segments", "F-measure@3.0"},
            {"sections F at 0.5 s", "segments", "F-measure@0.5"},
            {"section labels", "segments", "Pairwise F-measure"}};
  }
  Annotation labels(Annotation annotation) const override;

  ParameterTable target_parameters() override;
  void read_decoder(const std::string& json) override;
  std::string target_text() const override;

  TaskFeatures chunk_features() const override { return task_features(feature_settings.chroma); }

  std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const override;
  // Scores of the beginnings alone, `f3` at 3 s and `f05` at 0.5 s, and `name`, the share of the
  // frames whose kind is right. The score is the mean of `f3` and `f05`.
  ValidationResult validate(Network& network, const Songs& songs,
                            const Standardisation& standardisation,
                            std::stop_token stop) const override;
  TrainingSample sample(Network& network, const TrainingSong& song,
                        const Standardisation& standardisation) const override;

  // Sections have no confidence.
  std::optional<JudgedSong> judge(const Annotation*, const Annotation&) const override {
    return std::nullopt;
  }

  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     const InferenceDevice& device) const override;
  const char* activations_ending() const override { return ".section_activations.npy"; }
  std::vector<std::string> activation_labels() const override;
  std::vector<ActivationDecoder> activation_decoders() override { return {}; }
};

}  // namespace tactus
