// The whole window and files: folders, dropped files, questions before work is lost, export, tags.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "audio/file_tags/read_tags.h"
#include "datasets/formats/format.h"
#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/layer_tables.h"
#include "ui/annotate/review_panel.h"
#include "ui/batch/batch_page.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/song_lyrics.h"
#include "ui/files/song_session.h"
#include "ui/lanes/comparison_header.h"
#include "ui/page/settings.h"
#include "ui/sheet/sheet_page.h"
#include "ui/sheet/sheet_view.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/export_dialog.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/song_details.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::write_wav;
using test::MainWindowTest;

TEST_F(MainWindowTest, FolderIsListedWithStates) {
  window->songs().setFolder(music());
  ASSERT_EQ(window->songs().count(), 3);
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return window->songs().state(1) == SongState::kChecked; }, 5000));
  EXPECT_EQ(window->songs().state(0), SongState::kTagged);
  EXPECT_EQ(window->songs().state(2), SongState::kUntagged);
  page().document().editBeats("Edit", {{1, 1, 1.0}});
  ASSERT_TRUE(window->files().save());
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return window->songs().state(0) == SongState::kEdited; }, 5000));
  window->songs().openNext();
  EXPECT_EQ(page().document().audioPath().filename(), "b.wav");
  EXPECT_TRUE(window->windowTitle().contains("checked"));
}

TEST_F(MainWindowTest, SongsOfARelativeFolderHaveTheirNames) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch / "");
  const auto names = [this](const char* folder) {
    window->findChild<FileActions*>()->open(QString::fromUtf8(folder));
    QStringList texts;
    auto* list = window->songs().findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row) texts += list->item(row)->text();
    return texts;
  };
  const QStringList songs = {"a.wav", "b.wav", "c.wav"};
  EXPECT_EQ(names("music"), songs);
  EXPECT_EQ(names("music/"), songs);
  EXPECT_TRUE(QDir::isAbsolutePath(load_settings().folder)) << "for a start in another folder";
  std::filesystem::current_path(music());
  EXPECT_EQ(names("."), songs);
  std::filesystem::current_path(before);
}

TEST_F(MainWindowTest, ManyDroppedFilesFoldersAndPlaylistsAreListedOnce) {
  QList<QUrl> urls;
  const auto drop = [&](const std::filesystem::path& path) {
    urls += QUrl::fromLocalFile(QString::fromStdString(path.string()));
  };
  for (int i = 0; i < 200; ++i) {
    const auto song = scratch / "many" / ("song" + std::to_string(i) + ".wav");
    std::filesystem::create_directories(song.parent_path());
    std::filesystem::copy_file(music() / "c.wav", song);
    drop(song);
  }
  drop(music());                     // a, b, c
  drop(scratch / "many/song7.wav");  // again
  tactus::test::write_text(scratch / "list.m3u8", "#EXTM3U\nmusic/c.wav\nmore/d.wav\n");
  write_wav(scratch / "more" / "d.wav", made_up_music(3, 22050), 22050);
  drop(scratch / "list.m3u8");
  tactus::test::write_text(scratch / "notes.txt", "no music");
  drop(scratch / "notes.txt");
  drop(scratch / "lost.wav");
  QMimeData data;
  data.setUrls(urls);
  QDragEnterEvent enters(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &enters);
  EXPECT_TRUE(enters.isAccepted());
  QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &event);
  EXPECT_TRUE(event.isAccepted());
  EXPECT_EQ(window->songs().count(), 204);
  EXPECT_EQ(page().document().audioPath(), scratch / "many/song0.wav");
  EXPECT_EQ(window->statusBar()->currentMessage(), "2 of 206 not opened: notes.txt, lost.wav");
}

// Lyrics go to the open song, wherever they lie, and to lane and sheet.
TEST_F(MainWindowTest, DroppedLyricsBelongToTheOpenSong) {
  ASSERT_TRUE(page().document().isOpen());
  EXPECT_FALSE(page().lanes().isLaneShown("lyrics"));
  tactus::test::write_text(scratch / "words.lrc", "[00:01.00]one\n[00:02.00]two\n");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString((scratch / "words.lrc").string()))});
  QDragEnterEvent enters(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &enters);
  QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &event);
  EXPECT_EQ(page().document().audioPath(), music() / "a.wav");
  EXPECT_EQ(page().lyrics().lyrics().lines.size(), 2u);
  EXPECT_TRUE(page().lanes().isLaneShown("lyrics"));
  EXPECT_EQ(window->findChild<SheetPage*>()->view().lyrics().lines.size(), 2u);
}

