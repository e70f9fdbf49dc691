#include "ui/sound_lanes/posteriorgram_view.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <string>

#include "model/chords/chord_quality.h"
#include "model/chords/chord_vocabulary.h"
#include "ui/document/annotation_document.h"
#include "ui/look/theme.h"
#include "ui/sound_lanes/heat_image.h"
#include "ui/timeline/lane_scale.h"

namespace tactus::ui {
namespace {

constexpr std::size_t kRoots = 12;
constexpr int kMinorThird = 3, kMajorThird = 4;

bool is_minor(int quality) {
  const auto& notes = quality_notes(quality);
  return notes[kMinorThird] && !notes[kMajorThird];
}

}  // namespace

FrameMatrix posterior_rows(const FrameMatrix& posteriors, PosteriorRows rows) {
  const auto qualities = static_cast<std::size_t>(kNoChordQuality);
  const std::size_t per_root = rows == PosteriorRows::kAll ? qualities : 2;
  FrameMatrix result(posteriors.frames, kRoots * per_root + 1, posteriors.fps);
  for (std::size_t t = 0; t < posteriors.frames; ++t) {
    const auto in = posteriors.row(t);
    const auto out = result.row(t);
    out[0] = in[kRoots * qualities];  // N
    for (std::size_t root = 0; root < kRoots; ++root) {
      for (std::size_t q = 0; q < qualities; ++q) {
        const std::size_t row = rows == PosteriorRows::kAll
                                    ? q
                                    : static_cast<std::size_t>(is_minor(static_cast<int>(q)));
        out[1 + root * per_root + row] += in[root * qualities + q];
      }
    }
  }
  return result;
}

PosteriorgramView::PosteriorgramView(TimeAxis& axis, AnnotationDocument& document, QWidget* parent)
    : TimelineView(axis, tr("Chord activation"), parent), document_(document) {
  connect(&document_, &AnnotationDocument::activationsChanged, this, &PosteriorgramView::fetch);
  connect(&document_, &AnnotationDocument::opened, this, &PosteriorgramView::fetch);
  fetch();
}

void PosteriorgramView::fetch() {
  heat_.clear();
  const FrameMatrix& posteriors = document_.activations().chords;
  if (posteriors.bins == static_cast<std::size_t>(kChordVocabularySize)) {
    heat_.append(posterior_rows(posteriors, rows_));
  }
  invalidateTiles();
}

void PosteriorgramView::setRows(PosteriorRows rows) {
  if (rows == rows_) return;
  rows_ = rows;
  fetch();
  emit optionsChanged();
}

void PosteriorgramView::setColours(ColourMap colours) {
  if (colours == colours_) return;
  colours_ = colours;
  invalidateTiles();
  emit optionsChanged();
}

LaneHelp PosteriorgramView::help() const {
  return {
      tr("What the network hears before it decides: how likely each chord is at each moment."),
      rows_ == PosteriorRows::kTriads
          ? tr("Height: the root, C at the bottom; of each root major below minor. N: no chord.")
          : tr("Height: the root, C at the bottom, each with all kinds of chords. N: no chord."),
      {{colour_ramp(colours_), tr("Probability from 0 to 1"), {}}}};
}

void PosteriorgramView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                                  const QRect& area) {
  if (heat_.empty()) return;
  const double ratio = painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(area.width() * ratio);
  const QImage image =
      heat_image(heat_, tile_start, seconds_per_pixel / ratio, columns, colours_, true);
  painter.drawImage(QRectF(area), image, QRectF(image.rect()));
}

// Shows the names of the roots at the middle of their rows, beside the colour of their chords.
void PosteriorgramView::paintLegend(QPainter& painter, const Shown&, const QRect& exposed) {
  if (heat_.empty()) return;
  const auto bins = static_cast<double>(heat_.bins());
  const double per_root = (bins - 1.0) / kRoots;
  std::vector<ScaleMark> marks;
  for (const int root : {0, 4, 7, 9, 2, 5, 11, 1, 3, 6, 8, 10}) {
    const double middle = 1.0 + (root + 0.5) * per_root;
    marks.push_back(
        {height() * (1.0 - middle / bins), QString::fromStdString(std::string(root_name(root)))});
  }
  marks.push_back({height() * (1.0 - 0.5 / bins), QStringLiteral("N")});
  paintScale(painter, marks, height(), exposed);
}

void PosteriorgramView::paintOverlay(QPainter& painter, const QRect&) {
  if (!heat_.empty() || !document_.isOpen()) return;
  painter.setPen(theme().muted);
  painter.drawText(rect(), Qt::AlignCenter, tr("Tag the song to see its activations"));
}

void PosteriorgramView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  auto* rows = new QActionGroup(&menu);
  const auto add_rows = [&](const QString& text, PosteriorRows choice) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(choice == rows_);
    rows->addAction(action);
    connect(action, &QAction::triggered, this, [this, choice] { setRows(choice); });
  };
  add_rows(tr("Major and minor of each root"), PosteriorRows::kTriads);
  add_rows(tr("Every chord"), PosteriorRows::kAll);
  menu.addSeparator();
  auto* colours = new QActionGroup(&menu);
  for (const ColourMap map : kColourMaps) {
    QAction* action = menu.addAction(colour_map_name(map));
    action->setCheckable(true);
    action->setChecked(map == colours_);
    colours->addAction(action);
    connect(action, &QAction::triggered, this, [this, map] { setColours(map); });
  }
  menu.exec(event->globalPos());
}

}  // namespace tactus::ui
