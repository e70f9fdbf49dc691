#include "ui/sheet/sheet_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "model/editing/segment_edits.h"
#include "ui/document/annotation_editor.h"
#include "ui/lanes/segment_entry.h"
#include "ui/look/theme.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

constexpr int kMargin = 6 * kGrid;
constexpr double kLookAhead = 0.15;  // of the height: above the line that sounds

}  // namespace

SheetView::SheetView(AnnotationEditor& editor, Player& player, QWidget* parent)
    : QAbstractScrollArea(parent),
      editor_(editor),
      player_(player),
      entry_(new SegmentEntry(editor, this)) {
  setAccessibleName(tr("Chord sheet"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connectSong();
}

void SheetView::connectSong() {
  const AnnotationDocument& document = editor_.document();
  const TimeAxis& axis = editor_.axis();
  const auto repaint = [this] { viewport()->update(); };
  connect(&document, &AnnotationDocument::opened, this, [this] {
    verticalScrollBar()->setValue(0);
    songChanged();
  });
  connect(&document, &AnnotationDocument::annotationChanged, this, &SheetView::songChanged);
  connect(&document, &AnnotationDocument::stateChanged, this, &SheetView::songChanged);
  connect(&axis, &TimeAxis::cursorChanged, this, &SheetView::followCursor);
  connect(&axis, &TimeAxis::selectionChanged, this, repaint);
  connect(&player_, &Player::playingChanged, this, repaint);
}

void SheetView::setTransposition(Transposition transposition) {
  if (transposition == transposition_) return;
  transposition_ = transposition;
  songChanged();
}

void SheetView::setStyle(const SheetStyle& style) {
  if (style == style_) return;
  style_ = style;
  songChanged();
}

void SheetView::setLyrics(const Lyrics& lyrics) {
  lyrics_ = lyrics;
  songChanged();
}

void SheetView::setSymbolSize(int pixels) {
  size_ = std::clamp(pixels, kSmallest, kLargest);
  relayout();
  if (lit_) reveal(lit_->bar, false);
}

// A hidden sheet is made when it is shown.
void SheetView::songChanged() {
  stale_ = true;
  if (isVisible()) rebuild();
}

void SheetView::rebuild() {
  stale_ = false;
  const AnnotationDocument& document = editor_.document();
  sheet_ = make_sheet(document.annotation(), transposition_, style_);
  if (style_.lyrics) add_lyrics(sheet_, lyrics_);
  if (!document.isOpen()) sheet_.hint = tr("No song is open. Press Ctrl+O to open one.");
  if (sheet_.title.isEmpty() && document.isOpen()) sheet_.title = document.title();
  relayout();
}

void SheetView::relayout() {
  if (stale_) return;
  layout_ = SheetLayout(sheet_, std::max(1, viewport()->width() - 2 * kMargin), size_);
  const double content = top() + layout_.height() + kMargin;
  verticalScrollBar()->setRange(0, static_cast<int>(content) - viewport()->height());
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(size_);
  lit_ = layout_.placeAt(editor_.axis().cursor());
  describe();
  viewport()->update();
}

double SheetView::top() const {
  return kMargin + head_height(sheet_, layout_.width(), size_);
}

QPointF SheetView::origin() const {
  return {kMargin, top() - verticalScrollBar()->value()};
}

QRect SheetView::barRect(std::size_t bar) const {
  return layout_.barRect(bar).translated(origin()).toAlignedRect();
}

SheetLight SheetView::light() const {
  return {lit_, player_.playing(), editor_.axis().selection()};
}

void SheetView::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.fillRect(event->rect(), theme().lane);
  const SheetInk ink = sheet_ink(theme());
  if (!sheet_.hint.isEmpty()) {
    painter.setPen(ink.muted);
    painter.drawText(viewport()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin),
                     Qt::AlignCenter | Qt::TextWordWrap, sheet_.hint);
    return;
  }
  painter.translate(origin());
  const QRectF exposed = QRectF(event->rect()).translated(-origin());
  const double head = head_height(sheet_, layout_.width(), size_);
  painter.translate(0, -head);
  if (exposed.top() < 0) paint_head(painter, sheet_, layout_.width(), size_, ink);
  painter.translate(0, head);
  const SheetLight shown = light();
  for (std::size_t line = layout_.lineAt(exposed.top()); line < layout_.lines().size(); ++line) {
    if (layout_.lines()[line].top > exposed.bottom()) break;
    paint_line(painter, sheet_, layout_, line, ink, shown);
  }
}

