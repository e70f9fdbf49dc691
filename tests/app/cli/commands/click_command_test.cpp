// `tactus click` as its user runs it.
#include <gtest/gtest.h>

#include <cmath>

#include "audio/readers/channel_reader.h"
#include "datasets/outputs/audio_writer.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

struct Sound {
  std::vector<float> samples;  // interleaved
  std::size_t channels = 0;
  int rate = 0;
  std::size_t frames() const { return samples.size() / channels; }
  float at(std::size_t frame, std::size_t channel) const {
    return samples[frame * channels + channel];
  }
};

Sound read_sound(const fs::path& path) {
  ChannelReader reader(path);
  Sound sound{{}, static_cast<std::size_t>(reader.channels()), reader.sample_rate()};
  for (auto block = reader.next(); !block.empty(); block = reader.next()) {
    sound.samples.insert(sound.samples.end(), block.begin(), block.end());
  }
  return sound;
}

class ClickCommand : public testing::Test {
 protected:
  void SetUp() override {
    save_tiny_models(scratch / "models");
    fs::create_directories(music());
  }
  fs::path music() const { return scratch / "music"; }

  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  // Stereo: a quiet constant on the left, its negative on the right.
  fs::path add_song(const std::string& name, float level, std::size_t frames = 96000,
                    int rate = 48000) const {
    std::vector<float> samples;
    for (std::size_t n = 0; n < frames; ++n) {
      samples.push_back(level);
      samples.push_back(-level);
    }
    write_audio(music() / name, samples, 2, rate);
    return music() / name;
  }
  ProgramResult click(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "click");
    return Program(scratch.path(), std::move(arguments),
                   {"TACTUS_MODELS=" + (scratch / "models").string()})
        .wait();
  }

  ScratchFolder scratch;
};

