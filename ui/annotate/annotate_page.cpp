#include "ui/annotate/annotate_page.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/annotate/compare_lanes.h"
#include "ui/annotate/notice_bar.h"
#include "ui/annotate/place_dialog.h"
#include "ui/annotate/question_bar.h"
#include "ui/annotate/score_panel.h"
#include "ui/annotate/user_lanes.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/review_session.h"
#include "ui/document/song_lyrics.h"
#include "ui/lanes/beat_lane.h"
#include "ui/lanes/chord_lane.h"
#include "ui/lanes/cue_lane.h"
#include "ui/lanes/difference_lane.h"
#include "ui/lanes/lyrics_lane.h"
#include "ui/lanes/note_lane.h"
#include "ui/lanes/segment_entry.h"
#include "ui/lanes/structure_lanes.h"
#include "ui/lanes/tempo_lane.h"
#include "ui/page/settings.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/sound_controller.h"
#include "ui/sound_lanes/overview_strip.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

constexpr double kUsualTempo = 120.0;  // BPM, of a song without beats

}  // namespace

AnnotatePage::AnnotatePage(QWidget* parent)
    : Page(parent),
      document_(new AnnotationDocument(this)),
      axis_(new TimeAxis(this)),
      editor_(new AnnotationEditor(*document_, *axis_, this)),
      review_(new ReviewSession(*editor_, this)),
      lyrics_(new SongLyrics(*document_, this)),
      sound_(new SoundController(*editor_, this)),
      lanes_(new LaneStack(this)),
      scores_(new ScorePanel(*document_, this)),
      entry_(new SegmentEntry(*editor_, this)),
      bar_(sound_->makeBar()),
      notice_(new NoticeBar(this)),
      compare_lanes_(new CompareLanes(*document_, *axis_, *lanes_, this)),
      user_lanes_(new UserLanes(*editor_, *lanes_, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(notice_);
  layout->addWidget(new QuestionBar(*review_, this));
  const SoundModel& model = sound_->model();
  connect(&model, &SoundModel::decoded, notice_, &NoticeBar::setSoundText);
  connect(&model, &SoundModel::failed, notice_, &NoticeBar::setSoundText);
  connect(document_, &AnnotationDocument::opened, notice_, &NoticeBar::clear);
  OverviewStrip* overview = sound_->makeOverview();
  overview->setContentsMargins(LaneStack::kLabelWidth, 0, 0, 0);  // above the lanes' pictures
  layout->addWidget(overview);
  auto* scroll = new QScrollArea(this);  // for more lanes than have room
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(lanes_);
  layout->addWidget(scroll, 1);
  layout->addWidget(scores_);
  of_song_ = {bar_, overview, scroll};
  buildLanes();
  connect(editor_, &AnnotationEditor::message, this, &AnnotatePage::message);
  connect(document_, &AnnotationDocument::refused, this, &AnnotatePage::message);
}

void AnnotatePage::showFileNotes(const QStringList& notes) {
  constexpr qsizetype kMost = 5;
  QString text = notes.mid(0, kMost).join(QLatin1Char('\n'));
  if (notes.size() > kMost)
    text += '\n' + tr("and %1 more; tactus convert lists all").arg(notes.size() - kMost);
  notice_->setFileText(text);
}

// Qt would delete the children in the order of creation. Widgets use the other children, and these
// use each other, so this destructor deletes the users first.
AnnotatePage::~AnnotatePage() {
  while (QWidget* widget = findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    delete widget;
  }
  delete user_lanes_;
  delete compare_lanes_;
  delete sound_;
  delete lyrics_;
  delete review_;
  delete editor_;
  delete axis_;
  delete document_;
}

void AnnotatePage::buildLanes() {
  beat_lane_ = new BeatLane(*editor_);
  chord_lane_ = new ChordLane(*editor_);
  note_lane_ = new NoteLane(*editor_);
  cue_lane_ = new CueLane(*editor_);
  difference_lane_ = new DifferenceLane(*editor_);
  sound_->addSoundLanes(*lanes_);
  lanes_->addLane(QStringLiteral("cues"), cue_lane_, 24);
  lanes_->addLane(QStringLiteral("beats"), beat_lane_, 56);
  for (const SegmentLayerInfo& layer : segment_layers()) {
    const bool chords = layer.segments == SegmentLayer::kChords;
    SegmentLane* lane = chord_lane_;
    if (layer.segments == SegmentLayer::kKeys)
      lane = new KeyLane(*editor_);
    else if (!chords)
      lane = new SectionLane(*editor_, layer.segments);
    segment_lanes_.push_back(lane);
    lanes_->addLane(QLatin1String(layer.name), lane, chords ? 44 : 32);
  }
  lanes_->addLane(QStringLiteral("notes"), note_lane_, 40);
  auto* lyrics_lane = new LyricsLane(*lyrics_, *axis_);
  lanes_->addLane(QStringLiteral("lyrics"), lyrics_lane, 32);
  lanes_->addLane(QStringLiteral("tempo"), new TempoLane(*document_, *axis_), 64);
  lanes_->addLane(QStringLiteral("differences"), difference_lane_, 32);
  connect(note_lane_, &NoteLane::wordsWanted, this,
          [this](std::size_t note) { askForWords(note); });
  connect(lyrics_lane, &LyricsLane::fileWanted, this, &AnnotatePage::askForLyrics);
  connect(lyrics_, &SongLyrics::message, this, &AnnotatePage::message);
  connect(lyrics_, &SongLyrics::changed, this, &AnnotatePage::showFilledLanes);
  connect(cue_lane_, &CueLane::nameWanted, this, &AnnotatePage::askForCueName);
  for (const SegmentLane* lane : segment_lanes_) {
    connect(lane, &SegmentLane::nameWanted, this,
            [this, lane](const QString& begin) { askForName(lane->layer(), begin); });
  }
  connect(document_, &AnnotationDocument::opened, lanes_, &LaneStack::hideEmptyLanes);
  connect(document_, &AnnotationDocument::annotationChanged, this, &AnnotatePage::showFilledLanes);
  connect(&document_->comparisons(), &Comparisons::listChanged, this,
          &AnnotatePage::showFilledLanes);
  showFilledLanes();
}

// Lanes that are empty for most songs are shown only if they have content.
void AnnotatePage::showFilledLanes() {
  for (const SegmentLayerInfo& layer : segment_layers())
    if (layer.segments != SegmentLayer::kChords)
      lanes_->setLaneFilled(QLatin1String(layer.name),
                            !(document_->annotation().*layer.member).empty());
  lanes_->setLaneFilled(QStringLiteral("notes"), !document_->annotation().notes.empty());
  lanes_->setLaneFilled(QStringLiteral("lyrics"), !lyrics_->lyrics().lines.empty());
  lanes_->setLaneFilled(QStringLiteral("cues"), !document_->annotation().cues.empty());
  lanes_->setLaneFilled(QStringLiteral("differences"), !document_->comparisons().empty());
}

SegmentLane& AnnotatePage::laneOf(SegmentLayer layer) const {
  return *segment_lanes_[static_cast<std::size_t>(layer)];
}

void AnnotatePage::setContextMenus(QMenu* beats, QMenu* chords, QMenu* structure, QMenu* cues) {
  const auto open_on = [](TimelineView* view, QMenu* menu) {
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, menu,
            [view, menu](const QPoint& place) { menu->popup(view->mapToGlobal(place)); });
  };
  open_on(beat_lane_, beats);
  open_on(cue_lane_, cues);
  for (SegmentLane* lane : segment_lanes_) open_on(lane, lane == chord_lane_ ? chords : structure);
}

