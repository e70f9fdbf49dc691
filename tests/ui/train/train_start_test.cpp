// What a run starts from: recipes, corpora, the demo songs, and what is checked before the start.
#include <gtest/gtest.h>
#include <signal.h>

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTimer>

#include "app/workshop/training/run_lock.h"
#include "tests/ui/support/training_corpus.h"
#include "ui/look/line_plot.h"
#include "ui/train/config/config_editor.h"
#include "ui/train/corpus_panel.h"
#include "ui/train/demo_training.h"
#include "ui/train/train_curves.h"
#include "ui/train/train_page.h"
#include "ui/train/train_run.h"
#include "ui/train/train_run_list.h"

namespace tactus::ui {
namespace {

using test::kPatience;
using test::press;
using test::says;
using test::TrainPageTest;

TEST_F(TrainPageTest, ARunIsReplacedOnlyWhenToldSo) {
  const std::filesystem::path output = folder / "runs/toy.safetensors";
  const auto left = [&](const char* ending) { return output.string() + ending; };
  for (const char* ending : {"", ".state", ".log", ".progress"}) {
    tactus::test::write_text(left(ending), "of hours");
  }
  QString said;
  TrainPage page(path("runs"));
  page.editor().setText(config(3));
  const auto start_and_answer = [&](const QString& wanted) {
    QTimer::singleShot(0, &page, [&said, wanted] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      said = box->informativeText();
      for (QAbstractButton* button : box->buttons()) {
        if (button->text().remove('&') == wanted) return button->click();
      }
      box->reject();
    });
    page.start();
  };
  start_and_answer("Cancel");
  EXPECT_TRUE(said.contains("toy.safetensors.state") && said.contains("toy.safetensors.log"))
      << said.toStdString();
  for (const char* ending : {"", ".state", ".log", ".progress"}) {
    EXPECT_EQ(tactus::test::slurp(left(ending)), "of hours") << ending;
  }
  EXPECT_FALSE(std::filesystem::exists(left(".yaml")));
  start_and_answer("Replace");
  TrainRun* run = page.current();
  ASSERT_TRUE(run);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kFinished)) << run->message().toStdString();
  EXPECT_NE(tactus::test::slurp(output), "of hours");
}

TEST_F(TrainPageTest, StartLeavesARunAloneThatGoesOn) {
  TrainPage page(path("runs"));
  page.editor().setText(config(100'000));
  page.start();
  TrainRun* run = page.current();
  ASSERT_TRUE(run);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return training_process(folder / "runs/toy.safetensors").has_value(); }, kPatience));
  const std::string begun_with = tactus::test::slurp(folder / "runs/toy.safetensors.yaml");
  page.editor().setText(config(3));
  page.start();
  EXPECT_EQ(tactus::test::slurp(folder / "runs/toy.safetensors.yaml"), begun_with);
  EXPECT_TRUE(run->alive());
  EXPECT_EQ(page.runs().size(), 1);
  run->kill();
}

TEST_F(TrainPageTest, ARecipeIsUndoneAndWhatWasWrittenIsBack) {
  TrainPage page(path("runs"));
  page.editor().setText(config(3));
  page.beginWith("beats");
  EXPECT_NE(page.editor().text(), config(3));
  page.editor().findChild<QPlainTextEdit*>()->undo();
  EXPECT_EQ(page.editor().text(), config(3));
}

TEST_F(TrainPageTest, OneButtonTrainsWithTheDemoSongsAndGoesOnWhenPressedAgain) {
  TrainPage page(path("runs"));
  press(page, "Try with the demo songs");
  TrainRun* run = page.current();
  ASSERT_TRUE(run);
  EXPECT_EQ(page.findChild<QTabWidget*>()->currentIndex(), 1) << "the curves";
  const QString place = path("runs/try-with-demo-songs");
  EXPECT_EQ(run->output(), place + "/run-1.safetensors");
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->losses().size() > 2; }, kPatience))
      << run->message().toStdString();
  ASSERT_TRUE(run->data());
  EXPECT_EQ(run->data()->training, 5u);
  EXPECT_EQ(run->data()->validation, 1u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "runs"), {}), 1)
      << "all of it lies in one folder";
  run->stop();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kStopped));
  const auto stopped_at = run->losses().size();
  press(page, "Try with the demo songs");
  EXPECT_EQ(page.runs().size(), 1);
  EXPECT_TRUE(QTest::qWaitFor([&] { return run->losses().size() > stopped_at; }, kPatience));
  press(page, "Try with the demo songs");
  EXPECT_EQ(page.runs().size(), 1) << "it runs already";
  run->kill();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kDied));
  TrainPage again(path("runs"));
  EXPECT_EQ(again.runs().size(), 1) << "another window finds it";
}

TEST(DemoTraining, ANewRunReplacesNothing) {
  const tactus::test::ScratchFolder folder;
  const QString place = QString::fromStdString((folder / "demo").string());
  EXPECT_TRUE(prepare_demo_training(place).contains("run-1.safetensors"));
  tactus::test::write_text(folder / "demo/run-1.safetensors.yaml", "of a run");
  tactus::test::write_text(folder / "demo/songs/01-morning-train.ogg", "mine");
  EXPECT_TRUE(prepare_demo_training(place).contains("run-2.safetensors"));
  EXPECT_EQ(tactus::test::slurp(folder / "demo/songs/01-morning-train.ogg"), "mine");
  EXPECT_TRUE(std::filesystem::exists(folder / "demo/songs/annotations/06-hill-dance.beats"));
}