TEST_F(MainWindowTest, UnsavedChangesAreAskedFor) {
  page().document().editBeats("Edit", {{1, 1, 1.0}});
  EXPECT_TRUE(window->isWindowModified());
  answer(QMessageBox::Cancel);
  EXPECT_FALSE(window->close());
  answer(QMessageBox::Save);
  EXPECT_TRUE(window->close());
  EXPECT_EQ(read_annotation(music() / "a.jams").beats.size(), 1u);
}

TEST_F(MainWindowTest, WhatIsBeingTypedIntoACellIsAskedForAndSavedToo) {
  auto* tables = window->findChild<AnnotationTables*>();
  ASSERT_NE(tables, nullptr);
  QTableView& chords = tables->chords();
  const auto type = [&](const char* label) {
    QApplication::setActiveWindow(window.get());
    tables->setCurrentWidget(&chords);
    chords.setFocus();
    chords.setCurrentIndex(chords.model()->index(0, SegmentColumn::kLabel));
    chords.edit(chords.currentIndex());
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    ASSERT_NE(field, nullptr);
    field->setText(label);
  };
  type("Dm");
  EXPECT_FALSE(window->isWindowModified());
  answer(QMessageBox::Cancel);
  EXPECT_FALSE(window->close());
  EXPECT_EQ(piece().chords[0].label, "D:min");
  type("Em");
  window->findChild<FileActions*>()->save();
  EXPECT_EQ(QApplication::focusWidget(), &chords) << "the keyboard stays where it was";
  EXPECT_EQ(read_annotation(music() / "a.jams").chords[0].label, "E:min");
}

TEST_F(MainWindowTest, DiscardedChangesAreNotSaved) {
  page().document().editBeats("Edit", {{1, 1, 1.0}});
  answer(QMessageBox::Discard);
  EXPECT_TRUE(window->close());
  EXPECT_EQ(read_annotation(music() / "a.jams").beats.size(), 4u);
}

TEST_F(MainWindowTest, RecoveredWorkIsShownAsUnsaved) {
  window->files().recover({scratch / "nowhere", music() / "c.wav", music() / "c.jams", piece()});
  EXPECT_TRUE(window->isWindowModified());
  EXPECT_EQ(page().document().annotationPath(), music() / "c.jams");
}

// A start after a crash that left work on a.wav behind.
class StartAfterCrash : public MainWindowTest {
 protected:
  StartAfterCrash() {
    Annotation changed = piece();
    changed.beats = {{1, 1, 1.0}};
    changed.audio = (music() / "a.wav").string();
    const std::filesystem::path left = recovery() / "killed";
    write_annotation(changed, Format::kJams, left / "piece.jams");
    tactus::test::write_text(left / "target.txt", (music() / "a.jams").string() + "\n");
  }
  ~StartAfterCrash() override { std::filesystem::remove_all(recovery() / "killed"); }

  static std::filesystem::path recovery() {
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    return std::filesystem::path(data.toStdString()) / "recovery";
  }
  // Starts with songs of the folder and recovers the work. Returns the questions.
  QStringList begin(const std::vector<std::string>& songs) {
    QStringList asked, paths;
    QTimer hand;
    QObject::connect(&hand, &QTimer::timeout, &hand, [&asked] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      asked += box->text();
      for (QAbstractButton* button : box->buttons()) {
        if (button->text().remove('&') == "Recover") return button->click();
      }
      box->reject();
    });
    hand.start(20);
    for (const std::string& song : songs)
      paths += QString::fromStdString((music() / song).string());
    window->begin(paths);
    return asked;
  }
  bool recoveredIsOpen() const {
    return page().document().audioPath() == music() / "a.wav" && piece().beats.size() == 1 &&
           page().document().isModified() && read_annotation(music() / "a.jams").beats.size() == 4;
  }
};

TEST_F(StartAfterCrash, TheSongOfTheCommandLineStaysRecovered) {
  EXPECT_EQ(begin({"a.wav"}).size(), 1);
  EXPECT_TRUE(recoveredIsOpen());
}

TEST_F(StartAfterCrash, ItsAnnotationOnTheCommandLineIsTheSameSong) {
  EXPECT_EQ(begin({"a.jams"}).size(), 1);
  EXPECT_TRUE(recoveredIsOpen());
  EXPECT_TRUE(window->statusBar()->currentMessage().isEmpty());
}

