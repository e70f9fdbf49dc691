// The commands of AnnotationEditor for lanes of one's own.
#include <algorithm>

#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

constexpr double kUsualRegion = 1.0;  // seconds of a region without a selection

// Puts an item at its place in the order of time, and returns its index.
std::size_t insert_item(std::vector<UserItem>& items, UserItem item) {
  const auto place = std::ranges::upper_bound(items, item.time, {}, &UserItem::time);
  const auto index = place - items.begin();
  items.insert(place, std::move(item));
  return static_cast<std::size_t>(index);
}

// Between the neighbours.
double value_at(const std::vector<UserItem>& items, double time) {
  if (items.empty()) return 0.0;
  const auto after = std::ranges::upper_bound(items, time, {}, &UserItem::time);
  if (after == items.begin()) return items.front().value;
  if (after == items.end()) return items.back().value;
  const UserItem& before = *(after - 1);
  const double share = (time - before.time) / std::max(after->time - before.time, 1e-9);
  return before.value + share * (after->value - before.value);
}

}  // namespace

std::optional<std::size_t> AnnotationEditor::activeUserLane() const {
  const auto& lanes = annotation().lanes;
  const auto active = std::ranges::find(lanes, active_user_lane_, &UserLane::name);
  if (active != lanes.end()) return static_cast<std::size_t>(active - lanes.begin());
  return lanes.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

void AnnotationEditor::setActiveUserLane(std::size_t lane) {
  if (lane >= annotation().lanes.size()) return;
  active_user_lane_ = annotation().lanes[lane].name;
  emit currentChanged();
}

std::optional<std::size_t> AnnotationEditor::currentUserItem(std::size_t lane) const {
  const bool there = current_.kind == CurrentItem::Kind::kUserItem && current_.lane == lane &&
                     lane < annotation().lanes.size() &&
                     current_.index < annotation().lanes[lane].items.size();
  return there ? std::optional(current_.index) : std::nullopt;
}

void AnnotationEditor::setCurrentUserItem(std::size_t lane, std::size_t index) {
  if (lane >= annotation().lanes.size() || index >= annotation().lanes[lane].items.size()) return;
  active_user_lane_ = annotation().lanes[lane].name;
  CurrentItem item{CurrentItem::Kind::kUserItem, index};
  item.lane = lane;
  setCurrent(item);
}

bool AnnotationEditor::addUserLane(UserLane lane) {
  Annotation next = annotation();
  if (next.lanes.size() >= kMostUserLanes) {
    emit message(tr("A song has at most %1 own lanes.").arg(kMostUserLanes));
    return false;
  }
  const QString words = QString::fromStdString(lane.name);  // of a plug-in: not always UTF-8
  lane.name = free_lane_name(next.lanes, words.toStdString());
  if (lane.colour == 0) lane.colour = next_lane_colour(next.lanes);
  const std::string name = lane.name;
  next.lanes.push_back(std::move(lane));
  if (!document_.edit(tr("New lane"), std::move(next))) return false;
  active_user_lane_ = name;
  return true;
}

bool AnnotationEditor::changeUserLane(std::size_t lane, const QString& name, std::uint32_t colour) {
  const std::string words = name.simplified().toStdString();
  if (lane >= annotation().lanes.size() || words.empty()) return false;
  Annotation next = annotation();
  UserLane& changed = next.lanes[lane];
  if (words != changed.name) {
    changed.name.clear();
    changed.name = free_lane_name(next.lanes, words);
  }
  changed.colour = colour;
  const std::string now = changed.name;
  if (!document_.edit(tr("Change lane"), std::move(next))) return false;
  active_user_lane_ = now;
  return true;
}

void AnnotationEditor::deleteUserLane(std::size_t lane) {
  if (lane >= annotation().lanes.size()) return;
  Annotation next = annotation();
  const QString name = QString::fromStdString(next.lanes[lane].name);
  next.lanes.erase(next.lanes.begin() + static_cast<std::ptrdiff_t>(lane));
  clearCurrent();
  if (document_.edit(tr("Delete lane"), std::move(next)))
    emit message(tr("%1 deleted, Ctrl+Z brings it back").arg(name));
}

bool AnnotationEditor::addUserItem(std::size_t lane, UserItem item) {
  if (lane >= annotation().lanes.size()) return false;
  Annotation next = annotation();
  if (next.lanes[lane].items.size() >= kMostUserItems) return false;
  const std::size_t index = insert_item(next.lanes[lane].items, std::move(item));
  if (!document_.edit(tr("Mark in lane"), std::move(next))) return false;
  setCurrentUserItem(lane, index);
  return true;
}

void AnnotationEditor::markHere() {
  const auto lane = activeUserLane();
  if (!document_.isOpen()) return;
  if (!lane) {
    emit message(annotation().lanes.empty()
                     ? tr("There is no own lane: make one in the menu Lanes.")
                     : tr("Click the lane first in which the mark belongs."));
    return;
  }
  const UserLane& wanted = annotation().lanes[*lane];
  const TimeSpan span = axis_.selection();
  UserItem item;
  item.time = tap_clock_ ? tap_clock_() : axis_.cursor();
  if (wanted.kind == UserLaneKind::kCurve) item.value = value_at(wanted.items, item.time);
  if (wanted.kind == UserLaneKind::kRegions) {
    if (!span.empty()) item.time = span.begin;
    const double end = span.empty() ? item.time + kUsualRegion : span.end;
    item.duration = std::max(std::min(end, songEnd()) - item.time, 0.0);
  }
  addUserItem(*lane, std::move(item));
}

std::size_t AnnotationEditor::setUserItem(std::size_t lane, std::size_t index, UserItem item,
                                          GestureId gesture) {
  if (lane >= annotation().lanes.size() || index >= annotation().lanes[lane].items.size())
    return index;
  item.time = std::clamp(item.time, 0.0, songEnd());
  item.duration = std::clamp(item.duration, 0.0, std::max(songEnd() - item.time, 0.0));
  Annotation next = annotation();
  std::vector<UserItem>& items = next.lanes[lane].items;
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
  const std::size_t place = insert_item(items, std::move(item));
  if (!document_.edit(tr("Change mark"), std::move(next), gesture)) return index;
  setCurrentUserItem(lane, place);
  return place;
}

void AnnotationEditor::deleteUserItem(std::size_t lane, std::size_t index) {
  Annotation next = annotation();
  std::vector<UserItem>& items = next.lanes.at(lane).items;
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
  clearCurrent();
  document_.edit(tr("Delete mark"), std::move(next));
}

}  // namespace tactus::ui
