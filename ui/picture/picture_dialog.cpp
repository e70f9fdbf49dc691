#include "ui/picture/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/page_files.h"
#include "ui/look/theme.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

constexpr QSize kPreview(560, 420);  // pixels
const QString kPng = QStringLiteral(".png"), kSvg = QStringLiteral(".svg");

bool ends_in(const QString& path, const QString& suffix) {
  return path.endsWith(suffix, Qt::CaseInsensitive);
}

}  // namespace

PictureDialog::PictureDialog(const LaneStack& stack, const TimeAxis& axis, const QString& stem,
                             const QString& title, QWidget* parent)
    : QDialog(parent),
      stack_(stack),
      stem_(stem),
      title_(title),
      lanes_(new QListWidget(this)),
      part_(new QComboBox(this)),
      width_(new QSpinBox(this)),
      colours_(new QComboBox(this)),
      preview_(new QLabel(this)) {
  setWindowTitle(tr("Picture of the song"));
  lanes_->setAccessibleName(tr("Lanes"));
  for (const LaneStack::Lane& lane : stack.lanes()) {
    if (!stack.isLaneShown(lane.name)) continue;
    auto* item = new QListWidgetItem(lane.view->title(), lanes_);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Checked);
    item->setData(Qt::UserRole, lane.name);
  }
  addParts(axis);
  width_->setRange(kNarrowestPicture, kWidestPicture);
  width_->setValue(std::clamp(axis.width() + LaneStack::kLabelWidth, kNarrowestPicture, 1600));
  width_->setSingleStep(100);
  width_->setKeyboardTracking(false);
  width_->setSuffix(tr(" pixels"));
  width_->setToolTip(
      tr("A PNG file has %1 times as many pixels, for sharp prints.").arg(kPngScale));
  colours_->addItem(tr("Light"), false);
  colours_->addItem(tr("Dark"), true);
  auto* form = new QFormLayout;
  form->addRow(tr("Part"), part_);
  form->addRow(tr("Width"), width_);
  form->addRow(tr("Colours"), colours_);
  auto* note = new QLabel(
      tr("Heights are taken from the window. To include another lane, show it first (menu Lanes)."),
      this);
  note->setWordWrap(true);
  auto* choices = new QVBoxLayout;
  choices->addWidget(lanes_, 1);
  choices->addLayout(form);
  choices->addWidget(note);
  preview_->setFixedSize(kPreview);
  preview_->setAlignment(Qt::AlignCenter);
  preview_->setAccessibleName(tr("Preview"));
  auto* both = new QHBoxLayout;
  both->addLayout(choices, 1);
  both->addWidget(preview_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  save_ = buttons->addButton(tr("Save..."), QDialogButtonBox::AcceptRole);
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(2 * kGrid);
  layout->addLayout(both);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(lanes_, &QListWidget::itemChanged, this, &PictureDialog::refresh);
  connect(part_, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
  connect(width_, &QSpinBox::valueChanged, this, &PictureDialog::refresh);
  connect(colours_, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
  refresh();
}

void PictureDialog::addParts(const TimeAxis& axis) {
  const auto add = [this](const QString& name, const TimeSpan& part) {
    part_->addItem(name, QPointF(part.begin, part.end));
  };
  const TimeSpan selection = axis.selection();
  if (!selection.empty()) add(tr("The selection"), selection);
  add(tr("What the window shows"),
      {std::max(axis.start(), 0.0), std::min(axis.end(), axis.duration())});
  add(tr("The whole song"), {0.0, axis.duration()});
}

SongPicture PictureDialog::chosen() const {
  SongPicture picture;
  for (int row = 0; row < lanes_->count(); ++row) {
    const QListWidgetItem* item = lanes_->item(row);
    if (item->checkState() == Qt::Checked) picture.lanes << item->data(Qt::UserRole).toString();
  }
  const QPointF part = part_->currentData().toPointF();
  picture.part = {part.x(), part.y()};
  picture.width = width_->value();
  picture.dark = colours_->currentData().toBool();
  return picture;
}

void PictureDialog::refresh() {
  const SongPicture picture = chosen();
  save_->setEnabled(!picture.lanes.isEmpty());
  if (picture.lanes.isEmpty()) {
    preview_->setText(tr("Choose at least one lane."));
    return;
  }
  const auto image = QImage::fromData(picture_png(stack_, picture, title_), "PNG");
  const double ratio = devicePixelRatioF();
  QPixmap shown = QPixmap::fromImage(
      image.scaled(kPreview * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation));
  shown.setDevicePixelRatio(ratio);
  preview_->setPixmap(shown);
}

bool PictureDialog::accepts_unfinished(const QStringList& lanes) {
  if (lanes.isEmpty()) return true;
  return QMessageBox::warning(this, tr("Save picture"),
                              tr("Parts are still empty after 20 seconds: %1. Wait and save again, "
                                 "or save the picture as it is.")
                                  .arg(lanes.join(QStringLiteral(", "))),
                              QMessageBox::Save | QMessageBox::Cancel,
                              QMessageBox::Cancel) == QMessageBox::Save;
}

void PictureDialog::accept() {
  QString filter;
  QString path = QFileDialog::getSaveFileName(this, tr("Save picture"), stem_ + kPng,
                                              tr("Picture (*.png);;Drawing (*.svg)"), &filter);
  if (path.isEmpty()) return;
  if (!ends_in(path, kPng) && !ends_in(path, kSvg)) path += filter.contains(kSvg) ? kSvg : kPng;
  const SongPicture picture = chosen();
  const QByteArray bytes = ends_in(path, kSvg) ? picture_svg(stack_, picture, title_)
                                               : picture_png(stack_, picture, title_);
  if (!accepts_unfinished(unfinished_lanes(stack_, picture))) return;
  if (!save_bytes(*this, path, bytes)) return;
  saved_ = path;
  QDialog::accept();
}

}  // namespace tactus::ui
