// Jobs of a person in the real window, with real keys, each counted: Ctrl+Down is one key. The
// counts are the table of tests/bench/RESULTS.md#the-window.
#include <gtest/gtest.h>

#include <QListWidget>
#include <iostream>

#include "model/editing/beat_edits.h"
#include "model/editing/grid_edits.h"
#include "tests/ui/support/main_window_fixture.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::write_wav;

constexpr int kBeats = 112;  // half a second apart from 0.5 s on

class JobsWithKeys : public test::MainWindowTest {
 protected:
  JobsWithKeys() {
    write_wav(music() / "song.wav", made_up_music(60, 8000), 8000);
    for (int i = 0; i < kBeats; ++i) right.push_back({0.5 + 0.5 * i, i % 4 + 1, 0.8});
  }

  // Opens the song with these beats; the networks hear those that are right.
  void begin(const BeatList& wrong) {
    Annotation song;
    song.duration = 60;
    song.beats = wrong;
    write_annotation(song, Format::kJams, music() / "song.jams");
    page().document().close();
    ASSERT_TRUE(window->files().open(music() / "song.wav"));
    window->files().stopTagging();
    auto heard = std::make_shared<Activations>();
    heard->beats = FrameMatrix(6000, 2, 100);
    for (const Beat& beat : right)
      heard->beats.row(static_cast<std::size_t>(std::lround(beat.time * 100)))[beat.position == 1] =
          0.8f;
    page().document().setActivations(heard);
    QApplication::setActiveWindow(window.get());
    lane("beats").setFocus();
    keys = 0;
  }
  void press(int which, Qt::KeyboardModifiers modifiers = {}) {
    ++keys;
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(which), modifiers);
  }
  // The beats are right, but for `ends` that a shift leaves out, and this many keys were pressed.
  void expect_done(const char* job, int expected, std::size_t ends = 0) {
    std::cout << "| " << job << " | " << keys << " |\n";
    EXPECT_EQ(keys, expected) << job;
    std::size_t same = 0;
    for (const Beat& beat : piece().beats)
      for (const Beat& truth : right)
        same += std::abs(beat.time - truth.time) < 1e-6 && beat.position == truth.position;
    EXPECT_GE(same + ends, right.size()) << job;
    EXPECT_LE(piece().beats.size(), right.size() + ends) << job;
  }

  BeatList right;
  int keys = 0;
};

TEST_F(JobsWithKeys, SongsThatAreWrongAsAWhole) {
  const BeatRange all = all_beats(right);
  const BeatList late_half = shift_half_beat(right, all, true, 60);
  const BeatList twice = double_tempo(right, all);
  const BeatList late_one = shift_bars(right, all, 1);
  begin(late_half);
  press(Qt::Key_0);
  expect_done("half a beat late, by the line on top (0)", 1, 1);
  begin(late_half);
  press(Qt::Key_Comma, Qt::ControlModifier | Qt::ShiftModifier);
  expect_done("half a beat late (Ctrl+Shift+comma)", 1, 1);
  begin(twice);
  press(Qt::Key_0);
  expect_done("twice the tempo, by the line on top (0)", 1);
  begin(twice);
  press(Qt::Key_Down, Qt::ControlModifier);
  expect_done("twice the tempo (Ctrl+Down)", 1);
  begin(late_one);
  press(Qt::Key_0);
  expect_done("beat one a beat late, by the line on top (0)", 1, 1);
  begin(late_one);
  press(Qt::Key_Comma, Qt::ShiftModifier);
  expect_done("beat one a beat late (Shift+comma)", 1, 1);
}

TEST_F(JobsWithKeys, AGapOfEightBeats) {
  const BeatList gap = delete_beats(right, {36, 44});
  begin(gap);
  for (int i = 36; i < 44; ++i) {
    page().axis().setCursor(right[static_cast<std::size_t>(i)].time);  // as the music goes on
    press(Qt::Key_T);
  }
  expect_done("a gap of eight beats, tapped (T)", 8);
}

// Every sixth song has beat one a beat late.
TEST_F(JobsWithKeys, SixtySongs) {
  const std::filesystem::path folder = scratch / "sixty";
  write_wav(folder / "song.wav", made_up_music(6, 8000), 8000);
  Annotation song;
  song.duration = 6;
  for (int i = 0; i < 10; ++i) song.beats.push_back({0.5 + 0.5 * i, i % 4 + 1, 0.5});
  const BeatList beats = song.beats;
  const auto name = [&](int i, const char* ending) {
    return folder / (std::to_string(100 + i) + ending);
  };
  for (int i = 0; i < 60; ++i) {
    song.beats = i % 6 == 0 ? shift_bars(beats, all_beats(beats), 1) : beats;
    if (i == 0) {
      std::filesystem::rename(folder / "song.wav", name(0, ".wav"));
    } else {
      std::filesystem::create_hard_link(name(0, ".wav"), name(i, ".wav"));
    }
    write_annotation(song, Format::kJams, name(i, ".jams"));
  }
  page().document().close();
  window->songs().setFolder(folder);
  ASSERT_TRUE(window->files().open(name(0, ".wav")));
  lane("beats").setFocus();
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(page().document().audioPath(), name(i, ".wav"));
    if (i % 6 == 0) press(Qt::Key_Comma, Qt::ShiftModifier);
    press(Qt::Key_Return, Qt::ControlModifier);
  }
  std::cout << "| 60 songs checked and saved, ten of them corrected | " << keys << " |\n";
  EXPECT_EQ(keys, 70);
  for (int i = 0; i < 60; ++i) {
    const Annotation done = read_annotation(name(i, ".jams"), Format::kJams);
    EXPECT_EQ(done.review, Review::kChecked) << i;
    for (std::size_t k = 0; k + 1 < beats.size(); ++k)
      EXPECT_EQ(done.beats[k].position, beats[k].position) << i;
  }
}

}  // namespace
}  // namespace tactus::ui