void SheetView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  relayout();
  if (lit_) reveal(lit_->bar, false);
}

void SheetView::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  if (stale_) rebuild();
  followCursor(editor_.axis().cursor());
  if (lit_) reveal(lit_->bar, false);
}

void SheetView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) viewport()->update();
  if (event->type() == QEvent::FontChange) relayout();
}

// ---- the cursor

void SheetView::followCursor(double seconds) {
  if (stale_ || sheet_.bars.empty()) return;
  const std::optional<SheetPlace> place = layout_.placeAt(seconds);
  if (seconds < sheet_.bars.front().start) reveal(0, false);
  if (place == lit_) return;
  const bool other_bar = place && (!lit_ || place->bar != lit_->bar);
  updateBar(lit_);
  lit_ = place;
  updateBar(lit_);
  if (!other_bar) return;
  if (!player_.playing())
    reveal(place->bar, false);
  else if (player_.following())
    reveal(place->bar, true);
  describe();
}

void SheetView::updateBar(const std::optional<SheetPlace>& place) {
  if (place) viewport()->update(barRect(place->bar).adjusted(-size_, -size_, size_, size_));
}

// Scrolls so that the line of the bar is in view. `ahead`: also the next line; if one of them is
// not, the line moves to the top.
void SheetView::reveal(std::size_t bar, bool ahead) {
  const std::size_t index = layout_.lineOf(bar);
  const SheetLine& line = layout_.lines()[index];
  QScrollBar& bar_of_view = *verticalScrollBar();
  const double height = viewport()->height();
  const double above = index == 0 ? 0.0 : top() + line.top;
  const SheetLine& last =
      layout_.lines()[std::min(index + (ahead ? 1 : 0), layout_.lines().size() - 1)];
  const double below = top() + last.top + last.height;
  const double seen = bar_of_view.value();
  if (above >= seen && below <= seen + height) return;
  double wanted = above - kLookAhead * height;
  if (!ahead) wanted = above < seen ? above : std::min(above, below - height);
  bar_of_view.setValue(static_cast<int>(std::lround(wanted)));
  viewport()->update();
}

void SheetView::describe() {
  QString text = sheet_.hint;
  if (text.isEmpty() && lit_) {
    const SheetMeasure& bar = sheet_.bars[lit_->bar];
    QStringList chords;
    for (const SheetChord& chord : bar.symbols)
      chords += chord.beat == 0 ? chord.symbol.text()
                                : tr("%1 on beat %2").arg(chord.symbol.text()).arg(chord.beat + 1);
    const QString name = bar.pickup ? tr("Pickup") : tr("Bar %1").arg(bar.number);
    text = tr("%1: %2").arg(name, chords.join(QStringLiteral(", ")));
    if (!bar.section.isEmpty()) text = tr("%1. %2").arg(bar.section, text);
  }
  setAccessibleDescription(text);
}

// The place where keys act: before the first bar the first one, after the last bar the last one.
SheetPlace SheetView::placeOfCursor() const {
  if (const auto place = layout_.placeAt(editor_.axis().cursor())) return *place;
  if (editor_.axis().cursor() < sheet_.bars.front().start) return {0, 0};
  return {sheet_.bars.size() - 1, 0};
}

