#include "ui/train_page.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "app/config_manifest.h"
#include "app/run_lock.h"
#include "features/npy_file.h"
#include "tests/test_support.h"
#include "ui/config_editor.h"
#include "ui/corpus_panel.h"
#include "ui/line_plot.h"
#include "ui/train_curves.h"
#include "ui/train_run.h"

namespace tactus::ui {
namespace {

constexpr int kPatience = 60'000;  // ms, on a busy machine

// A corpus of ready-made frames, 12 bins at 5 fps: C:maj and A:min by turns.
class TrainPageTest : public testing::Test {
 protected:
  TrainPageTest() {
    Corpus corpus{"toy", "CC0", "made here", {}};
    for (int s = 0; s < 4; ++s) {
      const std::string id = "song" + std::to_string(s);
      FrameMatrix song(60, 12, 5.0);
      std::string labels;
      for (std::size_t i = 0; i < 60; ++i) {
        for (const std::size_t note : {i / 10 % 2 ? 9u : 7u, 0u, 4u}) song.row(i)[note] = 1.0f;
        if (i % 10 == 0) {
          labels += std::to_string(i / 5) + "\t" + std::to_string(i / 5 + 2) +
                    (i / 10 % 2 ? "\tA:min\n" : "\tC:maj\n");
        }
      }
      write_npy(song, folder / (id + ".npy"));
      test::write_text(folder / (id + ".lab"), labels);
      corpus.items.push_back({id, folder / (id + ".npy"), "", folder / (id + ".lab"), "",
                              s < 3 ? "train" : "validation", ""});
    }
    test::write_text(folder / "corpus/manifest.yaml", manifest_text(corpus, folder / "corpus"));
  }

  QString path(const std::string& name) const {
    return QString::fromStdString((folder / name).string());
  }
  QString config(int epochs) const {
    return QStringLiteral(
               "task: chords\nname: toy\ndata: [{manifest: %1}]\ncache: %2\noutput: %3\n"
               "threads: 1\nfeatures: {fps: 5, bins_per_octave: 12, octaves: 1}\n"
               "network: {layers: 1, hidden: 4, dropout: 0}\nschedule: {epochs: %4}\n"
               "batches: {crop_seconds: 4, size: 4, passes: 2}\nvalidation: {batches: 1}\n")
        .arg(path("corpus/manifest.yaml"), path("cache"), path("runs/toy.safetensors"))
        .arg(epochs);
  }
  static bool reaches(const TrainRun& run, TrainRun::State state) {
    return QTest::qWaitFor([&] { return run.state() == state; }, kPatience);
  }

  test::ScratchFolder folder;
};

TEST_F(TrainPageTest, TrainsShowsCurvesAndGivesTheModel) {
  TrainPage page(path("runs"));
  page.resize(1300, 800);
  page.show();
  page.editor().setText(config(3));
  ASSERT_TRUE(page.editor().valid());
  page.start();
  TrainRun* run = page.current();
  ASSERT_TRUE(run);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kFinished)) << run->message().toStdString();
  EXPECT_EQ(run->name(), "toy");
  EXPECT_EQ(run->epochLosses().size(), 3);
  EXPECT_EQ(run->validationLosses().size(), 3);
  ASSERT_TRUE(run->metrics().contains("majmin"));
  EXPECT_EQ(run->metrics().at("majmin").size(), 3);
  EXPECT_EQ(run->samples().size(), 3);
  ASSERT_TRUE(run->data());
  EXPECT_EQ(run->data()->training, 3u);
  EXPECT_FALSE(run->resumable());
  EXPECT_TRUE(run->log().contains("songs to train on"));
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return page.curves().epochLoss().series().value(0).points.size() == 3; }, 5000));
  EXPECT_GE(page.curves().batchLoss().series().value(1).points.size(), 6);
  EXPECT_TRUE(
      page.curves().epochLoss().csv().startsWith("\"epoch\",\"training\",\"validation\"\n1,"));
  QSignalSpy given(&page, &TrainPage::tagWith);
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->text().contains("Tag the open song")) button->click();
  }
  ASSERT_EQ(given.size(), 1);
  EXPECT_EQ(given[0][0].toStringList().value(0), path("runs/toy.safetensors"));
}

TEST_F(TrainPageTest, PausesGoesOnAndIsFoundAgainByAnotherWindow) {
  auto page = std::make_unique<TrainPage>(path("runs"));
  page->editor().setText(config(100'000));
  page->start();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return page->current()->epochLosses().size() > 2; }, kPatience));
  EXPECT_TRUE(page->anyAlive());
  page.reset();  // the window is closed: the run lives
  ASSERT_TRUE(training_process(folder / "runs/toy.safetensors"));
  TrainPage again(path("runs"));
  ASSERT_EQ(again.runs().size(), 1);
  TrainRun* run = again.current();
  EXPECT_TRUE(run->alive());
  const auto known = run->epochLosses().size();
  EXPECT_GT(known, 2);
  EXPECT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > known; }, kPatience));
  again.pause();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kStopped)) << run->stateText().toStdString();
  EXPECT_FALSE(training_process(folder / "runs/toy.safetensors"));
  ASSERT_TRUE(run->resumable());
  const auto stopped_at = run->epochLosses().size();
  again.resume();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > stopped_at; }, kPatience));
  for (int i = 0; i < run->epochLosses().size(); ++i) {
    ASSERT_EQ(run->epochLosses()[i].x(), i + 1) << "epochs in order, none twice";
  }
  again.pause();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kStopped));
}