TEST_F(TrainPageTest, ACorpusWithoutTrainingSongsIsFoundBeforeTheStart) {
  set_splits("validation");
  TrainPage page(path("runs"));
  page.editor().setText(config(3));
  page.start();
  EXPECT_TRUE(page.runs().isEmpty());
  EXPECT_TRUE(says(page, "no song to train on"));
  EXPECT_TRUE(says(page, "4 validation"));
  EXPECT_FALSE(std::filesystem::exists(folder / "runs/toy.safetensors.yaml"));
}

TEST_F(TrainPageTest, WithoutValidationSongsItAsksAndShowsNoScore) {
  set_splits("train");
  TrainPage page(path("runs"));
  page.editor().setText(config(3));
  const auto start_and_answer = [&](const char* wanted) {
    bool asked = false;
    QTimer answering;
    QObject::connect(&answering, &QTimer::timeout, &page, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      answering.stop();
      asked = box->text().contains("No songs are set aside for validation");
      press(*box, wanted);
    });
    answering.start(10);
    page.start();
    return asked;
  };
  EXPECT_TRUE(start_and_answer("Cancel"));
  EXPECT_TRUE(page.runs().isEmpty());
  EXPECT_TRUE(start_and_answer("Start anyway"));
  TrainRun* run = page.current();
  ASSERT_TRUE(run);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kFinished)) << run->message().toStdString();
  EXPECT_FALSE(run->keptNumber()) << "no validation songs, no number";
  ASSERT_TRUE(QTest::qWaitFor([&] { return says(page, "no validation songs"); }, 5000));
  EXPECT_EQ(page.list().topLevelItem(0)->text(2), "");
  EXPECT_TRUE(page.curves().measures().emptyText().contains("No validation songs"));
}

TEST_F(TrainPageTest, ARefusedConfigurationIsToldInWords) {
  TrainPage page(path("runs"));
  QString text = config(1);
  text.replace("manifest.yaml", "absent.yaml");
  page.editor().setText(text);
  page.start();
  EXPECT_TRUE(page.runs().isEmpty()) << "found before the start";
  EXPECT_TRUE(says(page, "absent.yaml"));
  page.editor().setText(config(1) + "initial_model: lost.safetensors\n");
  page.start();
  TrainRun* run = page.current();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kFailed));
  EXPECT_TRUE(run->message().contains("lost.safetensors")) << run->message().toStdString();
  page.editor().setText(QStringLiteral("task: drums\n"));
  page.start();
  EXPECT_EQ(page.runs().size(), 1) << "a faulty configuration is not started";
}

TEST_F(TrainPageTest, ChecksTheCorpora) {
  std::filesystem::remove(folder / "song1.npy");
  TrainPage page(path("runs"));
  page.beginWith("chords");
  EXPECT_FALSE(page.editor().valid()) << "no corpus yet";
  page.corpora().add(path("corpus"));
  EXPECT_TRUE(page.editor().valid()) << page.editor().text().toStdString();
  EXPECT_TRUE(page.editor().text().contains("manifest: \"" + path("corpus/manifest.yaml")));
  QSignalSpy checked(&page.corpora(), &CorpusPanel::checked);
  page.corpora().check();
  ASSERT_TRUE(checked.wait(kPatience));
  const QTreeWidgetItem* corpus = page.corpora().tree().topLevelItem(0);
  ASSERT_TRUE(corpus);
  bool missing = false;
  for (int i = 0; i < corpus->childCount(); ++i) {
    missing = missing || corpus->child(i)->text(0) == "missing-file: song1";
  }
  EXPECT_TRUE(missing) << corpus->text(1).toStdString();
}

TEST_F(TrainPageTest, SharesAndLimitsOfACorpusAreInItsRow) {
  TrainPage page(path("runs"));
  page.editor().setText(config(3));
  QTreeWidgetItem* row = page.corpora().tree().topLevelItem(0);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->text(2), "");
  row->setText(2, "0.25");
  EXPECT_TRUE(page.editor().text().contains("validation_share: 0.25"))
      << page.editor().text().toStdString();
  EXPECT_TRUE(page.editor().valid());
  page.corpora().tree().topLevelItem(0)->setText(3, "many");
  EXPECT_FALSE(page.editor().valid());
  page.corpora().tree().topLevelItem(0)->setText(3, "");
  EXPECT_FALSE(page.editor().text().contains("train_limit"));
  EXPECT_TRUE(page.editor().valid());
}

TEST_F(TrainPageTest, CorrectionsBecomeACorpusAndAConfiguration) {
  TrainPage page(path("runs"));
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().text().isEmpty()) << "nothing to learn from yet";
  Annotation song;
  song.audio = (folder / "mine.wav").string();
  song.beats = {{0.5, 1}, {1.0, 2}};
  Annotation silent;
  EXPECT_EQ(page.learnFrom({song, silent}), 1);
  for (const char* name : {"two.wav", "three.wav"}) {
    song.audio = (folder / name).string();
    EXPECT_EQ(page.learnFrom({song}), 1);
  }
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().text().isEmpty()) << "too few";
  EXPECT_TRUE(says(page, "There are 3 checked songs with beats"));
  EXPECT_TRUE(says(page, "at least 4"));
  song.audio = (folder / "four.wav").string();
  EXPECT_EQ(page.learnFrom({song}), 1);
  page.fineTune("chords");
  EXPECT_TRUE(says(page, "There are 0 checked songs with chords"));
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().valid());
  EXPECT_TRUE(page.editor().value("initial_model").contains("beats.safetensors"));
  EXPECT_TRUE(page.editor().text().contains("corrections/manifest.yaml"));
}

}  // namespace
}  // namespace tactus::ui
