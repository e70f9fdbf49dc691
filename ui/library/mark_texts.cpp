#include "ui/library/mark_texts.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <array>

#include "app/collection/song_marks.h"

namespace tactus::ui {
namespace {

constexpr std::array kColourTitles = {
    QT_TRANSLATE_NOOP("SongColours", "Pink"),   QT_TRANSLATE_NOOP("SongColours", "Red"),
    QT_TRANSLATE_NOOP("SongColours", "Orange"), QT_TRANSLATE_NOOP("SongColours", "Yellow"),
    QT_TRANSLATE_NOOP("SongColours", "Green"),  QT_TRANSLATE_NOOP("SongColours", "Aqua"),
    QT_TRANSLATE_NOOP("SongColours", "Blue"),   QT_TRANSLATE_NOOP("SongColours", "Purple")};

constexpr const char* kColourless = QT_TRANSLATE_NOOP("SongColours", "No colour");

}  // namespace

QString colour_title(const std::string& colour) {
  const SongColour* known = song_colour_named(colour);
  const char* title =
      known ? kColourTitles.at(static_cast<std::size_t>(known - song_colours().data()))
            : kColourless;
  return QCoreApplication::translate("SongColours", title);
}

QIcon colour_icon(const std::string& colour) {
  constexpr int kSize = 16;
  QPixmap picture(kSize, kSize);
  picture.fill(Qt::transparent);
  if (const SongColour* known = song_colour_named(colour)) {
    QPainter painter(&picture);
    painter.fillRect(picture.rect().adjusted(2, 2, -2, -2), QColor(known->rgb));
  }
  return QIcon(picture);
}

QString star_text(int stars) {
  return QString(stars, QChar(0x2605));
}

}  // namespace tactus::ui
