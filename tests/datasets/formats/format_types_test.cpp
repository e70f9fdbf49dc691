// The names of formats as people type them, and what a file of a format lacks.
#include <gtest/gtest.h>

#include "datasets/formats/format.h"

namespace tactus {
namespace {

TEST(FormatNames, AreReadInAnyCaseAndWithBlanks) {
  EXPECT_EQ(formats_by_name("LAB"), std::vector<Format>{Format::kLab});
  EXPECT_EQ(formats_by_name(" Jams\t"), std::vector<Format>{Format::kJams});
  EXPECT_EQ(formats_by_name("Svl").size(), 2u);
  EXPECT_TRUE(formats_by_name("").empty());
  EXPECT_TRUE(formats_by_name("mp4").empty());
}

TEST(FormatNames, HaveTheUsualEndingsAsAliases) {
  const std::pair<const char*, Format> aliases[] = {
      {"json", Format::kJams},         {"txt", Format::kLab},      {"MID", Format::kMidi},
      {"musicxml", Format::kMusicXml}, {"cho", Format::kChordpro}, {"bpm", Format::kTempo}};
  for (const auto& [name, format] : aliases)
    EXPECT_EQ(formats_by_name(name), std::vector<Format>{format}) << name;
  for (const std::string& name : format_names())
    EXPECT_FALSE(formats_by_name(name).empty()) << name;
}

TEST(FormatNames, EndingsSuitWhatIsReadAgain) {
  for (const FormatInfo& info : all_formats())
    for (const char* other : {"", ".txt"})
      EXPECT_TRUE(ending_suits("x" + (*other ? other : std::string(info.suffix)), info.format))
          << info.name;
  EXPECT_TRUE(ending_suits("x.xml", Format::kMusicXml));
  EXPECT_TRUE(ending_suits("x.mid", Format::kMidiChords));
  EXPECT_TRUE(ending_suits("x.beats", Format::kMirexDownbeats));
  EXPECT_FALSE(ending_suits("x.jams", Format::kLab));
  EXPECT_FALSE(ending_suits("x.lab", Format::kJams));
  EXPECT_FALSE(ending_suits("x.lab", Format::kMidi));
  EXPECT_FALSE(ending_suits("x.xml", Format::kLab));
}

TEST(FormatLayers, SayWhyAFileIsEmpty) {
  Annotation annotation;
  EXPECT_EQ(held_layers(annotation), "");
  annotation.chords = {{0.0, 1.0, "C"}};
  EXPECT_EQ(held_layers(annotation), "chords");
  EXPECT_EQ(why_empty(annotation, Format::kBeats), "no beats");
  EXPECT_EQ(why_empty(annotation, Format::kLab), "");
  EXPECT_EQ(why_empty(annotation, Format::kRekordbox), "no beats, no keys");
  EXPECT_EQ(why_empty(annotation, Format::kJams), "");
}

}  // namespace
}  // namespace tactus
