#include "datasets/formats/columns/other_files.h"

#include <gtest/gtest.h>

#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/format.h"

namespace tactus {
namespace {

TEST(OtherFiles, AreNamedByTheirEndingOrTheirContent) {
  const std::vector<std::tuple<const char*, const char*, const char*>> files = {
      {"a.textgrid", "", "a Praat TextGrid"},
      {"a.txt", "File type = \"ooTextFile\"\n", "a Praat TextGrid"},
      {"a.eaf", "", "a document of ELAN"},
      {"a.txt", "chords\t\t00:00:00.000\t0\t00:00:02.000\t2\tAm\n",
       "a table of ELAN with names of tiers"},
      {"a.xml", "<?xml version=\"1.0\"?><NML VERSION=\"19\">", "a collection of Traktor"},
      {"a.xml", "<?xml version=\"1.0\"?>\n<VirtualDJ_Database>", "a database of VirtualDJ"},
      {"a.rpp", "", "a project of Reaper"},
      {"a.als", "", "a project of Ableton Live"},
      {"a.txt", "SESSION NAME:\tx\n", "a text export of Pro Tools"},
      {"a.txt", ";FFMETADATA1\ntitle=x\n", "metadata of FFmpeg"},
      {"a.xml", "<?xml version=\"1.0\"?><song><title>S</title>", "a song of OpenSong"},
      {"a.txt", "<html><body>", "a web page"},
      {"a.json", "[0.46, 0.93]\n", "a list of Python"},
      {"a.txt", "[0.46 0.93\n 1.4 ]\n", "a list of Python"},
      {"a.txt", "My Song\nKey: G\n\nVerse 1:\n[G]la\n", "a sheet of chords and lyrics"},
      {"a.txt", "[Verse 1]\nG  C\nla\n", "a sheet of chords and lyrics"}};
  for (const auto& [file, content, kind] : files) {
    EXPECT_EQ(other_kind(file, content).name, kind);
    try {
      detect_format(file, content);
      ADD_FAILURE() << file << " was taken for an annotation";
    } catch (const FormatError& error) {
      EXPECT_EQ(std::string(error.what()).find(std::string(file) + ": " + kind), 0u)
          << error.what();
    }
  }
}

TEST(OtherFiles, AnnotationsAreNone) {
  for (const char* content :
       {"0.5\t1\n", "0\t\t00:02.0\tC\n", "[intro]\n", "A\tmajor\n", "[0:21] Verse\n", "[3]\n", ""})
    EXPECT_EQ(other_kind("a.txt", content).name, "") << content;
}

TEST(OtherFiles, SaysWhatToExportInstead) {
  try {
    detect_format("a.rpp", "");
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(),
                 "a.rpp: a project of Reaper: not read as it is; export the regions and "
                 "markers as CSV, or a MIDI file with the tempo map");
  }
}

}  // namespace
}  // namespace tactus