// The chord there becomes the current one, for the commands of the menus.
void SheetView::seek(SheetPlace place) {
  const SheetMeasure& bar = sheet_.bars[place.bar];
  const double time = bar.times[static_cast<std::size_t>(place.beat)];
  const auto& chords = editor_.document().annotation().chords;
  const std::size_t chord = segment_at(chords, (time + bar.beatEnd(place.beat)) / 2.0);
  if (chord < chords.size())
    editor_.setCurrentChord(chord);
  else
    editor_.clearCurrent();
  editor_.axis().setCursor(time);
  reveal(place.bar, false);
}

// ---- mouse

void SheetView::mousePressEvent(QMouseEvent* event) {
  pressed_.reset();
  dragging_ = false;
  if (event->button() != Qt::LeftButton || sheet_.bars.empty()) return;
  pressed_ = layout_.placeAt(event->position() - origin());
  press_point_ = event->pos();
}

void SheetView::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_) return;
  const int moved = (event->pos() - press_point_).manhattanLength();
  dragging_ = dragging_ || moved >= QApplication::startDragDistance();
  if (!dragging_) return;
  if (const auto place = layout_.placeAt(event->position() - origin()))
    selectBars(pressed_->bar, place->bar);
}

void SheetView::mouseReleaseEvent(QMouseEvent*) {
  if (!pressed_) return;
  marked_.reset();
  if (dragging_) {
    editor_.axis().setLoop(true);
    const double begin = editor_.axis().selection().begin;
    if (!editor_.axis().selection().contains(editor_.axis().cursor()))
      editor_.axis().setCursor(begin);
  } else {
    const SheetMeasure& bar = sheet_.bars[pressed_->bar];
    const int beat = layout_.isRepeat(pressed_->bar) ? 0 : pressed_->beat;
    editor_.axis().clearSelection();
    seek({pressed_->bar, bar.symbols[bar.chordAt(beat)].beat});
  }
  pressed_.reset();
}

void SheetView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || sheet_.bars.empty()) return;
  if (const auto place = layout_.placeAt(event->position() - origin())) askAt(*place, {});
}

void SheetView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) {
    QAbstractScrollArea::wheelEvent(event);
    return;
  }
  setSymbolSize(
      static_cast<int>(std::lround(size_ * std::pow(1.1, event->angleDelta().y() / 120.0))));
  emit symbolSizeChanged(size_);
}

// ---- keys

bool SheetView::startsTyping(const QKeyEvent& key) const {
  const bool letter = (key.key() >= Qt::Key_A && key.key() <= Qt::Key_G) || key.key() == Qt::Key_N;
  return key.modifiers() == Qt::ShiftModifier && letter && !sheet_.bars.empty();
}

bool SheetView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && startsTyping(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the shortcut of that key
    return true;
  }
  return QAbstractScrollArea::event(event);
}

void SheetView::keyPressEvent(QKeyEvent* event) {
  if (sheet_.bars.empty()) {
    QAbstractScrollArea::keyPressEvent(event);
  } else if (startsTyping(*event)) {
    askForChord(QString(QChar(event->key())));
  } else if (event->key() == Qt::Key_Escape) {
    marked_.reset();
    editor_.clearCurrent();
    editor_.axis().clearSelection();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    askForChord();
  } else if (!moves(*event)) {
    QAbstractScrollArea::keyPressEvent(event);
  }
}

bool SheetView::moves(const QKeyEvent& key) {
  const int by =
      key.key() == Qt::Key_Left || key.key() == Qt::Key_Up || key.key() == Qt::Key_PageUp ? -1 : 1;
  const bool sideways = key.key() == Qt::Key_Left || key.key() == Qt::Key_Right;
  if (sideways && key.modifiers() == Qt::ShiftModifier) {
    extend(by);
    return true;
  }
  const bool by_chord = sideways && key.modifiers() == Qt::ControlModifier;
  if (key.modifiers() != Qt::NoModifier && !by_chord) return false;
  if (by_chord)
    stepChord(by);
  else if (sideways)
    stepBar(by);
  else if (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)
    stepLine(by);
  else if (key.key() == Qt::Key_PageUp || key.key() == Qt::Key_PageDown)
    stepLine(by *
             std::max(1, static_cast<int>(viewport()->height() / layout_.lines()[0].height) - 1));
  else if (key.key() == Qt::Key_End)
    seek({sheet_.bars.size() - 1, 0});
  else
    return false;
  marked_.reset();
  return true;
}

