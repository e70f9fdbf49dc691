// The plug-in as a Vamp host loads it: its outputs are what `tactus tag` finds in the same file.
#include <gtest/gtest.h>
#include <sndfile.h>
#include <vamp-hostsdk/PluginLoader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <set>
#include <sstream>

#include "datasets/formats/format.h"
#include "features/files/npy_file.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using Vamp::Plugin;
using Feature = Plugin::Feature;

constexpr double kNanosecond = 1e-9;  // the finest step of time in Vamp

struct Sound {
  std::vector<float> samples;  // interleaved
  std::size_t channels = 1;
  int rate = 0;
  std::size_t frames() const { return samples.size() / channels; }
};

Sound read_sound(const fs::path& path) {
  SF_INFO info = {};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  EXPECT_NE(file, nullptr) << path;
  Sound sound;
  sound.channels = static_cast<std::size_t>(info.channels);
  sound.rate = info.samplerate;
  sound.samples.resize(static_cast<std::size_t>(info.frames) * sound.channels);
  EXPECT_EQ(sf_readf_float(file, sound.samples.data(), info.frames), info.frames);
  sf_close(file);
  return sound;
}

void write_stereo(const fs::path& path, const Sound& sound) {
  SF_INFO info = {};
  info.channels = static_cast<int>(sound.channels);
  info.samplerate = sound.rate;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  const auto frames = static_cast<sf_count_t>(sound.frames());
  EXPECT_EQ(sf_writef_float(file, sound.samples.data(), frames), frames);
  sf_close(file);
}

// How a host hands over the sound.
struct Blocks {
  std::size_t step = 0, block = 0;
  Vamp::RealTime start;
};

class TactusPlugin : public testing::Test {
 protected:
  TactusPlugin()
      : path_("VAMP_PATH", fs::path(TACTUS_VAMP_PLUGIN).parent_path()),
        models_("TACTUS_MODELS", fs::path(TACTUS_SOURCE_DIR) / "datasets/models") {}

  // The demo song, in stereo and 16 bits, without its end.
  fs::path song() const {
    const fs::path wav = scratch_ / "song.wav";
    if (!fs::exists(wav)) {
      Sound sound = read_sound(fs::path(TACTUS_SOURCE_DIR) / "datasets/demo/06-hill-dance.ogg");
      sound.samples.resize(sound.channels * static_cast<std::size_t>(sound.rate) * 24);
      write_stereo(wav, sound);
    }
    return wav;
  }

  static std::unique_ptr<Plugin> load(float rate, int adapters = 0) {
    using Vamp::HostExt::PluginLoader;
    PluginLoader* loader = PluginLoader::getInstance();
    return std::unique_ptr<Plugin>(
        loader->loadPlugin(loader->composePluginKey("vamp-tactus", "tactus"), rate, adapters));
  }

  // Hands `sound` to the plug-in as hosts do: the last block is filled up with zeros, and if the
  // sound ends with a block, a block of zeros follows.
  static Plugin::FeatureSet features(Plugin& plugin, const Sound& sound, const Blocks& blocks) {
    for (std::size_t at = 0; at <= sound.frames(); at += blocks.step) {
      std::vector<std::vector<float>> input(sound.channels, std::vector<float>(blocks.block));
      for (std::size_t i = 0; i < std::min(blocks.block, sound.frames() - at); ++i)
        for (std::size_t c = 0; c < sound.channels; ++c)
          input[c][i] = sound.samples[(at + i) * sound.channels + c];
      std::vector<const float*> pointers;
      for (const auto& channel : input) pointers.push_back(channel.data());
      const auto time =
          blocks.start +
          Vamp::RealTime::frame2RealTime(static_cast<long>(at), static_cast<unsigned>(sound.rate));
      EXPECT_TRUE(plugin.process(pointers.data(), time).empty());
    }
    return plugin.getRemainingFeatures();
  }
  static Plugin::FeatureSet features(const Sound& sound, const Blocks& blocks,
                                     const std::map<std::string, float>& parameters = {}) {
    const auto plugin = load(static_cast<float>(sound.rate));
    for (const auto& [name, value] : parameters) plugin->setParameter(name, value);
    if (!plugin->initialise(sound.channels, blocks.step, blocks.block)) {
      ADD_FAILURE() << "initialise";
      return {};
    }
    return features(*plugin, sound, blocks);
  }

