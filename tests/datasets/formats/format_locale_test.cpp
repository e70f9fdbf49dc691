// Files are the same bytes under every locale.
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <locale>
#include <map>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

struct Commas : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Installs both kinds of locale with decimal commas; returns false if that of C is unavailable. A
// missing locale is compiled into `folder`.
class CommaLocale {
 public:
  explicit CommaLocale(const std::filesystem::path& folder)
      : before_(std::locale::global(std::locale(std::locale::classic(), new Commas))) {
    const std::string path = folder / "de_DE.UTF-8";
    const std::string command = "localedef -i de_DE -f UTF-8 " + path + " >/dev/null 2>&1";
    if (std::system(command.c_str()) == 0) setenv("LOCPATH", folder.c_str(), 1);
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"})
      c_ = c_ || std::setlocale(LC_ALL, name) != nullptr;
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }
  bool of_c() const { return c_; }

 private:
  std::locale before_;
  bool c_ = false;
};

Annotation locale_song() {
  Annotation song;
  song.title = "T";
  song.duration = 1234.5;
  song.tempi = {{120.25, 0.75}};
  song.keys = {{0, 1234.5, "A:minor"}};
  for (int k = 0; k < 2400; ++k) song.beats.push_back({0.125 + 0.5125 * k, k % 4 + 1, 0.5});
  song.chords = {{0.125, 512.625, "C:maj"}, {512.625, 1230.125, "G:7"}};
  song.sections = {{0, 1234.5, "verse"}};
  return song;
}

std::map<Format, std::string> all_bytes() {
  std::map<Format, std::string> bytes;
  for (const FormatInfo& info : all_formats())
    bytes[info.format] = serialise_annotation(locale_song(), info.format);
  return bytes;
}

TEST(Locale, ChangesNoByteAndNoNumberRead) {
  const auto bytes = all_bytes();
  std::map<Format, Annotation> read;
  for (const auto& [format, text] : bytes) read[format] = parse_annotation(text, format, "x");
  const test::ScratchFolder scratch;
  const CommaLocale commas(scratch.path());
  if (commas.of_c()) {
    EXPECT_EQ(std::strtod("1,5", nullptr), 1.5);  // the locale is active
  }
  EXPECT_EQ(all_bytes(), bytes);
  for (const auto& [format, text] : bytes) {
    EXPECT_EQ(parse_annotation(text, format, "x"), read.at(format)) << format_info(format).name;
  }
  Annotation moved = locale_song();
  moved.beats[1].time += 0.004;
  EXPECT_EQ(losses_in(moved, Format::kRwc).at(0).find(','), std::string::npos);
  RecordProperty("locale_of_c", commas.of_c() ? "with commas" : "not available");
}

}  // namespace
}  // namespace tactus
