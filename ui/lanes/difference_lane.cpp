#include "ui/lanes/difference_lane.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kSamePlace = 1e-3;  // seconds

QString title_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kBeat:
      return DifferenceLane::tr("Beats without a match");
    case DifferenceKind::kPosition:
      return DifferenceLane::tr("Different position in the bar");
    case DifferenceKind::kChord:
      return DifferenceLane::tr("Different chord");
    case DifferenceKind::kKey:
      break;
  }
  return DifferenceLane::tr("Different key");
}

QColor colour_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kBeat:
      return theme().differ;
    case DifferenceKind::kPosition:
      return theme().doubt;
    case DifferenceKind::kChord:
      return theme().accent;
    case DifferenceKind::kKey:
      break;
  }
  return theme().tempo;
}

}  // namespace

DifferenceLane::DifferenceLane(AnnotationEditor& editor, QWidget* parent)
    : TimelineView(editor.axis(), tr("Differences"), parent), editor_(editor) {
  setAccessibleDescription(
      tr("Where the comparisons disagree: beats, positions, chords and keys, from top to bottom."));
  const AnnotationDocument& document = editor_.document();
  connect(&document, &AnnotationDocument::annotationChanged, this, &DifferenceLane::forget);
  const Comparisons& comparisons = document.comparisons();
  connect(&comparisons, &Comparisons::listChanged, this, &DifferenceLane::forget);
  connect(&comparisons, &Comparisons::contentChanged, this, &DifferenceLane::forget);
}

void DifferenceLane::forget() {
  known_ = false;
  invalidateTiles();
}

const std::vector<Difference>& DifferenceLane::places() const {
  if (known_) return places_;
  std::vector<Difference> all;
  const AnnotationDocument& document = editor_.document();
  for (const Comparison& comparison : document.comparisons().list()) {
    const auto found = find_differences(document.annotation(), comparison.annotation);
    all.insert(all.end(), found.begin(), found.end());
  }
  places_ = merge_differences(std::move(all));
  known_ = true;
  return places_;
}

QString DifferenceLane::countText() const {
  QStringList lines;
  for (const DifferenceKind kind : kDifferenceKinds) {
    lines.append(tr("%1: %2")
                     .arg(title_of(kind))
                     .arg(std::ranges::count(places(), kind, &Difference::kind)));
  }
  return lines.join(QLatin1Char('\n'));
}

void DifferenceLane::goTo(int by) {
  if (editor_.document().comparisons().empty()) {
    emit editor_.message(tr("Choose an annotation to compare with first (menu Compare)."));
    return;
  }
  const double here = axis().cursor();
  const auto& all = places();
  auto place = all.end();
  if (by > 0) {
    place = std::ranges::upper_bound(all, here + kSamePlace, {}, &Difference::begin);
  } else {
    const auto after = std::ranges::lower_bound(all, here - kSamePlace, {}, &Difference::begin);
    if (after != all.begin()) place = std::prev(after);
  }
  if (place == all.end()) {
    emit editor_.message(by > 0 ? tr("No difference after the cursor.")
                                : tr("No difference before the cursor."));
    return;
  }
  axis().setCursor(place->begin);
  axis().ensureVisible(place->begin);
  emit editor_.message(tr("Difference %1 of %2: %3")
                           .arg(place - all.begin() + 1)
                           .arg(all.size())
                           .arg(title_of(place->kind).toLower()));
}

void DifferenceLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                               const QRect& area) {
  constexpr auto kRows = static_cast<double>(std::size(kDifferenceKinds));
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  const double row = (area.height() - 2.0) / kRows;
  for (const Difference& place : places()) {
    const double left = x(place.begin), width = std::max(2.0, x(place.end) - left);
    if (left + width < 0 || left > area.width()) continue;
    const double top = 1.0 + row * static_cast<double>(place.kind);
    painter.fillRect(QRectF(left, std::round(top), width, std::max(1.0, std::floor(row) - 1)),
                     colour_of(place.kind));
  }
}

QString DifferenceLane::tipAt(const QPoint& place) const {
  constexpr double kReach = 3.0;  // pixels
  const double before = axis().toSeconds(place.x() - kReach);
  const double after = axis().toSeconds(place.x() + kReach);
  QStringList here;
  for (const Difference& each : places()) {
    if (each.begin <= after && each.end >= before) here.append(title_of(each.kind));
  }
  here.removeDuplicates();
  return here.isEmpty() ? countText() : here.join(QLatin1Char('\n'));
}

LaneHelp DifferenceLane::help() const {
  LaneHelp help = {
      tr("Where the comparisons disagree with the annotation of the song. X goes to the "
         "next place, Shift+X to the one before."),
      tr("A row for each kind, from top to bottom:"),
      {}};
  for (const DifferenceKind kind : kDifferenceKinds)
    help.marks.append({{colour_of(kind)}, title_of(kind), {}});
  return help;
}

}  // namespace tactus::ui