  // `tactus tag` of `file`, with its activations in tags/.
  Annotation tag(const fs::path& file, std::vector<std::string> options = {}) const {
    const fs::path out = scratch_ / "tags";
    options.insert(options.begin(), {"tag", file, "-o", out, "--format", "jams",
                                     "--save-activations", "--overwrite"});
    const ProgramResult run = Program(scratch_.path(), options).wait();
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return read_annotation(out / (file.stem().string() + ".jams"));
  }

  static std::size_t number_of(const std::string& output) {
    const auto plugin = load(44100.0f);
    const auto outputs = plugin->getOutputDescriptors();
    const auto found = std::ranges::find(outputs, output, &Plugin::OutputDescriptor::identifier);
    EXPECT_NE(found, outputs.end()) << output;
    return static_cast<std::size_t>(found - outputs.begin());
  }
  static const Plugin::FeatureList& list(const Plugin::FeatureSet& found,
                                         const std::string& output) {
    static const Plugin::FeatureList none;
    const auto at = found.find(static_cast<int>(number_of(output)));
    return at == found.end() ? none : at->second;
  }

  static void expect_at(const Feature& feature, double time) {
    ASSERT_TRUE(feature.hasTimestamp);
    EXPECT_NEAR(feature.timestamp / Vamp::RealTime(1, 0), time, kNanosecond);
  }
  static void expect_region(const Feature& feature, double start, double end) {
    expect_at(feature, start);
    ASSERT_TRUE(feature.hasDuration);
    EXPECT_NEAR(feature.duration / Vamp::RealTime(1, 0), end - start, kNanosecond);
  }
  static void expect_beats(const Plugin::FeatureSet& found, const Annotation& expected,
                           double start = 0.0) {
    const auto& beats = list(found, "beats");
    ASSERT_EQ(beats.size(), expected.beats.size());
    ASSERT_GT(beats.size(), 0u);
    for (std::size_t i = 0; i < beats.size(); ++i) {
      expect_at(beats[i], expected.beats[i].time + start);
      EXPECT_EQ(beats[i].label, std::to_string(expected.beats[i].position));
    }
  }
  static void expect_segments(const Plugin::FeatureSet& found, const std::string& output,
                              const std::vector<LabelledSegment>& expected) {
    const auto& regions = list(found, output);
    ASSERT_EQ(regions.size(), expected.size()) << output;
    ASSERT_GT(regions.size(), 0u) << output;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      expect_region(regions[i], expected[i].start, expected[i].end);
      EXPECT_EQ(regions[i].label, expected[i].label);
    }
  }

  ScratchFolder scratch_;
  Variable path_, models_;
};

TEST_F(TactusPlugin, FindsWhatTheCommandLineFinds) {
  const Annotation expected = tag(song());
  const auto found = features(read_sound(song()), {256, 256, {}});
  expect_beats(found, expected);
  expect_segments(found, "chords", expected.chords);
  expect_segments(found, "chordconfidence", expected.chords);
  expect_segments(found, "key", expected.keys);
  expect_segments(found, "sections", expected.sections);
  const auto& confidences = list(found, "chordconfidence");
  for (std::size_t i = 0; i < confidences.size(); ++i)
    EXPECT_FLOAT_EQ(confidences[i].values.at(0), static_cast<float>(expected.chords[i].confidence));
  EXPECT_EQ(expected.keys.at(0).label, "A:minor");
  EXPECT_EQ(list(found, "key").at(0).values, std::vector<float>{22.0f});
}

// The demo song in A minor, played faster or slower by semitones.
TEST_F(TactusPlugin, KeysHaveTheNumbersOfTheQmPlugins) {
  Sound sound = read_sound(song());
  const int rate = sound.rate;
  for (const int semitones : {-5, 1, 3}) {
    sound.rate = static_cast<int>(std::lround(rate * std::pow(2.0, semitones / 12.0)));
    const auto found = features(sound, {256, 256, {}}, {{"models", 2.0f}});
    ASSERT_EQ(list(found, "key").size(), 1u);
    const Feature& key = list(found, "key")[0];
    EXPECT_EQ(key.values, std::vector<float>{static_cast<float>(13 + (9 + semitones) % 12)})
        << key.label;
  }
}

