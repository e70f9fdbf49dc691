#include "ui/batch/batch_page.h"

#include <gtest/gtest.h>

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QUrl>

#include "tests/app/engine/models/fake_module.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/page/settings.h"

namespace tactus::ui {
namespace {

class BatchPageTest : public testing::Test {
 protected:
  BatchPageTest() {
    test::save_tiny_models(folder / "models");
    Settings settings;
    settings.models = {path("models/beats.safetensors"), path("models/chords.safetensors")};
    page.apply(settings);
    page.resize(1200, 700);
    page.show();
  }

  QString path(const std::string& name) const {
    return QString::fromStdString((folder / name).string());
  }
  void write_song(const std::string& name, double seconds) const {
    test::write_wav(folder / name, test::made_up_music(seconds, 22050), 22050);
  }
  QPushButton* button(const QString& text) const {
    for (QPushButton* button : page.findChildren<QPushButton*>()) {
      if (button->text().remove(QLatin1Char('&')) == text) return button;
    }
    return nullptr;
  }
  bool run_to_the_end() {
    QSignalSpy finished(&page, &BatchPage::songsChanged);
    page.start();
    return page.running() && finished.wait(30'000);
  }

  test::ScratchFolder folder;
  BatchPage page;
};

TEST_F(BatchPageTest, TagsWhatIsDroppedAndABrokenSongCostsOnlyItself) {
  write_song("songs/a.wav", 3);
  write_song("songs/b.wav", 4);
  test::write_text(folder / "songs/c.wav", "no sound at all");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path("songs"))});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&page, &enter);
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&page, &drop);
  ASSERT_EQ(page.queue().rowCount(), 3);
  page.addPaths({path("songs/a.wav")});
  EXPECT_EQ(page.queue().rowCount(), 3) << "the same song twice";
  page.setOutputFolder(path("out"));
  ASSERT_TRUE(run_to_the_end());
  EXPECT_EQ(page.queue().count(TagStatus::kOk), 2);
  EXPECT_EQ(page.queue().count(TagStatus::kFailed), 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/a.jams"));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/b.jams"));
  const auto cell = [&](int row, int column) {
    return page.queue().index(row, column).data().toString();
  };
  EXPECT_EQ(cell(0, BatchModel::kState), "tagged");
  EXPECT_TRUE(cell(0, BatchModel::kSpeed).endsWith(" x"))
      << cell(0, BatchModel::kSpeed).toStdString();
  EXPECT_EQ(cell(2, BatchModel::kState), "failed");
  // The row names the song, so its message does not; the tooltip has the whole path.
  EXPECT_TRUE(cell(2, BatchModel::kMessage).startsWith("not a known audio format"))
      << cell(2, BatchModel::kMessage).toStdString();
  const QModelIndex message = page.queue().index(2, BatchModel::kMessage);
  EXPECT_TRUE(message.data(Qt::ToolTipRole).toString().contains("c.wav"));
}

TEST_F(BatchPageTest, NamesACardThatIsLeftOutOnce) {
  const test::Variable module("TACTUS_CUDA_MODULE", test::fake_module().string());
  const test::Variable fault("FAKE_FAULT", "all memory is in use");
  for (const char* name : {"a.wav", "b.wav"}) {
    write_song(name, 3);
    page.addPaths({path(name)});
  }
  ASSERT_TRUE(run_to_the_end());
  QStringList said;
  for (const QLabel* label : page.findChildren<QLabel*>()) said.append(label->text());
  EXPECT_EQ(said.join('\n').count("no CUDA: all memory is in use"), 1)
      << said.join('\n').toStdString();
}

TEST_F(BatchPageTest, RetriesWhatFailedAndSkipsWhatIsThere) {
  test::write_text(folder / "a.wav", "no sound at all");
  write_song("b.wav", 3);
  page.addPaths({path("a.wav"), path("b.wav")});
  ASSERT_TRUE(run_to_the_end());
  EXPECT_FALSE(button("Start")->isEnabled()) << "nothing waits";
  write_song("a.wav", 3);
  QSignalSpy finished(&page, &BatchPage::songsChanged);
  button("Retry failed")->click();
  ASSERT_TRUE(finished.wait(30'000));
  EXPECT_EQ(page.queue().count(TagStatus::kOk), 2);
  EXPECT_FALSE(button("Retry failed")->isEnabled());
  button("Clear")->click();
  page.addPaths({path("a.wav"), path("b.wav")});
  ASSERT_TRUE(run_to_the_end());
  EXPECT_EQ(page.queue().count(TagStatus::kSkipped), 2);
}

TEST_F(BatchPageTest, CancelAnswersAtOnce) {
  QStringList songs;
  for (int i = 0; i < 40; ++i) {
    write_song("song" + std::to_string(i) + ".wav", 20);
    songs += path("song" + std::to_string(i) + ".wav");
  }
  page.addPaths(songs);
  QSignalSpy finished(&page, &BatchPage::songsChanged);
  page.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page.queue().finished() > 0; }, 30'000));
  button("Cancel")->click();
  EXPECT_FALSE(button("Cancel")->isEnabled());
  ASSERT_TRUE(finished.wait(30'000));
  EXPECT_GT(page.queue().count(TagStatus::kInterrupted), 0);
  EXPECT_EQ(page.queue().finished(), 40) << "every row has its end";
  EXPECT_TRUE(button("Retry failed")->isEnabled()) << "the rest can be taken up again";
}

TEST_F(BatchPageTest, OpensASongByKeyAndMouseAndRemovesByKey) {
  page.addPaths({path("a.wav"), path("b.wav")});
  auto* table = page.findChild<QTableView*>();
  QSignalSpy opened(&page, &BatchPage::openFromRequested);
  table->setCurrentIndex(page.queue().index(1, 0));
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][1].toString(), path("b.wav"));
  EXPECT_EQ(opened[0][0].value<std::vector<std::filesystem::path>>().size(), 2u) << "the list";
  const QPoint place = table->visualRect(page.queue().index(0, 0)).center();
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place);
  QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, place);
  ASSERT_EQ(opened.size(), 2);
  EXPECT_EQ(opened[1][1].toString(), path("a.wav"));
  QTest::keyClick(table, Qt::Key_Delete);
  ASSERT_EQ(page.queue().rowCount(), 1);
  EXPECT_EQ(page.queue().entry(0).input.audio, folder / "b.wav");
}