void AnnotatePage::setStartPage(QWidget* page) {
  start_ = page;
  static_cast<QVBoxLayout*>(layout())->addWidget(start_, 1);
  start_->hide();
}

void AnnotatePage::showStartPage(bool shown) {
  if (shown != start_->isHidden()) return;
  const QWidget* focus = window()->focusWidget();
  const bool had_keys = focus && isAncestorOf(focus);
  start_->setVisible(shown);
  for (QWidget* widget : of_song_) widget->setVisible(!shown);
  if (had_keys) takeKeys();
}

QWidget* AnnotatePage::songView() {
  return lanes_;
}

void AnnotatePage::takeKeys() {
  if (start_ && !start_->isHidden()) {
    start_->setFocus();
  } else {
    lanes_->takeKeys();
  }
}

void AnnotatePage::zoom(double factor) {
  const double x = axis_->toX(axis_->cursor());
  if (factor > 0)
    axis_->zoomAbout(x >= 0 && x < axis_->width() ? x : axis_->width() / 2.0, factor);
  else
    axis_->showAll();
}

void AnnotatePage::apply(const Settings& settings) {
  chord_lane_->setSymbols(settings.chord_symbols);
  compare_lanes_->setSymbols(settings.chord_symbols);
  editor_->setSnapping(settings.snapping);
  review_->setShare(settings.doubt_share);
}