TEST_F(TactusPlugin, BarsAndDownbeatsHaveNumbersAndTheTempoFollowsTheBeats) {
  const Annotation expected = tag(song());
  const auto found = features(read_sound(song()), {256, 256, {}});
  std::vector<double> downbeats;
  for (const Beat& beat : expected.beats)
    if (beat.position == 1) downbeats.push_back(beat.time);
  ASSERT_GT(downbeats.size(), 2u);
  ASSERT_EQ(list(found, "downbeats").size(), downbeats.size());
  ASSERT_EQ(list(found, "bars").size(), downbeats.size());
  for (std::size_t i = 0; i < downbeats.size(); ++i) {
    const Feature &bar = list(found, "bars")[i], &downbeat = list(found, "downbeats")[i];
    expect_at(downbeat, downbeats[i]);
    EXPECT_EQ(downbeat.label, std::to_string(i + 1));
    EXPECT_EQ(bar.label, std::to_string(i + 1));
    if (i + 1 < downbeats.size()) expect_region(bar, downbeats[i], downbeats[i + 1]);
  }
  const Feature& last = list(found, "bars").back();
  EXPECT_GE((last.timestamp + last.duration) / Vamp::RealTime(1, 0), expected.beats.back().time);
  EXPECT_LE((last.timestamp + last.duration) / Vamp::RealTime(1, 0), expected.duration);

  const auto& tempo = list(found, "tempo");
  ASSERT_EQ(tempo.size(), expected.beats.size());
  for (std::size_t i = 0; i < tempo.size(); ++i) {
    expect_at(tempo[i], expected.beats[i].time);
    EXPECT_NEAR(tempo[i].values.at(0), expected.tempi.at(0).bpm, 0.15 * expected.tempi.at(0).bpm);
  }
}

TEST_F(TactusPlugin, ActivationsAreThoseThatTheCommandLineSaves) {
  tag(song());
  const Sound sound = read_sound(song());
  const auto plugin = load(static_cast<float>(sound.rate));
  ASSERT_TRUE(plugin->initialise(sound.channels, 256, 256));
  const auto found = features(*plugin, sound, {256, 256, {}});
  const auto outputs = plugin->getOutputDescriptors();
  const double rate = outputs.at(number_of("beatactivation")).sampleRate;
  const FrameMatrix saved = read_npy(scratch_ / "tags/song.beat_activations.npy", rate);
  ASSERT_EQ(saved.bins, 2u);
  EXPECT_NEAR(static_cast<double>(saved.frames) / rate, 24.0, 0.1);
  for (std::size_t column = 0; column < 2; ++column) {
    const auto& ours = list(found, column == 0 ? "beatactivation" : "downbeatactivation");
    ASSERT_EQ(ours.size(), saved.frames);
    for (std::size_t row = 0; row < ours.size(); ++row) {
      expect_at(ours[row], static_cast<double>(row) / rate);
      ASSERT_EQ(ours[row].values, std::vector<float>{saved.data[row * 2 + column]}) << row;
    }
  }
}

TEST_F(TactusPlugin, BlocksOfAnySizeAndOverlappingOnesGiveTheSame) {
  const Annotation expected = tag(song());
  const Sound sound = read_sound(song());
  for (const Blocks& blocks : {Blocks{1000, 1000, {}}, Blocks{512, 2048, {}},
                               Blocks{sound.frames(), sound.frames(), {}}}) {
    const auto found = features(sound, blocks);
    expect_beats(found, expected);
    expect_segments(found, "chords", expected.chords);
  }
}

TEST_F(TactusPlugin, OtherRatesAndAHostThatMixesTheChannels) {
  const fs::path wav = scratch_ / "low.wav";
  save_tiny_models(scratch_ / "models");
  const Variable models("TACTUS_MODELS", scratch_ / "models");
  write_wav(wav, made_up_music(6.0, 22050), 22050);
  const Annotation expected = tag(wav);
  const Sound sound = read_sound(wav);
  expect_beats(features(sound, {1024, 1024, {}}), expected);

  const auto adapted = load(22050.0f, Vamp::HostExt::PluginLoader::ADAPT_ALL_SAFE);
  ASSERT_TRUE(adapted->initialise(1, 1024, 1024));
  expect_beats(features(*adapted, sound, {1024, 1024, {}}), expected);
}

