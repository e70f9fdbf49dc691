// Files that vanish, change or cannot be written while a song is open. Each message names the file
// and a remedy, and no work is lost.
#include <gtest/gtest.h>
#include <unistd.h>

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <utility>

#include "app/engine/songs/song_files.h"
#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_support.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/window/export_dialog.h"
#include "ui/window/file_actions.h"

namespace tactus::ui {
namespace {

using tactus::test::FullDisk;
using tactus::test::ScratchFolder;

// A JAMS file that Tactus did not write, with something that Tactus does not read.
const std::string kForeign =
    R"({"file_metadata": {"title": "Old", "duration": 3}, "annotations": [
        {"namespace": "beat", "data": [{"time": 1, "duration": 0, "value": 1, "confidence": 1}]},
        {"namespace": "note_midi", "data": [{"time": 1, "duration": 1, "value": 60, "confidence": 1}]}]})";

class FileErrors : public testing::Test {
 protected:
  FileErrors() {
    tactus::test::save_tiny_models(scratch / "models");
    qputenv("TACTUS_MODELS", (scratch / "models").c_str());
    tactus::test::write_wav(song(), tactus::test::made_up_music(3, 22050), 22050);
    QObject::connect(&files, &SongSession::failed,
                     [this](const QString& reason) { told = reason; });
    write_jams("Old");
    EXPECT_TRUE(files.open(song()));
    EXPECT_TRUE(QTest::qWaitFor([&] { return document.activations().beats.frames > 0; }, 20000));
    document.editBeats("Edit", {{1.25, 1, 1.0}});
  }
  ~FileErrors() override { qunsetenv("TACTUS_MODELS"); }

  std::filesystem::path song() const { return scratch / "music" / "song.wav"; }
  std::filesystem::path jams() const { return scratch / "music" / "song.jams"; }
  void write_jams(const std::string& title) {
    Annotation annotation;
    annotation.title = title;
    annotation.duration = 3;
    annotation.beats = {{1, 1, 0.5}, {2, 2, 0.5}};
    write_annotation(annotation, Format::kJams, jams());
  }
  std::vector<Beat> saved_beats() const { return read_annotation(jams(), Format::kJams).beats; }
  bool work_is_here() const {
    return document.isModified() && document.annotation().beats.size() == 1 &&
           document.annotation().beats[0].time == 1.25;
  }
  // Presses a button of the next question; "" presses Escape. Returns the text of the question.
  QString answer(const QString& button, const std::function<void()>& asking) {
    QString said;
    QTimer::singleShot(0, &document, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      said = box->text() + box->informativeText();
      for (QAbstractButton* candidate : box->buttons()) {
        if (candidate->text().remove('&') == button) return candidate->click();
      }
      box->reject();
    });
    asking();
    return said;
  }

  ScratchFolder scratch;
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor{document, axis};
  SongSession files{editor, scratch / "recovery"};
  QString told;
};

TEST_F(FileErrors, NoRoomIsToldAndTheWorkStays) {
  {
    const FullDisk full;
    EXPECT_FALSE(files.save());
  }
  EXPECT_TRUE(told.contains("song.jams") && told.contains("not enough space") &&
              told.contains("Save as"))
      << told.toStdString();
  EXPECT_TRUE(work_is_here());
  EXPECT_EQ(saved_beats().size(), 2u) << "the old file must stay as it was";
  EXPECT_TRUE(files.save());
  EXPECT_EQ(saved_beats().size(), 1u);
}

TEST_F(FileErrors, WhatTactusDoesNotReadOfAFileIsKept) {
  tactus::test::write_text(jams(), kForeign);
  const std::filesystem::path kept = jams().string() + ".orig";
  QString said;
  QObject watcher;  // ends with the test
  QObject::connect(&files, &SongSession::message, &watcher,
                   [&](const QString& text) { said = text; });
  EXPECT_TRUE(files.save());
  EXPECT_EQ(saved_beats().size(), 1u);
  EXPECT_EQ(tactus::test::slurp(kept), kForeign);
  EXPECT_TRUE(said.contains("song.jams.orig")) << said.toStdString();
  // The second time Tactus wrote the file; the kept original stays.
  said.clear();
  document.editBeats("Edit", {{0.5, 1, 1.0}});
  EXPECT_TRUE(files.save());
  EXPECT_EQ(tactus::test::slurp(kept), kForeign);
  EXPECT_TRUE(said.isEmpty());
}

