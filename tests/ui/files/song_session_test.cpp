// Opening, tagging, saving, recovering: complete steps without a window.
#include "ui/files/song_session.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <optional>

#include "datasets/formats/format.h"
#include "tests/app/engine/models/fake_module.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::ScratchFolder;
using tactus::test::write_wav;

class SongSessionTest : public testing::Test {
 protected:
  SongSessionTest() {
    tactus::test::save_tiny_models(scratch / "models");
    qputenv("TACTUS_MODELS", (scratch / "models").c_str());
    write_wav(song(), made_up_music(4, 22050), 22050);
  }
  ~SongSessionTest() override {
    qunsetenv("TACTUS_MODELS");
    QSettings().clear();
  }

  std::filesystem::path song() const { return scratch / "music" / "song.wav"; }
  std::filesystem::path jams() const { return scratch / "music" / "song.jams"; }
  bool heard() {
    return QTest::qWaitFor([&] { return !files.tagger().busy(); }, 20000) &&
           document.activations().beats.frames > 0;
  }
  // The beats and names in the recovery file of this session; none while there is no file.
  std::optional<Annotation> recovered() const {
    std::error_code none_yet;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(scratch / "recovery", none_yet)) {
      if (entry.path().filename() == "piece.jams") return read_annotation(entry.path());
    }
    return std::nullopt;
  }
  void write_jams(Review review) {
    Annotation annotation;
    annotation.title = "Old";
    annotation.duration = 4;
    annotation.review = review;
    annotation.beats = {{1, 1, 0.5}, {2, 2, 0.5}};
    write_annotation(annotation, Format::kJams, jams());
  }

  ScratchFolder scratch;
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor{document, axis};
  SongSession files{editor, scratch / "recovery"};
};

TEST_F(SongSessionTest, NamesACardThatIsLeftOut) {
  const tactus::test::Variable module("TACTUS_CUDA_MODULE", tactus::test::fake_module().string());
  const tactus::test::Variable fault("FAKE_FAULT", "all memory is in use");
  QSignalSpy said(&files, &SongSession::message);
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(heard());
  ASSERT_EQ(said.count(), 1);
  const QString text = said.front().front().toString();
  EXPECT_TRUE(text.contains("no CUDA: all memory is in use")) << text.toStdString();
}

TEST_F(SongSessionTest, NewSongIsTaggedInTheBackground) {
  ASSERT_TRUE(files.open(song()));
  EXPECT_TRUE(files.tagger().busy());
  EXPECT_NEAR(axis.duration(), 4.0, 1e-6);
  EXPECT_FALSE(document.isTagged());
  ASSERT_TRUE(heard());
  EXPECT_FALSE(document.annotation().chords.empty());
  EXPECT_FALSE(document.isModified());
  EXPECT_EQ(document.title(), "song");
}

TEST_F(SongSessionTest, SavedAnnotationIsNotReplacedByTheNetworks) {
  write_jams(Review::kEdited);
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(heard());
  EXPECT_EQ(document.annotation().beats.size(), 2u);
  EXPECT_EQ(document.title(), "Old");
  EXPECT_FALSE(document.isModified());
}

TEST_F(SongSessionTest, EditsDuringTaggingStay) {
  ASSERT_TRUE(files.open(song()));
  QSignalSpy said(&files, &SongSession::message);
  const std::vector<Beat> tapped = {{1.25, 1, 1.0}, {1.75, 2, 1.0}};
  document.editBeats("Tap beats", tapped);
  ASSERT_TRUE(files.tagger().busy());
  ASSERT_TRUE(heard()) << "what they heard is shown";
  EXPECT_EQ(document.annotation().beats, tapped);
  EXPECT_TRUE(document.annotation().chords.empty());
  ASSERT_EQ(said.count(), 1);
  EXPECT_TRUE(said[0][0].toString().contains("Ctrl+T")) << said[0][0].toString().toStdString();
  files.tagAgain();
  ASSERT_TRUE(heard());
  EXPECT_FALSE(document.annotation().chords.empty());
  document.undoStack().undo();
  EXPECT_EQ(document.annotation().beats, tapped);
}

TEST_F(SongSessionTest, WorkSavedDuringTaggingStays) {
  ASSERT_TRUE(files.open(song()));
  document.editBeats("Tap beats", {{1.25, 1, 1.0}});
  ASSERT_TRUE(files.save());
  ASSERT_TRUE(heard());
  EXPECT_EQ(document.annotation().beats.size(), 1u);
  EXPECT_FALSE(document.isModified());
}

