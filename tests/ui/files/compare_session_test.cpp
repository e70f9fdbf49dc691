// What a song is compared with: files, models, earlier versions, and their memory.
#include "ui/files/compare_session.h"

#include <gtest/gtest.h>

#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::write_text;
using tactus::test::write_wav;

class CompareSessionTest : public testing::Test {
 protected:
  CompareSessionTest() {
    tactus::test::save_tiny_models(scratch / "models");
    qputenv("TACTUS_MODELS", (scratch / "models").c_str());
    write_wav(song(), made_up_music(4, 22050), 22050);
    write_wav(other(), made_up_music(3, 22050), 22050);
    Annotation annotation;
    annotation.duration = 4;
    annotation.review = Review::kEdited;
    annotation.beats = {{1, 1, 0.5}, {2, 2, 0.5}};
    annotation.chords = {{0, 4, "C:maj"}};
    write_annotation(annotation, Format::kJams, jams());
    write_text(truth(), "0\t4\tA:min\n");
    write_text(scratch / "truth.beats", "0.5\t1\n1.0\t2\n1.5\t3\n");
  }
  ~CompareSessionTest() override {
    qunsetenv("TACTUS_MODELS");
    QSettings().clear();
  }

  std::filesystem::path song() const { return scratch / "music" / "song.wav"; }
  std::filesystem::path other() const { return scratch / "music" / "other.wav"; }
  std::filesystem::path jams() const { return scratch / "music" / "song.jams"; }
  std::filesystem::path truth() const { return scratch / "truth.lab"; }
  const std::vector<Comparison>& list() const { return document.comparisons().list(); }
  const Annotation& annotation(std::size_t i) const { return list()[i].annotation; }

  tactus::test::ScratchFolder scratch;
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor{document, axis};
  SongSession files{editor, scratch / "recovery"};
  CompareSession& comparing = files.comparing();
};

TEST_F(CompareSessionTest, AFileTakesItsOtherLayersFromBesideIt) {
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(comparing.addFile(truth()));
  EXPECT_EQ(annotation(0).chords.size(), 1u);
  EXPECT_EQ(annotation(0).beats.size(), 3u);
  EXPECT_EQ(list()[0].name, "truth.lab");
}

TEST_F(CompareSessionTest, FaultyFilesAreSaidAndNotAdded) {
  ASSERT_TRUE(files.open(song()));
  QSignalSpy failures(&files, &SongSession::failed);
  EXPECT_FALSE(comparing.addFile(scratch / "missing.lab"));
  ASSERT_EQ(failures.count(), 1);
  EXPECT_TRUE(failures[0][0].toString().contains("missing.lab"));
  EXPECT_TRUE(list().empty());
}

TEST_F(CompareSessionTest, AllComeAgainWithTheirSong) {
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(comparing.addFile(truth()));
  ASSERT_TRUE(comparing.addFile(scratch / "truth.beats"));
  comparing.addOpened();
  ASSERT_TRUE(files.open(other()));
  EXPECT_TRUE(list().empty());
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(list().size(), 3u);
  EXPECT_EQ(list()[0].file, truth());
  EXPECT_EQ(annotation(0).chords[0].label, "A:min");
  EXPECT_EQ(list()[1].file, scratch / "truth.beats");
  EXPECT_EQ(annotation(2).beats.size(), 2u) << "the state when opened";
}

TEST_F(CompareSessionTest, AMissingFileStaysUntilItIsRemoved) {
  ASSERT_TRUE(files.open(song()));
  ASSERT_TRUE(comparing.addFile(truth()));
  std::filesystem::rename(truth(), scratch / "away.lab");
  QSignalSpy failures(&files, &SongSession::failed), said(&files, &SongSession::message);
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(list().size(), 1u);
  EXPECT_TRUE(list()[0].fault.contains("truth.lab")) << list()[0].fault.toStdString();
  EXPECT_EQ(failures.count(), 0) << "a hint, no fault";
  ASSERT_EQ(said.count(), 1);
  EXPECT_TRUE(said[0][0].toString().contains("truth.lab"));

  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(list().size(), 1u) << "not forgotten";
  std::filesystem::rename(scratch / "away.lab", truth());
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(annotation(0).chords.size(), 1u) << "it is back";

  comparing.remove(list()[0].id);
  ASSERT_TRUE(files.open(song()));
  EXPECT_TRUE(list().empty()) << "removed for good";
}

TEST_F(CompareSessionTest, TheReferenceOfAnOlderTactusIsTheFirst) {
  QSettings().setValue("files/references", QStringList{QString::fromStdString(song().string()),
                                                       QString::fromStdString(truth().string())});
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(list().size(), 1u);
  ASSERT_TRUE(comparing.addFile(scratch / "truth.beats"));
  ASSERT_TRUE(files.open(song()));
  ASSERT_EQ(list().size(), 2u);
  EXPECT_EQ(list()[0].file, truth());
}

