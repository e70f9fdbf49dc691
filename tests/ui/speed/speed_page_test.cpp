#include "ui/speed/speed_page.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include "model/files/model_file.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/look/bar_chart.h"
#include "ui/speed/speed_bars.h"
#include "ui/speed/speed_prediction.h"
#include "ui/speed/speed_table.h"

namespace tactus::ui {
namespace {

constexpr int kPatience = 60'000;  // ms, on a busy machine

QStringList tiny(const char* device) {
  return QString::fromLatin1(device).split(QLatin1Char(' ')) +
         QStringLiteral("--hidden 8 --batch 2 --steps 20 --layers 1 --input 4 --repeats 1")
             .split(QLatin1Char(' '));
}

QVector<Bar> bars_of(const SpeedPage& page, bool predicted) {
  QVector<Bar> bars = page.bars().bars();
  bars.removeIf([&](const Bar& bar) { return bar.predicted != predicted; });
  return bars;
}

void choose_card(SpeedPage& page, const char* name) {
  const int index = page.card().findData(QLatin1String(name));
  ASSERT_GE(index, 0) << name;
  page.card().setCurrentIndex(index);
}

// A page with a few measurements of the processor.
class PredictionTest : public testing::Test {
 protected:
  PredictionTest() {
    QSettings().clear();
    page_.resize(1200, 700);
    page_.show();
    QSignalSpy finished(&page_, &SpeedPage::finished);
    page_.measureCommands({tiny("cpu --threads 1 --rung generic")});
    finished.wait(kPatience);
  }
  ~PredictionTest() override { QSettings().clear(); }

