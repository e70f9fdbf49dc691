#include "datasets/tasks/bars/bar_tagger.h"

#include <cmath>
#include <utility>

#include "model/decoding/piece_decoder.h"
#include "model/decoding/readings.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

class BarTagger : public TaskTagger {
 public:
  BarTagger(std::vector<TaskNetwork> networks, const BarDecoderParameters& decoder)
      : networks_(std::move(networks)),
        decoder_(decoder),
        bar_(head_index(networks_.at(0).network->spec(), "bar")) {}

  std::unique_ptr<TaskTagger> another() const override {
    return std::make_unique<BarTagger>(networks_, decoder_);
  }
  void begin_song() override { activations_ = {}; }

  void add(ChunkFrames chunk) override {
    FrameMatrix rows = bar_activations(mean_logits(networks_, chunk.features)[bar_]);
    if (!chunk.audible.empty()) silence_beats(rows, chunk.audible);
    append_rows(activations_, rows, chunk.begin, chunk.end);
  }

  void decode(Annotation& annotation, const HeardSong&, StageTimes&) override {
    const std::vector<Beat> before = annotation.beats;
    decode_bars(annotation.beats, activations_, decoder_);
    annotation.readings =
        bar_readings(annotation.readings, before, annotation.beats, activations_, decoder_);
    take_bars(annotation.grid, annotation.beats);
  }

  void tell(HeardSong& heard) const override { heard.bars = &heard_; }
  const FrameMatrix& activations() const override { return activations_; }
  void hold(FrameMatrix activations, TaggerContext) override {
    activations_ = std::move(activations);
  }
  void forget(double seconds) override { drop_rows(activations_, seconds); }

 private:
  std::vector<TaskNetwork> networks_;
  BarDecoderParameters decoder_;
  std::size_t bar_;          // head
  FrameMatrix activations_;  // [T,1]
  HeardBars heard_{activations_, decoder_};
};

}  // namespace

FrameMatrix bar_activations(FrameMatrix logits) {
  for (float& value : logits.data) value = 1.0f / (1.0f + std::exp(-value));
  return logits;
}

std::unique_ptr<TaskTagger> make_bar_tagger(std::vector<TaskNetwork> networks,
                                            const BarDecoderParameters& decoder) {
  return std::make_unique<BarTagger>(std::move(networks), decoder);
}

}  // namespace tactus
