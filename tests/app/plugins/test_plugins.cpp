// Vamp plug-ins for tests: one that finds points, a curve and regions, one that crashes and one
// that hangs.
#include <unistd.h>
#include <vamp-sdk/PluginAdapter.h>
#include <vamp/vamp.h>

#include <cmath>
#include <csignal>
#include <string>

namespace {

using Vamp::Plugin;
using Vamp::RealTime;

class TestPlugin : public Plugin {
 public:
  explicit TestPlugin(float rate) : Plugin(rate) {}
  std::string getName() const override { return "Test " + getIdentifier(); }
  std::string getDescription() const override { return "Finds what tests\tlook for"; }
  std::string getMaker() const override { return "Tactus"; }
  std::string getCopyright() const override { return "GPL-3.0-or-later"; }
  int getPluginVersion() const override { return 1; }
  InputDomain getInputDomain() const override { return TimeDomain; }
  size_t getMinChannelCount() const override { return 1; }
  size_t getMaxChannelCount() const override { return 1; }
  size_t getPreferredBlockSize() const override { return 4410; }
  size_t getPreferredStepSize() const override { return 4410; }
  bool initialise(size_t, size_t step, size_t block) override {
    block_ = block;
    return step == block;
  }
  void reset() override {}
  OutputList getOutputDescriptors() const override {
    OutputDescriptor points;
    points.identifier = "halves";
    points.name = "Half seconds";
    points.hasFixedBinCount = true;
    points.binCount = 0;
    points.sampleType = OutputDescriptor::VariableSampleRate;
    OutputDescriptor curve = points;
    curve.identifier = "level";
    curve.name = "Level";
    curve.unit = "V";
    curve.binCount = 1;
    curve.sampleType = OutputDescriptor::OneSamplePerStep;
    OutputDescriptor regions = points;
    regions.identifier = "parts";
    regions.name = "Parts";
    regions.hasDuration = true;
    OutputDescriptor grid = points;
    grid.identifier = "spectrum";
    grid.name = "Spectrum";
    grid.binCount = 12;
    return {points, curve, regions, grid};
  }
  FeatureSet process(const float* const* input, RealTime time) override {
    FeatureSet found;
    double sum = 0.0;
    for (size_t i = 0; i < block_; ++i) sum = std::max(sum, double(std::fabs(input[0][i])));
    Feature level;
    level.values = {static_cast<float>(sum)};
    found[1] = {level};
    if (std::lround(time.sec * 10 + time.nsec / 1e8) % 5 == 0) {
      Feature half;
      half.hasTimestamp = true;
      half.timestamp = time;
      half.label = "a\nb";
      found[0] = {half};
    }
    return found;
  }
  FeatureSet getRemainingFeatures() override {
    Feature part;
    part.hasTimestamp = part.hasDuration = true;
    part.timestamp = RealTime::fromSeconds(0.25);
    part.duration = RealTime::fromSeconds(0.5);
    part.label = "verse";
    FeatureSet found;
    found[2] = {part};
    return found;
  }

 private:
  size_t block_ = 0;
};

class Works : public TestPlugin {
 public:
  using TestPlugin::TestPlugin;
  std::string getIdentifier() const override { return "works"; }
};

class Crashes : public TestPlugin {
 public:
  using TestPlugin::TestPlugin;
  std::string getIdentifier() const override { return "crashes"; }
  FeatureSet process(const float* const*, RealTime) override {
    std::raise(SIGSEGV);
    return {};
  }
};

class Hangs : public TestPlugin {
 public:
  using TestPlugin::TestPlugin;
  std::string getIdentifier() const override { return "hangs"; }
  FeatureSet process(const float* const*, RealTime) override {
    for (;;) pause();
  }
};

class Refuses : public TestPlugin {
 public:
  using TestPlugin::TestPlugin;
  std::string getIdentifier() const override { return "refuses"; }
  bool initialise(size_t, size_t, size_t) override { return false; }
};

}  // namespace

extern "C" const VampPluginDescriptor* vampGetPluginDescriptor(unsigned int version,
                                                               unsigned int index) {
  static Vamp::PluginAdapter<Works> works;
  static Vamp::PluginAdapter<Crashes> crashes;
  static Vamp::PluginAdapter<Hangs> hangs;
  static Vamp::PluginAdapter<Refuses> refuses;
  if (version < 1) return nullptr;
  switch (index) {
    case 0:
      return works.getDescriptor();
    case 1:
      return crashes.getDescriptor();
    case 2:
      return hangs.getDescriptor();
    case 3:
      return refuses.getDescriptor();
    default:
      return nullptr;
  }
}
