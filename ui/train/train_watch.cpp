#include "ui/train/train_watch.h"

#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/look/theme.h"
#include "ui/train/sample_view.h"
#include "ui/train/train_run.h"

namespace tactus::ui {

TrainWatch::TrainWatch(QWidget* parent)
    : QWidget(parent),
      curves_(new TrainCurves(this)),
      sample_(new SampleView(this)),
      epoch_(new QSlider(Qt::Horizontal, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->addWidget(curves_, 3);
  layout->addWidget(sample_, 1);
  epoch_->setAccessibleName(tr("Epoch of the sample"));
  epoch_->setToolTip(tr("The same passage after earlier epochs"));
  epoch_->setPageStep(1);
  connect(epoch_, &QSlider::valueChanged, this, &TrainWatch::showSample);
  layout->addWidget(epoch_);
}

void TrainWatch::showRuns(const QVector<ShownRun>& runs, const TrainRun* current) {
  curves_->show(runs);
  const bool another = std::exchange(current_, current) != current;
  const int samples = current ? static_cast<int>(current->samples().size()) : 0;
  const bool at_end = another || epoch_->value() == epoch_->maximum();
  epoch_->setEnabled(samples > 1);
  epoch_->setRange(1, std::max(1, samples));
  if (at_end) epoch_->setValue(samples);
  showSample();
}

void TrainWatch::showSample() {
  const int row = epoch_->value() - 1;
  if (current_ && row >= 0 && row < current_->samples().size()) {
    sample_->setSample(current_->samples()[row]);
  } else {
    sample_->setSample({});
  }
}

}  // namespace tactus::ui
