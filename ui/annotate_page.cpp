#include "ui/annotate_page.h"

#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/annotation_document.h"
#include "ui/annotation_editor.h"
#include "ui/beat_lane.h"
#include "ui/chord_entry.h"
#include "ui/chord_lane.h"
#include "ui/lane_stack.h"
#include "ui/overview_strip.h"
#include "ui/playback_bar.h"
#include "ui/reference_lane.h"
#include "ui/score_panel.h"
#include "ui/sound_desk.h"
#include "ui/tempo_lane.h"
#include "ui/waveform_view.h"

namespace tactus::ui {

AnnotatePage::AnnotatePage(QWidget* parent)
    : QWidget(parent),
      document_(new AnnotationDocument(this)),
      axis_(new TimeAxis(this)),
      editor_(new AnnotationEditor(*document_, *axis_, this)),
      sound_(new SoundDesk(*editor_, this)),
      lanes_(new LaneStack(this)),
      scores_(new ScorePanel(*document_, this)),
      chord_entry_(new ChordEntry(*editor_, this)),
      bar_(sound_->makeBar()) {
  setAcceptDrops(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  OverviewStrip* overview = sound_->makeOverview();
  overview->setContentsMargins(LaneStack::kLabelWidth, 0, 0, 0);  // above the lanes' pictures
  layout->addWidget(overview);
  layout->addWidget(lanes_, 1);
  layout->addWidget(scores_);
  buildLanes();
}

void AnnotatePage::buildLanes() {
  beat_lane_ = new BeatLane(*editor_);
  chord_lane_ = new ChordLane(*editor_);
  reference_lane_ = new ReferenceLane(*document_, *axis_);
  sound_->addSoundLanes(*lanes_);
  lanes_->addLane(QStringLiteral("beats"), beat_lane_, 56);
  lanes_->addLane(QStringLiteral("chords"), chord_lane_, 44);
  lanes_->addLane(QStringLiteral("tempo"), new TempoLane(*document_, *axis_), 64);
  lanes_->addLane(QStringLiteral("reference"), reference_lane_, 64, false);
  connect(chord_lane_, &ChordLane::nameWanted, this, &AnnotatePage::askForChordName);
  connect(document_, &AnnotationDocument::referenceChanged, this,
          [this] { lanes_->setLaneShown(QStringLiteral("reference"), document_->hasReference()); });
}

void AnnotatePage::setContextMenus(QMenu* beats, QMenu* chords) {
  const auto open_on = [this](const char* lane, QMenu* menu) {
    TimelineView* view = lanes_->lane(QLatin1String(lane));
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, menu,
            [view, menu](const QPoint& place) { menu->popup(view->mapToGlobal(place)); });
  };
  open_on("beats", beats);
  open_on("chords", chords);
}

void AnnotatePage::setChordSymbols(bool on) {
  chord_lane_->setSymbols(on);
  reference_lane_->setSymbols(on);
}

void AnnotatePage::setOnsetsShown(bool on) {
  beat_lane_->setOnsetsShown(on);
  for (const LaneStack::Lane& lane : lanes_->lanes()) {
    if (auto* waveform = qobject_cast<WaveformView*>(lane.view)) waveform->setOnsetsShown(on);
  }
}

void AnnotatePage::askForChordName(const QString& begin) {
  const auto& chords = document_->annotation().chords;
  QRect place;
  const TimeSpan span = axis_->selection();
  if (!span.empty()) {
    place = QRect(static_cast<int>(axis_->toX(span.begin)), 0, 1, chord_lane_->height());
  } else {
    const std::size_t index = editor_->currentChord().value_or(chord_at(chords, axis_->cursor()));
    if (index >= chords.size()) {
      emit editor_->message(tr("Select a passage first: there is no chord at the cursor."));
      return;
    }
    editor_->setCurrentChord(index);
    place = chord_lane_->chordRect(index);
  }
  const int x = std::clamp(place.left(), 0, std::max(0, chord_lane_->width() - 240));
  const QPoint corner = chord_lane_->mapToGlobal(QPoint(x, 0));
  chord_entry_->ask(QRect(corner, QSize(1, chord_lane_->height())), begin);
}

void AnnotatePage::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void AnnotatePage::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  if (!paths.isEmpty()) emit filesDropped(paths);
}

}  // namespace tactus::ui
