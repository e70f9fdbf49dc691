#include "ui/picture/song_picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <vector>

#include "ui/look/theme.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

constexpr int kGap = 2;  // pixels between lanes
constexpr int kLongestWaitMs = 20'000;

std::vector<TimelineView*> lanes_of(const LaneStack& stack, const SongPicture& picture) {
  std::vector<TimelineView*> views;
  for (const LaneStack::Lane& lane : stack.lanes()) {
    if (picture.lanes.contains(lane.name)) views.push_back(lane.view);
  }
  return views;
}

int lanes_width(const SongPicture& picture) {
  return std::max(picture.width - LaneStack::kLabelWidth, 1);
}

// A first painting asks for what a lane computes in the background.
void wait_for(TimelineView& lane, const SongPicture& picture) {
  QImage nowhere(lanes_width(picture), lane.height(), QImage::Format_RGB32);
  QPainter painter(&nowhere);
  lane.paintPart(painter, picture.part, nowhere.width());
  QElapsedTimer clock;
  clock.start();
  while (!lane.isIdle() && clock.elapsed() < kLongestWaitMs)
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents, 20);
}

void paint_lane(QPainter& painter, TimelineView& lane, const SongPicture& picture) {
  const QRect label(0, 0, LaneStack::kLabelWidth, lane.height());
  painter.fillRect(label, theme().window);
  painter.setPen(theme().text);
  painter.setFont(lane.font());
  painter.drawText(label.adjusted(kGrid, kGrid, -kGrid, 0),
                   Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, lane.title());
  painter.translate(label.width(), 0);
  lane.paintPart(painter, picture.part, lanes_width(picture));
  painter.translate(-label.width(), lane.height() + kGap);
}

}  // namespace

QSize picture_size(const LaneStack& stack, const SongPicture& picture) {
  int height = 0;
  for (const TimelineView* lane : lanes_of(stack, picture)) height += lane->height() + kGap;
  return {picture.width, std::max(height - kGap, 1)};
}

void paint_picture(QPainter& painter, const LaneStack& stack, const SongPicture& picture) {
  for (TimelineView* lane : lanes_of(stack, picture)) wait_for(*lane, picture);
  const ThemeScope scope(picture.dark ? dark_theme() : light_theme());
  painter.save();
  painter.fillRect(QRect({0, 0}, picture_size(stack, picture)), theme().window);
  for (TimelineView* lane : lanes_of(stack, picture)) paint_lane(painter, *lane, picture);
  painter.restore();
}

QStringList unfinished_lanes(const LaneStack& stack, const SongPicture& picture) {
  QStringList titles;
  for (const TimelineView* lane : lanes_of(stack, picture))
    if (!lane->isIdle()) titles << lane->title();
  return titles;
}

QByteArray picture_png(const LaneStack& stack, const SongPicture& picture, const QString& title) {
  QImage image(picture_size(stack, picture) * kPngScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kPngScale);
  image.setText(QStringLiteral("Title"), title);
  {
    QPainter painter(&image);
    paint_picture(painter, stack, picture);
  }
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray picture_svg(const LaneStack& stack, const SongPicture& picture, const QString& title) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const QSize size = picture_size(stack, picture);
  QSvgGenerator drawing;
  drawing.setOutputDevice(&buffer);
  drawing.setSize(size);
  drawing.setViewBox(QRect({0, 0}, size));
  drawing.setTitle(title);
  {
    QPainter painter(&drawing);
    paint_picture(painter, stack, picture);
  }
  return bytes;
}

}  // namespace tactus::ui
