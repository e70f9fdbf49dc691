// The popup that names a chord: its list and its place.
#include "ui/lanes/segment_entry.h"

#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QTest>

#include "tests/ui/support/open_song.h"

namespace tactus::ui {
namespace {

class SegmentEntryTest : public tactus::ui::test::OpenSong {
 protected:
  SegmentEntryTest() : entry(editor, nullptr) {
    line = entry.findChild<QLineEdit*>();
    list = entry.findChild<QListWidget*>();
    hear_chord("A:min");
    editor.setCurrentChord(0);
  }
  void ask(const QRect& lane, const QString& begin = {}) {
    entry.ask(SegmentLayer::kChords, SegmentEntry::Purpose::kName, lane, begin);
  }
  QStringList names() const {
    QStringList names;
    for (int row = 0; row < list->count(); ++row) {
      names += list->item(row)->text().section(QLatin1Char('\t'), 0, 0);
    }
    return names;
  }

  SegmentEntry entry;
  QLineEdit* line = nullptr;
  QListWidget* list = nullptr;
};

TEST_F(SegmentEntryTest, TheListFollowsWhatIsTyped) {
  ask({100, 100, 1, 44});
  ASSERT_FALSE(names().isEmpty());
  EXPECT_EQ(names().front(), "Am");
  line->clear();
  QTest::keyClicks(line, "Gs");
  ASSERT_FALSE(names().isEmpty());
  for (const QString& name : names()) {
    EXPECT_TRUE(name.startsWith("gs", Qt::CaseInsensitive)) << name.toStdString();
  }
  EXPECT_LE(list->count(), 8);
  QTest::keyClicks(line, "qq");
  EXPECT_FALSE(list->isVisible());
  line->clear();
  QTest::keyClicks(line, "A");
  EXPECT_EQ(names().front(), "Am") << "likely ones first";
  EXPECT_GT(list->count(), 1);
  QTest::keyClick(line, Qt::Key_Down);
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(piece().chords[0].label, "A:min");
}

TEST_F(SegmentEntryTest, ATypedLetterFiltersFromTheStart) {
  ask({100, 100, 1, 44}, QStringLiteral("F"));
  ASSERT_FALSE(names().isEmpty());
  for (const QString& name : names()) EXPECT_TRUE(name.startsWith(QLatin1Char('F')));
}

TEST_F(SegmentEntryTest, NeverCoversItsLane) {
  const QRect room = entry.screen()->availableGeometry();
  for (const int top : {room.top() + 40, room.center().y(), room.bottom() - 60}) {
    const QRect lane(room.left() + 100, top, 1, 44);
    ask(lane);
    const auto apart = [&] {
      const QRect box = entry.geometry();
      return box.top() > lane.bottom() || box.bottom() < lane.top();
    };
    EXPECT_TRUE(apart()) << "at " << top;
    line->clear();
    QTest::keyClicks(line, "Gqq");  // with a fault, without a list
    EXPECT_TRUE(apart()) << "with a fault, at " << top;
    line->clear();
    QTest::keyClicks(line, "C");
    EXPECT_TRUE(apart()) << "with a list, at " << top;
    EXPECT_TRUE(room.contains(entry.geometry()));
    entry.hide();
  }
}

}  // namespace
}  // namespace tactus::ui
