#include "model/evaluation/annotation_differences.h"

#include <algorithm>
#include <tuple>

#include "model/evaluation/annotation_agreement.h"

namespace tactus {
namespace {

void add_beats(std::vector<Difference>& found, const std::vector<Beat>& a,
               const std::vector<Beat>& b, double window) {
  if (a.empty() || b.empty()) return;
  std::vector<bool> paired_a(a.size()), paired_b(b.size());
  for (const auto& [i, j] : pair_beats(a, b, window)) {
    paired_a[i] = paired_b[j] = true;
    const bool known = a[i].position > 0 && b[j].position > 0;
    if (known && a[i].position != b[j].position)
      found.push_back({a[i].time, a[i].time, DifferenceKind::kPosition});
  }
  const auto add_alone = [&](const std::vector<Beat>& beats, const std::vector<bool>& paired) {
    for (std::size_t i = 0; i < beats.size(); ++i) {
      if (!paired[i]) found.push_back({beats[i].time, beats[i].time, DifferenceKind::kBeat});
    }
  };
  add_alone(a, paired_a);
  add_alone(b, paired_b);
}

template <class Compare>
void add_segments(std::vector<Difference>& found, const std::vector<LabelledSegment>& a,
                  const std::vector<LabelledSegment>& b, DifferenceKind kind, Compare compare,
                  double window) {
  if (a.empty() || b.empty()) return;
  std::vector<Difference> places;
  for (const auto& agreements : {compare(a, b), compare(b, a)}) {
    for (const SegmentAgreement& part : agreements) {
      if (part.equal && !*part.equal) places.push_back({part.begin, part.end, kind});
    }
  }
  places = merge_differences(std::move(places), 0.0);
  std::erase_if(places, [&](const Difference& each) { return each.end - each.begin <= window; });
  found.insert(found.end(), places.begin(), places.end());
}

auto order(const Difference& difference) {
  return std::tuple(difference.begin, difference.kind, difference.end);
}

}  // namespace

std::vector<Difference> find_differences(const Annotation& a, const Annotation& b, double window) {
  std::vector<Difference> found;
  add_beats(found, a.beats, b.beats, window);
  add_segments(found, a.chords, b.chords, DifferenceKind::kChord, compare_chords, window);
  add_segments(found, a.keys, b.keys, DifferenceKind::kKey, compare_keys, window);
  std::ranges::sort(found, {}, order);
  return found;
}

std::vector<Difference> merge_differences(std::vector<Difference> differences, double window) {
  std::ranges::sort(differences, {}, order);
  std::vector<Difference> merged;
  std::size_t last[std::size(kDifferenceKinds)] =
      {};  // place of the last of a kind, from 1; 0 = none
  for (const Difference& next : differences) {
    std::size_t& place = last[static_cast<std::size_t>(next.kind)];
    if (place > 0 && next.begin <= merged[place - 1].end + window) {
      merged[place - 1].end = std::max(merged[place - 1].end, next.end);
    } else {
      merged.push_back(next);
      place = merged.size();
    }
  }
  return merged;
}

}  // namespace tactus
