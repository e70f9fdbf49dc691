#include "ui/train/train_curves.h"

#include <QGridLayout>
#include <algorithm>

#include "ui/look/line_plot.h"
#include "ui/look/theme.h"
#include "ui/train/train_run.h"

namespace tactus::ui {
namespace {

// With one run, each measure has its own colour; with several, each run has.
QVector<PlotSeries> measure_series(const QVector<ShownRun>& runs) {
  QVector<PlotSeries> series;
  int metric = 0;
  for (const ShownRun& shown : runs) {
    for (const auto& [name, points] : shown.run->metrics()) {
      const bool alone = runs.size() == 1;
      const QString title = measure_title(name);
      series.push_back({alone ? title : QStringLiteral("%1 %2").arg(shown.run->name(), title),
                        series_colour(alone ? metric : shown.colour), points, false,
                        !alone && metric % 2 == 1});
      ++metric;
    }
    metric = runs.size() == 1 ? metric : 0;
  }
  return series;
}

}  // namespace

TrainCurves::TrainCurves(QWidget* parent)
    : QWidget(parent),
      batch_loss_(new LinePlot(tr("Loss per batch"), tr("step"), this)),
      epoch_loss_(new LinePlot(tr("Loss per epoch"), tr("epoch"), this)),
      measures_(new LinePlot(tr("Validation"), tr("epoch"), this)),
      rate_(new LinePlot(tr("Learning rate"), tr("step"), this)),
      gradient_(new LinePlot(tr("Gradient norm"), tr("step"), this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(2 * kGrid);
  grid->addWidget(batch_loss_, 0, 0, 1, 3);
  grid->addWidget(measures_, 0, 3, 1, 3);
  grid->addWidget(epoch_loss_, 1, 0, 1, 2);
  grid->addWidget(rate_, 1, 2, 1, 2);
  grid->addWidget(gradient_, 1, 4, 1, 2);
  grid->setRowStretch(0, 3);
  grid->setRowStretch(1, 2);
  for (int column = 0; column < 6; ++column) grid->setColumnStretch(column, 1);
}

void TrainCurves::show(const QVector<ShownRun>& runs) {
  QVector<PlotSeries> batch, epoch, rate, gradient;
  for (const ShownRun& shown : runs) {
    const TrainRun& run = *shown.run;
    const QColor colour = series_colour(shown.colour);
    batch.push_back({run.name(), colour, run.losses(), true, false});
    batch.push_back({run.name(), colour, run.smoothedLosses(), false, false});
    epoch.push_back({tr("%1 training").arg(run.name()), colour, run.epochLosses(), false, false});
    epoch.push_back(
        {tr("%1 validation").arg(run.name()), colour, run.validationLosses(), false, true});
    rate.push_back({run.name(), colour, run.rates(), false, false});
    gradient.push_back({run.name(), colour, run.gradients(), false, false});
  }
  if (runs.size() == 1) {
    for (PlotSeries& series : batch) series.name = tr("smoothed");
    epoch[0].name = tr("training");
    epoch[1].name = tr("validation");
  }
  batch_loss_->setSeries(batch);
  epoch_loss_->setSeries(epoch);
  const bool unwatched =
      !runs.isEmpty() && std::all_of(runs.begin(), runs.end(), [](const ShownRun& shown) {
        return shown.run->data() && shown.run->data()->validation == 0;
      });
  measures_->setEmptyText(unwatched ? tr("No validation songs, so there are no scores")
                                    : tr("Nothing yet"));
  measures_->setSeries(measure_series(runs));
  rate_->setSeries(rate);
  gradient_->setSeries(gradient);
}

}  // namespace tactus::ui