TEST_F(FileErrors, AFolderThatIsNoneIsToldAndAnotherPlaceHelps) {
  tactus::test::write_text(scratch / "taken", "a file, no folder");
  EXPECT_FALSE(files.saveAs(scratch / "taken" / "song.jams"));
  EXPECT_TRUE(told.contains("taken/song.jams") && told.contains("Save as")) << told.toStdString();
  EXPECT_TRUE(work_is_here());
  EXPECT_EQ(document.annotationPath(), jams());
  EXPECT_TRUE(files.saveAs(scratch / "elsewhere" / "song.jams"));
  EXPECT_FALSE(document.isModified());
}

TEST_F(FileErrors, AFolderWithoutTheRightToWriteIsTold) {
  std::filesystem::path locked = scratch / "locked";
  if (::geteuid() == 0) {
    locked = "/proc/self";  // where even root makes no files
  } else {
    std::filesystem::create_directories(locked);
    std::filesystem::permissions(
        locked, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  }
  EXPECT_FALSE(files.saveAs(locked / "song.jams"));
  EXPECT_TRUE(told.contains("song.jams") && told.contains("Save as")) << told.toStdString();
  EXPECT_TRUE(work_is_here());
}

TEST_F(FileErrors, RightsAreNamedAsTheReason) {
  const std::filesystem::filesystem_error fault("cannot be created", jams(),
                                                std::make_error_code(std::errc::permission_denied));
  EXPECT_TRUE(saving_fault(jams(), fault).contains("no permission to write"));
  EXPECT_TRUE(saving_fault(jams(), fault).contains("song.jams"));
}

TEST_F(FileErrors, AnExportThatFailsSaysSoAndTheDialogStays) {
  tactus::test::write_text(scratch / "taken", "a file, no folder");
  ExportDialog dialog(document.annotation(), scratch / "taken" / "song");
  const QString said = answer("OK", [&] { dialog.accept(); });
  EXPECT_TRUE(said.contains("taken/song") && said.contains("another folder")) << said.toStdString();
  EXPECT_EQ(dialog.result(), QDialog::Rejected);
}

TEST_F(FileErrors, AudioThatVanishedKeepsTheAnnotation) {
  std::filesystem::remove(song());
  files.tagAgain();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, 20000));
  EXPECT_TRUE(told.contains("song.wav")) << told.toStdString();
  EXPECT_TRUE(work_is_here());
  EXPECT_TRUE(files.save());
  EXPECT_EQ(saved_beats().size(), 1u);
}

// It may have been on a disk that was unplugged.
TEST_F(FileErrors, AFolderThatVanishedIsToldAndNotMadeAnew) {
  const std::filesystem::path away = scratch / "away";
  std::filesystem::rename(jams().parent_path(), away);
  EXPECT_FALSE(files.save());
  EXPECT_TRUE(told.contains("song.jams") && told.contains("folder does not exist") &&
              told.contains("Save as"))
      << told.toStdString();
  EXPECT_FALSE(std::filesystem::exists(jams().parent_path()));
  EXPECT_TRUE(work_is_here());
  std::filesystem::rename(away, jams().parent_path());
  EXPECT_TRUE(files.save());
  EXPECT_EQ(saved_beats().size(), 1u);
}

