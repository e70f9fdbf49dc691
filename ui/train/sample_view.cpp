#include "ui/train/sample_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "model/chords/chord_label.h"
#include "ui/look/line_plot.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kLabels = 88, kHead = 24, kRow = 28, kFoot = 20;
constexpr double kAgreement = 0.07;  // seconds

int root_of(const std::string& label) {
  try {
    return parse_chord(label, ChordSyntax::kLenient).root;
  } catch (const std::exception&) {
    return -1;
  }
}

}  // namespace

SampleView::SampleView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Output of the network for a validation song"));
}

void SampleView::setSample(std::optional<TrainingSample> sample) {
  sample_ = std::move(sample);
  update();
}

double SampleView::x(double seconds, const QRectF& area) const {
  return area.left() + (seconds - sample_->begin) / (sample_->end - sample_->begin) * area.width();
}

void SampleView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().panel);
  if (!sample_ || sample_->end <= sample_->begin) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     tr("After each epoch: output of the network for a validation song"));
    return;
  }
  painter.setPen(theme().text);
  painter.drawText(QRectF(2 * kGrid, 0, width() - 4 * kGrid, kHead), Qt::AlignVCenter,
                   tr("%1, %2 to %3 s, after epoch %4")
                       .arg(QString::fromStdString(sample_->song))
                       .arg(sample_->begin, 0, 'f', 0)
                       .arg(sample_->end, 0, 'f', 0)
                       .arg(sample_->epoch + 1));
  const QRectF inner(kLabels, kHead, width() - kLabels - 3 * kGrid, height() - kHead - kFoot);
  const QRectF curves(inner.left(), inner.top(), inner.width(), inner.height() - 2 * kRow - kGrid);
  painter.fillRect(curves, theme().lane);
  paintCurves(painter, curves);
  const QRectF predicted(inner.left(), curves.bottom() + kGrid, inner.width(), kRow - 2);
  paintRow(painter, predicted, false);
  paintRow(painter, predicted.translated(0, kRow), true);
  painter.setPen(theme().muted);
  for (double t = std::ceil(sample_->begin / 5) * 5; t <= sample_->end; t += 5) {
    const double middle =
        std::min(x(t, inner), width() - 24.0);  // so that the last label is not cut
    painter.drawText(QRectF(middle - 24, height() - kFoot, 48, kFoot), Qt::AlignCenter,
                     tr("%1 s").arg(t));
  }
}

void SampleView::paintRow(QPainter& painter, const QRectF& area, bool reference) const {
  const TrainingSample& s = *sample_;
  painter.setPen(theme().muted);
  painter.drawText(QRectF(2 * kGrid, area.top(), kLabels - 3 * kGrid, area.height()),
                   Qt::AlignVCenter, reference ? tr("annotated") : tr("predicted"));
  painter.fillRect(area, theme().lane);
  paintChords(painter, area, reference ? s.reference_chords : s.predicted_chords);
  paintBeats(painter, area, reference ? s.reference_beats : s.predicted_beats,
             reference ? s.predicted_beats : s.reference_beats);
}

void SampleView::paintCurves(QPainter& painter, const QRectF& area) const {
  for (std::size_t c = 0; c < sample_->curves.size(); ++c) {
    const auto& [name, values] = sample_->curves[c];
    QPainterPath path;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double seconds = sample_->begin + static_cast<double>(i) / sample_->fps;
      const QPointF at(x(seconds, area), area.bottom() - values[i] * area.height());
      i == 0 ? path.moveTo(at) : path.lineTo(at);
    }
    painter.setPen(QPen(series_colour(static_cast<int>(c)), 1.5));
    painter.drawPath(path);
    const double top = area.top() + 16.0 * static_cast<double>(c);
    painter.drawText(QRectF(2 * kGrid, top, kLabels - 3 * kGrid, 16), Qt::AlignVCenter,
                     QString::fromStdString(name));
  }
}

// Green if the other row also has the beat.
void SampleView::paintBeats(QPainter& painter, const QRectF& area, const std::vector<Beat>& beats,
                            const std::vector<Beat>& others) const {
  for (const Beat& beat : beats) {
    const bool agrees = std::any_of(others.begin(), others.end(), [&](const Beat& other) {
      return std::abs(other.time - beat.time) <= kAgreement &&
             (other.position == 1) == (beat.position == 1);
    });
    const bool downbeat = beat.position == 1;
    painter.setPen(QPen(agrees ? theme().agree : theme().differ, downbeat ? 3 : 1.5));
    const double at = x(beat.time, area);
    painter.drawLine(QPointF(at, area.top() + (downbeat ? 2 : area.height() / 2)),
                     QPointF(at, area.bottom() - 2));
  }
}

void SampleView::paintChords(QPainter& painter, const QRectF& area,
                             const std::vector<LabelledSegment>& chords) const {
  for (const LabelledSegment& chord : chords) {
    const QRectF box(x(chord.start, area), area.top(), x(chord.end, area) - x(chord.start, area),
                     area.height());
    const QColor colour = chord_colour(theme(), root_of(chord.label));
    painter.fillRect(box.adjusted(0.5, 1, -0.5, -1), colour);
    painter.setPen(text_on(colour));
    const QString label = QString::fromStdString(chord.label);
    if (painter.fontMetrics().horizontalAdvance(label) < box.width() - 4) {
      painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignVCenter, label);
    }
  }
}

}  // namespace tactus::ui
