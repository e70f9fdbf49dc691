#include "ui/speed/speed_bars.h"

#include <algorithm>

#include "ui/look/line_plot.h"
#include "ui/speed/speed_prediction.h"
#include "ui/speed/speed_row.h"
#include "ui/speed/speed_words.h"

namespace tactus::ui {
namespace {

enum Colour { kCpu = 0, kCard = 2, kNaive = 3, kCpuNarrow = 4 };  // of series_colour

QString way_of(const QJsonObject& row) {
  QString way = QStringLiteral("%1 %2").arg(row_text(row, "device"), row_text(row, "rung"));
  if (row_text(row, "precision") != QLatin1String("fp32"))
    way += QLatin1Char(' ') + row_text(row, "precision");
  if (measured_on_card(row)) return way;
  const int threads = row.value(QLatin1String("threads")).toInt();
  return way + SpeedWords::tr(", %n thread(s)", nullptr, threads);
}

double speed(const QJsonObject& row) {
  return row_number(row, "gflops");
}

QString words_of(const QJsonObject& row, double slowest, double fps) {
  const double share = row_number(row, "share");
  QString words = SpeedWords::tr("%1 GFLOP/s   %2 x real time")
                      .arg(speed(row), 0, 'f', 1)
                      .arg(times_real_time(row, fps), 0, 'f', 0);
  if (slowest > 0) words += SpeedWords::tr("   %1 x faster").arg(speed(row) / slowest, 0, 'f', 1);
  if (share > 0) words += SpeedWords::tr("   %1 % of peak").arg(100 * share, 0, 'f', 0);
  if (share > 1) words += SpeedWords::tr(" in single precision");
  return words;
}

double gflops(const ShownPrediction& prediction, double milliseconds) {
  return prediction.flops / milliseconds / 1e6;
}

// A long time is a short bar, so low and high change places.
Bar predicted_bar(const ShownPrediction& prediction, const PredictedRange& time, const QString& way,
                  Colour colour) {
  Bar bar;
  bar.name = SpeedWords::tr("%1 predicted, %2").arg(prediction.card, way);
  bar.value = gflops(prediction, time.expected);
  bar.text =
      SpeedWords::tr("%1 GFLOP/s   %2 ms").arg(number_text(bar.value), number_text(time.expected));
  bar.colour = series_colour(colour);
  bar.predicted = true;
  bar.low = gflops(prediction, time.high);
  bar.high = gflops(prediction, time.low);
  return bar;
}

Bar naive_bar(const ShownPrediction& prediction) {
  Bar bar = predicted_bar(prediction, prediction.naive, SpeedWords::tr("naive program"), kNaive);
  bar.tip = SpeedWords::tr(
                "%1, predicted, not measured: %2 ms. A product for each gate and a kernel for "
                "each operation of each step: bound by kernel launches.")
                .arg(prediction.card, range_text(prediction.naive));
  return bar;
}

Bar fastest_bar(const ShownPrediction& prediction, const QString& precision) {
  QString way = way_text(prediction);
  if (precision != QLatin1String("fp32")) way += QStringLiteral(", ") + precision;
  Bar bar = predicted_bar(prediction, prediction.fastest, way, kCard);
  bar.tip = SpeedWords::tr("%1, predicted, not measured: %2 ms. Bound by: %3.")
                .arg(prediction.card, range_text(prediction.fastest), bound_text(prediction));
  return bar;
}

}  // namespace

QVector<Bar> measured_bars(QVector<QJsonObject> rows, double fps) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const QJsonObject& a, const QJsonObject& b) { return speed(a) < speed(b); });
  QVector<Bar> bars;
  for (const QJsonObject& row : rows) {
    const bool narrow = row_text(row, "precision") != QLatin1String("fp32");
    const Colour colour = measured_on_card(row) ? kCard : narrow ? kCpuNarrow : kCpu;
    bars.push_back(
        {way_of(row), speed(row), words_of(row, speed(rows.front()), fps), series_colour(colour)});
    if (!measured_on_card(row)) continue;
    if (const auto prediction = prediction_beside(row, {})) {
      bars.back().expected = gflops(*prediction, prediction->fastest.expected);
      bars.back().tip = SpeedWords::tr("Predicted for this card: %1 ms. Bound by: %2.")
                            .arg(range_text(prediction->fastest), bound_text(*prediction));
    }
  }
  return bars;
}

QVector<Bar> predicted_bars(const QVector<QJsonObject>& rows, const QString& card) {
  QVector<Bar> bars;
  if (std::any_of(rows.begin(), rows.end(), measured_on_card)) return bars;
  QStringList precisions;
  for (const QJsonObject& row : rows) {
    const QString precision = row_text(row, "precision");
    if (precisions.contains(precision)) continue;
    const auto prediction = prediction_beside(row, card);
    if (!prediction) continue;
    if (bars.isEmpty()) bars.push_back(naive_bar(*prediction));
    bars.push_back(fastest_bar(*prediction, precision));
    precisions += precision;
  }
  return bars;
}

}  // namespace tactus::ui