TEST_F(TactusPlugin, TimesCountFromTheStartOfWhatTheHostPlays) {
  const Annotation expected = tag(song());
  const auto found = features(read_sound(song()), {256, 256, Vamp::RealTime(7, 500000000)});
  expect_beats(found, expected, 7.5);
  expect_at(list(found, "beatactivation").at(50), 8.5);
}

TEST_F(TactusPlugin, AfterAResetItTagsTheNextSound) {
  const Annotation expected = tag(song());
  const Sound sound = read_sound(song());
  const auto plugin = load(static_cast<float>(sound.rate));
  ASSERT_TRUE(plugin->initialise(sound.channels, 256, 256));
  Sound other = sound;
  other.samples.resize(sound.samples.size() / 4);
  features(*plugin, other, {256, 256, {}});
  plugin->reset();
  expect_beats(features(*plugin, sound, {256, 256, {}}), expected);
}

TEST_F(TactusPlugin, ParametersAreTheOptionsOfTheCommandLine) {
  const Sound sound = read_sound(song());
  const auto whole = features(sound, {256, 256, {}});
  const auto fast = features(sound, {256, 256, {}}, {{"minbpm", 160.0f}, {"maxbpm", 240.0f}});
  expect_beats(fast, tag(song(), {"--min-bpm", "160", "--max-bpm", "240"}));
  EXPECT_NE(list(fast, "beats").size(), list(whole, "beats").size());
  expect_beats(features(sound, {256, 256, {}}, {{"beatsperbar", 2.0f}}),
               tag(song(), {"--beats-per-bar", "3"}));
  const Annotation constant = tag(song(), {"--grid", "constant"});
  const auto grid = features(sound, {256, 256, {}}, {{"grid", 2.0f}});
  expect_beats(grid, constant);
  ASSERT_EQ(constant.grid.segments.size(), 1u);
  ASSERT_EQ(list(grid, "tempogrid").size(), 1u);
  expect_region(list(grid, "tempogrid")[0], constant.grid.segments[0].start,
                constant.beats.back().time);
  EXPECT_FLOAT_EQ(list(grid, "tempogrid")[0].values.at(0),
                  static_cast<float>(constant.grid.segments[0].bpm));
  expect_beats(features(sound, {256, 256, {}}, {{"grid", 3.0f}}), tag(song(), {"--grid", "free"}));
  expect_segments(features(sound, {256, 256, {}}, {{"snaptobeats", 2.0f}}), "chords",
                  tag(song(), {"--no-snap-chords"}).chords);
}

TEST_F(TactusPlugin, ModelsCanBeChosen) {
  const Sound sound = read_sound(song());
  const auto beats = features(sound, {256, 256, {}}, {{"models", 1.0f}});
  expect_beats(beats, tag(song(), {"--model", "beats"}));
  EXPECT_TRUE(list(beats, "chords").empty());
  const auto chords = features(sound, {256, 256, {}}, {{"models", 2.0f}});
  expect_segments(chords, "chords", tag(song(), {"--model", "chords"}).chords);
  EXPECT_TRUE(list(chords, "beats").empty());
}

TEST_F(TactusPlugin, SaysOnStderrWhyItDoesNotStart) {
  const auto refuses = [](const std::map<std::string, float>& parameters, std::size_t step,
                          const std::string& expected) {
    const auto plugin = load(44100.0f);
    for (const auto& [name, value] : parameters) plugin->setParameter(name, value);
    testing::internal::CaptureStderr();
    EXPECT_FALSE(plugin->initialise(1, step, 256));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find(expected), std::string::npos) << said;
    EXPECT_EQ(said.find("Tactus (Vamp plug-in): "), 0u) << said;
  };
  refuses({{"minbpm", 200.0f}, {"maxbpm", 100.0f}}, 256, "200");
  refuses({}, 512, "the step between blocks");
  const Variable models("TACTUS_MODELS", scratch_ / "none");
  refuses({}, 256, "none: no such folder");
}

