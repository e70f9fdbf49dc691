#include "ui/playback/song_preview.h"

#include <gtest/gtest.h>

#include <QListWidget>
#include <QTest>
#include <fstream>

#include "tests/support/test_support.h"
#include "tests/ui/playback/hand_output.h"
#include "tests/ui/support/sound_fixture.h"

namespace tactus::ui {
namespace {

using test::HandOutput;
using test::kRate;

class Preview : public testing::Test {
 protected:
  Preview() {
    test::write_wav(folder / "a.wav", test::tone(440, 0.5, 4.0, kRate), kRate);
    test::write_wav(folder / "b.wav", test::tone(220, 0.5, 4.0, kRate), kRate);
    std::ofstream(folder / "c.mp3") << "no sound at all";
    list.addItems({"a.wav", "b.wav", "c.mp3", "gone.wav"});
    preview.follow(list, [this](int row) { return folder / list.item(row)->text().toStdString(); });
    preview.resize(800, 40);
    preview.show();
    list.show();
  }
  void press(int row, Qt::Key key = Qt::Key_Space) {
    list.setCurrentRow(row);
    QTest::keyClick(&list, key);
  }
  bool plays() {
    return QTest::qWaitFor([this] { return preview.playing(); });
  }
  PreviewStrip& strip() { return *preview.findChild<PreviewStrip*>(); }

  test::ScratchFolder folder;
  QListWidget list;
  HandOutput* output = nullptr;
  SongPreview preview{nullptr, [this] {
                        auto by_hand = std::make_unique<HandOutput>(kRate);
                        output = by_hand.get();
                        return by_hand;
                      }};
};

TEST_F(Preview, SpacePlaysTheSongUnderTheCursorPausesAndGoesOn) {
  EXPECT_EQ(output, nullptr) << "no device before a song is wanted";
  press(0);
  EXPECT_EQ(preview.song(), folder / "a.wav");
  ASSERT_TRUE(plays());
  EXPECT_EQ(preview.text(), "a.wav");
  output->play(kRate);
  press(0);
  EXPECT_FALSE(preview.playing());
  EXPECT_NEAR(preview.position(), 1.0, 0.01);
  press(0);
  ASSERT_TRUE(plays());
  EXPECT_NEAR(preview.position(), 1.0, 0.01);
}

TEST_F(Preview, AnotherRowPlaysThatSongAndEscapeStops) {
  press(0);
  ASSERT_TRUE(plays());
  output->play(kRate);
  press(1);
  ASSERT_TRUE(plays());
  EXPECT_EQ(preview.song(), folder / "b.wav");
  EXPECT_LT(preview.position(), 0.5);
  press(1, Qt::Key_Escape);
  EXPECT_FALSE(preview.playing());
  EXPECT_TRUE(preview.song().empty());
  EXPECT_FALSE(output->running());
}

TEST_F(Preview, StopsWhenItIsNoMoreSeen) {
  press(0);
  ASSERT_TRUE(plays());
  preview.hide();
  EXPECT_FALSE(preview.playing());
  EXPECT_TRUE(preview.song().empty());
}

TEST_F(Preview, AFileThatCannotBePlayedSaysWhy) {
  for (const int row : {2, 3}) {
    press(row);
    const std::string name = list.item(row)->text().toStdString();
    EXPECT_TRUE(QTest::qWaitFor([&] {
      return preview.text().contains(QString::fromStdString((folder / name).string()));
    })) << preview.text().toStdString();
    EXPECT_FALSE(preview.playing());
  }
  press(0);
  EXPECT_TRUE(plays()) << "the next one plays";
}

TEST_F(Preview, AClickOnTheWaveformSeeks) {
  press(0);
  ASSERT_TRUE(plays());
  const int x = strip().width() / 2;
  QTest::mouseClick(&strip(), Qt::LeftButton, {}, {x, 5});
  EXPECT_NEAR(preview.position(), 2.0, 0.05);
  output->play(HandOutput::kBuffer + kRate / 2);
  EXPECT_TRUE(QTest::qWaitFor([this] { return preview.position() > 2.3; }));
}

}  // namespace
}  // namespace tactus::ui
