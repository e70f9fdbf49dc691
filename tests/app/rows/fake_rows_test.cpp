// A row is all that a format, a layer and a setting of a decoder need: those of
// tests/support/fake_format.cpp, fake_layer.cpp and fake_setting.cpp are found through the command
// line, C and Vamp. (tests/ui/rows: the window.)
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/cli/commands/completion.h"
#include "app/doors/vamp/plugin_outputs.h"
#include "app/doors/vamp/plugin_parameters.h"
#include "app/engine/library/song.h"
#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "tests/app/support/eval_command.h"
#include "tests/support/test_support.h"

namespace tactus {
extern double fake_setting;
}

namespace tactus::test {
namespace {

Format fake() {
  return formats_by_name("fake").at(0);
}

class FakeRows : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (scratch_ / name).string(); }
  Outcome convert(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "convert");
    return run(std::move(arguments));
  }
  ScratchFolder scratch_;
};

TEST_F(FakeRows, AFormatIsReadAndWrittenByTheCommandLine) {
  write_text(scratch_ / "a.lab", "0\t1.5\tC:maj\n1.5\t2\tN\n");
  EXPECT_EQ(convert({at("a.lab"), at("b.fake"), "-q"}).code, 0);
  EXPECT_EQ(slurp(scratch_ / "b.fake"), "0 1.5 C:maj\n1.5 2 N\n");
  EXPECT_EQ(convert({at("b.fake"), at("out/"), "--to", "lab,fake", "-q"}).code, 0);
  EXPECT_EQ(slurp(scratch_ / "out/b.fake"), slurp(scratch_ / "b.fake"));
  EXPECT_EQ(read_annotation(scratch_ / "out/b.lab"), read_annotation(scratch_ / "b.fake"));
}

TEST_F(FakeRows, AFormatIsNamedByHelpAndCompletion) {
  EXPECT_NE(run({"convert", "--help"}).out.find("  fake             .fake\n"), std::string::npos);
  CommandEntry tag;
  tag.words = {"tag"};
  tag.options.emplace_back().names = {"--format"};
  tag.options.front().value = "FORMAT";
  const auto offered = complete(std::vector{tag}, {"tag", "--format", "fak"}, {}).words;
  ASSERT_EQ(offered.size(), 1u);
  EXPECT_EQ(offered[0].text, "fake");
  write_text(scratch_ / "a.lab", "0\t1.5\tC:maj\n");
  const Outcome unknown = convert({at("a.lab"), at("b.x"), "--to", "unheard"});
  EXPECT_NE(unknown.err.find("fake"), std::string::npos) << unknown.err;
}

TEST_F(FakeRows, AFormatOfAFolderIsScoredAndReportsItsLosses) {
  write_text(scratch_ / "est/a.fake", "0 2 C:maj\n");
  write_text(scratch_ / "ref/a.lab", "0\t2\tC:maj\n");
  const Outcome scores = eval({"--ref", at("ref"), "--est", at("est"), "--json"});
  ASSERT_EQ(scores.code, 0) << scores.err;
  EXPECT_EQ(scores.parsed()["files"][0]["chords"]["majmin"], 1.0);
  Annotation song;
  song.chords = {{0, 1.23456789012, "C:maj"}};
  song.beats = {{0.5, 1}};
  EXPECT_EQ(losses_in(song, fake()), std::vector<std::string>());
  EXPECT_EQ(dropped_layers(song, fake()),
            (std::vector<std::string>{"beats", "positions in the bar"}));
}

TEST_F(FakeRows, AFormatIsNamedToC) {
  std::vector<std::string> names;
  for (std::size_t i = 0; const char* name = tactus_format_name(i); ++i) names.emplace_back(name);
  EXPECT_EQ(names.back(), "fake");
  EXPECT_STREQ(tactus_format_ending("fake"), ".fake");
}

TEST_F(FakeRows, ALayerIsInTablesAndInJams) {
  write_text(scratch_ / "a.csv", "LAYER,TIME,ENDTIME,LABEL\nPitch,0,1.5,A4\npitch,1,2,B4\n");
  const Outcome read = convert({at("a.csv"), at("b.csv")});
  EXPECT_NE(read.err.find("overlap"), std::string::npos) << read.err;
  EXPECT_NE(slurp(scratch_ / "b.csv").find("pitch,0.000000,1.000000,A4"), std::string::npos);
  EXPECT_EQ(convert({at("b.csv"), at("b.jams"), "-q"}).code, 0);
  EXPECT_NE(slurp(scratch_ / "b.jams").find("\"note_fake\""), std::string::npos);
  write_text(scratch_ / "c.jams",
             R"({"annotations": [{"namespace": "note_fake", "data": [)"
             R"({"time": 1, "duration": 2, "value": "A4", "confidence": null}]}]})");
  EXPECT_EQ(read_annotation(scratch_ / "c.jams").notes,
            (std::vector<LabelledSegment>{{1.0, 3.0, "A4"}}));
  const Outcome lost = convert({at("c.jams"), at("c.lab")});
  EXPECT_NE(lost.err.find("lab cannot contain: melody"), std::string::npos) << lost.err;
  write_text(scratch_ / "fault.csv", "LAYER,TIME\nnoise,0\n");
  EXPECT_NE(convert({at("fault.csv"), at("d.jams")}).err.find("chord, key, section, pitch, tempo"),
            std::string::npos);
}

