#include "ui/speed/speed_prediction.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/speed/speed_row.h"
#include "ui/speed/speed_words.h"

namespace tactus::ui {
namespace {

constexpr const char* kContext = "tactus::ui::SpeedPage";

// The texts of Prediction::bound(). One that is missing here is shown in English.
[[maybe_unused]] constexpr const char* kBounds[] = {
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "the wait for the other blocks"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "the chunks of a block, one after another"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "the links between blocks"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "the L2 of the card"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "the units of a multiprocessor"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "two kernels of a graph"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "matrix products of all frames"),
    QT_TRANSLATE_NOOP("tactus::ui::SpeedPage", "kernel launches")};

// As `tactus bench` wrote it into the row.
std::optional<ShownPrediction> prediction_in(const QJsonObject& row) {
  if (!row.value(QLatin1String("predicted_ms")).isDouble()) return {};
  const auto range = [&](const char* low, const char* expected, const char* high) {
    return PredictedRange{row_number(row, low), row_number(row, expected), row_number(row, high)};
  };
  ShownPrediction shown;
  shown.card = row_text(row, "predicted_card");
  shown.fastest = range("predicted_low_ms", "predicted_ms", "predicted_high_ms");
  shown.naive = range("predicted_naive_low_ms", "predicted_naive_ms", "predicted_naive_high_ms");
  shown.bound = row_text(row, "predicted_bound").toStdString();
  shown.flops = recurrent_flops(case_of(row).workload);
  return shown;
}

// The row with the shortest time, of the processor or of a card.
const QJsonObject* fastest_of(const QVector<QJsonObject>& rows, bool card) {
  const QJsonObject* best = nullptr;
  for (const QJsonObject& row : rows) {
    if (measured_on_card(row) != card) continue;
    if (!best || row_number(row, "milliseconds") < row_number(*best, "milliseconds")) best = &row;
  }
  return best;
}

QString compared(double processor, double card) {
  return card > processor ? SpeedWords::tr("%1 x slower").arg(number_text(card / processor))
                          : SpeedWords::tr("%1 x faster").arg(number_text(processor / card));
}

QString measured_card_text(const QJsonObject& row) {
  const double measured = row_number(row, "milliseconds");
  QString words = SpeedWords::tr("Card, measured: %1 ms").arg(number_text(measured));
  if (const auto prediction = prediction_beside(row, {})) {
    words += QLatin1Char('\n') +
             SpeedWords::tr("%1, predicted: %2 ms, bound by: %3; measured / predicted: %4")
                 .arg(prediction->card, range_text(prediction->fastest), bound_text(*prediction),
                      number_text(measured / prediction->fastest.expected));
  }
  return words;
}

}  // namespace

std::optional<ShownPrediction> prediction_beside(const QJsonObject& row, const QString& card) {
  if (measured_on_card(row)) return prediction_in(row);
  if (card.isEmpty()) return {};
  const gpu::KnownCard known = card_named(card.toStdString());
  const BenchmarkCase benchmark = case_of(row);
  const auto predicted = predict_row(known.properties.name, known.properties, benchmark);
  if (!predicted) return {};
  return ShownPrediction{QString::fromStdString(predicted->card),
                         predicted->fastest.total(),
                         predicted->naive.total(),
                         predicted->fastest.bound(),
                         predicted->fastest.resident,
                         recurrent_flops(benchmark.workload)};
}

QVector<std::pair<QString, QString>> card_choices() {
  QVector<std::pair<QString, QString>> cards = {{QString(), SpeedWords::tr("None")}};
  for (const std::string& name : known_card_names()) {
    cards.push_back(
        {QString::fromStdString(name), QString::fromStdString(card_named(name).properties.name)});
  }
  return cards;
}

QString way_text(const ShownPrediction& prediction) {
  return prediction.resident ? SpeedWords::tr("weights on the chip")
                             : SpeedWords::tr("a kernel graph");
}

QString bound_text(const ShownPrediction& prediction) {
  return QCoreApplication::translate(kContext, prediction.bound.c_str());
}

QString number_text(double value) {
  if (value >= 1000) return QLocale().toString(qRound64(value));
  return QString::fromStdString(three_digits(value))
      .replace(QLatin1Char('.'), QLocale().decimalPoint());
}

QString range_text(const PredictedRange& range) {
  return SpeedWords::tr("%1 (%2 to %3)")
      .arg(number_text(range.expected), number_text(range.low), number_text(range.high));
}

QString story_text(const QVector<QJsonObject>& rows, const QString& card) {
  QStringList lines;
  const QJsonObject *processor = fastest_of(rows, false), *measured_card = fastest_of(rows, true);
  const double here = processor ? row_number(*processor, "milliseconds") : 0.0;
  if (processor) lines += SpeedWords::tr("Processor, measured: %1 ms").arg(number_text(here));
  if (measured_card) lines += measured_card_text(*measured_card);
  if (!processor || measured_card) return lines.join(QLatin1Char('\n'));
  if (const auto prediction = prediction_beside(*processor, card)) {
    lines += SpeedWords::tr("%1, predicted, not measured:").arg(prediction->card);
    lines += SpeedWords::tr("- a kernel for each operation of each step: %1 ms, %2")
                 .arg(range_text(prediction->naive), compared(here, prediction->naive.expected));
    lines += SpeedWords::tr("- %1: %2 ms, %3, bound by: %4")
                 .arg(way_text(*prediction), range_text(prediction->fastest),
                      compared(here, prediction->fastest.expected), bound_text(*prediction));
  }
  return lines.join(QLatin1Char('\n'));
}

QStringList predicted_fields() {
  return {QStringLiteral("predicted_card"),     QStringLiteral("predicted_ms"),
          QStringLiteral("predicted_low_ms"),   QStringLiteral("predicted_high_ms"),
          QStringLiteral("predicted_naive_ms"), QStringLiteral("predicted_bound")};
}

QStringList predicted_values(const QJsonObject& row, const QString& card) {
  const auto prediction = prediction_beside(row, card);
  if (!prediction) return QStringList(predicted_fields().size());
  const auto text = [](double value) { return QString::number(value, 'f', 4); };
  return {prediction->card,
          text(prediction->fastest.expected),
          text(prediction->fastest.low),
          text(prediction->fastest.high),
          text(prediction->naive.expected),
          QStringLiteral("\"%1\"").arg(QString::fromStdString(prediction->bound))};
}

}  // namespace tactus::ui
