#include "datasets/synth/kit/drum_kit.h"

#include <gtest/gtest.h>

#include "datasets/midi/performance.h"
#include "datasets/outputs/audio_writer.h"
#include "datasets/synth/kit/kit_player.h"
#include "tests/datasets/support/sound_measures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using namespace test;

constexpr int kRate = 22050;

// A sample: `silence` seconds, then a decaying tone.
void write_sample(const std::filesystem::path& path, double hertz, double silence, double level) {
  std::vector<float> samples(static_cast<std::size_t>(silence * kRate), 0.0f);
  const std::vector<float> tone = sine(hertz, level, kRate, 0.4);
  for (std::size_t i = 0; i < tone.size(); ++i)
    samples.push_back(tone[i] * static_cast<float>(std::exp(-double(i) / (0.08 * kRate))));
  write_audio(path, samples, 1, kRate);
}

std::string instrument(const std::string& name, const std::string& rest) {
  return "<instrument><name>" + name + "</name><volume>0.8</volume>" + rest + "</instrument>";
}
std::string layer(const std::string& file, double least, double most) {
  return "<layer><filename>" + file + "</filename><min>" + std::to_string(least) + "</min><max>" +
         std::to_string(most) + "</max><gain>1</gain><pitch>0</pitch></layer>";
}

// All three layouts that kits have: layers, layers in a component, one file.
class Kit : public testing::Test {
 protected:
  void SetUp() override {
    write_sample(scratch_ / "soft.flac", 300, 0.0, 0.4);
    write_sample(scratch_ / "hard.flac", 900, 0.05, 0.8);
    write_sample(scratch_ / "kick.flac", 150, 0.0, 0.8);
    write_sample(scratch_ / "open.flac", 3000, 0.0, 0.8);
    write_sample(scratch_ / "closed.flac", 5000, 0.0, 0.1);
    write(instrument("Snare", layer("soft.flac", 0, 0.5) + layer("hard.flac", 0.5, 1)) +
          instrument("Kick", "<instrumentComponent><gain>1</gain>" + layer("kick.flac", 0, 1) +
                                 "</instrumentComponent>") +
          instrument("Open HH", "<filename>open.flac</filename>") +
          instrument("Closed HH", layer("closed.flac", 0, 1)) + instrument("17", "") +
          instrument("Zap", layer("soft.flac", 0, 1)));
  }
  void write(const std::string& instruments) {
    write_text(scratch_ / "drumkit.xml", "<drumkit_info><name>Mine</name><instrumentList>" +
                                             instruments + "</instrumentList></drumkit_info>");
  }
  std::string error() const {
    try {
      read_drum_kit(scratch_.path());
    } catch (const std::exception& e) {
      return e.what();
    }
    return "none";
  }
  ScratchFolder scratch_;
};

TimedMessage stroke(double time, int drum, int velocity) {
  return {time, 0x90 | kDrumChannel, static_cast<std::uint8_t>(drum),
          static_cast<std::uint8_t>(velocity)};
}

TEST(DrumNames, NamesOfDebiansKits) {
  const std::pair<const char*, int> names[] = {{"Kick", 36},
                                               {"BassDrum", 36},
                                               {"c3 - bass drum 1", 36},
                                               {"Pearl Snare Rimshot", 40},
                                               {"Snare Rock", 38},
                                               {"Snare Roll", 0},
                                               {"Pearl Side Stick", 37},
                                               {"Hand Clap", 39},
                                               {"Closed HH", 42},
                                               {"VariBreaks Hat 1 Pd", 44},
                                               {"Hi-Hat Open (Paiste Alpha Metal edge 14\")", 46},
                                               {"Ride (Custom, Zagrebin 22\")", 51},
                                               {"Ride Bell (Custom, Zagrebin 22\")", 53},
                                               {"Paiste Bell", 53},
                                               {"Cowbell", 56},
                                               {"Floor Tom", 41},
                                               {"Tom Hi", 50},
                                               {"Sabian Crash", 49},
                                               {"Finger Snaps", 0},
                                               {"", 0}};
  for (const auto& [name, drum] : names) EXPECT_EQ(drum_named(name), drum) << name;
}

