#include "model/even_grid.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "model/beat_observations.h"

namespace tactus {
namespace {

constexpr std::size_t kFewest = 64;  // beats of a path that can show it
constexpr std::size_t kFirstBeats = 128;
constexpr double kSpan = 0.035;  // of the interval, either way, where the true one is looked for
constexpr double kLeastRegular = 0.85;  // mean of unit vectors, one turn per half of a beat
constexpr std::size_t kFewestHalf = 4;  // beats between the grid's, at least
constexpr double kOffGrid = 0.2;        // of half a beat: what lies farther off is on neither

// Of beats on multiples of `half` after some start: 1 when they lie there exactly, and the start.
std::complex<double> concentration(std::span<const PathBeat> path, double half) {
  std::complex<double> sum = 0.0;
  for (const PathBeat& beat : path)
    sum += std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(beat.start) / half);
  return sum / static_cast<double>(path.size());
}

// The half of a beat at which the path is most regular: first for beats in its middle, then nearby
// for ever more of them, each time in steps that turn the outermost by a tenth of a turn.
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

// How much likelier the activations are with the beats of a grid than without, in nats.
double evidence(const FrameMatrix& activations, std::size_t first, const EvenGrid& grid,
                const BeatDecoderParameters& parameters) {
  const auto range =
      static_cast<std::size_t>(std::ceil(grid.interval / parameters.observation_lambda));
  double sum = 0.0;
  for (std::size_t b = 0; b < grid.beats; ++b) {
    const double frame = std::round(grid.start + static_cast<double>(b) * grid.interval);
    for (std::size_t k = 0; k < range; ++k) {
      const std::size_t t = first + static_cast<std::size_t>(std::max(0.0, frame)) + k;
      if (t >= activations.frames) break;
      const FrameDensities densities = frame_densities(activations.row(t), parameters);
      sum += std::max(densities.beat, densities.downbeat) - densities.rest;
    }
  }
  return sum;
}

}  // namespace

std::optional<EvenGrid> even_grid(std::span<const PathBeat> path, double interval,
                                  const FrameMatrix& activations, std::size_t first,
                                  const BeatDecoderParameters& parameters) {
  if (path.size() < kFewest) return std::nullopt;
  const double half = half_interval(path, interval / 2.0);
  const std::complex<double> best = concentration(path, half);
  if (std::abs(best) < kLeastRegular) return std::nullopt;
  const double origin = std::arg(best) / (2.0 * std::numbers::pi) * half;
  const auto place = [&](const PathBeat& beat) {
    return (static_cast<double>(beat.start) - origin) / half;
  };
  const auto fits = [&](const PathBeat& beat) {
    return std::abs(place(beat) - std::round(place(beat))) < kOffGrid;
  };
  const auto from = std::find_if(path.begin(), path.end(), fits);
  const auto to = std::find_if(path.rbegin(), path.rend(), fits);
  const long begin = std::lround(place(*from)), end = std::lround(place(*to));
  std::size_t even = 0, odd = 0;
  for (const PathBeat& beat : path)
    if (fits(beat)) ++((std::lround(place(beat)) - begin) % 2 == 0 ? even : odd);
  if (std::min(even, odd) < kFewestHalf) return std::nullopt;
  const auto grid_from = [&](long n) {
    return EvenGrid{origin + static_cast<double>(n) * half, 2.0 * half,
                    static_cast<std::size_t>((end - n) / 2 + 1), std::abs(best)};
  };
  const EvenGrid grids[] = {grid_from(begin), grid_from(begin + 1)};
  return grids[evidence(activations, first, grids[1], parameters) >
               evidence(activations, first, grids[0], parameters)];
}

}  // namespace tactus
