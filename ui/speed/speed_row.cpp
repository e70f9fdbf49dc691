#include "ui/speed/speed_row.h"

#include <QJsonValue>

namespace tactus::ui {

QString row_text(const QJsonObject& row, const char* key) {
  const QJsonValue value = row.value(QLatin1String(key));
  if (value.isString()) return value.toString();
  const double number = value.toDouble();
  return QString::number(number, 'f', number == static_cast<double>(qRound64(number)) ? 0 : 3);
}

double row_number(const QJsonObject& row, const char* key) {
  return row.value(QLatin1String(key)).toDouble();
}

bool measured_on_card(const QJsonObject& row) {
  return row_text(row, "device") != QLatin1String("cpu");
}

BenchmarkCase case_of(const QJsonObject& row) {
  const auto word = [&](const char* key) { return row_text(row, key).toStdString(); };
  const auto whole = [&](const char* key) { return row.value(QLatin1String(key)).toInt(); };
  BenchmarkCase benchmark;
  benchmark.device = word("device");
  benchmark.rung = word("rung");
  benchmark.precision = word("precision");
  benchmark.workload = {.training = word("mode") == "training",
                        .layers = whole("layers"),
                        .input = whole("input"),
                        .hidden = whole("hidden"),
                        .directions = whole("directions"),
                        .batch = whole("batch"),
                        .steps = whole("steps"),
                        .peepholes = whole("peepholes") != 0};
  return benchmark;
}

double times_real_time(const QJsonObject& row, double fps) {
  const double frames = row_number(row, "batch") * row_number(row, "steps");
  const double seconds = row_number(row, "milliseconds") / 1000.0;
  return seconds > 0 ? frames / fps / seconds : 0.0;
}

}  // namespace tactus::ui