TEST_F(TactusPlugin, SaysOnStderrWhyItFindsNothing) {
  const auto plugin = load(44100.0f);
  ASSERT_TRUE(plugin->initialise(1, 256, 256));
  Sound sound{std::vector<float>(1000, 0.1f), 1, 44100};
  sound.samples[500] = std::numeric_limits<float>::quiet_NaN();
  testing::internal::CaptureStderr();
  const auto found = features(*plugin, sound, {256, 256, {}});
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("500"), std::string::npos) << said;
  EXPECT_TRUE(list(found, "beats").empty());
}

TEST_F(TactusPlugin, PrintsNothingOtherwise) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  features(read_sound(song()), {256, 256, {}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(TactusPlugin, SilenceAndNoSoundGiveNoBeats) {
  for (const std::size_t frames : {0u, 100u, 44100u}) {
    const auto found = features({std::vector<float>(frames), 1, 44100}, {256, 256, {}});
    EXPECT_TRUE(list(found, "beats").empty()) << frames;
  }
}

TEST_F(TactusPlugin, ParametersStayInTheirRange) {
  const auto plugin = load(44100.0f);
  for (const auto& parameter : plugin->getParameterDescriptors()) {
    EXPECT_EQ(plugin->getParameter(parameter.identifier), parameter.defaultValue);
    plugin->setParameter(parameter.identifier, 1e9f);
    EXPECT_EQ(plugin->getParameter(parameter.identifier), parameter.maxValue);
    plugin->setParameter(parameter.identifier, -1.0f);
    EXPECT_EQ(plugin->getParameter(parameter.identifier), parameter.minValue);
  }
  plugin->setParameter("grid", 1.6f);
  EXPECT_EQ(plugin->getParameter("grid"), 2.0f);
  plugin->setParameter("grid", std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(plugin->getParameter("grid"), 2.0f);
  EXPECT_EQ(plugin->getParameter("nothing"), 0.0f);
}

TEST_F(TactusPlugin, TheFilesBesideItDescribeIt) {
  const std::string rdf = slurp(fs::path(TACTUS_VAMP_PLUGIN).replace_extension(".n3"));
  const auto plugin = load(44100.0f);
  std::set<std::string> lines;
  std::istringstream text(rdf);
  for (std::string line, word; std::getline(text, line);) {
    std::istringstream words(line);
    std::string all;
    while (words >> word) all += (all.empty() ? "" : " ") + word;
    lines.insert(all);
  }
  const auto has = [&](const std::string& line) { EXPECT_TRUE(lines.contains(line)) << line; };
  for (const auto& parameter : plugin->getParameterDescriptors()) {
    has("vamp:identifier \"" + parameter.identifier + "\" ;");
    has("dc:title \"" + parameter.name + "\" ;");
    std::string names = "vamp:value_names (";
    for (const auto& name : parameter.valueNames) names += " \"" + name + "\"";
    has(names + ");");
  }
  for (const auto& output : plugin->getOutputDescriptors()) {
    has("vamp:identifier \"" + output.identifier + "\" ;");
    has("dc:title \"" + output.name + "\" ;");
    has("dc:description \"\"\"" + output.description + "\"\"\" ;");
  }
  auto* loader = Vamp::HostExt::PluginLoader::getInstance();
  EXPECT_EQ(loader->getPluginCategory("vamp-tactus:tactus"),
            (std::vector<std::string>{"Time", "Tempo"}));
}

TEST_F(TactusPlugin, TheLibraryHasOneSymbolAndNeedsNoLibraryOfVampOrTactus) {
  const fs::path found = scratch_ / "symbols.txt";
  const std::string command = "nm -D --defined-only '" TACTUS_VAMP_PLUGIN "' > '" + found.string() +
                              "' && readelf -d '" TACTUS_VAMP_PLUGIN "' >> '" + found.string() +
                              "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::istringstream lines(slurp(found));
  int symbols = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" T ") != std::string::npos) {
      EXPECT_NE(line.find("vampGetPluginDescriptor"), std::string::npos) << line;
      ++symbols;
    }
    if (line.find("NEEDED") != std::string::npos) {
      EXPECT_EQ(line.find("vamp"), std::string::npos) << line;
      EXPECT_EQ(line.find("tactus"), std::string::npos) << line;
    }
  }
  EXPECT_EQ(symbols, 1);
}

}  // namespace
}  // namespace tactus::test
