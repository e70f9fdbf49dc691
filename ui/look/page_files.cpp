#include "ui/look/page_files.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QWidget>
#include <cmath>

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("PageFiles", text);
}

void complain(QWidget& parent, const QString& path) {
  QMessageBox::warning(&parent, tr("Not saved"), tr("Tactus cannot save %1.").arg(path));
}

}  // namespace

void save_picture(QWidget& widget, const QString& name) {
  const QString path = QFileDialog::getSaveFileName(
      &widget, tr("Save picture"), name + QStringLiteral(".png"), tr("Picture (*.png)"));
  if (path.isEmpty()) return;
  QPixmap picture(widget.size() * 2);
  picture.setDevicePixelRatio(2);
  widget.render(&picture);
  if (!picture.save(path, "PNG")) complain(widget, path);
}

void save_text(QWidget& parent, const QString& name, const QString& text, const QString& filter) {
  const QString path = QFileDialog::getSaveFileName(&parent, tr("Save table"),
                                                    name + QStringLiteral(".csv"), filter);
  if (path.isEmpty()) return;
  QSaveFile file(path);
  const bool saved =
      file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0 && file.commit();
  if (!saved) complain(parent, path);
}

QString duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("\u2013");
  const auto whole = static_cast<qint64>(std::llround(seconds));
  if (whole < 60) return tr("%1 s").arg(whole);
  if (whole < 3600) return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  return tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}  // namespace tactus::ui
