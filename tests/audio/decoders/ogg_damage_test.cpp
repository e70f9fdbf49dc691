// Damaged Ogg files: lost, late and broken pages.
#include <gtest/gtest.h>

#include "audio/decoders/checked_decoder.h"
#include "tests/audio/support/damaged_sound.h"

namespace tactus {
namespace {

using test::DamagedSound;
using test::with_hole;

TEST_F(DamagedSound, AHoleInOggIsSilenceOfItsLength) {
  for (const auto& [format, rate] :
       {std::pair{SF_FORMAT_VORBIS, 44100}, std::pair{SF_FORMAT_OPUS, 48000}}) {
    const std::string whole = bytes(SF_FORMAT_OGG | format, rate);
    if (whole.empty()) continue;
    const std::size_t frames = read(whole).samples.size();
    for (const double share : {0.35, 0.45, 0.55}) {
      const Audio audio = read(with_hole(whole, share));
      EXPECT_EQ(audio.samples.size(), frames);
      expect_stretch(audio, 1.5, 8.5);
      expect_impulse(audio, 1);
      expect_impulse(audio, 9);
    }
  }
}

TEST_F(DamagedSound, AWrongBitInTheLastOggPageIsNamed) {
  std::string wrong = bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  ASSERT_FALSE(wrong.empty());
  wrong[wrong.size() - 9] ^= 1;
  const Audio audio = read(wrong);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from ")) << *audio.warning;
  EXPECT_NE(audio.warning->find(" s on: no intact Ogg page follows"), std::string::npos)
      << *audio.warning;
}

// The places of the pages of an Ogg file.
std::vector<std::size_t> ogg_pages(const std::string& bytes) {
  std::vector<std::size_t> pages;
  for (std::size_t at = 0; at + 27 < bytes.size() && bytes.compare(at, 4, "OggS") == 0;) {
    pages.push_back(at);
    const auto segments = static_cast<unsigned char>(bytes[at + 26]);
    std::size_t end = at + 27 + segments;
    for (std::size_t i = 0; i < segments; ++i) {
      end += static_cast<unsigned char>(bytes[at + 27 + i]);
    }
    at = end;
  }
  return pages;
}

TEST_F(DamagedSound, AnOggPageThatIsMissingOrTooLateIsSilence) {
  const std::string whole = bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  ASSERT_FALSE(whole.empty());
  const std::vector<std::size_t> pages = ogg_pages(whole);
  ASSERT_GT(pages.size(), 8U);
  const std::size_t one = pages[4];
  const std::size_t two = pages[5];
  const std::string page = whole.substr(one, two - one);
  const std::string missing = whole.substr(0, one) + whole.substr(two);
  const std::size_t later = pages[7] - page.size();
  const std::string late = missing.substr(0, later) + page + missing.substr(later);
  const std::string headless = whole.substr(0, pages[2]) + whole.substr(pages[3]);
  const std::size_t frames = read(whole).samples.size();
  for (const std::string& damaged : {missing, late, headless}) {
    const Audio audio = read(damaged);
    EXPECT_EQ(audio.samples.size(), frames);
    EXPECT_TRUE(audio.warning);
    expect_impulse(audio, 9);
  }
}

// RFC 3533, section 6.
std::uint32_t ogg_checksum(const std::string& page) {
  std::uint32_t sum = 0;
  for (const char c : page) {
    sum ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 24;
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum & 0x80000000U) != 0 ? sum << 1 ^ 0x04C11DB7U : sum << 1;
    }
  }
  return sum;
}

TEST_F(DamagedSound, OpusWithANegativeFirstGranuleIsRead) {
  std::string opus = bytes(SF_FORMAT_OGG | SF_FORMAT_OPUS, 48000);
  if (opus.empty()) GTEST_SKIP() << "this libsndfile cannot write Opus";
  const std::vector<std::size_t> pages = ogg_pages(opus);
  for (std::size_t p = 2; p < pages.size(); ++p) {
    const std::size_t end = p + 1 < pages.size() ? pages[p + 1] : opus.size();
    std::string page = opus.substr(pages[p], end - pages[p]);
    std::uint64_t granule = 0;
    for (std::size_t i = 8; i-- > 0;)
      granule = granule << 8 | static_cast<unsigned char>(page[6 + i]);
    page.replace(6, 8, test::little_endian(granule - 400, 8)).replace(22, 4, 4, '\0');
    page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
    opus.replace(pages[p], page.size(), page);
  }
  const Audio audio = read(opus);
  for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second, 2);
}

