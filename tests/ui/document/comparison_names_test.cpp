// Short names of comparisons.
#include "ui/document/comparison_names.h"

#include <gtest/gtest.h>

namespace tactus::ui {
namespace {

Comparison of_file(const char* file) {
  Comparison comparison;
  comparison.file = file;
  comparison.name = QString::fromStdString(comparison.file.filename().string());
  return comparison;
}

Comparison of_models(const QStringList& models) {
  Comparison comparison;
  comparison.source = Comparison::Source::kModels;
  comparison.models = models;
  return comparison;
}

TEST(ShortNames, LeaveOutTheNameOfTheSong) {
  const std::vector<Comparison> list = {of_file("/a/song.lab"), of_file("/a/song.jams.orig"),
                                        of_file("/a/song-librosa.beats"), of_file("/a/other.lab"),
                                        of_file("/a/song")};
  EXPECT_EQ(short_names(list, "/a/song.wav"),
            (QStringList{"lab", "orig", "librosa.beats", "other.lab", "song"}));
}

TEST(ShortNames, ShowTheFolderWhereNamesAreEqual) {
  const std::vector<Comparison> list = {of_file("/x/true/song.lab"), of_file("/x/mine/song.lab"),
                                        of_file("/x/song.beats"), of_file("/y/song.key")};
  EXPECT_EQ(short_names(list, "/x/song.wav"),
            (QStringList{"true/lab", "mine/lab", "beats", "y/key"}));
  const std::vector<Comparison> deep = {of_file("/a/b/song.lab"), of_file("/c/b/song.lab")};
  EXPECT_EQ(short_names(deep, "/x/song.wav"), (QStringList{"a/b/lab", "c/b/lab"}));
}

TEST(ShortNames, BeginWhereTheyDiffer) {
  const std::vector<Comparison> list = {of_models({"/m/chords-large-2025.safetensors"}),
                                        of_models({"/m/chords-large-2026.safetensors"}),
                                        of_models({"/m/beats.safetensors"})};
  EXPECT_EQ(short_names(list, "/x/song.wav"),
            (QStringList{QStringLiteral("\u20262025"), QStringLiteral("\u20262026"), "beats"}));
}

}  // namespace
}  // namespace tactus::ui
