// Compressed scores and scores in other encodings than UTF-8.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::error_of;

Annotation read_musicxml(const std::string& text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kMusicXml, "x.musicxml", notes);
}

std::string little_endian(std::size_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

// An archive of one stored file. `checksum`: of its content.
std::string archive(const std::string& name, const std::string& content, std::uint32_t checksum) {
  const std::string sizes = little_endian(checksum, 4) + little_endian(content.size(), 4) +
                            little_endian(content.size(), 4) + little_endian(name.size(), 2);
  const std::string file = "PK\3\4" + std::string("\x14\0\0\0\0\0\0\0\0\0", 10) + sizes +
                           std::string(2, '\0') + name + content;
  const std::string entry = "PK\1\2" + std::string("\x14\0\x14\0\0\0\0\0\0\0\0\0", 12) + sizes +
                            std::string(16, '\0') + name;
  return file + entry + "PK\5\6" + std::string("\0\0\0\0\1\0\1\0", 8) +
         little_endian(entry.size(), 4) + little_endian(file.size(), 4) + std::string(2, '\0');
}

TEST(MusicXmlEncoding, ReadsCompressedScores) {
  const std::string text = "<score-partwise><movement-title>Tune</movement-title></score-partwise>";
  constexpr std::uint32_t kChecksum = 0xB48938BA;  // CRC-32 of the text
  const std::string packed = archive("score.xml", text, kChecksum);
  Notes notes;
  EXPECT_EQ(read_musicxml(packed, &notes), read_musicxml(text));
  EXPECT_EQ(notes, Notes{"x.musicxml: no META-INF/container.xml; score.xml is read"});
  EXPECT_EQ(detect_format("a.mxl", packed), Format::kMusicXml);
  EXPECT_EQ(detect_format("a", packed), Format::kMusicXml);
  EXPECT_EQ(
      error_of(archive("score.xml", text, 1), Format::kMusicXml),
      "x: a damaged archive: score.xml is not what its checksum says; export the score again");
  EXPECT_EQ(error_of(archive("a.txt", text, kChecksum), Format::kMusicXml),
            "x: an archive without a score, expected compressed MusicXML");
  for (std::size_t size = 4; size + 2 < packed.size(); ++size)  // the last two count a comment
    EXPECT_THROW(read_musicxml(packed.substr(0, size)), FormatError) << size;
}

TEST(MusicXmlEncoding, ReadsUtf16AndLatin1) {
  const Annotation right = read_musicxml(
      "<score-partwise><movement-title>H\xC3\xB6hle</movement-title></score-partwise>");
  const std::string latin1 =
      "<score-partwise><movement-title>H\xF6hle</movement-title>"
      "</score-partwise>";
  Notes notes;
  EXPECT_EQ(read_musicxml("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + latin1, &notes),
            right);
  EXPECT_EQ(notes, Notes());
  EXPECT_EQ(read_musicxml(latin1, &notes), right);
  EXPECT_EQ(notes, Notes{"x.musicxml: text that is not UTF-8, read as Windows-1252"});
  std::string utf16 = "\xFE\xFF", little = "\xFF\xFE";
  for (const char c : latin1) {
    utf16 += std::string{'\0', c};
    little += std::string{c, '\0'};
  }
  EXPECT_EQ(read_musicxml(utf16), right);
  EXPECT_EQ(read_musicxml(little), right);
  EXPECT_EQ(read_musicxml(little.substr(2)), right) << "without its mark";
}

TEST(MusicXmlEncoding, OtherEncodingsAreReadWithANote) {
  const auto notes_of = [](const std::string& declaration, const std::string& letter) {
    Notes notes;
    read_musicxml("<?xml version='1.0' " + declaration + "?><score-partwise><movement-title>" +
                      letter + "</movement-title></score-partwise>",
                  &notes);
    return notes;
  };
  for (const std::string known : {"ISO-8859-1", "windows-1252", "latin1"}) {
    EXPECT_EQ(notes_of("encoding='" + known + "'", "\xF6"), Notes());
    EXPECT_EQ(notes_of("encoding=\"" + known + "\" standalone='no'", "\xF6"), Notes());
  }
  for (const std::string other :
       {"iso-8859-15", "iso-8859-10", "iso-8859-2", "windows-1250", "windows-1251"}) {
    const std::string text = "text in " + other + ", read as Windows-1252; save it as UTF-8";
    EXPECT_EQ(notes_of("encoding='" + other + "'", "\xF6"), Notes{"x.musicxml: " + text});
    EXPECT_EQ(notes_of("encoding='" + other + "'", "o"), Notes()) << "without such letters";
  }
  const Notes plain{"x.musicxml: text that is not UTF-8, read as Windows-1252"};
  EXPECT_EQ(notes_of("encoding='UTF-8'", "\xF6"), plain);
  EXPECT_EQ(notes_of("", "\xF6"), plain);
  EXPECT_EQ(notes_of("encoding='", "\xF6").size(), 1u) << "cut";
}

}  // namespace
}  // namespace tactus
