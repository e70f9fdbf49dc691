// Reads the rows of `tactus bench --rows`.
#pragma once

#include <QJsonObject>
#include <QString>

#include "app/workshop/bench/recurrent_benchmark.h"

namespace tactus::ui {

QString row_text(const QJsonObject& row, const char* key);
double row_number(const QJsonObject& row, const char* key);
bool measured_on_card(const QJsonObject& row);
BenchmarkCase case_of(const QJsonObject& row);
// Seconds of music per second, at a number of frames per second.
double times_real_time(const QJsonObject& row, double fps);

}  // namespace tactus::ui
