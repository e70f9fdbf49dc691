#include "ui/playback/loop_commands.h"

#include <QAction>
#include <QMenu>
#include <QSettings>
#include <algorithm>
#include <cmath>

#include "model/editing/segment_edits.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/bar_spans.h"

namespace tactus::ui {
namespace {

constexpr double kShortest = 0.1;  // seconds: nobody practises less
constexpr double kAtEnd = 1e-3;    // seconds
const QString kSnapKey = QStringLiteral("playback/loop_whole_bars");

}  // namespace

LoopCommands::LoopCommands(AnnotationEditor& editor, QObject* parent)
    : QObject(parent), editor_(editor), axis_(editor.axis()) {
  snapping_ = QSettings().value(kSnapKey, true).toBool();
  axis_.setSelectionSnap([this](const TimeSpan& span) {
    return axis_.loop() ? snapped(span) : editor_.snappedToBeats(span);
  });
  connect(&axis_, &TimeAxis::loopChanged, this, [this](bool on) {
    const TimeSpan span = snapped(axis_.selection());
    if (on) axis_.setSelection(span.begin, span.end);
  });
}

LoopCommands::~LoopCommands() {
  axis_.setSelectionSnap({});
}

void LoopCommands::setSnapping(bool on) {
  snapping_ = on;
  QSettings().setValue(kSnapKey, on);
}

void LoopCommands::fill(QMenu& menu) {
  const auto add = [this, &menu](const QString& text, const QKeySequence& keys, auto what) {
    connect(menu.addAction(text, keys), &QAction::triggered, this, what);
  };
  add(tr("This bar"), Qt::Key_Q, [this] { loopBars(1); });
  add(tr("Four bars"), Qt::Key_W, [this] { loopBars(4); });
  add(tr("The section"), Qt::Key_E, [this] { loopSection(); });
  menu.addSeparator();
  add(tr("Half as long"), Qt::Key_U, [this] { resize(0.5); });
  add(tr("Twice as long"), Qt::Key_I, [this] { resize(2.0); });
  add(tr("Forward by its length"), Qt::Key_V, [this] { move(1); });
  add(tr("Back by its length"), Qt::SHIFT | Qt::Key_V, [this] { move(-1); });
  menu.addSeparator();
  QAction* whole = menu.addAction(tr("Whole bars (hold Alt to drag freely)"));
  whole->setShortcut(Qt::SHIFT | Qt::Key_L);
  whole->setCheckable(true);
  whole->setChecked(snapping_);
  connect(whole, &QAction::toggled, this, &LoopCommands::setSnapping);
}

std::vector<double> LoopCommands::lines() const {
  return bar_lines(editor_.document().annotation().beats, axis_.duration());
}

TimeSpan LoopCommands::snapped(const TimeSpan& span) const {
  return snapping_ ? snapped_to_bars(lines(), span) : span;
}

void LoopCommands::loopBars(int count) {
  const auto bars = bars_at(lines(), axis_.cursor(), count);
  if (!bars) return emit message(tr("The song has no bars yet: tag it, or set beat one (key 1)."));
  take(*bars);
}

void LoopCommands::loopSection() {
  const SegmentList& sections = editor_.document().annotation().sections;
  const std::size_t here = segment_at(sections, axis_.cursor());
  if (here >= sections.size()) return emit message(tr("There is no section at the cursor."));
  take({sections[here].start, sections[here].end});
}

bool LoopCommands::hasLoop() {
  const bool has = !axis_.selection().empty();
  if (!has) emit message(tr("There is no loop yet: select a passage, or press Q for this bar."));
  return has;
}

void LoopCommands::resize(double factor) {
  if (!hasLoop()) return;
  TimeSpan next =
      resized(editor_.document().annotation().beats, lines(), axis_.selection(), factor);
  next.end = std::min(next.end, axis_.duration());
  if (next.length() >= kShortest) take(next);
}

void LoopCommands::move(int lengths) {
  if (!hasLoop()) return;
  const TimeSpan next =
      moved_by_lengths(editor_.document().annotation().beats, lines(), axis_.selection(), lengths);
  if (next.begin >= -kAtEnd && next.end <= axis_.duration() + kAtEnd) take(next);
}

void LoopCommands::take(const TimeSpan& next) {
  const TimeSpan old = axis_.loop() ? axis_.selection() : TimeSpan{};
  const double here = axis_.cursor();
  axis_.setLoop(true);  // before the selection, which stays as it is
  if (old.contains(here) && !next.contains(here) && !next.empty()) {
    const double there = next.begin + std::fmod(here - old.begin, next.length());
    emit playheadMoved(there - here);
  }
  axis_.setSelection(next.begin, next.end);
  axis_.ensureVisible(next.begin);
}

}  // namespace tactus::ui
