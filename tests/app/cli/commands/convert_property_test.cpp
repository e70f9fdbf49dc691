// Folders of random songs through the engine of `tactus convert`, to every format and back.
#include <gtest/gtest.h>

#include "app/engine/songs/annotation_converter.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/datasets/support/format_properties.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::formats;

namespace fs = std::filesystem;

constexpr int kSongs = 12;

std::vector<Annotation> random_songs(Format format) {
  std::vector<Annotation> songs;
  for (int i = 0; i < kSongs; ++i) {
    const auto seed = static_cast<std::uint64_t>(format) * 1000 + static_cast<std::uint64_t>(i);
    songs.push_back(test::annotations(format)(rc::Random(seed), 50).value());
  }
  return songs;
}

std::string name_of(int song) {
  return "artist/caf\xC3\xA9 " + std::to_string(song);
}

// Of this file, or of one and several more.
bool says(const std::vector<std::string>& said, const std::string& file, const std::string& what) {
  return std::any_of(said.begin(), said.end(), [&](const std::string& line) {
    const bool of_it =
        line.find(file) != std::string::npos || line.find(" more: ") != std::string::npos;
    return of_it && line.find(what) != std::string::npos;
  });
}

class ConvertRoundTrip : public testing::TestWithParam<Format> {};

TEST_P(ConvertRoundTrip, AFolderComesBackAndEveryLossIsSaid) {
  const FormatInfo& info = format_info(GetParam());
  const test::ScratchFolder root;
  const std::vector<Annotation> songs = random_songs(info.format);
  for (int i = 0; i < kSongs; ++i)
    write_annotation(songs[static_cast<std::size_t>(i)], Format::kJams,
                     root / "in" / (name_of(i) + ".jams"));
  std::vector<std::string> said;
  const auto say = [&](const std::string& line) { said.push_back(line); };
  const ConvertReport there =
      convert_annotations({root / "in", root / "there", Format::kJams, {info.format}}, say);
  EXPECT_EQ(there.written, static_cast<std::size_t>(kSongs));
  EXPECT_EQ(there.failures, std::vector<std::string>());
  for (int i = 0; i < kSongs; ++i) {
    const std::string file = name_of(i) + std::string(info.suffix);
    for (const std::string& layer : dropped_layers(songs[static_cast<std::size_t>(i)], info.format))
      EXPECT_TRUE(says(said, file, layer)) << file << " lost " << layer;
  }
  const ConvertReport back =
      convert_annotations({root / "there", root / "back", info.format, {Format::kJams}}, say);
  EXPECT_EQ(back.read, static_cast<std::size_t>(kSongs));
  EXPECT_EQ(back.failures, std::vector<std::string>());
  for (int i = 0; i < kSongs; ++i) {
    const fs::path path = root / "back" / (name_of(i) + ".jams");
    ASSERT_TRUE(fs::exists(path)) << path;
    try {
      test::require_equal(read_annotation(path),
                          test::held_by(info.format, songs[static_cast<std::size_t>(i)]),
                          info.format);
    } catch (const rc::detail::CaseResult& difference) {
      ADD_FAILURE() << info.name << ": " << path << ": " << difference.description;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConvertRoundTrip, testing::ValuesIn(formats()),
                         [](const testing::TestParamInfo<Format>& info) {
                           std::string name(format_info(info.param).name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tactus
