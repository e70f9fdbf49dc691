#include "model/decoding/beats/even_grid.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "model/decoding/beats/beat_observations.h"

namespace tactus {
namespace {

constexpr std::size_t kFewest = 64;  // beats that a path must have
constexpr double kShortest = 8.0;    // frames; halves of shorter intervals cannot be told apart
constexpr std::size_t kFirstBeats = 128;  // in the middle of the path, where the search begins
constexpr double kSpan = 0.035;           // of the interval on either side: range of the search
constexpr double kLeastRegular = 0.85;    // mean of unit vectors, one turn per half of a beat
constexpr double kOffGrid = 0.2;          // of half a beat: beats farther off are on neither grid
constexpr std::size_t kRun = 8;  // beats of the shortest run, on the grid or on the middles

// Mean of unit vectors with one turn per `half`. Its length is 1 if all beats lie on multiples of
// `half` after some start; its angle gives the start.
std::complex<double> concentration(std::span<const PathBeat> path, double half) {
  std::complex<double> sum = 0.0;
  for (const PathBeat& beat : path)
    sum += std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(beat.start) / half);
  return sum / static_cast<double>(path.size());
}

// The half of a beat at which the path is most regular. Searches first with beats in the middle of
// the path, then near that result with more and more beats. Each step turns the outermost beat by a
// tenth of a turn.
double half_interval(std::span<const PathBeat> path, double coarse) {
  double half = coarse, reach = kSpan * coarse;
  for (std::size_t count = kFirstBeats;; count *= 2) {
    const std::size_t used = std::min(count, path.size());
    const auto beats = path.subspan((path.size() - used) / 2, used);
    const auto length = static_cast<double>(beats.back().start - beats.front().start);
    const double step = 0.1 * coarse * coarse / std::max(length, coarse);
    const double middle = half;
    double most = 0.0;
    for (double h = middle - reach; h <= middle + reach; h += step) {
      const double regularity = std::abs(concentration(beats, h));
      if (regularity > most) most = regularity, half = h;
    }
    if (used == path.size()) return half;
    reach = 10.0 * step;
  }
}

// How much likelier the activations are with the beats of a grid than without them, in nats.
double evidence(const FrameMatrix& activations, std::size_t first, const EvenGrid& grid,
                const BeatDecoderParameters& parameters) {
  const auto range =
      static_cast<std::size_t>(std::ceil(grid.interval / parameters.observation_lambda));
  double sum = 0.0;
  for (std::size_t b = 0; b < grid.beats; ++b) {
    const double frame = std::round(grid.start + static_cast<double>(b) * grid.interval);
    if (frame < 0.0) continue;
    for (std::size_t k = 0; k < range; ++k) {
      const std::size_t t = first + static_cast<std::size_t>(frame) + k;
      if (t >= activations.frames) break;
      const FrameDensities densities = frame_densities(activations.row(t), parameters);
      sum += std::max(densities.beat, densities.downbeat) - densities.rest;
    }
  }
  return sum;
}

// Runs of beats that are two halves apart on the grid of halves, counted in halves from the origin.
// Beats there by chance, or at double tempo, make no run.
struct Runs {
  long begin = 0, end = 0;         // of the first run and of the last
  bool even = false, odd = false;  // whether runs on even and on odd halves exist
};
std::optional<Runs> runs_of(std::span<const PathBeat> path, double origin, double half) {
  std::optional<Runs> runs;
  long previous = 0;
  std::size_t length = 0;
  for (const PathBeat& beat : path) {
    const double place = (static_cast<double>(beat.start) - origin) / half;
    const long now = std::lround(place);
    const bool fits = std::abs(place - static_cast<double>(now)) < kOffGrid;
    length = !fits ? 0 : length > 0 && now == previous + 2 ? length + 1 : 1;
    previous = now;
    if (length < kRun) continue;
    if (!runs) runs = Runs{now - 2 * static_cast<long>(kRun - 1)};
    runs->end = now;
    (now % 2 == 0 ? runs->even : runs->odd) = true;
  }
  return runs;
}

}  // namespace

std::optional<EvenGrid> even_grid(std::span<const PathBeat> path, double interval,
                                  const FrameMatrix& activations, std::size_t first,
                                  const BeatDecoderParameters& parameters) {
  if (path.size() < kFewest || interval < kShortest) return std::nullopt;
  const double half = half_interval(path, interval / 2.0);
  const std::complex<double> mean = concentration(path, half);
  if (std::abs(mean) < kLeastRegular) return std::nullopt;
  const double origin = std::arg(mean) / (2.0 * std::numbers::pi) * half;
  const std::optional<Runs> runs = runs_of(path, origin, half);
  if (!runs || !runs->even || !runs->odd) return std::nullopt;
  const auto grid_from = [&](long n) {
    return EvenGrid{origin + static_cast<double>(n) * half, 2.0 * half,
                    static_cast<std::size_t>((runs->end - n) / 2 + 1)};
  };
  const EvenGrid grids[] = {grid_from(runs->begin), grid_from(runs->begin + 1)};
  return grids[evidence(activations, first, grids[1], parameters) >
               evidence(activations, first, grids[0], parameters)];
}

}  // namespace tactus
