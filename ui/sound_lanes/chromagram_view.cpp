#include "ui/sound_lanes/chromagram_view.h"

#include <QPainter>
#include <limits>
#include <string>

#include "model/chords/chord_vocabulary.h"
#include "ui/look/theme.h"
#include "ui/sound_lanes/heat_image.h"
#include "ui/timeline/lane_scale.h"

namespace tactus::ui {
namespace {

constexpr int kClasses = 12;

}  // namespace

ChromagramView::ChromagramView(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : TimelineView(axis, tr("Chroma"), parent), model_(model) {
  connect(&model_, &SoundModel::soundChanged, this, [this] {
    heat_.clear();
    invalidateTiles();
  });
  connect(&model_, &SoundModel::chromaGrown, this, &ChromagramView::fetch);
}

void ChromagramView::fetch(double begin, double end) {
  const GrowingFrames& chroma = model_.sound()->chroma();
  heat_.append(chroma.read(heat_.frames(), std::numeric_limits<std::size_t>::max()));
  invalidateTiles(begin, end);
}

void ChromagramView::setColours(ColourMap colours) {
  if (colours == colours_) return;
  colours_ = colours;
  invalidateTiles();
  emit optionsChanged();
}

LaneHelp ChromagramView::help() const {
  return {tr("How strongly each of the twelve notes sounds, in whatever octave."),
          tr("Height: the note, C at the bottom. Colours: the share of the strongest note."),
          {{colour_ramp(colours_), tr("From nothing to the strongest"), {}}}};
}

void ChromagramView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                               const QRect& area) {
  if (heat_.empty()) return;
  const double known = static_cast<double>(heat_.frames()) / heat_.fps();
  QRectF part(area);
  part.setWidth(std::clamp((known - tile_start) / seconds_per_pixel, 0.0, part.width()));
  if (part.width() < 1.0) return;
  const double ratio = painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(part.width() * ratio);
  const QImage image =
      heat_image(heat_, tile_start, seconds_per_pixel / ratio, columns, colours_, false);
  part.setWidth(columns / ratio);
  painter.drawImage(part, image, QRectF(image.rect()));
}

void ChromagramView::paintLegend(QPainter& painter, const Shown&, const QRect& exposed) {
  if (heat_.empty()) return;
  std::vector<ScaleMark> marks;
  for (const int pitch_class : {0, 4, 7, 9, 2, 5, 11, 1, 3, 6, 8, 10}) {  // the white keys first
    marks.push_back({height() * (1.0 - (pitch_class + 0.5) / kClasses),
                     QString::fromStdString(std::string(root_name(pitch_class)))});
  }
  paintScale(painter, marks, height(), exposed);
}

}  // namespace tactus::ui
