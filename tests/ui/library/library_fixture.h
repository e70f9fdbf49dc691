// An index of three songs. The file of the third is missing.
#pragma once

#include <gtest/gtest.h>

#include <QString>

#include "app/collection/library_index.h"
#include "tests/support/test_support.h"

namespace tactus::ui::test {

class LibraryTest : public testing::Test {
 protected:
  LibraryTest() {
    put("b.wav", "Blue", "Nina", 120.0, "A:minor", 0.4, "checked", {"A:min", "F:maj", "C:maj"});
    put("a.wav", "Amber", "bach", 90.0, "C:major", 0.9, "", {"C:maj", "G:maj"});
    put("gone.wav", "Gone", "Zoe", 140.0, "A:minor", 0.2, "", {"D:min", "G:maj"});
    std::filesystem::remove(folder / "gone.wav");
  }
  void put(const std::string& name, const char* title, const char* artist, double bpm,
           const char* key, double confidence, const char* review,
           std::initializer_list<const char*> chords) {
    Annotation annotation;
    annotation.title = title;
    annotation.artist = artist;
    annotation.duration = 8.0;
    annotation.tempi = {{bpm, 1.0}};
    annotation.keys = {{0.0, 8.0, key}};
    for (const char* label : chords) {
      const double start = annotation.chords.empty() ? 0.0 : annotation.chords.back().end;
      annotation.chords.push_back({start, start + 2.0, label, 0.5});
    }
    tactus::test::write_text(folder / name, "sound");
    IndexedSong song = indexed_song(annotation);
    song.audio = folder / name;
    song.annotation = (folder / name).replace_extension(".jams");
    song.hash = name;
    song.confidence = confidence;
    song.review = review;
    LibraryIndex(file, Database::Mode::kWrite).put({{song, annotation}});
  }
  QString path(const std::string& name) const {
    return QString::fromStdString((folder / name).string());
  }

  tactus::test::ScratchFolder folder;
  const std::filesystem::path file = folder / "data" / "library.sqlite";
};

}  // namespace tactus::ui::test