TEST_F(StartAfterCrash, AnotherSongOfTheCommandLineWaits) {
  EXPECT_EQ(begin({"b.wav"}).size(), 1);
  EXPECT_TRUE(recoveredIsOpen());
  const QString said = window->statusBar()->currentMessage();
  EXPECT_TRUE(said.contains("b.wav") && said.contains("Save")) << said.toStdString();
}

TEST_F(StartAfterCrash, SeveralSongsOfTheCommandLineAreListed) {
  EXPECT_EQ(begin({"b.wav", "c.wav"}).size(), 1);
  EXPECT_TRUE(recoveredIsOpen());
  EXPECT_EQ(window->songs().count(), 2);
}

TEST_F(MainWindowTest, TempoAndKeyGoIntoTheAudioFileAfterAQuestion) {
  Annotation changed = piece();
  changed.tempi = {{127.956, 1.0}};
  changed.keys = {{0, 4, "A:minor"}};
  page().document().edit("Key", changed);
  QAction* write = nullptr;
  for (QAction* action : window->findChildren<QAction*>())
    if (action->text().startsWith("Write tempo")) write = action;
  ASSERT_NE(write, nullptr);
  // The question comes after a child process has looked at the file.
  const auto answer_when_asked = [&](QMessageBox::StandardButton button) {
    auto* timer = new QTimer(window.get());
    QObject::connect(timer, &QTimer::timeout, timer, [timer, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      timer->deleteLater();
      box->button(button)->click();
    });
    timer->start(20);
  };
  answer_when_asked(QMessageBox::Cancel);
  write->trigger();
  EXPECT_EQ(read_tags(page().document().audioPath()), SongTags());
  answer_when_asked(QMessageBox::Save);
  write->trigger();
  EXPECT_EQ(read_tags(page().document().audioPath()).bpm, 127.96);
  EXPECT_EQ(read_tags(page().document().audioPath()).key, "Am");
}

TEST_F(MainWindowTest, ExportsSeveralFormatsAtOnce) {
  const auto files = export_annotation(piece(), {Format::kLab, Format::kBeats, Format::kMidi},
                                       scratch / "out" / "piece");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(read_annotation(scratch / "out" / "piece.lab").chords.size(), 2u);
  EXPECT_EQ(read_annotation(scratch / "out" / "piece.beats").beats.size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(scratch / "out" / "piece.mid"));
  ExportDialog dialog(piece(), scratch / "out" / "piece");
  EXPECT_EQ(dialog.chosen(), std::vector{Format::kJams});
  dialog.accept();
  EXPECT_EQ(read_annotation(scratch / "out" / "piece.jams").beats, piece().beats);
}

TEST_F(MainWindowTest, TheExportSaysWhatItWouldReplaceInAnyFolder) {
  write_annotation(piece(), Format::kJams, scratch / "there" / "song.jams");
  ExportDialog dialog(piece(), scratch / "elsewhere" / "song");
  const auto warns = [&dialog] {
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
      if (label->text().contains("song.jams exists and will be replaced")) return true;
    }
    return false;
  };
  const auto lines = dialog.findChildren<QLineEdit*>();
  ASSERT_EQ(lines.size(), 2);
  EXPECT_FALSE(warns());
  lines[0]->setText(QString::fromStdString((scratch / "there").string()));
  EXPECT_TRUE(warns());
  lines[1]->setText(QString(300, QLatin1Char('n')));  // longer than file names may be
  EXPECT_FALSE(warns());
}

TEST_F(MainWindowTest, LeastSureSongsComeFirstAndCheckedOnesLast) {
  Annotation unsure = piece();
  for (Beat& beat : unsure.beats) beat.confidence = 0.3;
  write_annotation(unsure, Format::kJams, music() / "c.jams");
  SongList& songs = window->songs();
  songs.setLeastSureFirst(true);
  songs.setFolder(music());
  const auto* list = songs.findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return list->item(0)->text().endsWith("c.wav"); }));
  EXPECT_TRUE(list->item(0)->text().startsWith("0.6"));
  EXPECT_EQ(list->item(2)->data(Qt::UserRole).toString().right(5), "b.wav") << "is checked";
  songs.setLeastSureFirst(false);
  EXPECT_EQ(list->item(0)->text(), "a.wav");
  EXPECT_EQ(list->item(2)->text(), "c.wav");
}

}  // namespace
}  // namespace tactus::ui
