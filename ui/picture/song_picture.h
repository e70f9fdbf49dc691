// A picture of a song for papers and posts: chosen lanes with their titles, as PNG or SVG.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QStringList>

#include "ui/document/time_axis.h"

class QPainter;

namespace tactus::ui {

class LaneStack;

struct SongPicture {
  QStringList lanes;  // names in the stack; their heights are those of the window
  TimeSpan part;      // seconds, not empty
  int width = 1200;   // pixels, with the titles at the left
  bool dark = false;
};

inline constexpr int kNarrowestPicture = 300, kWidestPicture = 10000;  // pixels
inline constexpr int kPngScale = 2;  // pixels of the file for one of the picture

QSize picture_size(const LaneStack& stack, const SongPicture& picture);
// Paints the lanes from top to bottom in the order of the stack. Waits until what the lanes compute
// in the background is there, 20 s at most; meanwhile the window stays alive.
void paint_picture(QPainter& painter, const LaneStack& stack, const SongPicture& picture);
// The titles of the lanes that still compute, so that their picture is not whole.
QStringList unfinished_lanes(const LaneStack& stack, const SongPicture& picture);
// The contents of a file. `title` is the name of the song in it.
QByteArray picture_png(const LaneStack& stack, const SongPicture& picture, const QString& title);
QByteArray picture_svg(const LaneStack& stack, const SongPicture& picture, const QString& title);

}  // namespace tactus::ui
