#include "app/doors/vamp/tactus_plugin.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>

#include "app/doors/vamp/plugin_outputs.h"
#include "audio/standard_streams.h"

namespace tactus::vamp {

namespace {

// Until a model is loaded: the one of the shipped models.
constexpr double kUsualFrameRate = 50.0;

void say(const char* problem) {
  print_log("Tactus (Vamp plug-in): {}\n", problem);
}

double beat_frame_rate(const tactus_engine* engine) {
  for (std::size_t i = 0; const tactus_model* model = tactus_engine_model(engine, i); ++i)
    if (std::string(model->task) == "beats") return model->frame_rate;
  return kUsualFrameRate;
}

}  // namespace

std::string TactusPlugin::getDescription() const {
  return "Finds beats, bars, tempo, chords and key with neural networks";
}

// Small, because nobody knows how much of the last block is filled up.
size_t TactusPlugin::getPreferredBlockSize() const {
  return 256;
}

size_t TactusPlugin::getMaxChannelCount() const {
  return 256;
}

Vamp::Plugin::OutputList TactusPlugin::getOutputDescriptors() const {
  return output_descriptors(frame_rate_ > 0.0 ? frame_rate_ : kUsualFrameRate);
}

bool TactusPlugin::open_engine() {
  const char* models = std::getenv("TACTUS_MODELS");
  tactus_options options;
  tactus_options_init(&options, sizeof options);
  if (models && *models) options.models_folder = models;
  options.decoder = "";  // the host decodes
  parameters_.apply_to(options);
  tactus_engine* opened = nullptr;
  const tactus_code code = tactus_engine_open(&options, &opened);
  engine_.reset(opened);
  if (code != TACTUS_OK) say(tactus_last_error());
  return code == TACTUS_OK;
}

bool TactusPlugin::initialise(size_t channels, size_t step, size_t block) try {
  engine_.reset();
  reset();
  if (channels < getMinChannelCount() || channels > getMaxChannelCount()) return false;
  if (step == 0 || step > block) {
    say("the step between blocks must be above 0, and at most the size of a block");
    return false;
  }
  if (!open_engine()) return false;
  frame_rate_ = beat_frame_rate(engine_.get());
  channels_ = channels;
  step_ = step;
  block_ = block;
  return true;
} catch (const std::exception& error) {
  say(error.what());
  return false;
}

void TactusPlugin::reset() {
  samples_ = {};
  collected_ = 0;
  start_ = Vamp::RealTime::zeroTime;
  failed_ = false;
}

// The block covers what the last one had beyond its step.
void TactusPlugin::collect(const float* const* input) {
  samples_.resize(collected_ + block_);
  for (std::size_t i = 0; i < block_; ++i) {
    double sum = 0.0;
    for (std::size_t c = 0; c < channels_; ++c) sum += input[c][i];
    samples_[collected_ + i] = static_cast<float>(sum / static_cast<double>(channels_));
  }
  collected_ += step_;
}

Vamp::Plugin::FeatureSet TactusPlugin::process(const float* const* input, Vamp::RealTime time) try {
  if (!engine_ || failed_) return {};
  if (collected_ == 0) start_ = time;
  collect(input);
  return {};
} catch (const std::exception& error) {
  failed_ = true;
  samples_ = {};
  say(error.what());
  return {};
}

void TactusPlugin::remove_padding() {
  std::size_t zeros = 0;
  while (zeros < std::min(block_, samples_.size()) && samples_[samples_.size() - 1 - zeros] == 0.0f)
    ++zeros;
  samples_.resize(samples_.size() - zeros);
}

Vamp::Plugin::FeatureSet TactusPlugin::getRemainingFeatures() try {
  if (!engine_ || failed_) return {};
  remove_padding();
  if (samples_.empty()) return {};
  tactus_tag_options options;
  tactus_tag_options_init(&options, sizeof options);
  options.activations = 1;
  tactus_song* found = nullptr;
  const tactus_code code =
      tactus_tag_samples(engine_.get(), samples_.data(), samples_.size(), 1,
                         static_cast<int>(std::lround(m_inputSampleRate)), &options, &found);
  const std::unique_ptr<tactus_song, Close> song(found);
  if (code != TACTUS_OK) say(tactus_last_error());
  return features_of(song.get(), start_);
} catch (const std::exception& error) {
  say(error.what());
  return {};
}

}  // namespace tactus::vamp
