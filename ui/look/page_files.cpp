#include "ui/look/page_files.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPixmap>
#include <QWidget>
#include <cmath>
#include <exception>

#include "datasets/outputs/output_files.h"

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

}  // namespace

bool save_bytes(QWidget& parent, const QString& path, const QByteArray& bytes) {
  try {
    OutputFiles().write(path.toStdString(), bytes.toStdString(), {.overwrite = true});
    return true;
  } catch (const std::exception& error) {
    QMessageBox::warning(
        &parent, tr("Not saved"),
        tr("Tactus cannot save %1: %2").arg(path, QString::fromUtf8(error.what())));
    return false;
  }
}

void save_picture(QWidget& widget, const QString& name) {
  const QString path = QFileDialog::getSaveFileName(
      &widget, tr("Save picture"), name + QStringLiteral(".png"), tr("Picture (*.png)"));
  if (path.isEmpty()) return;
  QPixmap picture(widget.size() * 2);
  picture.setDevicePixelRatio(2);
  widget.render(&picture);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture.save(&buffer, "PNG");
  save_bytes(widget, path, bytes);
}

void save_text(QWidget& parent, const QString& name, const QString& text, const QString& filter) {
  const QString path = QFileDialog::getSaveFileName(&parent, tr("Save table"),
                                                    name + QStringLiteral(".csv"), filter);
  if (path.isEmpty()) return;
  save_bytes(parent, path, text.toUtf8());
}

QString duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("\u2013");
  const auto whole = static_cast<qint64>(std::llround(seconds));
  if (whole < 60) return tr("%1 s").arg(whole);
  if (whole < 3600) return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  return tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}  // namespace tactus::ui