void AnnotatePage::setOnsetsShown(bool on) {
  beat_lane_->setOnsetsShown(on);
  for (const LaneStack::Lane& lane : lanes_->lanes()) {
    if (auto* waveform = qobject_cast<WaveformView*>(lane.view)) waveform->setOnsetsShown(on);
  }
}

void AnnotatePage::setDoubtShown(bool on) {
  beat_lane_->setDoubtShown(on);
  chord_lane_->setDoubtShown(on);
}

void AnnotatePage::askForName(SegmentLayer layer, const QString& begin) {
  if (!document_->allowsEdits()) return;
  showLane(layer);
  QRect place;
  const TimeSpan span = axis_->selection();
  if (!span.empty()) {
    place = QRect(static_cast<int>(axis_->toX(span.begin)), 0, 1, 1);
  } else if (const auto index = editor_->segmentHere(layer)) {
    editor_->setCurrentSegment(layer, *index);
    place = laneOf(layer).segmentRect(*index);
  } else {
    emit editor_->message(
        layer == SegmentLayer::kChords
            ? tr("Select a passage first: there is no chord at the cursor.")
            : tr("Select a passage first: there is no key or section at the cursor."));
    return;
  }
  entry_->ask(layer, SegmentEntry::Purpose::kName, placeOn(layer, place.left()), begin);
}

void AnnotatePage::askToBegin(SegmentLayer layer) {
  if (!document_->isOpen() || !document_->allowsEdits()) return;
  showLane(layer);
  axis_->ensureVisible(axis_->cursor());
  const int x = static_cast<int>(axis_->toX(axis_->cursor()));
  entry_->ask(layer, SegmentEntry::Purpose::kBegin, placeOn(layer, x));
}

void AnnotatePage::askForTempo() {
  if (!document_->isOpen() || !document_->allowsEdits() || !editor_->wantsBeats(1)) return;
  const std::size_t beats = document_->annotation().beats.size();
  const BeatRange range = editor_->tempoRange();
  const bool whole = range == BeatRange{0, beats};
  bool entered = false;
  const double bpm = QInputDialog::getDouble(
      this, tr("Set tempo"),
      whole ? tr("Tempo of the song in BPM:")
            : tr("Tempo of %1 of %2 beats in BPM:").arg(range.last - range.first).arg(beats),
      editor_->tempoHere(), kSlowestGrid, kFastestGrid, 2, &entered, {}, 0.01);
  if (entered) editor_->setTempo(bpm);
}

void AnnotatePage::askForTempoFrom() {
  if (!document_->isOpen() || !document_->allowsEdits()) return;
  const double here = editor_->tempoHere();
  bool entered = false;
  const double bpm = QInputDialog::getDouble(
      this, tr("Tempo from here"),
      tr("A beat at %L1 s; tempo from there on in BPM:").arg(editor_->placeOfBeat(), 0, 'f', 3),
      here > 0.0 ? here : kUsualTempo, kSlowestGrid, kFastestGrid, 2, &entered, {}, 0.01);
  if (entered) editor_->setTempoFrom(bpm);
}

