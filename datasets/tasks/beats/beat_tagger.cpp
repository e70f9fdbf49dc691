#include "datasets/tasks/beats/beat_tagger.h"

#include <utility>

#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"

namespace tactus {
namespace {

class BeatTagger : public TaskTagger {
 public:
  BeatTagger(std::vector<TaskNetwork> networks, const BeatDecoderParameters& decoder)
      : networks_(std::move(networks)), decoder_(decoder) {
    const NetworkSpec& spec = networks_.at(0).network.spec();
    beat_ = head_index(spec, "beat");
    downbeat_ = head_index(spec, "downbeat");
  }

  void begin_song() override {
    activations_ = {};
    features_ = {};
  }

  void add(ChunkFrames chunk) override {
    FrameMatrix activations = run_networks(chunk.features);
    if (!chunk.audible.empty()) silence_beats(activations, chunk.audible);
    append_rows(activations_, activations, chunk.begin, chunk.end);
    if (decoder_.level_margin > 0.0 && chunk.is_whole) features_ = std::move(chunk.features);
  }

  void decode(Annotation& annotation, StageTimes& times) override {
    BeatPieceOptions options{annotation.duration, {}, {}};
    if (features_.frames > 0) {
      options.run_second_pass = [&](double speed) {
        const StageTimer timer(times, TagStage::kNetworks);
        return run_networks(at_speed(features_, speed));
      };
    }
    BeatDecoding decoding = decode_piece_beats(activations_, decoder_, options);
    annotation.beats = std::move(decoding.beats);
    annotation.tempi = std::move(decoding.tempi);
  }

  FrameMatrix take_activations() override { return std::exchange(activations_, {}); }

 private:
  FrameMatrix run_networks(const FrameMatrix& features) {
    const std::vector<FrameMatrix> logits = mean_logits(networks_, features);
    return beat_activations(logits[beat_], logits[downbeat_]);
  }

  std::vector<TaskNetwork> networks_;
  std::size_t beat_ = 0, downbeat_ = 0;  // heads
  BeatDecoderParameters decoder_;
  FrameMatrix activations_;  // [T,2]
  FrameMatrix features_;     // of a piece that is one chunk, for the second pass
};

}  // namespace

std::unique_ptr<TaskTagger> make_beat_tagger(std::vector<TaskNetwork> networks,
                                             const BeatDecoderParameters& decoder) {
  return std::make_unique<BeatTagger>(std::move(networks), decoder);
}

}  // namespace tactus
