#include "datasets/tasks/beats/beat_tagger.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "features/attack_envelope.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"
#include "model/decoding/readings.h"
#include "model/decoding/timing/click_track.h"

namespace tactus {
namespace {

class BeatTagger : public TaskTagger {
 public:
  BeatTagger(std::vector<TaskNetwork> networks, const BeatDecoderParameters& decoder)
      : networks_(std::move(networks)), decoder_(decoder) {
    const NetworkSpec& spec = networks_.at(0).network->spec();
    beat_ = head_index(spec, "beat");
    downbeat_ = head_index(spec, "downbeat");
  }

  bool wants_attacks() const override { return true; }
  std::unique_ptr<TaskTagger> another() const override {
    return std::make_unique<BeatTagger>(networks_, decoder_);
  }
  void begin_song() override {
    activations_ = {};
    features_ = {};
    attacks_ = {};
    second_ = {};
  }

  void add(ChunkFrames chunk) override {
    FrameMatrix activations = run_networks(chunk.features);
    begin_with(activations, chunk);
    if (!chunk.audible.empty()) silence_beats(activations, chunk.audible);
    append_rows(activations_, activations, chunk.begin, chunk.end);
    add_attacks(chunk);
    if (decoder_.level_margin > 0.0 && chunk.is_whole) features_ = std::move(chunk.features);
  }

  void decode(Annotation& annotation, const HeardSong& heard, StageTimes& times) override {
    BeatPieceOptions options{annotation.duration,   {},         {},
                             AttackCurve(attacks_), heard.bars, heard.chords};
    if (features_.frames > 0) {
      options.run_second_pass = [&](double speed) {
        const StageTimer timer(times, TagStage::kNetworks);
        return second_ = run_networks(at_speed(features_, speed));
      };
    } else if (second_.frames > 0) {
      options.run_second_pass = [&](double) { return second_; };
    }
    const std::optional<Clicks> clicks = allowed_clicks();
    FrameMatrix raised;
    if (clicks) raise_clicks(*clicks, raised = activations_);
    const FrameMatrix& activations = clicks ? raised : activations_;
    BeatDecoding decoding = decode_piece_beats(activations, decoder_for(clicks), options);
    if (clicks) add_missing_clicks(*clicks, decoding.beats, decoding.grid);
    if (!decoding.tempi.empty())
      annotation.readings = level_readings(activations, decoding.beats, decoding.tempi.front().bpm,
                                           decoder_, heard.bars);
    annotation.beats = std::move(decoding.beats);
    annotation.tempi = std::move(decoding.tempi);
    annotation.grid = std::move(decoding.grid);
  }

  const FrameMatrix& activations() const override { return activations_; }
  const FrameMatrix& attacks() const override { return attacks_; }

  TaggerContext context() const override {
    return {{"attacks", attacks_}, {"second pass", second_}};
  }

  void hold(FrameMatrix activations, TaggerContext context) override {
    begin_song();
    activations_ = std::move(activations);
    attacks_ = std::move(context["attacks"]);
    second_ = std::move(context["second pass"]);
  }

  void forget(double seconds) override {
    drop_rows(activations_, seconds);
    drop_rows(attacks_, seconds);
  }

 private:
  // The envelope of the rows that were kept; its rows count from the start of the song, so that
  // rounding does not add up.
  void add_attacks(const ChunkFrames& chunk) {
    const FrameMatrix& envelope = chunk.attacks;
    if (envelope.frames == 0) return;
    const auto row_of = [&](std::size_t frame) {
      return static_cast<std::size_t>(
          std::lround(static_cast<double>(frame) / activations_.fps * kAttackFps));
    };
    const std::size_t first = std::min(row_of(chunk.begin), envelope.frames);
    const std::size_t wanted = row_of(activations_.frames) - attacks_.frames;
    append_rows(attacks_, envelope, first, std::min(first + wanted, envelope.frames));
  }

  // Of clicks each one is a beat, if the tempo is allowed.
  std::optional<Clicks> allowed_clicks() const {
    std::optional<Clicks> clicks = find_clicks(attacks_);
    if (clicks && (clicks->bpm < decoder_.min_bpm || clicks->bpm > decoder_.max_bpm)) clicks = {};
    return clicks;
  }

  BeatDecoderParameters decoder_for(const std::optional<Clicks>& clicks) const {
    if (!clicks) return decoder_;
    BeatDecoderParameters parameters = near_tempo(decoder_, clicks->bpm);
    parameters.least_confidence = 0.0;
    return parameters;
  }

  // Hears an attack on the first sample.
  void begin_with(FrameMatrix& activations, const ChunkFrames& chunk) {
    constexpr std::size_t kRows = 8;  // of the peak of a beat at 0
    const bool at_once = !chunk.audible.empty() && chunk.audible.front();
    if (!at_once || chunk.opening.frames < ChunkFrames::kSilence + kRows) return;
    const FrameMatrix opening = run_networks(chunk.opening);
    for (std::size_t t = 0; t < std::min(kRows, activations.frames); ++t)
      std::ranges::copy(opening.row(ChunkFrames::kSilence + t), activations.row(t).begin());
  }

  FrameMatrix run_networks(const FrameMatrix& features) {
    const std::vector<FrameMatrix> logits = mean_logits(networks_, features);
    return beat_activations(logits[beat_], logits[downbeat_]);
  }

  std::vector<TaskNetwork> networks_;
  std::size_t beat_ = 0, downbeat_ = 0;  // heads
  BeatDecoderParameters decoder_;
  FrameMatrix activations_;  // [T,2]
  FrameMatrix attacks_;      // [T,2] their sound (attack_envelope.h)
  FrameMatrix features_;     // of a song of one chunk, for the second pass
  FrameMatrix second_;       // the outputs of that pass
};

}  // namespace

std::unique_ptr<TaskTagger> make_beat_tagger(std::vector<TaskNetwork> networks,
                                             const BeatDecoderParameters& decoder) {
  return std::make_unique<BeatTagger>(std::move(networks), decoder);
}

}  // namespace tactus