void AnnotatePage::askForPlace() {
  if (!document_->isOpen()) return;
  PlaceDialog dialog(document_->annotation().beats, axis_->duration(), window());
  if (dialog.exec() != QDialog::Accepted || !dialog.place()) return;
  axis_->setCursor(*dialog.place());
  axis_->ensureVisible(axis_->cursor());
  // Commands "from here" mean this place, and no beat that was chosen elsewhere.
  constexpr double kThere = 1e-3;  // seconds
  const BeatList& beats = document_->annotation().beats;
  const auto there = std::ranges::find_if(
      beats, [&](const Beat& beat) { return std::abs(beat.time - *dialog.place()) < kThere; });
  if (there == beats.end()) return editor_->clearCurrent();
  editor_->setCurrentBeat(static_cast<std::size_t>(there - beats.begin()));
}

void AnnotatePage::askForNote() {
  if (!document_->isOpen() || !document_->allowsEdits()) return;
  lanes_->setLaneShown(QStringLiteral("notes"), true);
  askForWords(editor_->noteHere());
}

void AnnotatePage::askForLyrics() {
  if (!document_->isOpen())
    return emit message(tr("Open the song first: lyrics belong to a song."));
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Lyrics"), QString::fromStdString(document_->audioPath().parent_path().string()),
      tr("Lyrics: LRC, UltraStar (*.lrc *.txt *.usdx);;All files (*)"));
  if (!path.isEmpty()) lyrics_->load(path.toStdString());
}

void AnnotatePage::askForCueName() {
  if (!document_->isOpen() || !document_->allowsEdits()) return;
  if (!editor_->currentCue()) editor_->chooseCueHere();
  const auto index = editor_->currentCue();
  if (!index) return emit editor_->message(tr("There is no cue at the cursor."));
  Cue cue = document_->annotation().cues[*index];
  bool entered = false;
  const QString name = QInputDialog::getText(this, tr("Name cue"), tr("Name:"), QLineEdit::Normal,
                                             QString::fromStdString(cue.name), &entered);
  if (!entered) return;
  cue.name = name.toStdString();
  editor_->changeCue(*index, std::move(cue));
}

void AnnotatePage::askForWords(std::optional<std::size_t> note) {
  if (!document_->allowsEdits()) return;
  const auto& notes = document_->annotation().notes;
  const bool old = note && *note < notes.size();
  const LabelledSegment before = old ? notes[*note] : LabelledSegment{};
  bool entered = false;
  const QString words = QInputDialog::getText(
      this, old ? tr("Change note") : tr("Write note"),
      axis_->selection().empty() || old ? tr("Note:") : tr("Note for the selected passage:"),
      QLineEdit::Normal, QString::fromStdString(before.label), &entered);
  if (!entered) return;
  if (old) {
    editor_->setNote(*note, before.start, before.end, words);
  } else {
    editor_->writeNote(words);
  }
}

void AnnotatePage::showLane(SegmentLayer layer) {
  editor_->setActiveLayer(layer);
  if (layer != SegmentLayer::kChords)
    lanes_->setLaneShown(QLatin1String(segment_layers()[static_cast<std::size_t>(layer)].name),
                         true);
}

// The part of a lane, on the screen, that the popup opens beside.
QRect AnnotatePage::placeOn(SegmentLayer layer, int x) const {
  const SegmentLane& lane = laneOf(layer);
  const int left = std::clamp(x, 0, std::max(0, lane.width() - entry_->width()));
  return {lane.mapToGlobal(QPoint(left, 0)), QSize(1, lane.height())};
}

void AnnotatePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || event->modifiers() != Qt::NoModifier) {
    Page::keyPressEvent(event);
    return;
  }
  editor_->clearCurrent();
  axis_->clearSelection();
  takeKeys();
}

}  // namespace tactus::ui