TEST_F(TrainPageTest, AKilledTrainerLosesNothingThatWasSaved) {
  TrainPage page(path("runs"));
  page.editor().setText(config(100'000));
  page.start();
  TrainRun* run = page.current();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > 2; }, kPatience));
  const auto process = training_process(folder / "runs/toy.safetensors");
  ASSERT_TRUE(process);
  kill(*process, SIGKILL);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kDied));
  EXPECT_FALSE(run->message().isEmpty());
  EXPECT_FALSE(run->bestModel().isEmpty()) << "written as it came";
  ASSERT_TRUE(run->resumable());
  const auto died_at = run->epochLosses().size();
  page.resume();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > died_at; }, kPatience));
  page.abort();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kDied));
}

TEST_F(TrainPageTest, WhatIsDoneAgainAfterADeathCountsOnce) {
  std::string lines;
  const auto tell = [&](const TrainEvent& event) { lines += to_json_line(event) + "\n"; };
  const auto batch = [&](int epoch, int step, double loss) {
    BatchDone done;
    done.progress.epoch = epoch;
    done.progress.step = step;
    done.progress.loss = loss;
    tell(done);
  };
  const auto epoch = [&](int number, double loss) {
    EpochProgress done;
    done.epoch = number;
    done.train_loss = loss;
    done.validation.metrics = {{"beat_f", loss}};
    tell(done);
    TrainingSample sample;
    sample.epoch = number;
    tell(sample);
  };
  tell(RunStarted{});
  batch(0, 1, 9);
  batch(0, 2, 8);
  epoch(0, 8.5);
  batch(1, 3, 7);
  batch(1, 4, 6);
  epoch(1, 6.5);
  lines += "{\"event\":\"ba";  // its last word
  lines += "\n";
  tell(RunStarted{.resumed = true});
  batch(1, 3, 5);
  batch(1, 4, 4);
  epoch(1, 4.5);
  tell(RunEnded{RunEnded::Result::kFinished, "done"});
  test::write_text(folder / "runs/again.safetensors.progress", lines);
  const TrainRun run(path("runs/again.safetensors"));
  EXPECT_EQ(run.losses(), (QVector<QPointF>{{1, 9}, {2, 8}, {3, 5}, {4, 4}}));
  EXPECT_EQ(run.epochLosses(), (QVector<QPointF>{{1, 8.5}, {2, 4.5}}));
  EXPECT_EQ(run.metrics().at("beat_f").size(), 2);
  EXPECT_EQ(run.samples().size(), 2);
  EXPECT_EQ(run.state(), TrainRun::State::kFinished);
}

TEST_F(TrainPageTest, ARefusedConfigurationIsToldInWords) {
  TrainPage page(path("runs"));
  QString text = config(1);
  text.replace("manifest.yaml", "absent.yaml");
  page.editor().setText(text);
  page.start();
  TrainRun* run = page.current();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kFailed));
  EXPECT_TRUE(run->message().contains("absent.yaml")) << run->message().toStdString();
  page.editor().setText(QStringLiteral("task: drums\n"));
  page.start();
  EXPECT_EQ(page.runs().size(), 1) << "a faulty configuration is not started";
}

TEST_F(TrainPageTest, ARunOfTheCommandLineIsShownFromItsLog) {
  test::write_text(folder / "runs/old.safetensors.log",
                   "epoch,step,train_loss,train_beat,validation_loss,validation_beat,beat_f,cmlt,"
                   "score,best,learning_rate,seconds\n"
                   "1,10,0.5,0.5,0.4,0.4,0.8,0.7,0.8,1,1e-3,9.0\n"
                   "2,20,0.4,0.4,0.3,0.3,0.9,0.8,0.9,1,1e-3,9.0\n");
  TrainPage page(path("runs"));
  ASSERT_EQ(page.runs().size(), 1);
  const TrainRun& run = *page.runs()[0];
  EXPECT_FALSE(run.alive());
  EXPECT_EQ(run.epochLosses().value(1), QPointF(2, 0.4));
  EXPECT_EQ(run.validationLosses().value(1), QPointF(2, 0.3));
  ASSERT_EQ(run.metrics().size(), 2u);
  EXPECT_EQ(run.metrics().at("cmlt").value(0), QPointF(1, 0.7));
  EXPECT_EQ(run.bestEpoch(), 1);
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

TEST_F(TrainPageTest, CorrectionsBecomeACorpusAndAConfiguration) {
  TrainPage page(path("runs"));
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().text().isEmpty()) << "nothing to learn from yet";
  Annotation song;
  song.audio = (folder / "mine.wav").string();
  song.beats = {{0.5, 1}, {1.0, 2}};
  Annotation silent;
  EXPECT_EQ(page.learnFrom({song, silent}), 1);
  page.fineTune("beats");
  EXPECT_TRUE(page.editor().valid());
  EXPECT_TRUE(page.editor().value("initial_model").contains("beats.safetensors"));
  EXPECT_TRUE(page.editor().text().contains("corrections/manifest.yaml"));
}

