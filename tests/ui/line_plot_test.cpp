#include "ui/line_plot.h"

#include <gtest/gtest.h>

namespace tactus::ui {
namespace {

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