TEST_F(FakeRows, ALayerIsMergedFromTheFilesOfASong) {
  write_text(scratch_ / "in/a.csv", "LAYER,TIME,ENDTIME,LABEL\npitch,0,2,A4\n");
  write_text(scratch_ / "in/a.lab", "0\t2\tC:maj\n");
  EXPECT_EQ(convert({at("in"), at("out"), "--to", "csv", "-q"}).code, 0);
  const std::string merged = slurp(scratch_ / "out/a.csv");
  EXPECT_NE(merged.find("pitch,0.000000,2.000000,A4"), std::string::npos) << merged;
  EXPECT_NE(merged.find("chord,0.000000,2.000000,C:maj"), std::string::npos) << merged;
  write_text(scratch_ / "in/a.jams",
             R"({"annotations": [{"namespace": "note_fake", "data": [)"
             R"({"time": 1, "duration": 2, "value": "B4", "confidence": null}]}]})");
  const Outcome two = convert({at("in"), at("other"), "--to", "csv"});
  EXPECT_NE(two.err.find("a.jams: melody not used, because another file"), std::string::npos)
      << two.err;
}

TEST_F(FakeRows, ALayerIsHandedToCAndVamp) {
  TagResult result;
  result.annotation.notes = {{0.5, 2.0, "A4", 0.75}};
  const tactus_song song(std::move(result), {}, false);
  EXPECT_STREQ(tactus_layer_name(3), "melody");
  EXPECT_EQ(tactus_layer_name(4), nullptr);
  EXPECT_STREQ(tactus_layer_title("melody"), "Melody");
  EXPECT_EQ(tactus_layer_title("noise"), nullptr);
  std::size_t count = 0;
  const tactus_segment* found = tactus_song_segments(&song, "melody", &count);
  ASSERT_EQ(count, 1u);
  EXPECT_STREQ(found->label, "A4");
  EXPECT_EQ(found->end, 2.0);
  EXPECT_EQ(tactus_song_segments(&song, "noise", &count), nullptr);
  EXPECT_EQ(count, 0u);

  const auto outputs = vamp::output_descriptors(100.0);
  EXPECT_EQ(outputs.back().identifier, "melody");
  EXPECT_EQ(outputs.back().name, "Melody");
  auto features = vamp::features_of(&song, Vamp::RealTime::zeroTime);
  const auto& melody = features[static_cast<int>(outputs.size()) - 1];
  ASSERT_EQ(melody.size(), 1u);
  EXPECT_EQ(melody[0].label, "A4");
}

TEST_F(FakeRows, ASettingIsTakenByTheCommandLine) {
  const auto tag = [&](const std::string& assignment) {
    return run(
        {"tag", at("nothing.wav"), "--model", "beats", "--model", "bars", "--set", assignment});
  };
  fake_setting = 0.0;
  tag("fake_setting=3");
  EXPECT_EQ(fake_setting, 3.0);
  tag("bars.fake_setting=4");
  EXPECT_EQ(fake_setting, 4.0);
  EXPECT_NE(tag("beats.fake_setting=5").err.find("no decoder of these models has it"),
            std::string::npos);
  const Outcome odd = tag("fake_setting=11");
  EXPECT_NE(odd.err.find("--set fake_setting=11: expected 1 to 10"), std::string::npos) << odd.err;
  EXPECT_NE(tag("fake_seting=3").err.find("did you mean fake_setting?"), std::string::npos);
  EXPECT_NE(run({"decode", "--help"}).out.find("fake_setting"), std::string::npos);
}

TEST_F(FakeRows, ASettingIsTakenByC) {
  tactus_options options;
  tactus_options_init(&options, sizeof options);
  options.models_folder = TACTUS_SOURCE_DIR "/datasets/models";
  options.decoder = "";
  const char* const settings[] = {"bars.fake_setting=5", nullptr};
  options.settings = settings;
  tactus_engine* engine = nullptr;
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_OK) << tactus_last_error();
  tactus_engine_close(engine);
  EXPECT_EQ(fake_setting, 5.0);
}

TEST_F(FakeRows, ASettingIsShownByVamp) {
  vamp::PluginParameters parameters;
  parameters.set("fakesetting", 7.0f);
  EXPECT_EQ(parameters.get("fakesetting"), 7.0f);
  tactus_options options;
  tactus_options_init(&options, sizeof options);
  parameters.apply_to(options);
  ASSERT_NE(options.settings[0], nullptr);
  EXPECT_STREQ(options.settings[0], "fake_setting=7");
  EXPECT_EQ(options.settings[1], nullptr);
}

}  // namespace
}  // namespace tactus::test