TEST_F(SongSessionTest, AKeySavedDuringTaggingStays) {
  ASSERT_TRUE(files.open(song()));
  Annotation keyed = document.annotation();
  keyed.keys = {{0.0, 1.0, "Eb:minor"}};
  document.edit("Key", keyed);
  ASSERT_TRUE(files.save());
  ASSERT_TRUE(heard());
  ASSERT_EQ(document.annotation().keys.size(), 1u);
  EXPECT_EQ(document.annotation().keys[0].label, "Eb:minor");
}

TEST_F(SongSessionTest, NamesGivenDuringTaggingDoNotBlockItsResult) {
  ASSERT_TRUE(files.open(song()));
  Annotation named = document.annotation();
  named.title = "Named";
  document.edit("Song details", named);
  ASSERT_TRUE(heard());
  EXPECT_FALSE(document.annotation().chords.empty());
  EXPECT_EQ(document.title(), "Named");
}

TEST_F(SongSessionTest, TagAgainIsUndoableAndRefusedWhenChecked) {
  write_jams(Review::kNone);
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(heard());
  files.tagAgain();
  ASSERT_TRUE(heard());
  EXPECT_FALSE(document.annotation().chords.empty());
  document.undoStack().undo();
  EXPECT_EQ(document.annotation().beats.size(), 2u);
  document.setChecked(true);
  QSignalSpy failures(&files, &SongSession::failed);
  files.tagAgain();
  EXPECT_EQ(failures.count(), 1);
  EXPECT_FALSE(files.tagger().busy());
}

TEST_F(SongSessionTest, AnnotationFileFindsItsAudio) {
  write_jams(Review::kNone);
  ASSERT_TRUE(files.open(jams()));
  EXPECT_EQ(document.audioPath(), song());
  tactus::test::write_text(scratch / "music" / "song.lab", "0 2 C:maj\n2 4 G:maj\n");
  ASSERT_TRUE(files.open(scratch / "music" / "song.lab"));
  EXPECT_EQ(document.audioPath(), song());
  EXPECT_EQ(document.annotationPath(), jams());
}

TEST_F(SongSessionTest, WhatReadersOfFilesAssumedOrLeftOutIsSaid) {
  QSignalSpy notes(&files, &SongSession::noted);
  ASSERT_TRUE(files.open(song()));
  EXPECT_EQ(notes.count(), 0);
  tactus::test::write_text(scratch / "music" / "song.lab", "0 20 A\n20 40 B\n40 60 A\n");
  tactus::test::write_text(scratch / "music" / "song.beats", "one\n");
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(notes.count(), 1);
  const QString text = notes[0][0].toStringList().join('\n');
  EXPECT_TRUE(text.contains("read as sections")) << text.toStdString();
  EXPECT_TRUE(text.contains("warning: not read: ")) << text.toStdString();
}

TEST_F(SongSessionTest, FaultsAreSaidAndTheOpenSongStays) {
  ASSERT_TRUE(files.open(song()));
  QSignalSpy failures(&files, &SongSession::failed);
  EXPECT_FALSE(files.open(scratch / "missing.wav"));
  tactus::test::write_text(scratch / "broken.wav", "no music");
  EXPECT_FALSE(files.open(scratch / "broken.wav"));
  EXPECT_EQ(failures.count(), 2);
  EXPECT_TRUE(failures[1][0].toString().contains("broken.wav"));
  EXPECT_EQ(document.audioPath(), song());
}

TEST_F(SongSessionTest, ProgressIsToldAndStoppingIsAnsweredAtOnce) {
  write_wav(song(), made_up_music(60, 22050), 22050);
  QSignalSpy told(&files.tagger(), &BackgroundTagger::progressed);
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(heard());
  ASSERT_GT(told.count(), 0);
  double before = 0.0;
  for (const auto& one : told) {
    EXPECT_GE(one[0].toDouble(), before);
    EXPECT_LE(one[0].toDouble(), 1.0);
    before = one[0].toDouble();
  }
  const Annotation first = document.annotation();
  QSignalSpy failures(&files, &SongSession::failed);
  files.tagAgain();
  ASSERT_TRUE(told.wait(20000));
  files.stopTagging();
  EXPECT_FALSE(files.tagger().busy()) << "at once";
  const auto count = told.count();
  QTest::qWait(200);
  EXPECT_EQ(told.count(), count) << "nothing is said of what was given up";
  EXPECT_EQ(failures.count(), 0);
  EXPECT_EQ(document.annotation(), first);
}

