// All members of an annotation, for what must not forget one. A member that is missing here is an
// error of the compiler.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/annotation.h"

namespace tactus {

template <class Member>
inline constexpr bool kIsList = false;
template <class Item>
inline constexpr bool kIsList<std::vector<Item>> = true;

// References to all members of an Annotation or const Annotation, in their order.
template <class AnyAnnotation>
auto members_of(AnyAnnotation& annotation) {
#define TACTUS_SEGMENT_LAYER(constant, member, ...) member,
  auto& [title, artist, album, tags, duration, beats,
#include "model/annotation_layers.inc"
         tempi, swing, grid, readings, annotator, audio, review, lanes, damage, notes, cues] =
      annotation;
  return std::tie(title, artist, album, tags, duration, beats,
#include "model/annotation_layers.inc"
                  tempi, swing, grid, readings, annotator, audio, review, lanes, damage, notes,
                  cues);
#undef TACTUS_SEGMENT_LAYER
}

// Calls `does` with each member of `a` and the same one of `b`.
template <class A, class B, class Does>
void for_each_member(A& a, B& b, Does does) {
  const auto of_a = members_of(a);
  const auto of_b = members_of(b);
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    (does(std::get<kIndex>(of_a), std::get<kIndex>(of_b)), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(of_a)>>());
}

// Takes what is no list: names, grid, review and so on.
void take_particulars(Annotation& into, const Annotation& from);

// Takes what `into` lacks, is empty or 0 in it. What describes the beats comes with them alone. The
// highest review state counts.
void fill_absent(Annotation& into, Annotation from);

}  // namespace tactus