class ConfigEditorTest : public testing::Test {
 protected:
  ConfigEditorTest() {
    editor.resize(900, 600);
    editor.show();
    editor.setText(
        QStringLiteral("task: beats  # which\ndata: [{manifest: m}]\nnetwork:\n"
                       "  layers: 3   # how many\n"));
  }
  ConfigEditor editor;
};

TEST_F(ConfigEditorTest, TheFormChangesTheTextAndLeavesTheRest) {
  auto* layers = qobject_cast<QLineEdit*>(editor.field("network.layers"));
  ASSERT_TRUE(layers);
  EXPECT_EQ(layers->text(), "3");
  layers->selectAll();
  QTest::keyClicks(layers, "5");
  QTest::keyClick(layers, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("  layers: 5   # how many\n")) << editor.text().toStdString();
  auto* hidden = qobject_cast<QLineEdit*>(editor.field("network.hidden"));
  EXPECT_EQ(hidden->placeholderText(), "64");
  QTest::keyClicks(hidden, "8, 16, 8, 16, 8");
  QTest::keyClick(hidden, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("hidden: [8, 16, 8, 16, 8]"));
  qobject_cast<QCheckBox*>(editor.field("network.peepholes"))->click();
  EXPECT_TRUE(editor.text().contains("peepholes: true"));
  EXPECT_TRUE(editor.valid());
  auto* task = qobject_cast<QComboBox*>(editor.field("task"));
  task->setCurrentIndex(1);
  emit task->textActivated(QStringLiteral("chords"));
  QCoreApplication::processEvents();
  EXPECT_TRUE(editor.text().startsWith("task: chords  # which\n"));
  EXPECT_TRUE(editor.field("loss.root")) << "another task has other fields";
  EXPECT_FALSE(editor.field("loss.beat"));
}

TEST_F(ConfigEditorTest, TheTextChangesTheForm) {
  auto* yaml = editor.findChild<QPlainTextEdit*>();
  yaml->moveCursor(QTextCursor::End);
  yaml->insertPlainText("schedule: {epochs: 7}\n");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return editor.value("schedule.epochs") == QLatin1String("7"); }, 5000));
  EXPECT_EQ(qobject_cast<QLineEdit*>(editor.field("schedule.epochs"))->text(), "7");
}

TEST_F(ConfigEditorTest, FaultsStandAtTheirLineAndField) {
  auto* layers = qobject_cast<QLineEdit*>(editor.field("network.layers"));
  layers->selectAll();
  QTest::keyClicks(layers, "many");
  QTest::keyClick(layers, Qt::Key_Return);
  EXPECT_FALSE(editor.valid());
  auto* faults = editor.findChild<QListWidget*>();
  ASSERT_EQ(faults->count(), 1);
  EXPECT_TRUE(faults->item(0)->text().contains(":4:")) << faults->item(0)->text().toStdString();
  EXPECT_TRUE(layers->toolTip().contains("expected a whole number"));
  auto* yaml = editor.findChild<QPlainTextEdit*>();
  ASSERT_EQ(yaml->extraSelections().size(), 1);
  EXPECT_EQ(yaml->extraSelections()[0].cursor.blockNumber(), 3);
  editor.setText(QStringLiteral("task: ["));
  EXPECT_FALSE(editor.valid());
}

TEST(LinePlotTest, PlacesValuesAndTellsThem) {
  LinePlot plot(QStringLiteral("Loss"), QStringLiteral("epoch"));
  plot.resize(400, 300);
  plot.setSeries({{QStringLiteral("a"), Qt::red, {{1, 0.5}, {2, 0.25}, {3, 1.0}}}});
  EXPECT_LT(plot.place({1, 0.5}).x(), plot.place({2, 0.5}).x());
  EXPECT_GT(plot.place({1, 0.25}).y(), plot.place({1, 1.0}).y());
  EXPECT_EQ(plot.valuesAt(plot.place({2, 0}).x() + 5), "epoch 2\na  0.25");
  EXPECT_EQ(plot.csv(), "\"epoch\",\"a\"\n1,0.5\n2,0.25\n3,1\n");
  const QImage shot = plot.grab().toImage();
  const QPoint peak = plot.place({3, 1.0}).toPoint();
  bool red = false;
  for (int dy = -2; dy <= 2; ++dy) {
    red = red || shot.pixelColor(peak + QPoint(0, dy)).red() > 200;
  }
  EXPECT_TRUE(red);
}

}  // namespace
}  // namespace tactus::ui