// The mount point stays when its disk is gone.
TEST_F(FileErrors, WithoutItsDiskTheSongIsNotSavedBelowTheMountPoint) {
  if (disk_of("/dev/shm") == disk_of(scratch.path())) GTEST_SKIP() << "/dev/shm is no other disk";
  const std::filesystem::path other = "/dev/shm/tactus-test-" + std::to_string(::getpid());
  std::filesystem::create_directories(other);
  const std::filesystem::path away = scratch / "away";
  std::filesystem::rename(jams().parent_path(), away);
  std::filesystem::create_directory_symlink(other, jams().parent_path());
  EXPECT_FALSE(files.save());
  EXPECT_TRUE(told.contains("disk") && told.contains("Save as")) << told.toStdString();
  EXPECT_TRUE(std::filesystem::is_empty(other));
  EXPECT_TRUE(work_is_here());
  std::filesystem::copy(away, other, std::filesystem::copy_options::recursive);
  EXPECT_TRUE(files.save()) << "the same disk at another socket: " << told.toStdString();
  EXPECT_EQ(saved_beats().size(), 1u);
  std::filesystem::remove_all(other);
}

TEST_F(FileErrors, AModelThatCannotBeReadIsNamed) {
  tactus::test::write_text(scratch / "broken.safetensors", "no model at all");
  files.tagger().setModels({(scratch / "broken.safetensors").string()});
  files.tagAgain();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, 20000));
  EXPECT_TRUE(told.contains("broken.safetensors")) << told.toStdString();
  EXPECT_TRUE(told.contains("Settings")) << told.toStdString();
  EXPECT_TRUE(work_is_here());
}

TEST_F(FileErrors, AnAnnotationThatCannotBeReadIsNamedAndTheOpenSongStays) {
  tactus::test::write_wav(scratch / "music" / "other.wav", tactus::test::made_up_music(1, 22050),
                          22050);
  tactus::test::write_text(scratch / "music" / "other.jams", "{\"annotations\": [");
  EXPECT_FALSE(files.open(scratch / "music" / "other.wav"));
  EXPECT_TRUE(told.contains("other.jams")) << told.toStdString();
  EXPECT_TRUE(told.contains("move it away")) << "a remedy: " << told.toStdString();
  EXPECT_TRUE(work_is_here());
}

TEST_F(FileErrors, ANameTooLongForItsAnnotationIsASongWithoutOne) {
  const std::string stem(251, 'n');  // with .wav it just fits
  EXPECT_EQ(song_state(scratch / (stem + ".jams")), SongState::kUntagged);
  const std::filesystem::path named = scratch / "music" / "named.jams";
  Annotation annotation = document.annotation();
  annotation.audio = std::string(300, 'n') + ".wav";
  write_annotation(annotation, Format::kJams, named);
  EXPECT_THROW(song_files(named), SongFileError) << "its audio is missing, no more";
}

// "Save as..." with typed names and answers.
class SavedAs : public FileErrors {
 protected:
  SavedAs() { std::filesystem::copy_file(jams(), other()); }
  std::filesystem::path other() const { return scratch / "music" / "other.jams"; }
  static std::size_t beats_of(const std::filesystem::path& file) {
    return read_annotation(file, Format::kJams).beats.size();
  }
  // Types a name; if a question follows, presses a button. Leaves the dialog when it appears a
  // second time. Returns the text of the question.
  QString save_as(const QString& name, const QString& button) {
    QString asked;
    int attempts = 0;  // the dialog shows its proposal until it has read the folder
    QTimer hand;
    QObject::connect(&hand, &QTimer::timeout, &hand, [&] {
      QWidget* seen = QApplication::activeModalWidget();
      if (auto* box = qobject_cast<QMessageBox*>(seen)) {
        asked = box->text() + box->informativeText();
        for (QAbstractButton* candidate : box->buttons()) {
          if (candidate->text().remove('&') == button) return candidate->click();
        }
        box->reject();
      } else if (auto* dialog = qobject_cast<QFileDialog*>(seen)) {
        if (!asked.isEmpty() || ++attempts > 200) return dialog->reject();
        auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        ASSERT_NE(line, nullptr);
        // Typing in a focused dialog clears its proposed file.
        dialog->findChild<QListView*>(QStringLiteral("listView"))->clearSelection();
        line->setText(name);
        QMetaObject::invokeMethod(dialog, "accept", Qt::DirectConnection);
      }
    });
    hand.start(50);
    actions.askToSaveAs();
    return asked;
  }

  QWidget window;
  FileActions actions{files, document, window};
};

