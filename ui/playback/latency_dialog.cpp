#include "ui/playback/latency_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/look/theme.h"
#include "ui/playback/audio_output.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

constexpr int kClicks = 200;  // two minutes
constexpr int kRate = 44100;

Annotation steady_clicks() {
  Annotation annotation;
  for (int i = 1; i <= kClicks; ++i) {
    annotation.beats.push_back({.time = i * LatencyDialog::kPeriod, .position = 1 + (i - 1) % 4});
  }
  return annotation;
}

}  // namespace

LatencyDialog::LatencyDialog(Player& player, QWidget* parent)
    : LatencyDialog(player, makeAudioOutput(), parent) {}

LatencyDialog::LatencyDialog(Player& player, std::unique_ptr<AudioOutput> output, QWidget* parent)
    : QDialog(parent), player_(player), output_(std::move(output)) {
  setWindowTitle(tr("Output latency"));
  build();
  showResult();
}

LatencyDialog::~LatencyDialog() {
  output_->stop();
}

void LatencyDialog::build() {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(2 * kGrid);
  auto* text = new QLabel(
      output_->audible()
          ? tr("Start the clicks and tap the space bar with them at least %1 times. Tactus then "
               "shows the cursor where you hear the sound and puts tapped beats where you meant "
               "them.")
                .arg(TapCalibration::kLeastTaps)
          : tr("%1. You can set the latency by hand.").arg(output_->description()),
      this);
  text->setWordWrap(true);
  text->setMinimumWidth(90 * kGrid);
  column->addWidget(text);

  auto* row = new QHBoxLayout;
  start_ = new QPushButton(tr("Start the clicks"), this);
  start_->setEnabled(output_->audible());
  start_->setAutoDefault(false);
  start_->installEventFilter(this);  // the space bar taps, even if the button has the focus
  connect(start_, &QPushButton::clicked, this, &LatencyDialog::toggle);
  row->addWidget(start_);
  result_ = new QLabel(this);
  row->addWidget(result_, 1);
  column->addLayout(row);

  auto* value = new QHBoxLayout;
  milliseconds_ = new QDoubleSpinBox(this);
  milliseconds_->setRange(-200.0, 1000.0);
  milliseconds_->setDecimals(1);
  milliseconds_->setSuffix(tr(" ms"));
  milliseconds_->setValue(player_.latencyMs());
  milliseconds_->setAccessibleName(tr("Output latency in milliseconds"));
  auto* label = new QLabel(tr("You hear the sound later by"), this);
  label->setBuddy(milliseconds_);
  value->addWidget(label);
  value->addWidget(milliseconds_);
  value->addStretch(1);
  column->addLayout(value);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &LatencyDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &LatencyDialog::reject);
  column->addWidget(buttons);
}

void LatencyDialog::toggle() {
  if (running_) return stop();
  clicks_ = std::make_shared<PlaybackMixer>(nullptr, kRate);
  clicks_->setAnnotation(steady_clicks());
  clicks_->setGains({.clicks = 1.0f});
  taps_.clear();
  output_->start(kRate, [clicks = clicks_](std::span<float> block) { return clicks->pull(block); });
  running_ = true;
  start_->setText(tr("Stop the clicks"));
  showResult();
}

void LatencyDialog::stop() {
  output_->stop();
  running_ = false;
  start_->setText(tr("Start the clicks"));
}

void LatencyDialog::tap() {
  taps_.tap(output_->playedFrames() / kRate);
  showResult();
}

void LatencyDialog::showResult() {
  if (const auto result = taps_.result()) {
    result_->setText(
        tr("%n tap(s): %1 ms, uncertain by %2 ms", nullptr, static_cast<int>(taps_.taps()))
            .arg(result->latency * 1e3, 0, 'f', 0)
            .arg(result->spread * 1e3, 0, 'f', 0));
    milliseconds_->setValue(result->latency * 1e3);
  } else {
    result_->setText(running_
                         ? tr("%1 of %2 taps").arg(taps_.taps()).arg(TapCalibration::kLeastTaps)
                         : QString());
  }
}

void LatencyDialog::accept() {
  stop();
  player_.setLatencyMs(milliseconds_->value());
  QDialog::accept();
}

void LatencyDialog::keyPressEvent(QKeyEvent* event) {
  if (running_ && event->key() == Qt::Key_Space) {
    if (!event->isAutoRepeat()) tap();
    return;
  }
  QDialog::keyPressEvent(event);
}

bool LatencyDialog::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
  if (running_ && key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
    if (event->type() == QEvent::KeyPress) keyPressEvent(static_cast<QKeyEvent*>(event));
    return true;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace tactus::ui