TEST_F(ClickCommand, PutsClicksToTheSampleIntoEveryChannel) {
  const fs::path song = add_song("song.flac", 0.125f);
  write(music() / "song.beats", "0.25\t1\n0.7000104\t2\n1.9\t3\n");
  const ProgramResult result = click({song.string()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Sound mixed = read_sound(music() / "song.click.flac");
  EXPECT_EQ(mixed.rate, 48000);
  ASSERT_EQ(mixed.channels, 2u);
  ASSERT_EQ(mixed.frames(), 96000u);
  constexpr float kStep = 1.0f / 16384;
  for (const auto& [frame, height] :
       {std::pair<std::size_t, float>{12000, 0.5f}, {33600, 0.35f}, {91200, 0.35f}}) {
    EXPECT_NEAR(mixed.at(frame - 1, 0), 0.125f, kStep) << frame;
    EXPECT_NEAR(mixed.at(frame, 0), 0.125f + height, kStep) << frame;
    EXPECT_NEAR(mixed.at(frame, 1), -0.125f + height, kStep) << frame;
  }
  EXPECT_NE(result.out.find("3 clicks"), std::string::npos) << result.out;
}

TEST_F(ClickCommand, NeverClipsAndSaysSo) {
  const fs::path song = add_song("loud.wav", 0.95f);
  write(music() / "loud.beats", "0.5\t1\n");
  const ProgramResult result = click({song.string()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("lowered by 3.4 dB"), std::string::npos) << result.err;
  const Sound mixed = read_sound(music() / "loud.click.wav");
  const float scale = 0.98f / 1.45f;
  EXPECT_NEAR(mixed.at(24000, 0), 0.98f, 1e-4f);
  EXPECT_NEAR(mixed.at(0, 0), 0.95f * scale, 1e-4f);
  for (const float sample : mixed.samples) ASSERT_LE(std::abs(sample), 0.9801f);
}

TEST_F(ClickCommand, GainsAndChordsAsAskedFor) {
  const fs::path song = add_song("song.flac", 0.5f);
  write(scratch / "chords.lab", "0.5\t1.5\tC:maj\n1.5\t2\tN\n");
  write(scratch / "beats.beats", "1.75\t2\n");
  const auto run = [&](const char* annotation, const char* out, std::vector<std::string> more) {
    more.insert(more.begin(), {song.string(), (scratch / annotation).string(), "-o",
                               (scratch / out).string(), "--music-gain", "-100"});
    return click(more);
  };
  ASSERT_EQ(run("chords.lab", "chords.wav", {"--chords"}).exit_code, 0);
  const Sound chords = read_sound(scratch / "chords.wav");
  float before = 0.0f, during = 0.0f;
  for (std::size_t n = 0; n < 24000; ++n) before = std::max(before, std::abs(chords.at(n, 0)));
  for (std::size_t n = 24000; n < 72000; ++n) during = std::max(during, std::abs(chords.at(n, 0)));
  EXPECT_EQ(before, 0.0f);
  EXPECT_GT(during, 0.1f);
  ASSERT_EQ(run("beats.beats", "beats.wav", {"--click-gain", "-6.0206"}).exit_code, 0);
  EXPECT_NEAR(read_sound(scratch / "beats.wav").at(84000, 1), 0.175f, 1e-3f);
  const ProgramResult nothing = run("chords.lab", "none.wav", {});
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_NE(nothing.err.find("chords.lab: contains chords, expected beats"), std::string::npos)
      << nothing.err;
}

TEST_F(ClickCommand, FindsTheAnnotationBesideTheSongOrInTagsOrTags) {
  const fs::path song = add_song("song.wav", 0.0f, 48000 * 6);
  const auto source = [&] {
    const ProgramResult result = click({song.string(), "--overwrite"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out.substr(result.out.rfind('\t') + 1);
  };
  EXPECT_EQ(source(), "tagged now\n");
  write(music() / "tags/song.beats", "0.5\t1\n");
  EXPECT_EQ(source(), (music() / "tags/song.beats").string() + "\n");
  write(music() / "song.beats", "0.25\t1\n");
  EXPECT_EQ(source(), (music() / "song.beats").string() + "\n");
  const fs::path before = fs::current_path();
  fs::current_path(music());  // to name a song without its folder
  const ProgramResult here = click({"song.wav", "--overwrite"});
  fs::current_path(before);
  EXPECT_NE(here.out.find("song.beats"), std::string::npos) << here.out << here.err;
  EXPECT_NEAR(read_sound(music() / "song.click.wav").at(12000, 0), 0.5f, 1e-3f);
}

TEST_F(ClickCommand, MirrorsFoldersAndLosesOnlyBrokenSongs) {
  add_song("a.wav", 0.1f);
  fs::create_directories(music() / "album");
  add_song("album/b.ogg", 0.1f);
  write(music() / "broken.flac", "no sound");
  for (const char* name : {"a.beats", "album/b.beats", "broken.beats"}) {
    write(scratch / "annotations" / name, "0.5\t1\n1.0\t2\n9.0\t1\n");
  }
  const auto run = [&] {
    return click({music().string(), (scratch / "annotations").string(), "-o",
                  (scratch / "out").string(), "--format", "ogg"});
  };
  const ProgramResult first = run();
  EXPECT_EQ(first.exit_code, 1);
  EXPECT_NE(first.err.find("broken.flac"), std::string::npos) << first.err;
  EXPECT_NE(first.err.find("1 beat beyond the end of the song"), std::string::npos) << first.err;
  EXPECT_EQ(read_sound(scratch / "out/a.click.ogg").frames(), 96000u);
  EXPECT_EQ(read_sound(scratch / "out/album/b.click.ogg").channels, 2u);
  EXPECT_EQ(tree_of(scratch / "out").size(), 2u);
  const ProgramResult again = run();
  EXPECT_NE(again.err.find("already exists"), std::string::npos) << again.err;
}

TEST_F(ClickCommand, TheNameOfTheFileSaysItsFormat) {
  const fs::path song = add_song("song.wav", 0.1f);
  write(music() / "song.beats", "0.5\t1\n");
  const auto refused = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.begin(), {song.string(), "-o", (scratch / name).string()});
    const ProgramResult result = click(more);
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_FALSE(fs::exists(scratch / name)) << name;
    return result.err;
  };
  for (const char* name : {"x.mp3", "x.WAV", "x.m4a"}) {
    const std::string error = refused(name, {});
    EXPECT_NE(error.find("expected .wav, .flac or .ogg"), std::string::npos) << error;
  }
  const std::string error = refused("x.wav", {"--format", "ogg"});
  EXPECT_NE(error.find("--format ogg contradicts -o "), std::string::npos) << error;
  const std::string ogg = (scratch / "x.ogg").string();
  EXPECT_EQ(click({song.string(), "-o", ogg, "--format", "ogg"}).exit_code, 0);
  EXPECT_EQ(read_sound(ogg).frames(), 96000u);
  fs::create_directories(scratch / "folder.wav");
  const std::string folder = (scratch / "folder.wav").string();
  EXPECT_EQ(click({song.string(), "-o", folder, "--format", "flac"}).exit_code, 0);
  EXPECT_EQ(read_sound(scratch / "folder.wav/song.click.flac").frames(), 96000u);
}

TEST_F(ClickCommand, TheSongIsNotWrittenOver) {
  const fs::path song = add_song("song.wav", 0.1f);
  write(scratch / "a.beats", "0.5\t1\n");
  fs::create_symlink(song, scratch / "link.wav");
  const std::string before = slurp(song);
  for (const fs::path& out : {song, scratch / "link.wav"}) {
    const ProgramResult refused =
        click({song.string(), (scratch / "a.beats").string(), "-o", out.string(), "--overwrite"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("is the song itself"), std::string::npos) << refused.err;
  }
  EXPECT_EQ(slurp(song), before);
}

TEST_F(ClickCommand, WrongUseIsCodeTwo) {
  const fs::path song = add_song("song.wav", 0.1f);
  write(scratch / "a.beats", "0.5\t1\n");
  EXPECT_EQ(click({}).exit_code, 2);
  EXPECT_EQ(click({song.string(), "/nowhere.beats"}).exit_code, 2);
  EXPECT_EQ(click({music().string(), (scratch / "a.beats").string()}).exit_code, 2);
  for (const char* file : {"out.wav", "out.mp3"})
    EXPECT_EQ(click({music().string(), "-o", (scratch / file).string()}).exit_code, 2) << file;
  EXPECT_EQ(click({song.string(), "--format", "mp3"}).exit_code, 2);
  EXPECT_EQ(click({"/nowhere.wav"}).exit_code, 1);
}

}  // namespace
}  // namespace tactus::test
