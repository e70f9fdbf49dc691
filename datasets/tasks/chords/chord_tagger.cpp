#include "datasets/tasks/chords/chord_tagger.h"

#include <algorithm>
#include <utility>

#include "model/chords/chord_vocabulary.h"
#include "model/decoding/chords/chord_inference.h"
#include "model/decoding/piece_decoder.h"

namespace tactus {
namespace {

class ChordTagger : public TaskTagger {
 public:
  ChordTagger(std::vector<TaskNetwork> networks, const ChordDecoderParameters& decoder)
      : networks_(std::move(networks)), decoder_(decoder) {}

  bool takes(std::size_t bins) const override {
    return std::ranges::any_of(networks_, [&](const auto& each) { return each.bins() == bins; });
  }

  std::unique_ptr<TaskTagger> another() const override {
    return std::make_unique<ChordTagger>(networks_, decoder_);
  }
  void begin_song() override {
    inferred_ = {};
    held_ = false;
  }

  void add(ChunkFrames chunk) override {
    InferredChords outputs = run_networks(chunk.features);
    if (!chunk.audible.empty()) silence_chords(outputs.posteriors, chunk.audible);
    const auto keep = [&](FrameMatrix& all, const FrameMatrix& rows) {
      append_rows(all, rows, chunk.begin, chunk.end);
    };
    keep(inferred_.posteriors, outputs.posteriors);
    keep(inferred_.bass_logits, outputs.bass_logits);
    if (outputs.features.frames > 0) keep(inferred_.features, outputs.features);
  }

  void decode(Annotation& annotation, const HeardSong&, StageTimes&) override {
    InferredChords decoded = inferred_;  // decoding changes it
    if (held_) decoded.posteriors = activations_;
    ChordPiece piece = decode_piece_chords(decoded, chord_vocabulary(), decoder_,
                                           {annotation.duration, annotation.beats});
    activations_ = std::move(decoded.posteriors);
    bass_logits_ = std::move(decoded.bass_logits);
    annotation.chords = std::move(piece.chords);
    annotation.keys = std::move(piece.keys);
  }

  void tell(HeardSong& heard) const override { heard.chords = &inferred_.posteriors; }

  const FrameMatrix& activations() const override { return activations_; }

  TaggerContext context() const override {
    return {{"before repeats", inferred_.posteriors}, {"bass", bass_logits_}};
  }

  void hold(FrameMatrix activations, TaggerContext context) override {
    inferred_ = {std::move(context["before repeats"]), std::move(context["bass"]), {}};
    activations_ = std::move(activations);
    held_ = true;
  }

  void forget(double seconds) override {
    for (FrameMatrix* matrix : {&inferred_.posteriors, &inferred_.bass_logits, &inferred_.features})
      if (matrix->frames > 0) drop_rows(*matrix, seconds);
  }

 private:
  InferredChords run_networks(const FrameMatrix& features) {
    std::vector<ChordLogits> inferred;
    for (const TaskNetwork* each : networks_for(networks_, features.bins)) {
      const auto infer = [&](std::span<const FrameMatrix* const> inputs) {
        return each->infer(inputs);
      };
      inferred.push_back(infer_chord_logits(each->network->spec().heads, infer,
                                            first_bins(features, each->bins()),
                                            each->standardisation, decoder_));
    }
    ChordLogits logits = mean_of(std::move(inferred));
    FrameMatrix input;
    if (decoder_.repeats.places > 0) input = networks_.front().standardised(features);
    return {chord_posteriors(logits), std::move(logits.bass), std::move(input)};
  }

  std::vector<TaskNetwork> networks_;
  ChordDecoderParameters decoder_;
  InferredChords inferred_;
  FrameMatrix activations_, bass_logits_;  // as decoding left them
  bool held_ = false;                      // they are of an earlier song
};

}  // namespace

std::unique_ptr<TaskTagger> make_chord_tagger(std::vector<TaskNetwork> networks,
                                              const ChordDecoderParameters& decoder) {
  return std::make_unique<ChordTagger>(std::move(networks), decoder);
}

}  // namespace tactus
