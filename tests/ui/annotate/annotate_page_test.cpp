// The whole page: Escape and its destruction.
#include "ui/annotate/annotate_page.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStringList>
#include <QTest>
#include <QToolButton>
#include <filesystem>
#include <memory>

#include "tests/support/test_support.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/annotate/notice_bar.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/lanes/segment_entry.h"
#include "ui/playback/sound_controller.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

class AnnotatePageTest : public testing::Test {
 protected:
  AnnotatePageTest() {
    EXPECT_TRUE(test::write_wav(folder / "a.wav", test::tone(440, 0.5, 4.0, 8000), 8000));
    Annotation annotation;
    annotation.duration = 4;
    annotation.beats = {{0.5, 1, 0.9}, {1.5, 2, 0.8}, {2.5, 3, 0.7}, {3.5, 4, 0.6}};
    annotation.chords = {{0, 2, "C:maj", 0.9}, {2, 4, "G:maj", 0.4}};
    page->document().open(folder / "a.wav", folder / "a.jams", annotation);
    page->axis().setDuration(4);
    page->resize(1000, 700);
    page->show();
  }
  ~AnnotatePageTest() override { QSettings().clear(); }

  test::ScratchFolder folder;
  std::unique_ptr<AnnotatePage> page = std::make_unique<AnnotatePage>();
};

TEST_F(AnnotatePageTest, EscapeLetsGoOfWhatIsChosen) {
  page->editor().setCurrentBeat(1);
  page->axis().setSelection(1.0, 2.0);
  QTest::keyClick(page->lanes().lane(QStringLiteral("beats")), Qt::Key_Escape);
  EXPECT_FALSE(page->editor().currentBeat());
  EXPECT_TRUE(page->axis().selection().empty());
}

TEST_F(AnnotatePageTest, WhatIsWrongIsShownUntilItIsDismissedOrAnotherSongIsOpened) {
  const auto cut = folder / "cut.wav";
  std::filesystem::copy_file(folder / "a.wav", cut);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) / 2);
  auto* notice = page->findChild<NoticeBar*>();
  ASSERT_NE(notice, nullptr);
  const auto open_cut = [&] {
    page->document().open(cut, folder / "cut.jams", {});
    return QTest::qWaitFor([&] { return notice->isVisible(); });
  };
  EXPECT_FALSE(notice->isVisible());
  ASSERT_TRUE(open_cut());
  EXPECT_TRUE(notice->text().contains(QStringLiteral("truncated"))) << notice->text().toStdString();
  QTest::mouseClick(notice->findChild<QToolButton*>(), Qt::LeftButton);
  EXPECT_FALSE(notice->isVisible());
  page->document().open(folder / "a.wav", folder / "a.jams", {});
  ASSERT_TRUE(open_cut());
  page->document().open(folder / "a.wav", folder / "a.jams", {});
  EXPECT_FALSE(notice->isVisible());
  test::write_text(folder / "a.txt", "no sound");
  page->document().open(folder / "a.txt", folder / "a.jams", {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return notice->isVisible(); }));
  EXPECT_TRUE(notice->text().contains(QStringLiteral("a.txt")));
}

TEST_F(AnnotatePageTest, WhatReadersOfFilesAssumedStandsBesideWhatIsWrongWithTheSound) {
  auto* notice = page->findChild<NoticeBar*>();
  notice->setSoundText(QStringLiteral("cut"));
  page->showFileNotes({QStringLiteral("a.lab: doubt")});
  EXPECT_EQ(notice->text(), QStringLiteral("cut\na.lab: doubt"));
  page->showFileNotes(QStringList(7, QStringLiteral("x")));
  EXPECT_TRUE(notice->text().endsWith(QStringLiteral("x\nand 2 more; tactus convert lists all")));
  page->document().open(folder / "a.wav", folder / "a.jams", {});
  EXPECT_EQ(notice->text(), QString());
}

TEST_F(AnnotatePageTest, EscapeClosesAnOpenNameFirst) {
  page->editor().setCurrentChord(1);
  page->askForName(SegmentLayer::kChords);
  auto* entry = page->findChild<SegmentEntry*>();
  ASSERT_NE(entry, nullptr);
  ASSERT_TRUE(entry->isVisible());
  QTest::keyClick(entry->findChild<QLineEdit*>(), Qt::Key_Escape);
  EXPECT_FALSE(entry->isVisible());
  EXPECT_EQ(page->editor().currentChord(), 1u);
}

TEST_F(AnnotatePageTest, ACheckedSongAsksForNoName) {
  page->editor().setCurrentChord(1);
  page->document().setChecked(true);
  QSignalSpy refused(&page->document(), &AnnotationDocument::refused);
  page->askForName(SegmentLayer::kChords);
  page->askToBegin(SegmentLayer::kSections);
  auto* entry = page->findChild<SegmentEntry*>();
  ASSERT_NE(entry, nullptr);
  EXPECT_FALSE(entry->isVisible());
  EXPECT_EQ(refused.count(), 2);
  page->document().setChecked(false);
  page->askForName(SegmentLayer::kChords);
  EXPECT_TRUE(entry->isVisible());
  entry->hide();
}

// The page is destroyed with unsaved work. Users of other objects are destroyed first.
TEST_F(AnnotatePageTest, EndsFromTheLanesDownToTheDocument) {
  page->document().editBeats("Edit", {{1.25, 1, 1.0}});
  QStringList gone;
  const auto note = [&](QObject& part, const char* name) {
    QObject::connect(&part, &QObject::destroyed,
                     [&gone, name] { gone.append(QString::fromLatin1(name)); });
  };
  note(page->document(), "document");
  note(page->axis(), "axis");
  note(page->editor(), "editor");
  note(page->sound(), "sound");
  note(page->lanes(), "lanes");
  int told = 0;
  QObject::connect(&page->document(), &AnnotationDocument::stateChanged, [&told] { ++told; });
  page.reset();
  EXPECT_EQ(gone.join(QLatin1Char(' ')).toStdString(), "lanes sound editor axis document");
  EXPECT_EQ(told, 0) << "who listens may have gone before";
}

}  // namespace
}  // namespace tactus::ui