TEST_F(DamagedSound, ALostFirstPageOfFlacInOggIsSilenceOfItsLength) {
  std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const std::size_t frames = read(flac).samples.size();
  const std::vector<std::size_t> pages = ogg_pages(flac);
  const auto has_sound = [&](std::size_t page) {
    return flac.substr(page + 6, 8) > std::string(8, '\0');
  };
  const auto first = std::find_if(pages.begin(), pages.end(), has_sound);
  ASSERT_LT(first + 2, pages.end());
  flac.erase(*first, first[1] - *first);
  const Audio audio = read(flac);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 ")) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), frames);
  expect_impulse(audio, 9);
}

TEST_F(DamagedSound, ALostPageOfFlacInOggIsNamedWhereverItWas) {
  const std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const Audio whole = read(flac);
  EXPECT_FALSE(whole.warning) << *whole.warning;
  const std::vector<std::size_t> pages = ogg_pages(flac);
  ASSERT_GT(pages.size(), 8U);
  for (std::size_t page = 4; page + 2 < pages.size(); page += 3) {
    std::string holed = flac;
    holed.erase(pages[page], pages[page + 1] - pages[page]);
    const Audio audio = read(holed);
    EXPECT_TRUE(audio.warning) << "page " << page << " of " << pages.size();
    EXPECT_EQ(audio.samples.size(), whole.samples.size());
  }
}

// A page of Ogg with these bytes, in packets that end on it.
std::string first_page(std::uint32_t serial, std::uint32_t number, const std::string& body) {
  std::string lacing(body.size() / 255, '\xFF');
  lacing += static_cast<char>(body.size() % 255);
  std::string page = "OggS" + std::string(2, '\0') + std::string(8, '\0') +
                     test::little_endian(serial, 4) + test::little_endian(number, 4) +
                     std::string(4, '\0') + static_cast<char>(lacing.size()) + lacing + body;
  page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
  return page;
}

TEST_F(DamagedSound, ALostHeaderPageOfFlacInOggIsNoLostSound) {
  const std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const Audio whole = read(flac);
  ASSERT_FALSE(whole.warning);
  std::vector<std::size_t> pages = ogg_pages(flac);
  std::uint32_t serial = 0;
  for (std::size_t i = 4; i-- > 0;)
    serial = serial << 8 | static_cast<unsigned char>(flac[pages[0] + 14 + i]);
  // One more block of padding behind the first page, which is then lost again.
  std::string more = flac.substr(0, pages[1]);
  for (std::size_t p = 1; p < pages.size(); ++p) {
    const std::size_t end = p + 1 < pages.size() ? pages[p + 1] : flac.size();
    std::string page = flac.substr(pages[p], end - pages[p]);
    page.replace(18, 4, test::little_endian(p + 1, 4)).replace(22, 4, 4, '\0');
    page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
    more += page;
  }
  const std::string padding =
      first_page(serial, 1, std::string("\x01\0\0\x40", 4) + std::string(64, '\0'));
  const std::string with_padding = more.substr(0, pages[1]) + padding + more.substr(pages[1]);
  EXPECT_FALSE(read(with_padding).warning) << *read(with_padding).warning;
  const Audio lost = read(more);
  EXPECT_FALSE(lost.warning) << *lost.warning;
  EXPECT_EQ(lost.samples, whole.samples);
}

// Whole pages of Vorbis and Opus that are lost, doubled or moved; each has a right checksum.
class OggPages : public DamagedSound {
 protected:
  static std::vector<std::string> split(const std::string& file) {
    std::vector<std::string> pages;
    const std::vector<std::size_t> places = ogg_pages(file);
    for (std::size_t n = 0; n < places.size(); ++n)
      pages.push_back(file.substr(
          places[n], (n + 1 < places.size() ? places[n + 1] : file.size()) - places[n]));
    return pages;
  }
  static void seal(std::string& page) {
    page.replace(22, 4, 4, '\0');
    page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
  }
  static std::vector<std::string> renumbered(std::vector<std::string> pages) {
    for (std::size_t n = 0; n < pages.size(); ++n) {
      pages[n].replace(18, 4, test::little_endian(n, 4));
      seal(pages[n]);
    }
    return pages;
  }
  static std::int64_t granule(const std::string& page) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(page[6 + i]);
    return static_cast<std::int64_t>(value);
  }
  static void set_granule(std::string& page, std::int64_t value) {
    page.replace(6, 8, test::little_endian(static_cast<std::uint64_t>(value), 8));
    seal(page);
  }
  Audio read_pages(const std::vector<std::string>& pages) {
    std::string file;
    for (const std::string& page : pages) file += page;
    return read(file);
  }
  // Every impulse but those of the stretch that the warning names is in its place.
  void expect_places(const std::vector<std::string>& pages, const std::string& what) {
    const Audio audio = read_pages(pages);
    ASSERT_TRUE(audio.warning) << what;
    double begin = 0.0;
    double end = 1e9;
    const int fields =
        std::sscanf(audio.warning->c_str(), "damaged from %lf to %lf s: ", &begin, &end);
    ASSERT_GE(fields, 1) << what << ": " << *audio.warning;
    EXPECT_LT(fields == 2 ? end - begin : 0.0, 3.0) << what << ": " << *audio.warning;
    for (std::size_t second = 1; second < kSeconds; ++second) {
      const auto time = static_cast<double>(second);
      if (time > begin - 0.1 && time < end + 0.1) continue;
      expect_impulse(audio, second);
    }
  }
  static constexpr std::pair<int, int> kFormats[] = {{SF_FORMAT_VORBIS, 44100},
                                                     {SF_FORMAT_OPUS, 48000}};
};

