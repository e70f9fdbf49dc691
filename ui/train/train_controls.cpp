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
  const auto button = [&](const QString& text, const QString& tip, auto action) {
    auto* made = new QPushButton(text, this);
    made->setToolTip(tip);
    made->setMinimumWidth(60);
    connect(made, &QPushButton::clicked, this, action);
    layout->addWidget(made);
    return made;
  };
  start_ = button(tr("&Start"), tr("Starts a new run with the configuration"),
                  &TrainControls::startWanted);
  pause_ = button(tr("&Pause"), tr("Saves the state and waits; the songs stay in memory"),
                  [this] { run_->pause(); });
  resume_ = button(tr("&Resume"), tr("Continues a run that was paused, stopped or interrupted"),
                   [this] { run_->resume(); });
  stop_ = button(tr("St&op"), {}, &TrainControls::stop);
  refresh(nullptr, false);
}

void TrainControls::refresh(TrainRun* run, bool startable) {
  using State = TrainRun::State;
  run_ = run;
  const State state = run ? run->state() : State::kReady;
  const bool stopping = state == State::kStopping;
  start_->setEnabled(startable);
  pause_->setEnabled(run && run->alive() && state != State::kStarting && state < State::kPausing);
  resume_->setEnabled(run && (run->resumable() || state == State::kPaused));
  stop_->setEnabled(run && run->alive());
  stop_->setText(stopping ? tr("&Kill") : tr("St&op"));
  stop_->setToolTip(stopping ? tr("Ends the run at once and keeps only the last checkpoint")
                             : tr("Finishes the batch, writes a checkpoint and ends"));
}

void TrainControls::stop() {
  TrainRun* const run = run_;
  if (run->state() != TrainRun::State::kStopping) return run->stop();
  const auto answer = QMessageBox::question(
      this, tr("Kill the run?"),
      tr("The run is about to save its state and end. If you kill it, it loses all progress "
         "since the last checkpoint."));
  if (answer == QMessageBox::Yes) run->kill();
}

}  // namespace tactus::ui
