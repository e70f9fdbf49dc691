// What the speed page says of a card beside measured rows: times that were predicted, and what
// bounds them. Every text says that they were not measured.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <string>
#include <utility>

#include "app/workshop/bench/prediction.h"

namespace tactus::ui {

struct ShownPrediction {
  QString card;                   // "NVIDIA H200"
  PredictedRange fastest, naive;  // milliseconds
  std::string bound;              // Prediction::bound
  bool resident = true;           // Prediction::resident
  double flops = 0.0;             // of a run
};
// Beside a row of the processor: of `card`, a name of gpu::known_cards(), or none if it is empty.
// Beside a row of a card: what `tactus bench` predicted for it.
std::optional<ShownPrediction> prediction_beside(const QJsonObject& row, const QString& card);

// Name and title of each card; the first is none.
QVector<std::pair<QString, QString>> card_choices();

QString way_text(const ShownPrediction& prediction);    // of the fastest
QString bound_text(const ShownPrediction& prediction);  // in the language of the window
QString number_text(double value);                      // three digits
QString range_text(const PredictedRange& range);        // "2.31 (1.98 to 3.30)"

// Why an LSTM is slow on a card, and what helps: `rows` of one size, as lines of text.
QString story_text(const QVector<QJsonObject>& rows, const QString& card);

// Columns of the exported table, each with "predicted" in its name, and their values for a row.
QStringList predicted_fields();
QStringList predicted_values(const QJsonObject& row, const QString& card);

}  // namespace tactus::ui
