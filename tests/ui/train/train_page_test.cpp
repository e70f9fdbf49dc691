#include "ui/train/train_page.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include "app/workshop/training/run_lock.h"
#include "tests/ui/support/training_corpus.h"
#include "ui/look/line_plot.h"
#include "ui/train/config/config_editor.h"
#include "ui/train/train_curves.h"
#include "ui/train/train_figures.h"
#include "ui/train/train_run.h"
#include "ui/train/train_run_list.h"

namespace tactus::ui {
namespace {

using test::kPatience;
using test::press;
using test::says;
using test::TrainPageTest;

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

TEST_F(TrainPageTest, PauseWaitsResumeGoesOnStopEndsAndAnotherWindowFindsItAll) {
  auto page = std::make_unique<TrainPage>(path("runs"));
  page->editor().setText(config(100'000));
  page->start();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return page->current()->epochLosses().size() > 2; }, kPatience));
  EXPECT_TRUE(page->anyAlive());
  page.reset();  // the window is closed: the run lives
  const auto process = training_process(folder / "runs/toy.safetensors");
  ASSERT_TRUE(process);
  TrainPage again(path("runs"));
  ASSERT_EQ(again.runs().size(), 1);
  TrainRun* run = again.current();
  EXPECT_TRUE(run->alive());
  const auto known = run->epochLosses().size();
  EXPECT_GT(known, 2);
  EXPECT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > known; }, kPatience));

  again.current()->pause();
  EXPECT_EQ(run->state(), TrainRun::State::kPausing);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kPaused)) << run->stateText().toStdString();
  EXPECT_EQ(training_process(folder / "runs/toy.safetensors"), process) << "it waits in memory";
  EXPECT_TRUE(std::filesystem::exists(folder / "runs/toy.safetensors.state"));
  EXPECT_FALSE(run->resumable()) << "no second process";
  const auto paused_at = run->epochLosses().size();
  TrainPage third(path("runs"));
  EXPECT_EQ(third.current()->state(), TrainRun::State::kPaused);
  again.current()->resume();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > paused_at; }, kPatience));
  EXPECT_EQ(training_process(folder / "runs/toy.safetensors"), process) << "the same process";

  again.current()->stop();
  EXPECT_EQ(run->state(), TrainRun::State::kStopping);
  ASSERT_TRUE(reaches(*run, TrainRun::State::kStopped)) << run->stateText().toStdString();
  EXPECT_FALSE(training_process(folder / "runs/toy.safetensors"));
  ASSERT_TRUE(run->resumable());
  const auto stopped_at = run->epochLosses().size();
  again.current()->resume();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > stopped_at; }, kPatience));
  EXPECT_NE(training_process(folder / "runs/toy.safetensors"), process) << "a new process";
  for (int i = 0; i < run->epochLosses().size(); ++i) {
    ASSERT_EQ(run->epochLosses()[i].x(), i + 1) << "epochs in order, none twice";
  }
  again.current()->pause();
  ASSERT_TRUE(reaches(*run, TrainRun::State::kPaused));
  again.current()->stop();  // also out of a pause
  ASSERT_TRUE(reaches(*run, TrainRun::State::kStopped));
}

TEST_F(TrainPageTest, ButtonsFollowTheStateOfTheRun) {
  const auto write = [&](const char* name, const std::vector<TrainEvent>& events) {
    std::string lines;
    for (const TrainEvent& event : events) lines += to_json_line(event) + "\n";
    tactus::test::write_text(folder / "runs" / (std::string(name) + ".progress"), lines);
    tactus::test::write_text(folder / "runs" / (std::string(name) + ".state"), "");
  };
  RunStarted begun;
  begun.config = "some.yaml";
  write("stopped", {begun, RunEnded{RunEnded::Result::kStopped, ""}});
  write("done", {begun, RunEnded{RunEnded::Result::kFinished, ""}});
  TrainPage page(path("runs"));
  const auto enabled = [&](const char* text) {
    for (const QPushButton* button : page.findChildren<QPushButton*>()) {
      if (button->text().remove('&') == QLatin1String(text)) return button->isEnabled();
    }
    ADD_FAILURE() << "no button " << text;
    return false;
  };
  page.openRun(path("runs/stopped"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return enabled("Resume"); }, 5000));
  EXPECT_FALSE(enabled("Pause"));
  EXPECT_FALSE(enabled("Stop"));
  page.openRun(path("runs/done"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return !enabled("Resume"); }, 5000));
}