  SpeedPage page_{};
};

TEST(SpeedPageTest, MeasuresLiveAndComparesTheWaysOfComputing) {
  SpeedPage page;
  page.resize(1200, 700);
  page.show();
  QSignalSpy finished(&page, &SpeedPage::finished);
  page.measureCommands({tiny("cpu --mode forward --threads 1 --rung generic"),
                        tiny("cpu --mode forward --threads 1")});
  EXPECT_TRUE(page.running());
  ASSERT_TRUE(finished.wait(kPatience));
  ASSERT_GE(page.rows().size(), 2);
  EXPECT_EQ(page.table().rowCount(), page.rows().size());
  EXPECT_EQ(bars_of(page, false).size(), page.rows().size()) << "all are of one size";
  EXPECT_EQ(page.csv().count(QLatin1Char('\n')), page.rows().size() + 1);
  EXPECT_TRUE(page.csv().startsWith("device,rung,precision,mode,layers,"));
  for (const Bar& bar : page.bars().bars()) EXPECT_GT(bar.value, 0.0);
}

TEST(SpeedPageTest, ExplainsItsWords) {
  SpeedPage page;
  for (int column = 0; column < page.table().columnCount(); ++column) {
    const QTableWidgetItem& head = *page.table().horizontalHeaderItem(column);
    if (head.text() == "Way") {
      EXPECT_TRUE(head.toolTip().contains("ladder"));
    }
    if (head.text() == "Of peak") {
      EXPECT_TRUE(head.toolTip().contains("100 %"));
    }
  }
}

TEST(SpeedPageTest, SaysWhyACardIsAbsent) {
  SpeedPage page;
  QSignalSpy finished(&page, &SpeedPage::finished);
  page.measureCommands({tiny("gpu --mode forward")});
  ASSERT_TRUE(finished.wait(kPatience));
  if (!page.rows().isEmpty()) GTEST_SKIP() << "there is a card";
  EXPECT_TRUE(page.gpuNotice().startsWith("Tactus cannot measure a graphics card: "))
      << page.gpuNotice().toStdString();
  EXPECT_GT(page.gpuNotice().size(), 40) << "and why";
}

TEST(SpeedPageTest, CanBeCancelledAtAnyMoment) {
  SpeedPage page;
  QSignalSpy finished(&page, &SpeedPage::finished);
  page.measureCommands(
      {{"cpu", "--hidden", "2048", "--batch", "64", "--steps", "4000", "--threads", "1"},
       tiny("cpu")});
  QTest::qWait(300);
  QElapsedTimer clock;
  clock.start();
  page.cancel();
  ASSERT_TRUE(finished.wait(kPatience));
  EXPECT_LT(clock.elapsed(), 20'000) << "not after the measurement, which takes minutes";
  EXPECT_FALSE(page.running());
  EXPECT_TRUE(page.rows().isEmpty());
}

TEST(SpeedPageTest, BeginsWithAQuickLadder) {
  SpeedPage page;
  ASSERT_FALSE(page.commands().isEmpty());
  const QStringList quick = page.commands()[0];
  EXPECT_EQ(quick.value(0), "cpu");
  EXPECT_TRUE(quick.contains("--quick"));
  EXPECT_TRUE(quick.contains("generic")) << "the ladder begins there";
}

// Each size of an ensemble once, for any number of networks.
TEST(SpeedPageTest, TakesTheSizesOfAModel) {
  test::ScratchFolder folder;
  Model model = test::tiny_beat_model();
  TrainedNetwork twin = model, larger = model;
  larger.spec.layers = {LayerSpec{.hidden = 7}, LayerSpec{.hidden = 7}};
  larger.parameters.assign(parameter_count(larger.spec), 0.5f);
  model.others = {twin, larger};
  const std::string path = folder / "three.safetensors";
  save_model(model, path);
  SpeedPage page;
  page.addModel(QString::fromStdString(path));
  page.sizes().setCurrentIndex(page.sizes().findData(QString::fromStdString(path)));
  QVector<QStringList> cpu;
  for (const QStringList& command : page.commands())
    if (command.value(0) == QLatin1String("cpu")) cpu.push_back(command);
  ASSERT_EQ(cpu.size(), 2);
  const auto option = [&](int i, const char* name) {
    return cpu[i].value(cpu[i].indexOf(QLatin1String(name)) + 1).toInt();
  };
  EXPECT_EQ(option(0, "--hidden"), model.spec.layers[0].hidden);
  EXPECT_EQ(option(0, "--layers"), static_cast<int>(model.spec.layers.size()));
  EXPECT_EQ(option(0, "--input"), model.spec.input);
  EXPECT_EQ(option(1, "--hidden"), 7);
  EXPECT_EQ(option(1, "--layers"), 2);
}

TEST(SpeedPageTest, TakesTheLayerOfTheForum) {
  SpeedPage page;
  page.sizes().setCurrentIndex(page.sizes().findData("forum"));
  for (const QStringList& command : page.commands()) {
    EXPECT_EQ(command.count("--set"), 1);
    EXPECT_EQ(command.value(command.indexOf("--set") + 1), "forum");
  }
}

TEST_F(PredictionTest, IsHatchedAndSaidToBeNotMeasured) {
  ASSERT_EQ(page_.rows().size(), 2) << "forward and training";
  EXPECT_EQ(page_.card().currentData(), "h200") << "the usual card";
  const QVector<Bar> predicted = bars_of(page_, true);
  ASSERT_EQ(predicted.size(), 2) << "the naive program and the fastest way";
  EXPECT_GT(predicted[1].value, predicted[0].value);
  for (const Bar& bar : predicted) {
    EXPECT_TRUE(bar.name.startsWith("NVIDIA H200 predicted, ")) << bar.name.toStdString();
    EXPECT_TRUE(bar.tip.contains("predicted, not measured")) << bar.tip.toStdString();
    EXPECT_TRUE(bar.tip.contains("bound by", Qt::CaseInsensitive)) << bar.tip.toStdString();
    EXPECT_LT(bar.low, bar.value);
    EXPECT_GT(bar.high, bar.value);
  }
  for (const Bar& bar : bars_of(page_, false)) EXPECT_FALSE(bar.name.contains("predicted"));
  EXPECT_TRUE(page_.bars().legend().contains("predicted, not measured"));
  EXPECT_EQ(page_.bars().accessibleName().count("predicted, not measured"), 2);
  EXPECT_TRUE(page_.story().text().contains("NVIDIA H200, predicted, not measured"));
  EXPECT_TRUE(page_.story().text().startsWith("Processor, measured: "));
}

TEST_F(PredictionTest, FollowsTheChosenCardAndLeavesMeasurementsAlone) {
  const QVector<Bar> before = bars_of(page_, true), measured = bars_of(page_, false);
  const int ms = 13;  // column of the table
  const QString cell = page_.table().item(0, ms)->text();
  choose_card(page_, "t4");
  const QVector<Bar> after = bars_of(page_, true), still = bars_of(page_, false);
  ASSERT_EQ(after.size(), before.size());
  EXPECT_LT(after[1].value, before[1].value);
  EXPECT_TRUE(after[1].name.startsWith("NVIDIA T4"));
  EXPECT_NE(page_.table().item(0, ms)->text(), cell);
  ASSERT_EQ(still.size(), measured.size());
  for (int i = 0; i < still.size(); ++i) EXPECT_EQ(still[i].value, measured[i].value);
  choose_card(page_, "");
  EXPECT_TRUE(bars_of(page_, true).isEmpty());
  EXPECT_TRUE(page_.bars().legend().isEmpty());
  EXPECT_TRUE(page_.table().item(0, ms)->text().isEmpty());
  EXPECT_FALSE(page_.story().text().contains("predicted"));
}

TEST_F(PredictionTest, IsInColumnsOfItsOwnAndBoundIsSaid) {
  const QTableWidget& table = page_.table();
  for (int column = 0; column < table.columnCount(); ++column) {
    const QString head = table.horizontalHeaderItem(column)->text().replace('\n', ' ');
    const bool predicted = head.contains("predict", Qt::CaseInsensitive);
    EXPECT_EQ(predicted, column >= 13) << head.toStdString();
    const QString words = table.item(0, column)->toolTip();
    EXPECT_EQ(words.contains("predicted, not measured"), predicted) << head.toStdString();
  }
  EXPECT_FALSE(table.item(0, 15)->text().isEmpty());
}

TEST_F(PredictionTest, IsNoMeasurementInTheExportedTable) {
  const auto columns = [&](bool predicted) {
    const QStringList lines = page_.csv().trimmed().split('\n');
    const QStringList heads = lines[0].split(',');
    QStringList found;
    for (const QString& line : lines) {
      const QStringList values = line.split(',');
      for (int i = 0; i < heads.size() && i < values.size(); ++i)
        if (heads[i].contains("predicted") == predicted) found += values[i];
    }
    return found;
  };
  const QStringList measured = columns(false), h200 = columns(true);
  EXPECT_TRUE(measured.contains("milliseconds"));
  EXPECT_TRUE(h200.contains("predicted_ms"));
  EXPECT_TRUE(h200.contains("NVIDIA H200"));
  choose_card(page_, "t4");
  EXPECT_EQ(columns(false), measured);
  EXPECT_NE(columns(true), h200);
  EXPECT_EQ(page_.csv().count('\n'), page_.rows().size() + 1) << "measured rows alone";
  for (const QJsonObject& row : page_.rows())
    for (const QString& key : row.keys()) EXPECT_FALSE(key.contains("predicted"));
}

// The row has all that its prediction depends on: the window predicts what the command line does.
TEST_F(PredictionTest, IsThatOfTheCommandLine) {
  QSignalSpy finished(&page_, &SpeedPage::finished);
  page_.measureCommands({{"cpu", "--set", "forum", "--repeats", "1", "--threads", "1", "--rung",
                          "generic", "--mode", "forward", "--predict", "h200"}});
  ASSERT_TRUE(finished.wait(kPatience));
  ASSERT_EQ(page_.rows().size(), 1);
  const QJsonObject row = page_.rows().front();
  const auto shown = prediction_beside(row, "h200");
  ASSERT_TRUE(shown);
  EXPECT_NEAR(shown->fastest.expected, row["predicted_ms"].toDouble(), 1e-3);
  EXPECT_NEAR(shown->naive.expected, row["predicted_naive_ms"].toDouble(), 1e-3);
}

TEST_F(PredictionTest, TheCardIsRemembered) {
  choose_card(page_, "a100");
  SpeedPage other;
  EXPECT_EQ(other.card().currentData(), "a100");
}

// With a card: its measured bar, a line where it was predicted, and no hatched bar.
TEST_F(PredictionTest, OfAMeasuredCardIsALine) {
  QJsonObject row = page_.rows().front();
  row["device"] = "cuda";
  row["rung"] = "auto";
  row["milliseconds"] = 3.0;
  row["predicted_card"] = "NVIDIA X";
  row["predicted_ms"] = 2.0;
  row["predicted_low_ms"] = 1.5;
  row["predicted_high_ms"] = 4.0;
  row["predicted_bound"] = "kernel launches";
  const QVector<QJsonObject> rows = {page_.rows().front(), row};
  EXPECT_TRUE(predicted_bars(rows, "h200").isEmpty());
  int lines = 0;
  for (const Bar& bar : measured_bars(rows, 50.0)) {
    EXPECT_FALSE(bar.predicted);
    lines += bar.expected > 0;
    EXPECT_EQ(bar.expected > 0, bar.name.startsWith("cuda"));
  }
  EXPECT_EQ(lines, 1);
  const QString story = story_text(rows, "h200");
  EXPECT_TRUE(story.contains("Card, measured: 3.00 ms")) << story.toStdString();
  EXPECT_TRUE(story.contains("measured / predicted: 1.50")) << story.toStdString();
  EXPECT_FALSE(story.contains("H200")) << story.toStdString();
}

TEST(BarChartTest, ShortBarsBesidePredictedOnesGetALogarithmicScale) {
  BarChart chart;
  const Bar small{"a", 2.0, "", Qt::blue}, large{"b", 200.0, "", Qt::blue};
  Bar predicted = large;
  predicted.predicted = true;
  predicted.low = 100.0;
  predicted.high = 300.0;
  chart.setBars("linear", {small, large});
  EXPECT_FALSE(chart.logarithmic()) << "measured bars alone stay as they were";
  EXPECT_TRUE(chart.legend().isEmpty());
  chart.setBars("logarithmic", {small, predicted});
  EXPECT_TRUE(chart.logarithmic());
  chart.setBars("linear", {large, predicted});
  EXPECT_FALSE(chart.logarithmic());
}

}  // namespace
}  // namespace tactus::ui
