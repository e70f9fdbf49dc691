#include "ui/train/train_controls.h"

#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>

#include "ui/look/theme.h"
#include "ui/train/train_run.h"

namespace tactus::ui {

TrainControls::TrainControls(QWidget* parent) : QWidget(parent) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  const auto button = [&](const QString& text, const QString& tip, auto what) {
    auto* made = new QPushButton(text, this);
    made->setToolTip(tip);
    made->setMinimumWidth(60);
    connect(made, &QPushButton::clicked, this, what);
    layout->addWidget(made);
    return made;
  };
  start_ =
      button(tr("&Start"), tr("A new run with the configuration"), &TrainControls::startWanted);
  pause_ = button(tr("&Pause"), tr("Saves the state and waits; the songs stay in memory"),
                  &TrainControls::pauseWanted);
  resume_ = button(tr("&Resume"), tr("Continues a run that was paused, stopped or interrupted"),
                   &TrainControls::resumeWanted);
  stop_ = button(tr("St&op"), {}, &TrainControls::stop);
  refresh(nullptr, false);
}

void TrainControls::refresh(const TrainRun* run, bool startable) {
  using State = TrainRun::State;
  const bool alive = run && run->alive();
  stopping_ = run && run->state() == State::kStopping;
  const bool waits = run && (run->state() == State::kPaused || run->state() == State::kPausing);
  start_->setEnabled(startable);
  pause_->setEnabled(alive && !waits && !stopping_ && run->state() != State::kStarting);
  resume_->setEnabled(run && (run->resumable() || run->state() == State::kPaused));
  stop_->setEnabled(alive);
  stop_->setText(stopping_ ? tr("&Kill") : tr("St&op"));
  stop_->setToolTip(stopping_ ? tr("Ends the run at once and keeps only the last checkpoint")
                              : tr("Finishes the batch, writes a checkpoint and ends"));
}

void TrainControls::stop() {
  if (!stopping_) {
    emit stopWanted();
    return;
  }
  const auto answer = QMessageBox::question(
      this, tr("Kill the run?"),
      tr("The run is about to save its state and end. If you kill it, it loses all progress "
         "since the last checkpoint."));
  if (answer == QMessageBox::Yes) emit killWanted();
}

}  // namespace tactus::ui
