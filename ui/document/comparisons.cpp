#include "ui/document/comparisons.h"

#include <algorithm>

#include "model/annotation_members.h"
#include "model/editing/elastic_grid.h"

namespace tactus::ui {
namespace {

// Keys of a file without times last longer than any song.
void cut(std::vector<LabelledSegment>& segments, double end) {
  if (end <= 0) return;
  std::erase_if(segments, [&](const LabelledSegment& segment) { return segment.start >= end; });
  for (LabelledSegment& segment : segments) segment.end = std::min(segment.end, end);
}

void add_notes(std::vector<LabelledSegment>& notes, const std::vector<LabelledSegment>& others) {
  for (const LabelledSegment& note : others) {
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  }
  std::ranges::stable_sort(notes, {}, &LabelledSegment::start);
}

// A lane takes the place of the one of its name.
void take_lanes(std::vector<UserLane>& lanes, const std::vector<UserLane>& others) {
  for (const UserLane& lane : others) {
    const auto same = std::ranges::find(lanes, lane.name, &UserLane::name);
    if (same != lanes.end())
      *same = lane;
    else if (lanes.size() < kMostUserLanes)
      lanes.push_back(lane);
  }
}

}  // namespace

bool same_origin(const Comparison& a, const Comparison& b) {
  return a.source == b.source && a.file == b.file && a.models == b.models;
}

Comparison* Comparisons::place(int id) {
  const auto found = std::ranges::find(list_, id, &Comparison::id);
  return found == list_.end() ? nullptr : &*found;
}

const Comparison* Comparisons::find(int id) const {
  const auto found = std::ranges::find(list_, id, &Comparison::id);
  return found == list_.end() ? nullptr : &*found;
}

const Comparison* Comparisons::chosen() const {
  if (const Comparison* found = find(chosen_)) return found;
  return list_.empty() ? nullptr : &list_.front();
}

void Comparisons::choose(int id) {
  if (chosen_ == id || !find(id)) return;
  chosen_ = id;
  emit chosenChanged();
}

int Comparisons::freeColour() const {
  int colour = 0;
  while (std::ranges::find(list_, colour, &Comparison::colour) != list_.end()) ++colour;
  return colour;
}

int Comparisons::add(Comparison comparison) {
  comparison.id = ++last_id_;
  const auto same = std::ranges::find_if(
      list_, [&](const Comparison& other) { return same_origin(other, comparison); });
  if (same != list_.end()) {
    comparison.colour = same->colour;
    *same = std::move(comparison);
  } else {
    comparison.colour = freeColour();
    list_.push_back(std::move(comparison));
  }
  emit listChanged();
  return last_id_;
}

void Comparisons::fill(int id, Annotation annotation) {
  Comparison* filled = place(id);
  if (!filled) return;
  filled->annotation = std::move(annotation);
  filled->fault.clear();
  filled->waiting = false;
  emit contentChanged(id);
}

void Comparisons::fail(int id, const QString& fault) {
  Comparison* failed = place(id);
  if (!failed) return;
  failed->annotation = {};
  failed->fault = fault;
  failed->waiting = false;
  emit contentChanged(id);
}

void Comparisons::remove(int id) {
  if (std::erase_if(list_, [id](const Comparison& each) { return each.id == id; }) > 0)
    emit listChanged();
}

void Comparisons::clear() {
  if (list_.empty()) return;
  list_.clear();
  emit listChanged();
}

Annotation taken_over(Annotation song, Annotation other) {
  forget_equal_certainty(other);
  if (!other.beats.empty() && other.tempi.empty())
    other.tempi = tempi_after_edit(song.tempi, {song.beats, song.grid}, {other.beats, other.grid});
  if (song.duration > 0.0) other.duration = song.duration;
  const double end = other.duration;
  for (const SegmentLayerInfo& layer : segment_layers()) cut(other.*layer.member, end);
  std::erase_if(other.cues, [end](const Cue& cue) { return end > 0.0 && cue.start > end; });
  take_lanes(song.lanes, other.lanes);
  other.lanes = std::move(song.lanes);
  add_notes(other.notes, song.notes);
  other.title = song.title;
  other.artist = song.artist;
  other.album = song.album;
  other.tags = song.tags;
  other.audio = song.audio;
  other.review = song.review;
  fill_absent(other, std::move(song));
  return other;
}

}  // namespace tactus::ui
