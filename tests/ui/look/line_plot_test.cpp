#include "ui/look/line_plot.h"

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

TEST(LinePlotTest, NamesEveryCurveInAsManyRowsAsItTakes) {
  LinePlot plot(QStringLiteral("Loss per epoch"), QStringLiteral("epoch"));
  plot.resize(320, 300);
  QVector<PlotSeries> series;
  for (const char* name : {"first training", "first validation", "second training",
                           "second validation", "third with quite a long name"}) {
    series.push_back({QString::fromLatin1(name), Qt::red, {{1, 0.5}, {2, 1.0}}});
  }
  series.push_back({QStringLiteral("empty"), Qt::blue, {}});
  plot.setSeries(series);
  const auto legend = plot.legend();
  ASSERT_EQ(legend.size(), 5);
  const QRectF title(0, 0, plot.fontMetrics().horizontalAdvance("Loss per epoch"), 20);
  for (int i = 0; i < legend.size(); ++i) {
    const QRectF& text = legend[i].text;
    EXPECT_FALSE(text.intersects(title)) << i;
    EXPECT_GE(text.left(), 0.0) << i;
    EXPECT_LE(text.right(), plot.width()) << i;
    EXPECT_LE(text.bottom(), plot.place({2, 1.0}).y()) << "a curve runs through " << i;
    for (int k = 0; k < i; ++k) EXPECT_FALSE(text.intersects(legend[k].text)) << i << " " << k;
  }
}

TEST(LinePlotTest, EpochsAreWholeAndALogarithmicAxisSaysSo) {
  LinePlot plot(QStringLiteral("Loss"), QStringLiteral("epoch"));
  plot.resize(800, 300);
  plot.setSeries({{QStringLiteral("a"), Qt::red, {{1, 0.5}, {2, 0.25}, {3, 1.0}}}});
  EXPECT_EQ(plot.xMarks(), (QVector<double>{1, 2, 3})) << "with room for many more";
  EXPECT_EQ(plot.heading(), "Loss");
  plot.setLogarithmic(true);
  EXPECT_EQ(plot.heading(), "Loss (logarithmic)");
}

}  // namespace
}  // namespace tactus::ui