TEST_F(OggPages, LostDoubledAndMovedPagesAreNamedWithOldAndNewNumbers) {
  for (const auto& [format, rate] : kFormats) {
    const std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | format, rate));
    ASSERT_GT(whole.size(), 8U);
    EXPECT_FALSE(read_pages(whole).warning);
    const auto page = whole.begin() + 5;
    std::vector<std::string> lost = whole;
    lost.erase(lost.begin() + 5);
    std::vector<std::string> doubled = whole;
    doubled.insert(doubled.begin() + 6, *page);
    std::vector<std::string> moved = lost;
    moved.insert(moved.begin() + 7, *page);
    for (const auto& [what, pages] :
         {std::pair{"lost", lost}, std::pair{"doubled", doubled}, std::pair{"moved", moved}}) {
      expect_places(pages, what);
      expect_places(renumbered(pages), std::string(what) + ", renumbered");
    }
  }
}

TEST_F(OggPages, ADownloadThatWasResumedTooEarlyIsHeardOnce) {
  const std::string whole = bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  const std::vector<float> expected = read(whole).samples;
  for (const auto& [at, again] : {std::pair{0.4, 0.2}, std::pair{0.6, 0.05}, std::pair{0.3, 0.3}}) {
    const auto place = static_cast<std::size_t>(at * static_cast<double>(whole.size()));
    const auto back = static_cast<std::size_t>(again * static_cast<double>(whole.size()));
    const Audio audio =
        read(whole.substr(0, place) + whole.substr(place - back, back) + whole.substr(place));
    EXPECT_TRUE(audio.warning) << at;
    EXPECT_EQ(audio.samples.size(), expected.size()) << at;
    for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second);
  }
}

// As `ffmpeg -ss -c copy` writes it: the sound before the wanted place has granules below 0, or the
// first page a granule that is less than its sound.
TEST_F(OggPages, AFirstPageMayBeginAtAnyGranule) {
  for (const auto& [format, rate] : kFormats) {
    const std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | format, rate));
    const std::size_t frames = read_pages(whole).samples.size();
    for (const std::int64_t shift : {-60'000, -5'000, 7'777, 1'000'000}) {
      std::vector<std::string> pages = whole;
      for (std::size_t n = 2; n < pages.size(); ++n)
        set_granule(pages[n], granule(pages[n]) + shift);
      const Audio audio = read_pages(pages);
      EXPECT_FALSE(audio.warning) << shift << ": " << *audio.warning;
      EXPECT_EQ(audio.samples.size(), frames) << shift;
      expect_impulse(audio, 9);
    }
  }
}

TEST_F(OggPages, GranulesOfAContainerThatCountsMillisecondsAreNoDamage) {
  for (const auto& [format, rate] : kFormats) {
    std::vector<std::string> pages = split(bytes(SF_FORMAT_OGG | format, rate));
    for (std::size_t n = 2; n < pages.size(); ++n)
      set_granule(pages[n], granule(pages[n]) + (n % 2 == 0 ? 40 : -40));
    const Audio audio = read_pages(pages);
    EXPECT_FALSE(audio.warning) << *audio.warning;
    expect_impulse(audio, 9);
  }
}

TEST_F(OggPages, WrongGranulesSerialsAndNumbersAreNamed) {
  for (const auto& [format, rate] : kFormats) {
    const std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | format, rate));
    for (const std::int64_t value : {granule(whole[4]), granule(whole[5]) + 20'000'000}) {
      std::vector<std::string> wrong = whole;
      set_granule(wrong[5], value);
      expect_places(wrong, "granule");
    }
    std::vector<std::string> serial = whole;
    serial[5].replace(14, 4, "none");
    seal(serial[5]);
    expect_places(serial, "serial");
    std::vector<std::string> number = whole;
    number[5].replace(18, 4, "\1\2\3\0", 4);
    seal(number[5]);
    expect_places(number, "number");
  }
}

