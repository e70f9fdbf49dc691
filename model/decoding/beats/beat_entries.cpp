#include "model/decoding/beats/beat_entries.h"

#include <cstddef>
#include <limits>

namespace tactus {
namespace {

constexpr int kLaneStep = 4;

#define TACTUS_INLINE inline __attribute__((always_inline))

// Vectors of `Width` lanes; the unaligned ones are in memory.
template <int Width>
struct Lanes {
  typedef double Vector __attribute__((vector_size(Width * 8)));
  typedef double Unaligned __attribute__((vector_size(Width * 8), aligned(8)));
  typedef int Indices __attribute__((vector_size(Width * 4)));
  typedef std::uint8_t Bytes __attribute__((vector_size(Width), aligned(1)));
};
typedef long long Integers __attribute__((vector_size(kLaneStep * 8)));
typedef long long UnalignedIntegers __attribute__((vector_size(kLaneStep * 8), aligned(8)));

TACTUS_INLINE void leave(const BeatStep& step) {
  using Vector = Lanes<kLaneStep>::Vector;
  using Unaligned = Lanes<kLaneStep>::Unaligned;
  const auto lanes = static_cast<std::size_t>(step.lanes);
  for (std::size_t l = 0; l < lanes; l += kLaneStep) {
    const Integers first = *reinterpret_cast<const UnalignedIntegers*>(step.is_downbeat + l);
    for (std::size_t i = 0; i < step.space.size(); ++i) {
      const Vector downbeat = Vector{} + step.downbeat[i], beat = Vector{} + step.beat[i];
      const Vector entered = *reinterpret_cast<const Unaligned*>(step.entered[i] + l);
      *reinterpret_cast<Unaligned*>(step.leaving + i * lanes + l) =
          entered + (first ? downbeat : beat);
    }
  }
}

// The next `Targets` intervals for `Vectors` vectors of lanes: enough of them at once that the
// processor need not wait for one comparison before the next.
template <int Width, int Targets, int Vectors>
TACTUS_INLINE void enter_tile(const BeatStep& step, int target, int lane) {
  using Vector = typename Lanes<Width>::Vector;
  using Unaligned = typename Lanes<Width>::Unaligned;
  using Indices = typename Lanes<Width>::Indices;
  using Bytes = typename Lanes<Width>::Bytes;
  const BeatStateSpace& space = step.space;
  const std::size_t intervals = space.size(), lanes = static_cast<std::size_t>(step.lanes);
  const auto first_target = static_cast<std::size_t>(target);
  Vector most[Targets][Vectors], from[Targets][Vectors];  // score, index of its source
  int begin = space.first_source[first_target], end = space.last_source[first_target];
#pragma GCC unroll 8
  for (int j = 0; j < Targets; ++j) {
    const int first = space.first_source[first_target + j];
    const int last = space.last_source[first_target + j];
    begin = first < begin ? first : begin;
    end = last > end ? last : end;
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      most[j][v] = Vector{} - std::numeric_limits<double>::infinity();
      from[j][v] = Vector{} + static_cast<double>(first);
    }
  }
  const double* transition = space.log_transition.data() + first_target * intervals;
  const double* leaving = step.leaving + lane;
  for (int i = begin; i < end; ++i) {
    const Vector here = Vector{} + static_cast<double>(i);
    const double* row = leaving + static_cast<std::size_t>(i) * lanes;
#pragma GCC unroll 8
    for (int j = 0; j < Targets; ++j) {
      const double change = transition[j * intervals + static_cast<std::size_t>(i)];
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v) {
        const Vector score = *reinterpret_cast<const Unaligned*>(row + v * Width) + change;
        const auto better = score > most[j][v];
        most[j][v] = better ? score : most[j][v];
        from[j][v] = better ? here : from[j][v];
      }
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < Targets; ++j) {
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      const auto at = static_cast<std::size_t>(lane + v * Width);
      const std::size_t place = (first_target + j) * lanes + at;
      *reinterpret_cast<Unaligned*>(step.entered[first_target + j] + at + 1) = most[j][v];
      const Indices source = __builtin_convertvector(from[j][v], Indices);
      *reinterpret_cast<Bytes*>(step.lower + place) = __builtin_convertvector(source, Bytes);
      if (step.upper)
        *reinterpret_cast<Bytes*>(step.upper + place) = __builtin_convertvector(source >> 8, Bytes);
    }
  }
}

template <int Width, int Targets, int Vectors>
TACTUS_INLINE void enter_lanes(const BeatStep& step, int lane) {
  const int intervals = static_cast<int>(step.space.size());
  int target = 0;
  for (; target + Targets <= intervals; target += Targets)
    enter_tile<Width, Targets, Vectors>(step, target, lane);
  for (; target < intervals; ++target) enter_tile<Width, 1, Vectors>(step, target, lane);
}

template <int TargetsOfThreeVectors>
TACTUS_INLINE void enter(const BeatStep& step) {
  leave(step);
  int lane = 0;
  for (; lane + 3 * kLaneStep <= step.lanes; lane += 3 * kLaneStep)
    enter_lanes<kLaneStep, TargetsOfThreeVectors, 3>(step, lane);
  if (lane + 2 * kLaneStep <= step.lanes) {
    enter_lanes<kLaneStep, 2, 2>(step, lane);
  } else if (lane < step.lanes) {
    enter_lanes<kLaneStep, 4, 1>(step, lane);
  }
}

void enter_beats_portable(const BeatStep& step) {
  enter<1>(step);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void enter_beats_avx2(const BeatStep& step) {
  enter<2>(step);
}

constexpr int kWideStep = 2 * kLaneStep;
__attribute__((target("avx512f,avx512dq,avx512vl"))) void enter_beats_avx512(const BeatStep& step) {
  leave(step);
  int lane = 0;
  for (; lane + 2 * kWideStep <= step.lanes; lane += 2 * kWideStep)
    enter_lanes<kWideStep, 4, 2>(step, lane);
  if (lane < step.lanes) enter_lanes<kWideStep, 4, 1>(step, lane);
}
#endif

}  // namespace

std::vector<BeatLoop> beat_loops() {
  std::vector<BeatLoop> loops;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    loops.push_back({enter_beats_avx512, kWideStep});
  if (__builtin_cpu_supports("avx2")) loops.push_back({enter_beats_avx2, kLaneStep});
#endif
  loops.push_back({enter_beats_portable, kLaneStep});
  return loops;
}

}  // namespace tactus
