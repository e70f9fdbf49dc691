#include "ui/speed/speed_page.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

#include "model/files/model_file.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/look/bar_chart.h"

namespace tactus::ui {
namespace {

constexpr int kPatience = 60'000;  // ms, on a busy machine

QStringList tiny(const char* device) {
  return QString::fromLatin1(device).split(QLatin1Char(' ')) +
         QStringLiteral("--hidden 8 --batch 2 --steps 20 --layers 1 --input 4 --repeats 1")
             .split(QLatin1Char(' '));
}

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
  EXPECT_EQ(page.bars().bars().size(), page.rows().size()) << "all are of one size";
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

}  // namespace
}  // namespace tactus::ui
