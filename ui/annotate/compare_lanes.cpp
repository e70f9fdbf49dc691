#include "ui/annotate/compare_lanes.h"

#include "ui/annotate/score_panel.h"
#include "ui/document/comparison_names.h"
#include "ui/lanes/comparison_header.h"
#include "ui/lanes/comparison_lane.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

constexpr int kRestMs = 120;
constexpr int kHeight = 56;  // pixels

QString lane_name(int id) {
  return QStringLiteral("comparison-%1").arg(id);
}

}  // namespace

CompareLanes::CompareLanes(AnnotationDocument& document, TimeAxis& axis, LaneStack& stack,
                           QObject* parent)
    : QObject(parent), document_(document), axis_(axis), stack_(stack) {
  delay_.setSingleShot(true);
  delay_.setInterval(kRestMs);
  connect(&delay_, &QTimer::timeout, this, &CompareLanes::score);
  const Comparisons& comparisons = document_.comparisons();
  connect(&comparisons, &Comparisons::listChanged, this, &CompareLanes::followList);
  connect(&comparisons, &Comparisons::contentChanged, this, &CompareLanes::showStates);
  connect(&comparisons, &Comparisons::chosenChanged, this, &CompareLanes::showStates);
  connect(&document_, &AnnotationDocument::annotationChanged, this, [this] { delay_.start(); });
}

void CompareLanes::followList() {
  const Comparisons& comparisons = document_.comparisons();
  std::erase_if(rows_, [&](const auto& row) {
    if (comparisons.find(row.first)) return false;
    stack_.removeLane(lane_name(row.first));
    return true;
  });
  for (const Comparison& comparison : comparisons.list()) {
    if (!rows_.contains(comparison.id)) add(comparison);
  }
  showStates();
}

void CompareLanes::add(const Comparison& comparison) {
  const int id = comparison.id;
  auto* lane = new ComparisonLane(document_, id, axis_);
  auto* header = new ComparisonHeader(comparison);
  lane->setSymbols(symbols_);
  lane->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(lane, &QWidget::customContextMenuRequested, this,
          [this, id, lane](const QPoint& place) { emit menuWanted(id, lane->mapToGlobal(place)); });
  connect(header, &ComparisonHeader::menuWanted, this,
          [this, id](const QPoint& place) { emit menuWanted(id, place); });
  connect(header, &ComparisonHeader::pressed, this,
          [this, id] { document_.comparisons().choose(id); });
  rows_[id] = {lane, header};
  stack_.addLane(lane_name(id), lane, kHeight, true, header);
}

void CompareLanes::showStates() {
  const Comparison* chosen = document_.comparisons().chosen();
  const auto& list = document_.comparisons().list();
  const QStringList names = short_names(list, document_.audioPath());
  for (std::size_t i = 0; i < list.size(); ++i)
    rows_.at(list[i].id)
        .header->setComparison(list[i], &list[i] == chosen, names[static_cast<qsizetype>(i)]);
  delay_.start();
}

void CompareLanes::score() {
  const bool tagged = document_.isTagged();  // else 0.000 would say that the song is wrong
  for (const Comparison& comparison : document_.comparisons().list()) {
    if (!tagged) {
      rows_.at(comparison.id).header->setScores({}, {});
      continue;
    }
    const ShortScores scores = short_scores(comparison.annotation, document_.annotation());
    rows_.at(comparison.id).header->setScores(scores.beats, scores.chords);
  }
}

void CompareLanes::showProgress(int id, double done) {
  if (ComparisonHeader* shown = header(id)) shown->setProgress(done);
}

ComparisonLane* CompareLanes::lane(int id) const {
  const auto found = rows_.find(id);
  return found == rows_.end() ? nullptr : found->second.lane;
}

ComparisonHeader* CompareLanes::header(int id) const {
  const auto found = rows_.find(id);
  return found == rows_.end() ? nullptr : found->second.header;
}

void CompareLanes::setSymbols(bool on) {
  symbols_ = on;
  for (const auto& [id, row] : rows_) row.lane->setSymbols(on);
}

}  // namespace tactus::ui
