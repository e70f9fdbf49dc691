#include "datasets/tasks/sections/section_tagger.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "features/structure/structure_features.h"
#include "model/decoding/sections/section_names.h"

namespace tactus {
namespace {

// Noise and speech have no chords, and so no sections. True if nobody looked for chords.
bool sounds(const std::vector<LabelledSegment>& chords) {
  return chords.empty() ||
         std::ranges::any_of(chords, [](const auto& chord) { return chord.label != "N"; });
}

class SectionTagger : public TaskTagger {
 public:
  SectionTagger(std::vector<TaskNetwork> networks, const StructureParameters& features,
                const SectionDecoderParameters& decoder)
      : networks_(std::move(networks)), features_(features), decoder_(decoder) {}

  std::unique_ptr<TaskTagger> another() const override {
    return std::make_unique<SectionTagger>(networks_, features_, decoder_);
  }
  void begin_song() override { chroma_ = activations_ = {}; }

  void add(ChunkFrames chunk) override {
    append_rows(chroma_, chunk.features, chunk.begin, chunk.end);
  }

  void decode(Annotation& annotation, const HeardSong&, StageTimes& times) override {
    const FrameMatrix pooled = pooled_chroma(chroma_, features_);
    const FrameMatrix features = structure_features(pooled, features_);
    {
      const StageTimer timer(times, TagStage::kNetworks);
      activations_ =
          section_activations(networks_.front().network->spec(), mean_logits(networks_, features));
    }
    if (!sounds(annotation.chords)) return;
    annotation.sections = decode_sections(activations_, similarity_vectors(pooled),
                                          annotation.beats, annotation.duration, decoder_);
  }

  const FrameMatrix& activations() const override { return activations_; }
  TaggerContext context() const override { return {{"chroma", chroma_}}; }
  void hold(FrameMatrix, TaggerContext context) override { chroma_ = std::move(context["chroma"]); }
  void forget(double seconds) override { drop_rows(chroma_, seconds); }

 private:
  std::vector<TaskNetwork> networks_;
  StructureParameters features_;
  SectionDecoderParameters decoder_;
  FrameMatrix chroma_;       // [T,24]
  FrameMatrix activations_;  // [N, 1 + names]
};

}  // namespace

FrameMatrix section_activations(const NetworkSpec& spec, const std::vector<FrameMatrix>& logits) {
  const FrameMatrix& begin = logits.at(head_index(spec, "begin"));
  const FrameMatrix& name = logits.at(head_index(spec, "name"));
  FrameMatrix activations(begin.frames, 1 + kSectionNames.size(), begin.fps);
  for (std::size_t t = 0; t < begin.frames; ++t) {
    const auto row = activations.row(t), kinds = row.subspan(1);
    row[0] = 1.0f / (1.0f + std::exp(-begin.row(t)[0]));
    std::ranges::copy(name.row(t), kinds.begin());
    const float largest = std::ranges::max(kinds);
    float sum = 0.0f;
    for (float& kind : kinds) sum += kind = std::exp(kind - largest);
    for (float& kind : kinds) kind /= sum;
  }
  return activations;
}

std::unique_ptr<TaskTagger> make_section_tagger(std::vector<TaskNetwork> networks,
                                                const StructureParameters& features,
                                                const SectionDecoderParameters& decoder) {
  return std::make_unique<SectionTagger>(std::move(networks), features, decoder);
}

}  // namespace tactus