// The first pages of all streams come before the others (RFC 3533, section 4).
TEST_F(OggPages, FilmsWithLateSoundAndSecondStreamsAreNoted) {
  const auto note_of = [&](const std::vector<std::string>& pages) {
    read_pages(pages);
    const auto decoder = open_decoder(folder_ / "b");
    while (!decoder->next().samples.empty()) {
    }
    return dynamic_cast<const CheckedDecoder&>(*decoder).inner().note();
  };
  std::vector<std::string> pages = split(bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100));
  const auto other = [](std::string page) {
    page.replace(14, 4, "more");
    seal(page);
    return page;
  };
  std::vector<std::string> two = pages;
  two.insert(two.begin() + 1, other(pages[0]));
  EXPECT_EQ(note_of(two), "it has 2 sound streams: number 1 was read");
  std::string picture = pages[0];
  picture.replace(picture.find("\x01vorbis"), 7, "\x80theora");
  std::vector<std::string> film = pages;
  film.insert(film.begin() + 1, other(picture));
  EXPECT_EQ(note_of(film), "");
  for (std::size_t n = 3; n < film.size(); ++n) set_granule(film[n], granule(film[n]) + 22050);
  EXPECT_EQ(note_of(film), "its sound begins 0.500 s after the picture: silence stands before it");
  const Audio audio = read_pages(film);
  EXPECT_EQ(audio.samples.size(), 44100 * kSeconds + 22050);
  expect_impulse(audio, 4, 60, 22050);
}

TEST_F(OggPages, ABeginningThatStandsTwiceIsHeardOnce) {
  const std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100));
  std::vector<std::string> twice(whole.begin(), whole.begin() + 6);
  twice.insert(twice.end(), whole.begin(), whole.end());
  const Audio audio = read_pages(twice);
  EXPECT_EQ(audio.warning,
            "damaged from 0.000 to 0.000 s: the beginning of an Ogg stream stands twice");
  EXPECT_EQ(audio.samples, read_pages(whole).samples);
}

TEST_F(OggPages, ALostEndIsNamed) {
  const std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100));
  for (std::size_t left = whole.size() - 1; left > 6; --left) {
    const Audio audio =
        read_pages({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(left)});
    EXPECT_TRUE(audio.warning) << left << " of " << whole.size();
  }
}

// As `ffmpeg -f concat -c copy` writes it: the granules go back by the delay of the second one.
TEST_F(OggPages, TheDelayOfARecordingThatWasJoinedIsNoFault) {
  for (const auto& [format, rate] : kFormats) {
    std::vector<std::string> whole = split(bytes(SF_FORMAT_OGG | format, rate));
    ASSERT_GT(whole.size(), 8U);
    const std::size_t samples = read_pages(whole).samples.size();
    for (std::size_t n = 5; n < whole.size(); ++n)
      set_granule(whole[n], granule(whole[n]) - rate / 50);
    const Audio audio = read_pages(whole);
    EXPECT_FALSE(audio.warning) << *audio.warning;
    EXPECT_NEAR(static_cast<double>(audio.samples.size()),
                static_cast<double>(samples) - 0.02 * audio.sample_rate, 2.0);
  }
}

TEST_F(DamagedSound, APageOfSpeexThatIsMissingIsNamedWhereItWas) {
  const std::string whole = bytes({"ogg", "libspeex"}, 32000);
  if (whole.empty()) GTEST_SKIP() << "this FFmpeg cannot write Speex";
  const std::vector<std::size_t> pages = ogg_pages(whole);
  ASSERT_GT(pages.size(), 9U);
  EXPECT_FALSE(read(whole).warning);
  const std::string lost = whole.substr(0, pages[7]) + whole.substr(pages[8]);
  const std::string doubled = whole.substr(0, pages[8]) + whole.substr(pages[7]);
  for (const std::string& damaged : {lost, doubled}) {
    const Audio audio = read(damaged);
    ASSERT_TRUE(audio.warning);
    double from = 0.0;
    ASSERT_EQ(std::sscanf(audio.warning->c_str(), "damaged from %lf", &from), 1) << *audio.warning;
    EXPECT_NEAR(from, 5.0, 1.0) << *audio.warning;
    expect_impulse(audio, 3, 600);
  }
  const Audio cut = read(whole.substr(0, pages[7]));
  ASSERT_TRUE(cut.warning);
  EXPECT_TRUE(cut.warning->starts_with("truncated at ")) << *cut.warning;
}

}  // namespace
}  // namespace tactus
