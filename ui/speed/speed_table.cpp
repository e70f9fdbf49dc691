#include "ui/speed/speed_table.h"

#include <QHeaderView>
#include <QLocale>
#include <iterator>
#include <utility>

#include "ui/look/theme.h"
#include "ui/speed/speed_prediction.h"
#include "ui/speed/speed_row.h"
#include "ui/speed/speed_words.h"

namespace tactus::ui {
namespace {

const char* const kColumns[] = {"device", "rung",  "precision", "mode",         "layers", "hidden",
                                "batch",  "steps", "threads",   "milliseconds", "gflops", "share"};
constexpr int kRealTime = static_cast<int>(std::size(kColumns)), kPredicted = kRealTime + 1;
constexpr int kAllColumns = kPredicted + 3;

QStringList heads() {
  return {SpeedWords::tr("Device"),
          SpeedWords::tr("Way"),
          SpeedWords::tr("Precision"),
          SpeedWords::tr("Pass"),
          SpeedWords::tr("Layers"),
          SpeedWords::tr("Units"),
          SpeedWords::tr("Batch"),
          SpeedWords::tr("Frames"),
          SpeedWords::tr("Threads"),
          SpeedWords::tr("ms"),
          SpeedWords::tr("GFLOP/s"),
          SpeedWords::tr("Of peak"),
          SpeedWords::tr("Real time"),
          SpeedWords::tr("Card, ms: predicted,\nnot measured"),
          SpeedWords::tr("Naive program, ms:\npredicted, not measured"),
          SpeedWords::tr("Prediction\nbound by")};
}

// Tool tips for the words that are not plain.
void explain_heads(QTableWidget& table) {
  const std::pair<int, QString> tips[] = {
      {1, SpeedWords::tr("How the layers are computed: a step of the ladder")},
      {10, SpeedWords::tr("Billions of multiplications and additions per second")},
      {11, SpeedWords::tr("Share of the peak, which Tactus measures in single precision. Above "
                          "100 %: bf16 computes with half as many bits, so it can be faster.")},
      {kRealTime, SpeedWords::tr("Seconds of music per second")},
      {kPredicted, SpeedWords::tr("From the data sheet of the card and published latencies. In "
                                  "brackets: the range that these give.")},
      {kPredicted + 1,
       SpeedWords::tr("A product for each gate and a kernel for each operation of each step")},
      {kPredicted + 2, SpeedWords::tr("What takes longest in the predicted time of the card")}};
  for (const auto& [column, tip] : tips) table.horizontalHeaderItem(column)->setToolTip(tip);
}

}  // namespace

SpeedTable::SpeedTable(QWidget* parent) : QTableWidget(0, kAllColumns, parent) {
  setHorizontalHeaderLabels(heads());
  explain_heads(*this);
  setAccessibleName(SpeedWords::tr("Measurements"));
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setShowGrid(false);
  setAlternatingRowColors(true);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(6 * kGrid);
}

void SpeedTable::add(const QJsonObject& row, double fps, const QString& card) {
  const int line = rowCount();
  insertRow(line);
  int column = 0;
  const auto cell = [&](const QString& words) {
    auto* item = new QTableWidgetItem(words);
    if (column > 3) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setItem(line, column++, item);
  };
  for (const char* key : kColumns) {
    const double share = row_number(row, "share");
    const bool is_share = qstrcmp(key, "share") == 0;
    cell(!is_share   ? row_text(row, key).replace(QLatin1Char('.'), QLocale().decimalPoint())
         : share > 0 ? SpeedWords::tr("%1 %").arg(100 * share, 0, 'f', 0)
                     : QString());
  }
  cell(SpeedWords::tr("%1 x").arg(times_real_time(row, fps), 0, 'f', 0));
  showPrediction(line, row, card);
  resizeColumnsToContents();
  scrollToBottom();
}

void SpeedTable::setCard(const QVector<QJsonObject>& rows, const QString& card) {
  for (int line = 0; line < rowCount(); ++line) showPrediction(line, rows[line], card);
  resizeColumnsToContents();
}

void SpeedTable::showPrediction(int line, const QJsonObject& row, const QString& card) {
  const auto prediction = prediction_beside(row, card);
  QStringList words(kAllColumns - kPredicted);
  if (prediction) {
    words = {range_text(prediction->fastest), range_text(prediction->naive),
             bound_text(*prediction)};
  }
  for (int i = 0; i < words.size(); ++i) {
    auto* item = new QTableWidgetItem(words[i]);
    if (i < 2) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (prediction) {
      item->setToolTip(SpeedWords::tr("%1, predicted, not measured").arg(prediction->card));
    }
    setItem(line, kPredicted + i, item);
  }
}

QString speed_csv(const QVector<QJsonObject>& rows, double fps, const QString& card) {
  const QStringList keys = {"device",      "rung",    "precision",    "mode",
                            "layers",      "input",   "hidden",       "batch",
                            "steps",       "threads", "milliseconds", "gflops",
                            "peak_gflops", "share",   "directions",   "peepholes"};
  const QString comma = QStringLiteral(",");
  const QStringList heads = keys + QStringList{"times_real_time"} + predicted_fields();
  QString words = heads.join(comma) + QLatin1Char('\n');
  for (const QJsonObject& row : rows) {
    QStringList values;
    for (const QString& key : keys) values += row_text(row, key.toUtf8().constData());
    values += QString::number(times_real_time(row, fps), 'f', 2);
    words += (values + predicted_values(row, card)).join(comma) + QLatin1Char('\n');
  }
  return words;
}

}  // namespace tactus::ui