BatchEntry entry_of(const char* song, double confidence, Review review = Review::kNone) {
  BatchEntry entry{};
  entry.row.status = TagStatus::kOk;
  entry.row.summary.duration = 10.0;
  entry.row.summary.meter = {4};
  entry.row.summary.confidence = confidence;
  entry.row.summary.review = review;
  entry.input.audio = song;
  entry.input.relative = song;
  return entry;
}

TEST_F(BatchPageTest, SortsAsTheListOfSongsAndTheLibraryDo) {
  BatchModel queue;
  const BatchEntry entries[] = {entry_of("/s/song 10.wav", 0.9), entry_of("/s/song 2.wav", 0.3),
                                entry_of("/s/song 1.wav", 0.0),
                                entry_of("/s/song 3.wav", 0.2, Review::kChecked)};
  std::vector<TagInput> inputs;
  for (const BatchEntry& entry : entries) inputs.push_back(entry.input);
  queue.add(inputs);
  const QVector<int> numbers = queue.waiting();
  queue.setDone(numbers[0], entries[0].row);
  const QPersistentModelIndex selected = queue.index(3, 0);
  const auto order = [&] {
    QString all;
    for (int row = 0; row < queue.rowCount(); ++row)
      all +=
          queue.index(row, BatchModel::kSong).data().toString().remove("/s/song ").remove(".wav") +
          ' ';
    return all.toStdString();
  };
  queue.sort(BatchModel::kSong);
  EXPECT_EQ(order(), "1 2 3 10 ");
  EXPECT_EQ(selected.row(), 2) << "what is selected stays so";
  for (int i = 1; i < 4; ++i) queue.setDone(numbers[i], entries[i].row);  // rows have moved
  queue.sort(BatchModel::kConfidence);
  EXPECT_EQ(order(), "2 10 1 3 ") << "least sure first, unknown, checked";
  EXPECT_EQ(queue.index(0, BatchModel::kConfidence).data().toString(), "0.30");
  EXPECT_EQ(queue.index(0, BatchModel::kMeter).data().toString(), "4");
  EXPECT_EQ(queue.index(2, BatchModel::kConfidence).data().toString(), "") << "unknown";
  queue.sort(BatchModel::kSong, Qt::DescendingOrder);
  EXPECT_EQ(order(), "10 3 2 1 ");
  queue.sort(-1);
  EXPECT_EQ(order(), "10 2 1 3 ") << "as they were added";
}

TEST_F(BatchPageTest, MessagesBeginWithTheirSense) {
  BatchModel queue;
  const BatchEntry song = entry_of("/s/a.wav", 0.5);
  queue.add({song.input});
  const std::pair<const char*, const char*> messages[] = {
      {"/s/a.wav: stopped before the end", "stopped before the end"},
      {"/s/a.jams, /s/a.lab: already exist; use --skip-existing or --overwrite",
       "already exist (a.jams, a.lab); use --skip-existing or --overwrite"},
      {"/s/a.jams: checked by a person, not changed; remove the file to tag the song again",
       "checked by a person, not changed (a.jams); remove the file to tag the song again"},
      {"all outputs exist", "all outputs exist"},
      {"", ""}};
  for (const auto& [given, shown] : messages) {
    TagRow row = song.row;
    row.message = given;
    queue.setDone(queue.entry(0).number, row);
    EXPECT_EQ(queue.index(0, BatchModel::kMessage).data().toString().toStdString(), shown);
    EXPECT_EQ(queue.index(0, BatchModel::kMessage).data(Qt::ToolTipRole).toString().toStdString(),
              given);
  }
}

TEST_F(BatchPageTest, SaysWhyNothingCanBeDone) {
  write_song("a.wav", 1);
  page.addPaths({path("a.wav")});
  Settings settings;
  settings.models = {path("no such model.safetensors")};
  page.apply(settings);
  ASSERT_TRUE(run_to_the_end());
  bool told = false;
  for (const QLabel* label : page.findChildren<QLabel*>()) {
    told = told || label->text().contains("no such model");
  }
  EXPECT_TRUE(told);
  EXPECT_TRUE(button("Start")->isEnabled());
}

}  // namespace
}  // namespace tactus::ui