// A decoder may crash the process, so changes must be on disk first.
TEST_F(SongSessionTest, WorkIsOnDiskBeforeAnotherFileIsDecoded) {
  write_jams(Review::kNone);
  ASSERT_TRUE(files.open(song()));
  files.setAutosaveSeconds(600);
  const auto recovered_beats = [&] {
    std::vector<double> times;
    std::error_code none_yet;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(scratch / "recovery", none_yet)) {
      if (entry.path().filename() != "piece.jams") continue;
      for (const Beat& beat : read_annotation(entry.path()).beats) times.push_back(beat.time);
    }
    return times;
  };
  document.editBeats("Edit", {{1.25, 1, 1.0}});
  EXPECT_TRUE(recovered_beats().empty()) << "the timer is far away";
  tactus::test::write_text(scratch / "broken.wav", "no music");
  std::vector<double> when_decoding;
  QObject watcher;  // ends with the test
  QObject::connect(&files, &SongSession::failed, &watcher,
                   [&] { when_decoding = recovered_beats(); });
  EXPECT_FALSE(files.open(scratch / "broken.wav"));
  EXPECT_EQ(when_decoding, std::vector<double>{1.25});
  document.editBeats("Edit", {{1.75, 1, 1.0}});
  std::vector<double> while_tagging;
  QObject::connect(&files.tagger(), &BackgroundTagger::busyChanged, &watcher, [&](bool busy) {
    if (busy) while_tagging = recovered_beats();
  });
  files.tagAgain();
  EXPECT_EQ(while_tagging, std::vector<double>{1.75});
}

TEST_F(SongSessionTest, AutosaveNeverTouchesTheSavedFileAndGoesWhenSaved) {
  write_jams(Review::kNone);
  ASSERT_TRUE(files.open(song()));
  files.setAutosaveSeconds(0.05);
  const std::string saved_before = read_annotation(jams()).title;
  document.editBeats("Edit", {{1.25, 1, 1.0}});
  const auto pieces = [&] {
    int found = 0;
    std::error_code error;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(scratch / "recovery", error)) {
      found += entry.path().filename() == "piece.jams";
    }
    return found;
  };
  EXPECT_TRUE(QTest::qWaitFor([&] { return pieces() == 1; }, 5000));
  EXPECT_EQ(read_annotation(jams()).beats.size(), 2u);
  EXPECT_TRUE(files.recovery().leftovers().empty());  // this session is running
  ASSERT_TRUE(files.save());
  files.recovery().flush();
  EXPECT_EQ(pieces(), 0);
  EXPECT_EQ(read_annotation(jams()).beats.size(), 1u);
  EXPECT_EQ(read_annotation(jams()).review, Review::kEdited);
}

TEST_F(SongSessionTest, AutosaveKeepsNamesThatAreGivenAfterAnEdit) {
  write_jams(Review::kNone);
  ASSERT_TRUE(files.open(song()));
  files.setAutosaveSeconds(0.05);
  document.editBeats("Edit", {{1.25, 1, 1.0}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return recovered().has_value(); }));
  Annotation named = document.annotation();
  named.artist = "Somebody";
  document.edit("Song details", named);
  EXPECT_TRUE(QTest::qWaitFor([&] { return recovered()->artist == "Somebody"; }));
}

TEST_F(SongSessionTest, WorkOfAKilledSessionIsOfferedOnce) {
  write_jams(Review::kNone);
  QProcess victim;  // edits the song and waits to be killed, see test_application.cpp
  victim.start(QCoreApplication::applicationFilePath(),
               {"--recovery-victim", QString::fromStdString(song().string()),
                QString::fromStdString((scratch / "recovery").string())});
  ASSERT_TRUE(victim.waitForReadyRead(20000));
  EXPECT_TRUE(files.recovery().leftovers().empty()) << "the other session lives";
  victim.kill();
  ASSERT_TRUE(victim.waitForFinished());
  EXPECT_EQ(victim.exitStatus(), QProcess::CrashExit);

  const auto leftovers = files.recovery().leftovers();
  ASSERT_EQ(leftovers.size(), 1u);
  EXPECT_EQ(leftovers[0].audio, song());
  files.recover(leftovers[0]);
  ASSERT_EQ(document.annotation().beats.size(), 1u);
  EXPECT_EQ(document.annotation().beats[0].time, 1.25);
  EXPECT_TRUE(document.isModified());
  EXPECT_EQ(read_annotation(jams()).beats.size(), 2u);
  EXPECT_TRUE(files.recovery().leftovers().empty());
  ASSERT_TRUE(files.save());
  EXPECT_EQ(read_annotation(jams()).beats.size(), 1u);
}

TEST_F(SongSessionTest, AnotherSongCancelsTheTagging) {
  write_wav(scratch / "music" / "other.wav", made_up_music(3, 22050), 22050);
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(files.open(scratch / "music" / "other.wav"));
  ASSERT_TRUE(heard());
  EXPECT_NEAR(document.annotation().duration, 3.0, 0.01);
}

}  // namespace
}  // namespace tactus::ui
