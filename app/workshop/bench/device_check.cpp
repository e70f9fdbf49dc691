#include "app/workshop/bench/device_check.h"

#include <algorithm>
#include <cmath>

#include "app/engine/tagging/sound_tagger.h"
#include "app/workshop/bench/model_benchmark.h"
#include "audio/readers/open_audio.h"
#include "datasets/tasks/task_table.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {
namespace {

// The beginning of a source.
class Beginning final : public AudioSource {
 public:
  Beginning(AudioSource& whole, double seconds)
      : whole_(whole), left_(static_cast<std::size_t>(seconds * whole.sample_rate())) {}
  const std::filesystem::path& path() const override { return whole_.path(); }
  const AudioInfo& info() const override { return whole_.info(); }
  int sample_rate() const override { return whole_.sample_rate(); }
  std::size_t read(std::span<float> block) override {
    const std::size_t got = whole_.read(block.first(std::min(left_, block.size())));
    left_ -= got;
    return got;
  }
  std::optional<std::string> warning() const override { return whole_.warning(); }

 private:
  AudioSource& whole_;
  std::size_t left_;
};

constexpr int kSongCrops = 3;
constexpr double kSongCropSeconds = 8.0;

// Consecutive crops of the song; each is a fifth shorter than the previous one.
TrainBatch batch_of(const FrameMatrix& frames, const NetworkSpec& spec, double fps) {
  TrainBatch batch;
  batch.batch = kSongCrops;
  batch.steps = static_cast<int>(std::min<std::size_t>(
      frames.frames / kSongCrops, static_cast<std::size_t>(kSongCropSeconds * fps)));
  const std::size_t C = frames.bins, T = static_cast<std::size_t>(batch.steps);
  batch.x.assign(T * kSongCrops * C, 0.0f);
  for (std::size_t b = 0; b < kSongCrops; ++b) {
    const std::size_t length = T - b * T / 5;
    batch.lengths.push_back(static_cast<std::int32_t>(length));
    for (std::size_t t = 0; t < length; ++t) {
      const auto from = frames.data.begin() + static_cast<std::ptrdiff_t>((b * T + t) * C);
      std::copy_n(from, C, batch.x.begin() + static_cast<std::ptrdiff_t>((t * kSongCrops + b) * C));
    }
  }
  for (const HeadSpec& head : spec.heads)
    batch.targets.push_back(made_up_target(head, T * kSongCrops));
  return batch;
}

}  // namespace

void check_tagging(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> checked,
                   const std::filesystem::path& song, const DeviceCheckOptions& options,
                   std::stop_token stop) {
  SoundTagger tagger(models, std::move(checked));
  const auto reader = open_audio(song, tagger.sample_rate(), options.decoder);
  Beginning beginning(*reader, options.seconds);
  tagger.tag(beginning, stop);
}

void check_training(const LoadedModel& loaded, std::shared_ptr<Backend> checked,
                    const std::filesystem::path& song, const DeviceCheckOptions& options) {
  const Model& model = loaded.model;
  const TaskFeatures features = task_of(model)->features();
  FrameMatrix frames = features.compute(song);
  const auto wanted = static_cast<std::size_t>(std::lround(options.seconds * features.fps));
  frames.frames = std::min(frames.frames, wanted);
  frames.data.resize(frames.frames * frames.bins);
  for (const TrainedNetwork* each : networks_of(model)) {
    const auto input = static_cast<std::size_t>(each->spec.input);
    // Networks of one model may take different numbers of the first bins.
    FrameMatrix x = input < frames.bins ? first_bins(frames, input) : frames;
    if (!each->input_mean.empty()) standardise(x.data, {each->input_mean, each->input_scale});
    const TrainBatch batch = batch_of(x, each->spec, features.fps);
    if (batch.steps == 0) return;
    Network network(each->spec, checked);
    network.set_parameters(each->parameters);
    network.train_step(batch, {.weight_decay = 0.005, .clip_norm = 1.0}, 1);
  }
}

}  // namespace tactus
