// A task that the table lacks, as a person would add it: the starts of sections, from the features
// of beats.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/task_table.h"

namespace tactus::test {

// Two sections; the second begins where the boundary is likeliest. Their labels say how many beats
// the annotation has, to show that the tasks before were decoded.
inline void decode_parts(const FrameMatrix& activations, Annotation& annotation) {
  const auto likeliest = std::ranges::max_element(activations.data) - activations.data.begin();
  const double start = static_cast<double>(likeliest) / activations.fps;
  const std::string label = fmt::format("{} beats", annotation.beats.size());
  annotation.sections = {{0.0, start, label}, {start, annotation.duration, label}};
}

class PartTagger : public TaskTagger {
 public:
  explicit PartTagger(std::vector<TaskNetwork> networks) : networks_(std::move(networks)) {}
  std::unique_ptr<TaskTagger> another() const override {
    return std::make_unique<PartTagger>(networks_);
  }
  void begin_song() override { activations_ = {}; }
  void add(ChunkFrames chunk) override {
    FrameMatrix rows = mean_logits(networks_, chunk.features).at(0);
    for (float& value : rows.data) value = 1.0f / (1.0f + std::exp(-value));
    append_rows(activations_, rows, chunk.begin, chunk.end);
  }
  void decode(Annotation& annotation, const HeardSong&, StageTimes&) override {
    decode_parts(activations_, annotation);
  }
  const FrameMatrix& activations() const override { return activations_; }
  void hold(FrameMatrix activations, TaggerContext) override {
    activations_ = std::move(activations);
  }
  void forget(double seconds) override { drop_rows(activations_, seconds); }

 private:
  std::vector<TaskNetwork> networks_;
  FrameMatrix activations_;
};

class PartTargets : public TargetMaker {
 public:
  PartTargets(std::size_t heads, std::vector<std::vector<double>> starts)
      : heads_(heads), starts_(std::move(starts)) {}
  std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const override {
    std::vector<HeadTarget> targets(heads_);
    for (HeadTarget& target : targets) target.probability.assign(steps * batch, 0.0f);
    return targets;
  }
  void fill(std::size_t song, const CropView& crop, std::size_t b, std::size_t batch,
            std::vector<HeadTarget>& targets) const override {
    std::vector<float> column(crop.frames);
    write_event_targets(starts_.at(song), crop, {}, column);
    for (std::size_t t = 0; t < crop.frames; ++t) targets[0].probability[t * batch + b] = column[t];
  }

 private:
  std::size_t heads_;
  std::vector<std::vector<double>> starts_;
};

class PartTask : public BeatTask {
 public:
  double reach = 0.5;
  double least_length = 4.0;

  std::unique_ptr<Task> clone() const override { return std::make_unique<PartTask>(*this); }
  std::string name() const override { return "parts"; }
  std::vector<HeadSpec> heads() const override {
    return {{"boundary", 1, HeadKind::kSigmoid, 2.0}, {"label", 7, HeadKind::kSoftmax, 0.0}};
  }
  int hidden() const override { return 24; }
  bool transposes() const override { return true; }
  Layer layer() const override { return Layer::kSections; }
  ParameterTable target_parameters() override {
    return {{"reach", &reach, 0.0, 4.0, "seconds beside a boundary"}};
  }
  ParameterTable decoder_parameters() override {
    return {{"least_length", &least_length, 0.0, 60.0, "seconds"}};
  }
  void read_decoder(const std::string& json) override {
    read_json(decoder_parameters(), json, "section decoder");
  }
  Annotation labels(Annotation annotation) const override {
    Annotation labels;
    labels.sections = std::move(annotation.sections);
    return labels;
  }
  std::unique_ptr<TargetMaker> target_maker(const NetworkSpec& spec,
                                            const std::vector<TrainingSong>& songs,
                                            const std::vector<TrainingSong>&) const override {
    std::vector<std::vector<double>> starts;
    for (const TrainingSong& song : songs) {
      starts.emplace_back();
      for (const LabelledSegment& section : song.labels.sections)
        starts.back().push_back(section.start);
    }
    return std::make_unique<PartTargets>(spec.heads.size(), std::move(starts));
  }
  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     const InferenceDevice& device) const override {
    return std::make_unique<PartTagger>(make_task_networks(model, device, heads()));
  }
  const char* activations_ending() const override { return ".part_activations.npy"; }
  std::vector<std::string> activation_labels() const override { return {"boundary"}; }
  std::vector<ActivationDecoder> activation_decoders() override {
    ActivationDecoder decoder;
    decoder.name = "parts";
    decoder.columns = {1};
    decoder.columns_help = "K = 1: probability of a boundary";
    decoder.parameters = decoder_parameters();
    decoder.decode = [this](const DecoderInput& input, Annotation& annotation) {
      decode_parts(input.activations, annotation);
      annotation.sections.back().label = fmt::format("from {} s", least_length);
    };
    return {std::move(decoder)};
  }
};

inline std::vector<std::unique_ptr<Task>> tasks_with_parts() {
  std::vector<std::unique_ptr<Task>> tasks = all_tasks();
  tasks.push_back(std::make_unique<PartTask>());
  return tasks;
}

}  // namespace tactus::test
