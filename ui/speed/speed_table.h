// The table of the speed page: measured rows, and behind them what a card was predicted to need.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QTableWidget>
#include <QVector>

namespace tactus::ui {

class SpeedTable : public QTableWidget {
 public:
  explicit SpeedTable(QWidget* parent = nullptr);
  // `card`: as in prediction_beside.
  void add(const QJsonObject& row, double fps, const QString& card);
  // Writes the predictions for another card into the lines of `rows`.
  void setCard(const QVector<QJsonObject>& rows, const QString& card);

 private:
  void showPrediction(int line, const QJsonObject& row, const QString& card);
};

// The rows as CSV. Predictions have fields of their own.
QString speed_csv(const QVector<QJsonObject>& rows, double fps, const QString& card);

}  // namespace tactus::ui
