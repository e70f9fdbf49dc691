// "Correct, then learn" through the window: checked songs become corrections; a separate process
// trains the shipped model further on them, and the result tags the open song.
#include <gtest/gtest.h>

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTest>

#include "app/engine/songs/song_files.h"
#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/files/song_session.h"
#include "ui/train/config/config_editor.h"
#include "ui/train/train_page.h"
#include "ui/train/train_run.h"
#include "ui/window/main_window.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;

class LearningTest : public testing::Test {
 protected:
  LearningTest() {
    forgetRuns();
    Model beats = tactus::test::tiny_beat_model();
    beats.provenance = {
        {"name", "tiny"},
        {"config", "task: beats\ndata: []\nthreads: 1\ncache: " + (scratch / "cache").string() +
                       "\nnetwork: {layers: 1, hidden: 6, dropout: 0}\n"
                       "batches: {crop_seconds: 2, size: 4}\nvalidation: {batches: 1}\n"}};
    std::filesystem::create_directories(scratch / "models");
    save_model(beats, scratch / "models" / "beats.safetensors");
    save_model(tactus::test::tiny_chord_model(), scratch / "models" / "chords.safetensors");
    qputenv("TACTUS_MODELS", (scratch / "models").c_str());
    for (const char* name : {"a", "b", "c", "d", "mine"}) write_song(name);
  }
  ~LearningTest() override {
    qunsetenv("TACTUS_MODELS");
    QSettings().clear();
    forgetRuns();
  }

  // All but "mine" are checked.
  void write_song(const std::string& name) {
    tactus::test::write_wav(scratch / "music" / (name + ".wav"), made_up_music(6, 22050), 22050);
    if (name == "mine") return;
    Annotation annotation;
    annotation.duration = 6;
    annotation.review = Review::kChecked;
    for (int i = 0; i < 12; ++i) annotation.beats.push_back({i * 0.5, i % 4 + 1, 1.0});
    write_annotation(annotation, Format::kJams, scratch / "music" / (name + ".jams"));
  }
  static void forgetRuns() {
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    QDir(data + QStringLiteral("/training")).removeRecursively();
  }
  static void choose(const QWidget& page, const char* text) {
    for (const QMenu* menu : page.findChildren<QMenu*>()) {
      for (QAction* action : menu->actions()) {
        if (action->text() == QLatin1String(text)) return action->trigger();
      }
    }
    ADD_FAILURE() << "no action " << text;
  }
  static void press(const QWidget& page, const QString& text) {
    for (QPushButton* button : page.findChildren<QPushButton*>()) {
      if (button->text().remove('&') == text && button->isEnabled()) return button->click();
    }
    ADD_FAILURE() << "no button to be pressed: " << text.toStdString();
  }

  tactus::test::ScratchFolder scratch;
};

TEST_F(LearningTest, CheckedSongsTeachTheShippedModelWhichTagsTheOpenSong) {
  Settings settings;
  settings.save_unasked = true;  // no user answers questions here
  MainWindow window(settings);
  window.show();
  const auto mine = scratch / "music" / "mine.wav";
  window.begin({QString::fromStdString(mine.string())});
  window.songs().setFolder(scratch / "music");
  auto* page = window.findChild<TrainPage*>();
  ASSERT_NE(page, nullptr);
  choose(*page, "Add the checked songs to the corrections");
  choose(*page, "Fine-tune beats");
  ASSERT_TRUE(page->editor().valid()) << page->editor().text().toStdString();
  EXPECT_TRUE(page->editor().value("initial_model").contains("models/beats.safetensors"));
  page->editor().setValue("schedule.epochs", "2");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.files().tagger().busy(); }, 20000));
  QCoreApplication::processEvents();
  page->start();
  TrainRun* run = page->current();
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !run->alive(); }, 60000));
  ASSERT_EQ(run->state(), TrainRun::State::kFinished) << run->message().toStdString();
  ASSERT_TRUE(run->data());
  EXPECT_EQ(run->data()->training + run->data()->validation, 4u) << "the checked ones, no other";

  const std::string before = window.annotatePage().document().annotation().annotator;
  EXPECT_EQ(before.find("beats-corrected"), std::string::npos);
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() == 2; }, 5000));
  QTest::qWait(100);  // the page repaints at most 25 times a second
  press(*page, "Tag the open song with this model");
  EXPECT_TRUE(window.files().tagger().busy());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.files().tagger().busy(); }, 20000));
  const std::string after = window.annotatePage().document().annotation().annotator;
  EXPECT_NE(after.find("beats-corrected.safetensors"), std::string::npos) << after;
  EXPECT_NE(after.find("chords.safetensors"), std::string::npos) << "the shipped one of the other";

  const AnnotationDocument& document = window.annotatePage().document();
  press(*page, "Compare old and new on this song");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !document.comparisons().empty(); }, 60000));
  EXPECT_EQ(document.title(), "d, new model");
  EXPECT_EQ(document.audioPath(), scratch / "music" / "d.wav");
  EXPECT_EQ(document.comparisons().list().front().annotation.title, "d, old model");
  const QString sentence = window.statusBar()->currentMessage();
  EXPECT_TRUE(sentence.contains(QRegularExpression(
      R"(^d - beats F: old model \d\.\d{3}, new model \d\.\d{3}; downbeats F: old)")))
      << sentence.toStdString();
  EXPECT_EQ(song_state(scratch / "music" / "d.jams"), SongState::kChecked) << "stays as it is";
  EXPECT_NE(document.annotationPath(), scratch / "music" / "d.jams");
  window.annotatePage().document().close();
}

TEST_F(LearningTest, WithoutAFolderOrCorrectionsItIsSaidWhatIsMissing) {
  TrainPage page(QString::fromStdString((scratch / "runs").string()));
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().text().isEmpty());
  bool told = false;
  for (const QLabel* label : page.findChildren<QLabel*>()) {
    told = told || label->text().contains("needs at least 4");
  }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace tactus::ui