TEST_F(Kit, ReadsTheDrumsAndLeavesTheRest) {
  const DrumKit kit = read_drum_kit(scratch_.path());
  EXPECT_EQ(kit.name, "Mine");
  ASSERT_EQ(kit.pieces.size(), 4u);
  EXPECT_EQ(kit.pieces[0].layers.size(), 2u);
  EXPECT_EQ(kit.pieces[1].layers.size(), 1u);
  EXPECT_EQ(kit.piece_for(38)->name, "Snare");
  EXPECT_EQ(kit.piece_for(40)->name, "Snare") << "of the same family";
  EXPECT_EQ(kit.piece_for(44)->name, "Closed HH");
  EXPECT_EQ(kit.piece_for(51), nullptr);
  EXPECT_EQ(read_drum_kit(scratch_ / "drumkit.xml").pieces.size(), 4u);
  EXPECT_EQ(kit_name(scratch_ / "drumkit.xml"), kit_name(scratch_.path()));
}

TEST_F(Kit, SaysWhatIsWrong) {
  std::filesystem::remove(scratch_ / "kick.flac");
  EXPECT_NE(error().find("drumkit.xml:1:"), std::string::npos) << error();
  EXPECT_NE(error().find("kick.flac; install the kit again"), std::string::npos) << error();
  write(instrument("Kick", layer("../secret.flac", 0, 1)));
  EXPECT_NE(error().find("expected a file name without folders"), std::string::npos) << error();
  write(instrument("Kick", "<layer><filename>soft.flac</filename><min>low</min></layer>"));
  EXPECT_NE(error().find("<min> \"low\", expected a number"), std::string::npos) << error();
  write(instrument("17", ""));
  EXPECT_NE(error().find("expected a drum kit of Hydrogen"), std::string::npos) << error();
  std::filesystem::remove(scratch_ / "drumkit.xml");
  EXPECT_NE(error().find("apt install hydrogen-drumkits"), std::string::npos) << error();
}

TEST_F(Kit, AttacksLieOnTheirStrokesAndVelocityChoosesTheLayer) {
  const DrumKit kit = read_drum_kit(scratch_.path());
  const std::vector<TimedMessage> strokes = {stroke(0.5, 38, 30), stroke(1.5, 38, 120)};
  const std::vector<float> played = play_kit(kit, strokes, 2.5, kRate, 1, {1, "", "kit"});
  ASSERT_EQ(played.size(), static_cast<std::size_t>(2.5 * kRate));
  for (const double time : {0.5, 1.5}) EXPECT_NEAR(attack_near(played, kRate, time), time, 0.001);
  const std::vector<float> soft(played.begin() + kRate / 2, played.begin() + kRate);
  const std::vector<float> hard(played.begin() + 3 * kRate / 2, played.begin() + 2 * kRate);
  EXPECT_GT(amplitude_at(soft, 300, kRate), 10 * amplitude_at(soft, 900, kRate));
  EXPECT_GT(amplitude_at(hard, 900, kRate), 10 * amplitude_at(hard, 300, kRate));
  EXPECT_GT(peak(hard), 3 * peak(soft));
  EXPECT_EQ(played, play_kit(kit, strokes, 2.5, kRate, 1, {1, "", "kit"}));
}

TEST_F(Kit, AClosedHatEndsAnOpenOne) {
  const DrumKit kit = read_drum_kit(scratch_.path());
  const std::vector<TimedMessage> open = {stroke(0.5, 46, 100)};
  std::vector<TimedMessage> both = open;
  both.push_back(stroke(0.6, 42, 10));
  const auto tail = [&](const std::vector<TimedMessage>& strokes) {
    const auto played = play_kit(kit, strokes, 1.0, kRate, 2, {1, "", "kit"});
    return rms(played, static_cast<std::size_t>(0.62 * 2 * kRate),
               static_cast<std::size_t>(0.7 * 2 * kRate));
  };
  EXPECT_GT(tail(open), 10 * tail(both));
}

TEST_F(Kit, LeavesTheOtherDrumsToTheSoundfont) {
  const DrumKit kit = read_drum_kit(scratch_.path());
  const std::vector<TimedMessage> messages = {stroke(0.1, 36, 90),
                                              stroke(0.2, 51, 90),
                                              {0.3, 0x90, 38, 90},
                                              {0.4, 0x80 | kDrumChannel, 36, 0}};
  const KitParts parts = split_for_kit(messages, kit);
  EXPECT_EQ(parts.strokes, (std::vector<TimedMessage>{messages[0]}));
  EXPECT_EQ(parts.others, (std::vector<TimedMessage>{messages.begin() + 1, messages.end()}));
}

}  // namespace
}  // namespace tactus
