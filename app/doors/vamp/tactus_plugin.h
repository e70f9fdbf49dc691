// The Vamp plug-in "tactus": collects the sound that a host hands over, and tags it at the end.
#pragma once

#include <vamp-sdk/Plugin.h>

#include <memory>
#include <string>
#include <vector>

#include "app/doors/vamp/plugin_parameters.h"
#include "app/engine/library/tactus.h"

namespace tactus::vamp {

// Results come from getRemainingFeatures alone. They are those of `tactus tag` for a file with the
// same samples: a host may fill up its last block with zeros, so zeros at the end are removed, at
// most a block of them.
//
// What fails is said on stderr, for Vamp knows no messages: `initialise` then returns false, and
// getRemainingFeatures nothing. Nothing else is printed, and no exception leaves the plug-in.
class TactusPlugin : public Vamp::Plugin {
 public:
  explicit TactusPlugin(float sample_rate) : Vamp::Plugin(sample_rate) {}

  std::string getIdentifier() const override { return "tactus"; }
  std::string getName() const override { return "Tactus"; }
  std::string getDescription() const override;
  std::string getMaker() const override { return "Tactus"; }
  std::string getCopyright() const override { return "GPL-3.0-or-later"; }
  int getPluginVersion() const override { return 1; }

  InputDomain getInputDomain() const override { return TimeDomain; }
  size_t getPreferredBlockSize() const override;
  size_t getMaxChannelCount() const override;

  ParameterList getParameterDescriptors() const override { return parameters_.descriptors(); }
  float getParameter(std::string identifier) const override { return parameters_.get(identifier); }
  void setParameter(std::string identifier, float value) override {
    parameters_.set(identifier, value);
  }
  OutputList getOutputDescriptors() const override;

  // Loads the models with the parameters as they are now: some tenths of a second. False if there
  // are none, if a parameter does not fit, or if steps leave gaps between blocks.
  bool initialise(size_t channels, size_t step, size_t block) override;
  void reset() override;
  FeatureSet process(const float* const* input, Vamp::RealTime time) override;
  FeatureSet getRemainingFeatures() override;

 private:
  struct Close {
    void operator()(tactus_engine* engine) const { tactus_engine_close(engine); }
    void operator()(tactus_song* song) const { tactus_song_free(song); }
  };

  bool open_engine();
  void collect(const float* const* input);
  void remove_padding();

  PluginParameters parameters_;
  std::unique_ptr<tactus_engine, Close> engine_;
  double frame_rate_ = 0.0;  // of the activations of beats; 0: not known yet
  std::size_t channels_ = 0, step_ = 0, block_ = 0;

  std::vector<float> samples_;  // mono; with a whole block at the end, where only its step counts
  std::size_t collected_ = 0;   // of the samples, without the rest of the last block
  Vamp::RealTime start_;        // of the first sample
  bool failed_ = false;         // while it collected: the result would be that of another song
};

}  // namespace tactus::vamp
