#include "ui/window/song_details.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include "audio/length_text.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

std::string text_of(const QLineEdit& line) {
  return line.text().simplified().toStdString();
}

}  // namespace

SongDetailsDialog::SongDetailsDialog(const Annotation& annotation, QWidget* parent)
    : QDialog(parent), given_(annotation) {
  setWindowTitle(tr("Song details"));
  setMinimumWidth(420);
  const bool locked = annotation.review == Review::kChecked;
  auto* form = new QFormLayout(this);
  form->setVerticalSpacing(2 * kGrid);
  const auto field = [&](const QString& label, const std::string& text) {
    auto* line = new QLineEdit(QString::fromStdString(text), this);
    line->setReadOnly(locked);
    form->addRow(label, line);
    return line;
  };
  title_ = field(tr("&Title"), annotation.title);
  artist_ = field(tr("&Artist"), annotation.artist);
  album_ = field(tr("A&lbum"), annotation.album);
  const auto known = [&](const QString& label, const QString& text) {
    if (text.isEmpty()) return;
    auto* shown = new QLabel(text, this);
    shown->setWordWrap(true);
    shown->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(label, shown);
  };
  const FileTags& tags = annotation.tags;
  if (tags.track > 0) known(tr("Track"), QString::number(tags.track));
  known(tr("Date"), QString::fromStdString(tags.date));
  if (tags.bpm > 0) known(tr("Tempo in the file"), tr("%1 BPM").arg(tags.bpm, 0, 'g', 6));
  known(tr("Key in the file"), QString::fromStdString(tags.key));
  known(tr("File"), QString::fromStdString(annotation.audio));
  if (annotation.duration > 0)
    known(tr("Length"), QString::fromStdString(length_text(annotation.duration)));
  known(tr("Annotated by"), QString::fromStdString(annotation.annotator));
  if (locked) known({}, tr("This song is checked. Unlock it (Ctrl+L) to change its names."));
  auto* buttons =
      new QDialogButtonBox(locked ? QDialogButtonBox::StandardButtons(QDialogButtonBox::Close)
                                  : QDialogButtonBox::Ok | QDialogButtonBox::Cancel,
                           this);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

Annotation SongDetailsDialog::changed() const {
  Annotation annotation = given_;
  annotation.title = text_of(*title_);
  annotation.artist = text_of(*artist_);
  annotation.album = text_of(*album_);
  return annotation;
}

}  // namespace tactus::ui