TEST_F(CompareSessionTest, ModelsTagInTheBackgroundOneAfterTheOther) {
  ASSERT_TRUE(files.open(song()));
  const Annotation before = document.annotation();
  comparing.addModels({QString::fromStdString((scratch / "models/chords.safetensors").string())});
  comparing.addModels({QString::fromStdString((scratch / "models/beats.safetensors").string())});
  EXPECT_TRUE(list()[0].waiting && list()[1].waiting);
  EXPECT_EQ(list()[0].name, "chords");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !list()[0].waiting && !list()[1].waiting; }, 30000));
  EXPECT_EQ(list()[0].fault, "");
  EXPECT_FALSE(annotation(0).chords.empty());
  EXPECT_TRUE(annotation(0).beats.empty());
  EXPECT_TRUE(annotation(1).chords.empty());
  EXPECT_EQ(document.annotation(), before);
}

TEST_F(CompareSessionTest, AModelThatCannotBeReadIsAFaultOfItsLane) {
  ASSERT_TRUE(files.open(song()));
  comparing.addModels({QStringLiteral("/nowhere/model.safetensors")});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !list()[0].waiting; }, 30000));
  EXPECT_TRUE(list()[0].fault.contains("/nowhere/model.safetensors"));
}

TEST_F(CompareSessionTest, AModelThatIsRemovedStopsAndTheNextOneStarts) {
  ASSERT_TRUE(files.open(song()));
  const QString chords = QString::fromStdString((scratch / "models/chords.safetensors").string());
  comparing.addModels({QStringLiteral("/nowhere/model.safetensors")});
  comparing.addModels({chords});
  comparing.remove(list()[0].id);
  ASSERT_EQ(list().size(), 1u);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !list()[0].waiting; }, 30000));
  EXPECT_EQ(list()[0].fault, "");
  EXPECT_EQ(list()[0].models, QStringList{chords});
}

TEST_F(CompareSessionTest, VersionsThatWereKeptAreFoundNewestFirst) {
  ASSERT_TRUE(files.open(song()));
  EXPECT_TRUE(comparing.savedVersions().empty());
  const auto kept = scratch / "music" / "song.jams.orig",
             newer = scratch / "music" / "song.jams.orig2";
  std::filesystem::copy_file(jams(), kept);
  std::filesystem::copy_file(jams(), newer);
  write_text(scratch / "music" / "song.keys.lab", "0 4 C:major\n");
  EXPECT_EQ(comparing.savedVersions(), (std::vector<std::filesystem::path>{newer, kept}));
  ASSERT_TRUE(comparing.addFile(newer));
  EXPECT_EQ(annotation(0).beats.size(), 2u);
  EXPECT_TRUE(annotation(0).keys.empty()) << "no file beside it belongs to it";
}

TEST_F(CompareSessionTest, TheStateWhenOpenedStaysWhileThePersonWorks) {
  ASSERT_TRUE(files.open(song()));
  document.editBeats("Edit", {{3, 1, 1.0}});
  ASSERT_TRUE(files.save());
  comparing.addOpened();
  ASSERT_EQ(list().size(), 1u);
  EXPECT_EQ(annotation(0).beats.size(), 2u);
}

TEST_F(CompareSessionTest, TheStateOfAnUntaggedSongIsItsFirstTagging) {
  ASSERT_TRUE(files.open(other()));
  comparing.addOpened();
  EXPECT_TRUE(list().empty()) << "nothing there yet";
  ASSERT_TRUE(QTest::qWaitFor([&] { return document.isTagged(); }, 30000));
  document.editBeats("Edit", {{3, 1, 1.0}});
  comparing.addOpened();
  ASSERT_EQ(list().size(), 1u);
  EXPECT_FALSE(annotation(0).chords.empty());
  EXPECT_NE(annotation(0).beats, document.annotation().beats);
}

TEST_F(CompareSessionTest, TakingOverIsOneStepAndUndoBringsTheOldBack) {
  ASSERT_TRUE(files.open(song()));
  const Annotation before = document.annotation();
  ASSERT_TRUE(comparing.addFile(truth()));
  comparing.takeOver(list()[0].id);
  EXPECT_EQ(document.annotation().chords[0].label, "A:min");
  EXPECT_EQ(document.annotation().beats.size(), 3u);
  EXPECT_TRUE(document.isModified());
  EXPECT_EQ(document.undoStack().count(), 1);
  document.undoStack().undo();
  EXPECT_EQ(document.annotation(), before);
  document.setChecked(true);
  comparing.takeOver(list()[0].id);
  EXPECT_EQ(document.annotation().chords, before.chords) << "a checked song stays";
}

}  // namespace
}  // namespace tactus::ui