void SheetView::stepBar(int by) {
  const auto bar = static_cast<std::ptrdiff_t>(placeOfCursor().bar);
  // From before the first bar, a step leads to it.
  const bool outside = editor_.axis().cursor() < sheet_.bars.front().start;
  const auto last = static_cast<std::ptrdiff_t>(sheet_.bars.size()) - 1;
  const auto wanted = std::clamp<std::ptrdiff_t>(outside ? 0 : bar + by, 0, last);
  seek({static_cast<std::size_t>(wanted), 0});
}

void SheetView::stepLine(int by) {
  const QRectF from = layout_.barRect(placeOfCursor().bar);
  const auto line = static_cast<std::ptrdiff_t>(layout_.lineOf(placeOfCursor().bar)) + by;
  const auto last = static_cast<std::ptrdiff_t>(layout_.lines().size()) - 1;
  const SheetLine& to =
      layout_.lines()[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(line, 0, last))];
  std::size_t bar = to.first;
  while (bar + 1 < to.end && layout_.barRect(bar).right() <= from.center().x()) ++bar;
  seek({bar, 0});
}

void SheetView::stepChord(int by) {
  const SheetPlace place = placeOfCursor();
  const SheetMeasure& bar = sheet_.bars[place.bar];
  const auto chord = static_cast<std::ptrdiff_t>(bar.chordAt(place.beat)) + by;
  if (chord >= 0 && chord < std::ssize(bar.symbols)) {
    seek({place.bar, bar.symbols[static_cast<std::size_t>(chord)].beat});
  } else if (by > 0 && place.bar + 1 < sheet_.bars.size()) {
    seek({place.bar + 1, 0});
  } else if (by < 0 && place.bar > 0) {
    seek({place.bar - 1, sheet_.bars[place.bar - 1].symbols.back().beat});
  }
}

void SheetView::extend(int by) {
  if (!marked_) {
    const std::size_t bar = placeOfCursor().bar;
    marked_ = {bar, bar};
  } else {
    const auto last = static_cast<std::ptrdiff_t>(sheet_.bars.size()) - 1;
    marked_->second = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(marked_->second) + by, 0, last));
  }
  selectBars(marked_->first, marked_->second);
  editor_.axis().setLoop(true);
  reveal(marked_->second, false);
}

void SheetView::selectBars(std::size_t from, std::size_t to) {
  const auto [first, last] = std::minmax(from, to);
  editor_.axis().setSelection(sheet_.bars[first].start, sheet_.bars[last].end);
}

// ---- correcting

void SheetView::askForChord(const QString& begin) {
  if (!sheet_.bars.empty()) askAt(placeOfCursor(), begin);
}

void SheetView::askAt(SheetPlace place, const QString& begin) {
  if (!editor_.document().allowsEdits()) return;
  const SheetMeasure& bar = sheet_.bars[place.bar];
  const TimeSpan span =
      span_to_name(editor_.document().annotation().chords, sheet_, layout_, place);
  QRect box =
      layout_.chordRect(place.bar, bar.chordAt(place.beat)).translated(origin()).toAlignedRect();
  box.moveTopLeft(viewport()->mapToGlobal(box.topLeft()));
  entry_->setHint(style_.names == ChordNames::kLetters
                      ? QString()
                      : tr("Letters of the annotation: B is German H, Bb is German B"));
  entry_->askForChord(span, transposition_.shift(), box, begin);
}

}  // namespace tactus::ui
