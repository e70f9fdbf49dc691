// The bars of the speed page for the rows of one size, in GFLOP/s: measured ones, and hatched ones
// for a card that was not measured.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QVector>

#include "ui/look/bar_chart.h"

namespace tactus::ui {

// The slowest first. `fps`: frames of music per second.
QVector<Bar> measured_bars(QVector<QJsonObject> rows, double fps);
// The naive program, and the fastest way in each precision of the rows. Empty without a card, and
// where one was measured.
QVector<Bar> predicted_bars(const QVector<QJsonObject>& rows, const QString& card);

}  // namespace tactus::ui
