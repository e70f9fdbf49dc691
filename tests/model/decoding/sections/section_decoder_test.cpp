// Sections from made-up activations and passages that resemble each other.
#include "model/decoding/sections/section_decoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "model/decoding/sections/section_names.h"

namespace tactus {
namespace {

constexpr double kFps = 2.0;

// A letter is a section of 10 s; the same letter sounds alike.
struct Song {
  FrameMatrix activations, vectors;
  double duration;

  explicit Song(const std::string& letters)
      : activations(20 * letters.size(), 1 + kSectionNames.size(), kFps),
        vectors(20 * letters.size(), 40, kFps),
        duration(10.0 * double(letters.size())) {
    for (std::size_t t = 0; t < activations.frames; ++t) {
      activations.row(t)[0] = t > 0 && t % 20 == 0 ? 0.9f : 0.01f;
      for (std::size_t k = 2; k < activations.bins; ++k) activations.row(t)[k] = 1.0f / 8.0f;
      const auto letter = static_cast<std::size_t>(letters[t / 20] - 'A');
      vectors.row(t)[(11 * letter + t % 20) % 40] = 1.0f;
    }
  }
  void name(std::size_t section, std::string_view word, float probability = 0.9f) {
    for (std::size_t t = 20 * section; t < 20 * (section + 1); ++t) {
      const auto kinds = activations.row(t).subspan(1);
      for (float& kind : kinds) kind = (1.0f - probability) / 8.0f;
      kinds[std::size_t(section_class(word))] = probability;
    }
  }
  std::vector<LabelledSegment> sections(const SectionDecoderParameters& p = {},
                                        const std::vector<Beat>& beats = {}) const {
    return decode_sections(activations, vectors, beats, duration, p);
  }
  std::string labels(const SectionDecoderParameters& p = {}) const {
    std::string all;
    for (const LabelledSegment& section : sections(p)) all += section.label + " ";
    return all;
  }
};

TEST(SectionDecoder, SectionsThatSoundAlikeHaveOneLetter) {
  EXPECT_EQ(Song("ABACAB").labels(), "A B A C A B ");
  EXPECT_EQ(Song("AAB").labels(), "A A B ") << "each begins by itself";
  Song song("ABA");
  song.vectors = {};
  EXPECT_EQ(song.labels(), "A B C ");
}

TEST(SectionDecoder, CoverTheSong) {
  const auto sections = Song("ABAC").sections();
  ASSERT_EQ(sections.size(), 4u);
  EXPECT_EQ(sections[0].start, 0.0);
  for (std::size_t k = 1; k < 4; ++k) {
    EXPECT_EQ(sections[k].start, 10.0 * double(k));
    EXPECT_EQ(sections[k].start, sections[k - 1].end);
  }
  EXPECT_EQ(sections[3].end, 40.0);
}

TEST(SectionDecoder, NamesWhereTheNetworkIsSure) {
  Song song("ABAC");
  song.name(0, "verse");
  song.name(2, "verse");
  song.name(1, "chorus", 0.5f);
  EXPECT_EQ(song.labels(), "verse A verse B ");
  SectionDecoderParameters bold;
  bold.sure = 0.4;
  EXPECT_EQ(song.labels(bold), "verse chorus verse A ");
}

TEST(SectionDecoder, SilenceIsNoSection) {
  Song song("ABAC");
  song.name(0, "silence");
  song.name(3, "silence");
  const auto sections = song.sections();
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections.front().start, 10.0);
  EXPECT_EQ(sections.back().end, 30.0);
}

TEST(SectionDecoder, AlikeInKindIsMoreAlike) {
  Song song("ABC");
  SectionDecoderParameters p;
  p.kinds = 1.0;
  p.similarity = 0.25;
  song.name(0, "verse", 0.48f);
  song.name(1, "chorus", 0.5f);
  song.name(2, "verse", 0.48f);
  EXPECT_EQ(song.labels(p), "A B A ");
  p.kinds = 0.0;
  EXPECT_EQ(song.labels(p), "A B C ");
}

TEST(SectionDecoder, BeginningsMoveToDownbeatsNearby) {
  Song song("AB");
  const std::vector<Beat> beats = {{9.5, 4}, {10.4, 1}, {10.9, 2}, {12.0, 1}};
  EXPECT_EQ(song.sections({}, beats).at(1).start, 10.4);
  SectionDecoderParameters p;
  p.snap = 0.3;
  EXPECT_EQ(song.sections(p, beats).at(1).start, 10.0) << "too far";
}

TEST(SectionDecoder, TheLikelierOfTwoCloseBeginningsCounts) {
  Song song("AB");
  song.activations.row(24)[0] = 0.6f;
  ASSERT_EQ(song.sections().size(), 2u);
  SectionDecoderParameters p;
  p.shortest = 1.0;
  EXPECT_EQ(song.sections(p).size(), 3u);
  p.threshold = 0.35;
  EXPECT_EQ(song.sections(p).size(), 2u);
  p.positive_weight = 10.0;
  EXPECT_EQ(song.sections(p).size(), 1u) << "it learned to say too much";
}

TEST(SectionDecoder, AShortRestAtTheEndsIsNoSection) {
  Song song("ABA");
  song.activations.row(2)[0] = 0.8f;   // 1 s
  song.activations.row(57)[0] = 0.8f;  // 28.5 s
  const auto sections = song.sections();
  ASSERT_EQ(sections.size(), 3u);
  EXPECT_EQ(sections.front().start, 1.0);
  EXPECT_EQ(sections.back().end, 28.5);
}

TEST(SectionDecoder, NothingAndTheWrongShape) {
  EXPECT_TRUE(decode_sections({0, 10, kFps}, {}, {}, 0.0, {}).empty());
  EXPECT_THROW(decode_sections({9, 3, kFps}, {}, {}, 4.5, {}), std::invalid_argument);
  EXPECT_THROW(decode_sections({9, 10, kFps}, {8, 4, kFps}, {}, 4.5, {}), std::invalid_argument);
  EXPECT_THROW(section_decoder_parameters_from_json(R"({"sure": 2})"), std::invalid_argument);
}

TEST(SectionNames, KnowsTheWordsOfAnnotators) {
  const auto name = [](const char* label) -> std::string {
    const int index = section_class(label);
    return index < 0 ? "none" : std::string(kSectionNames[std::size_t(index)]);
  };
  EXPECT_EQ(name("Chorus 2"), "chorus");
  EXPECT_EQ(name("refrain"), "chorus");
  EXPECT_EQ(name("Pre-Chorus"), "pre-chorus");
  EXPECT_EQ(name("pre chorus"), "pre-chorus");
  EXPECT_EQ(name("verse two"), "verse");
  EXPECT_EQ(name("fadeout"), "outro");
  EXPECT_EQ(name("middle eight"), "bridge");
  EXPECT_EQ(name("A"), "none");
  EXPECT_EQ(name("B'"), "none");
  EXPECT_EQ(name(""), "none");
}

}  // namespace
}  // namespace tactus