TEST_F(SavedAs, WithoutASuffixReplacesNothingUnasked) {
  const QString asked = save_as("other", "Cancel");
  EXPECT_TRUE(asked.contains("other.jams")) << asked.toStdString();
  EXPECT_EQ(beats_of(other()), 2u);
  EXPECT_TRUE(work_is_here());
  EXPECT_FALSE(save_as("other", "Replace").isEmpty());
  EXPECT_EQ(beats_of(other()), 1u);
  EXPECT_EQ(document.annotationPath().filename(), "other.jams");
}

TEST_F(SavedAs, SaysWhatBecomesOfTheOtherFile) {
  EXPECT_TRUE(save_as("other", "Cancel").contains("its annotation is lost"));
  tactus::test::write_text(other(), kForeign);
  const QString asked = save_as("other", "Replace");
  EXPECT_TRUE(asked.contains(".orig")) << asked.toStdString();
  EXPECT_FALSE(asked.contains("lost")) << asked.toStdString();
  EXPECT_EQ(tactus::test::slurp(other().string() + ".orig"), kForeign);
}

TEST_F(SavedAs, ANewNameIsTakenAsItIsMeant) {
  EXPECT_EQ(save_as("song v1.2", ""), "");
  EXPECT_EQ(beats_of(scratch / "music" / "song v1.2.jams"), 1u);
  EXPECT_EQ(save_as("LOUD.JAMS", ""), "");
  EXPECT_EQ(beats_of(scratch / "music" / "LOUD.jams"), 1u);
}

// Another program changed the annotation while it was open here.
class ChangedByOthers : public FileErrors {
 protected:
  ChangedByOthers() {
    EXPECT_FALSE(files.changedOnDisk());
    write_jams("A longer title that others gave");
    EXPECT_TRUE(files.changedOnDisk());
    actions.fill(&menu);
  }
  QAction* saving() const {
    for (QAction* action : menu.actions()) {
      if (action->shortcut() == QKeySequence(QKeySequence::Save)) return action;
    }
    return nullptr;
  }

  QWidget window;
  QMenu menu;
  FileActions actions{files, document, window};
};

TEST_F(ChangedByOthers, IsAskedForAndKeptOnCancel) {
  const QString said = answer("Cancel", [&] { saving()->trigger(); });
  EXPECT_TRUE(said.contains("song.jams")) << said.toStdString();
  EXPECT_TRUE(said.contains("those changes are lost")) << "another Tactus wrote them";
  EXPECT_EQ(saved_beats().size(), 2u);
  EXPECT_TRUE(work_is_here());
}

TEST_F(ChangedByOthers, ForeignChangesAreKeptAsTheQuestionSays) {
  tactus::test::write_text(jams(), kForeign);
  const QString said = answer("Replace", [&] { saving()->trigger(); });
  EXPECT_TRUE(said.contains(".orig")) << said.toStdString();
  EXPECT_FALSE(said.contains("lost")) << said.toStdString();
  EXPECT_EQ(saved_beats().size(), 1u);
  EXPECT_EQ(tactus::test::slurp(jams().string() + ".orig"), kForeign);
}

TEST_F(ChangedByOthers, IsReplacedOnlyWhenToldSo) {
  answer("Replace", [&] { saving()->trigger(); });
  EXPECT_EQ(saved_beats().size(), 1u);
  EXPECT_FALSE(document.isModified());
  EXPECT_FALSE(files.changedOnDisk());
}

TEST_F(ChangedByOthers, OwnExportsAreNoChangeByOthers) {
  files.exported({scratch / "music" / "song.lab"});
  EXPECT_TRUE(files.changedOnDisk());
  files.exported({scratch / "music" / "song.lab", jams()});
  EXPECT_FALSE(files.changedOnDisk());
}

TEST_F(ChangedByOthers, OwnSavingIsNoChangeByOthers) {
  answer("Replace", [&] { saving()->trigger(); });
  document.editBeats("Edit", {{1.5, 1, 1.0}});
  EXPECT_EQ(answer("Cancel", [&] { saving()->trigger(); }), QString());
  EXPECT_EQ(saved_beats()[0].time, 1.5);
}

}  // namespace
}  // namespace tactus::ui
