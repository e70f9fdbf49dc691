// Part of the build: render_icon SVG SIZE PNG draws the icon as a square picture.
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include "audio/standard_streams.h"

int main(int argc, char** argv) {
  const int size = argc == 4 ? QByteArray(argv[2]).toInt() : 0;
  QSvgRenderer svg;
  if (size <= 0 || !svg.load(QString::fromLocal8Bit(argv[1]))) {
    tactus::write_log("render_icon: expected SVG SIZE PNG\n");
    return 2;
  }
  QImage picture(size, size, QImage::Format_ARGB32);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  svg.render(&painter);
  painter.end();
  return picture.save(QString::fromLocal8Bit(argv[3])) ? 0 : 1;
}