TEST_F(TrainPageTest, TwoFinishedRunsAreTwoCurvesWithALegend) {
  for (const auto& [name, loss] : {std::pair("first", 0.5), std::pair("second", 0.3)}) {
    RunStarted begun;
    begun.name = name;
    std::string lines = to_json_line(begun) + "\n";
    for (int epoch = 0; epoch < 4; ++epoch) {
      BatchDone batch;
      batch.progress.epoch = epoch;
      batch.progress.step = epoch + 1;
      batch.progress.loss = batch.progress.smoothed_loss = loss / (epoch + 1);
      lines += to_json_line(batch) + "\n";
      EpochProgress done;
      done.epoch = epoch;
      done.train_loss = loss / (epoch + 1);
      done.validation.metrics = {{"beat_f", 1 - loss / (epoch + 1)}};
      lines += to_json_line(done) + "\n";
    }
    lines += to_json_line(RunEnded{RunEnded::Result::kFinished, "done"}) + "\n";
    tactus::test::write_text(folder / "runs" / (std::string(name) + ".progress"), lines);
  }
  TrainPage page(path("runs"));
  page.resize(1300, 800);
  page.show();
  ASSERT_EQ(page.runs().size(), 2);
  for (int row = 0; row < 2; ++row) page.list().setCompared(row, true);
  const auto names = [&](const LinePlot& plot) {
    QStringList found;
    for (const PlotSeries& series : plot.series()) {
      if (!series.faint) found += series.name;
    }
    found.sort();
    return found;
  };
  const LinePlot& losses = page.curves().epochLoss();
  ASSERT_TRUE(QTest::qWaitFor([&] { return losses.series().size() == 4; }, 5000));
  EXPECT_EQ(names(page.curves().batchLoss()), (QStringList{"first", "second"}));
  EXPECT_EQ(names(page.curves().measures()), (QStringList{"first beats F", "second beats F"}));
  EXPECT_EQ(names(losses), (QStringList{"first training", "first validation", "second training",
                                        "second validation"}));
  const QVector<PlotSeries>& batch = page.curves().batchLoss().series();
  EXPECT_NE(batch[1].colour, batch[3].colour) << "told apart";
  page.findChild<QTabWidget*>()->setCurrentIndex(1);
  QCoreApplication::processEvents();
  const QImage picture = page.curves().batchLoss().grab().toImage();
  for (const int series : {1, 3}) {
    const QPointF place = page.curves().batchLoss().place(batch[series].points[1]);
    bool drawn = false;
    for (int dy = -2; dy <= 2; ++dy) {
      const QColor there = picture.pixelColor(place.toPoint() + QPoint(0, dy));
      drawn = drawn || (std::abs(there.red() - batch[series].colour.red()) < 40 &&
                        std::abs(there.green() - batch[series].colour.green()) < 40);
    }
    EXPECT_TRUE(drawn) << batch[series].name.toStdString();
  }
  page.list().setCompared(0, false);
  page.list().setCurrentItem(page.list().topLevelItem(1));
  EXPECT_TRUE(QTest::qWaitFor([&] { return losses.series().size() == 2; }, 5000));
}

TEST_F(TrainPageTest, MemoryOfTheGpuStandsBesideThatOfTheComputer) {
  TrainPage page(path("runs"));
  const auto shown = [&](std::size_t device_memory) {
    BatchDone batch;
    batch.memory = std::size_t{300} << 20;
    batch.device_memory = device_memory;
    const std::string name = device_memory ? "card" : "plain";
    tactus::test::write_text(folder / "runs" / (name + ".progress"),
                             to_json_line(RunStarted{}) + "\n" + to_json_line(batch) + "\n");
    TrainFigures figures;
    figures.showRun(page.openRun(path("runs/" + name)));
    return figures.text();
  };
  EXPECT_TRUE(shown(0).contains("300 MiB"));
  EXPECT_TRUE(shown(0).contains("none (no GPU in use)"));
  EXPECT_TRUE(shown(std::size_t{700} << 20).contains("700 MiB"));
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
  EXPECT_FALSE(run->keptModel().isEmpty()) << "written as it came";
  ASSERT_TRUE(run->resumable());
  const auto died_at = run->epochLosses().size();
  page.current()->resume();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run->epochLosses().size() > died_at; }, kPatience));
  page.current()->kill();
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
  RunStarted again;
  again.resumed = true;
  tell(again);
  batch(1, 3, 5);
  batch(1, 4, 4);
  epoch(1, 4.5);
  tell(RunEnded{RunEnded::Result::kFinished, "done"});
  tactus::test::write_text(folder / "runs/again.safetensors.progress", lines);
  const TrainRun run(path("runs/again.safetensors"));
  EXPECT_EQ(run.losses(), (QVector<QPointF>{{1, 9}, {2, 8}, {3, 5}, {4, 4}}));
  EXPECT_EQ(run.epochLosses(), (QVector<QPointF>{{1, 8.5}, {2, 4.5}}));
  EXPECT_EQ(run.metrics().at("beat_f").size(), 2);
  EXPECT_EQ(run.samples().size(), 2);
  EXPECT_EQ(run.state(), TrainRun::State::kFinished);
}

TEST_F(TrainPageTest, TheListNamesDateAndCorpora) {
  RunStarted begun;
  begun.name = "mine";
  begun.time = QDateTime({2026, 2, 3}, {4, 5}).toSecsSinceEpoch();
  RunStarted resumed = begun;
  resumed.resumed = true;
  resumed.time += 86'400;
  RunData data;
  data.corpora = {"gospel", "polka"};
  tactus::test::write_text(
      folder / "runs/mine.progress",
      to_json_line(begun) + "\n" + to_json_line(data) + "\n" + to_json_line(resumed) + "\n");
  TrainPage page(path("runs"));
  EXPECT_EQ(page.list().topLevelItem(0)->text(0), "mine\n2026-02-03 04:05, gospel, polka");
}

TEST_F(TrainPageTest, ARunOfTheCommandLineIsShownFromItsLog) {
  tactus::test::write_text(
      folder / "runs/old.safetensors.log",
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
  EXPECT_EQ(run.keptEpoch(), 1);
}

}  // namespace
}  // namespace tactus::ui
