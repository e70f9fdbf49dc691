#include "model/annotation_members.h"

#include <algorithm>

namespace tactus {

void take_particulars(Annotation& into, const Annotation& from) {
  for_each_member(into, from, [](auto& to, const auto& other) {
    if constexpr (!kIsList<std::remove_reference_t<decltype(to)>>) to = other;
  });
}

void fill_absent(Annotation& into, Annotation from) {
  const Review review = std::max(into.review, from.review);
  if (!into.beats.empty()) {
    from.grid = {};
    from.readings.clear();
    from.swing = 0.0;
  }
  for_each_member(into, from, [](auto& to, auto& other) {
    if (to == std::remove_reference_t<decltype(to)>()) to = std::move(other);
  });
  into.review = review;
}

}  // namespace tactus
