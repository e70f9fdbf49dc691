#include "ui/lanes/comparison_header.h"

#include <QContextMenuEvent>
#include <QPainter>
#include <QToolButton>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kButton = 5 * kGrid;  // pixels
constexpr int kLines = 3;

QString origin_of(const Comparison& comparison) {
  if (comparison.source == Comparison::Source::kFile)
    return QString::fromStdString(comparison.file.string());
  return comparison.source == Comparison::Source::kModels
             ? comparison.models.join(QLatin1Char('\n'))
             : QString();
}

QString score(const QString& what, std::optional<double> value) {
  return what.arg(value ? QString::number(*value, 'f', 3) : QStringLiteral("-"));
}

}  // namespace

ComparisonHeader::ComparisonHeader(const Comparison& comparison, QWidget* parent)
    : QWidget(parent), button_(new QToolButton(this)) {
  button_->setText(QStringLiteral("\u22ee"));
  button_->setAutoRaise(true);
  button_->setFixedSize(kButton, kButton);
  button_->setFocusPolicy(Qt::TabFocus);
  connect(button_, &QToolButton::clicked, this,
          [this] { emit menuWanted(button_->mapToGlobal(QPoint(0, button_->height()))); });
  setComparison(comparison, false);
}

void ComparisonHeader::setComparison(const Comparison& comparison, bool chosen,
                                     const QString& shown) {
  name_ = comparison.name;
  shown_ = shown.isEmpty() ? name_ : shown;
  chosen_ = chosen;
  colour_ = comparison.colour;
  const bool changed = fault_ != comparison.fault || waiting_ != comparison.waiting;
  fault_ = comparison.fault;
  waiting_ = comparison.waiting;
  setAccessibleName(tr("Comparison: %1").arg(name_));
  button_->setAccessibleName(tr("Menu of the comparison %1").arg(name_));
  button_->setToolTip(tr("Use, export, remove"));
  if (waiting_ && changed) setLines({tr("tagging...")});
  if (!fault_.isEmpty()) setLines({tr("cannot be"), tr("read")});
  QStringList tip = {name_, origin_of(comparison), fault_};  // the lane explains the scores
  tip.removeAll(QString());
  setToolTip(tip.join(QLatin1Char('\n')));
  update();
}

void ComparisonHeader::setScores(std::optional<double> beats, std::optional<double> chords) {
  if (waiting_ || !fault_.isEmpty()) return;
  setLines({score(tr("beats %1"), beats), score(tr("chords %1"), chords)});
}

void ComparisonHeader::setProgress(double done) {
  if (waiting_) setLines({tr("tagging %1 %").arg(static_cast<int>(100 * done))});
}

void ComparisonHeader::setLines(const QStringList& lines) {
  if (lines_ == lines) return;
  lines_ = lines;
  setAccessibleDescription(lines.join(QStringLiteral(", ")));
  update();
}

QSize ComparisonHeader::minimumSizeHint() const {
  return {kButton, kLines * fontMetrics().height() + kGrid};
}

void ComparisonHeader::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(QRect(0, 1, kGrid, height() - 2),
                   section_colour(theme(), colour_ % kSectionColours));
  const int left = 2 * kGrid, line = fontMetrics().height();
  QFont bold = font();
  bold.setBold(chosen_);
  painter.setFont(bold);
  painter.setPen(theme().text);
  const int room = width() - left - kButton;
  painter.drawText(QRect(left, 0, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(shown_, Qt::ElideMiddle, room));
  painter.setFont(font());
  painter.setPen(fault_.isEmpty() ? theme().muted : theme().differ);
  for (int i = 0; i < lines_.size(); ++i) {
    painter.drawText(QRect(left, (i + 1) * line, width() - left, line),
                     Qt::AlignLeft | Qt::AlignVCenter, lines_[i]);
  }
}

void ComparisonHeader::mousePressEvent(QMouseEvent*) {
  emit pressed();
}

void ComparisonHeader::contextMenuEvent(QContextMenuEvent* event) {
  emit menuWanted(event->globalPos());
}

void ComparisonHeader::resizeEvent(QResizeEvent*) {
  button_->move(width() - kButton, 0);
}

}  // namespace tactus::ui
