#include "datasets/tasks/chords/chord_tagger.h"

#include <utility>

#include "model/chords/chord_vocabulary.h"
#include "model/decoding/chords/chord_inference.h"
#include "model/decoding/piece_decoder.h"

namespace tactus {
namespace {

// The sum of the audible rows that the chunk keeps, [1,12].
FrameMatrix audible_sum(const FrameMatrix& pitch_classes, const ChunkFrames& chunk) {
  FrameMatrix sum(1, 12, 1.0);
  for (std::size_t t = chunk.begin; t < chunk.end; ++t) {
    if (!chunk.audible[t]) continue;
    for (std::size_t c = 0; c < 12; ++c) sum.data[c] += pitch_classes.row(t)[c];
  }
  return sum;
}

class ChordTagger : public TaskTagger {
 public:
  ChordTagger(std::vector<TaskNetwork> networks, const ChordDecoderParameters& decoder,
              PitchClasses pitch_classes)
      : networks_(std::move(networks)),
        decoder_(decoder),
        pitch_classes_(std::move(pitch_classes)) {}

  void begin_song() override {
    inferred_ = {};
    chunk_ends_ = {};
  }

  void add(ChunkFrames chunk) override {
    InferredChords outputs = run_networks(chunk.features);
    if (!chunk.audible.empty()) {
      silence_chords(outputs.posteriors, chunk.audible);
      append_rows(inferred_.chroma, audible_sum(pitch_classes_(chunk.features), chunk), 0, 1);
      chunk_ends_.push_back(inferred_.posteriors.frames + chunk.end - chunk.begin);
    }
    const auto keep = [&](FrameMatrix& all, const FrameMatrix& rows) {
      append_rows(all, rows, chunk.begin, chunk.end);
    };
    keep(inferred_.posteriors, outputs.posteriors);
    keep(inferred_.bass_logits, outputs.bass_logits);
    if (outputs.features.frames > 0) keep(inferred_.features, outputs.features);
  }

  void decode(Annotation& annotation, const HeardSong&, StageTimes&) override {
    InferredChords decoded = inferred_;  // decoding changes it
    ChordPiece piece = decode_piece_chords(decoded, chord_vocabulary(), decoder_,
                                           {annotation.duration, annotation.beats});
    activations_ = std::move(decoded.posteriors);
    annotation.chords = std::move(piece.chords);
    annotation.keys = std::move(piece.keys);
  }

  void tell(HeardSong& heard) const override { heard.chords = &inferred_.posteriors; }

  const FrameMatrix& activations() const override { return activations_; }

  void forget(double seconds) override {
    const std::size_t rows = rows_before(inferred_.posteriors, seconds);
    for (FrameMatrix* matrix : {&inferred_.posteriors, &inferred_.bass_logits, &inferred_.features})
      if (matrix->frames > 0) drop_rows(*matrix, seconds);
    std::erase_if(chunk_ends_, [&](std::size_t end) { return end <= rows; });
    for (std::size_t& end : chunk_ends_) end -= rows;
    FrameMatrix chroma;
    if (!chunk_ends_.empty())
      append_rows(chroma, inferred_.chroma, inferred_.chroma.frames - chunk_ends_.size(),
                  inferred_.chroma.frames);
    inferred_.chroma = std::move(chroma);
  }

 private:
  InferredChords run_networks(const FrameMatrix& features) {
    std::vector<ChordLogits> inferred;
    for (TaskNetwork& each : networks_)
      inferred.push_back(
          infer_chord_logits(each.network, features, each.standardisation, decoder_));
    ChordLogits logits = mean_of(std::move(inferred));
    FrameMatrix input;
    if (decoder_.repeats.places > 0) input = networks_.front().standardised(features);
    return {chord_posteriors(logits), std::move(logits.bass), std::move(input), {}};
  }

  std::vector<TaskNetwork> networks_;
  ChordDecoderParameters decoder_;
  PitchClasses pitch_classes_;
  InferredChords inferred_;              // its chroma has a row for each chunk
  std::vector<std::size_t> chunk_ends_;  // the row after each of these chunks
  FrameMatrix activations_;              // as decoding left them
};

}  // namespace

std::unique_ptr<TaskTagger> make_chord_tagger(std::vector<TaskNetwork> networks,
                                              const ChordDecoderParameters& decoder,
                                              PitchClasses pitch_classes) {
  return std::make_unique<ChordTagger>(std::move(networks), decoder, std::move(pitch_classes));
}

}  // namespace tactus
