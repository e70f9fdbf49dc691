#include "model/decoding/timing/tempo_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace tactus {
namespace {

constexpr std::size_t kFewestOfLine = 8;  // beats that can show a tempo
constexpr std::size_t kShortestLine = 4;  // beats
constexpr double kDrift = 0.004;          // seconds: what activations drift with the instruments
constexpr double kFreeDrift = 0.003;    // seconds of it that a free tempo would have to follow, too
constexpr double kFreeNoise = 1.25;     // a free tempo's error of prediction, in units of the noise
constexpr double kLinePrice = 2.5;      // times log(beats), in nats: start, period, place of change
constexpr double kFreePrice = 2.5;      // nats per free beat
constexpr double kOutlierPrice = 5.6;   // nats
constexpr double kOutlier = 5.0;        // units of noise from what its neighbours foretell
constexpr double kAttackNoise = 0.003;  // seconds
constexpr double kAttackOutlier = 4.0;  // nats
constexpr double kSameLine = 0.020;     // seconds: a drift, rather than another tempo
constexpr std::size_t kSteps = 4000;    // places of change at most: longer songs have coarser ones

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double robust_deviation(std::vector<double> values) {
  const double centre = median(values);
  for (double& value : values) value = std::abs(value - centre);
  return 1.4826 * median(std::move(values));
}

struct Line {
  double start = 0.0;
  double period = 0.0;
  double at(double index) const { return start + period * index; }
};

// The line of weighted least squares through (index, value(i)) of the beats.
template <typename Value, typename Weight>
Line weighted_line(std::span<const HeardBeat> beats, const Value& value, const Weight& weight) {
  double sum = 0.0, index = 0.0, mean = 0.0;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double w = weight(i);
    sum += w;
    index += w * beats[i].index;
    mean += w * value(i);
  }
  index /= sum;
  mean /= sum;
  double covariance = 0.0, variance = 0.0;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double k = beats[i].index - index;
    covariance += weight(i) * k * (value(i) - mean);
    variance += weight(i) * k * k;
  }
  const double period = variance > 0.0 ? covariance / variance : 0.0;
  return {mean - period * index, period};
}

std::vector<double> deviations(std::span<const HeardBeat> beats, const Line& line,
                               double HeardBeat::*value) {
  std::vector<double> all;
  for (const HeardBeat& beat : beats) all.push_back(beat.*value - line.at(beat.index));
  return all;
}

// Tukey's biweight, iterated with a scale that shrinks to `noise`. A fixed beat counts
// `fixed_weight` times as much as others.
Line robust_line(std::span<const HeardBeat> beats, double HeardBeat::*value, double noise,
                 double fixed_weight = 1.0) {
  const auto values = [&](std::size_t i) { return beats[i].*value; };
  const auto fixed = [&](std::size_t i) { return beats[i].fixed ? fixed_weight : beats[i].weight; };
  Line line = weighted_line(beats, values, fixed);
  double scale = std::max(noise, robust_deviation(deviations(beats, line, value)));
  for (int round = 0; round < 20; ++round) {
    const auto weight = [&](std::size_t i) {
      const double u = (values(i) - line.at(beats[i].index)) / (3.0 * scale);
      const double near = 1.0 - u * u;
      return fixed(i) * (std::abs(u) < 1.0 ? near * near : 1e-6);
    };
    const Line before = line;
    line = weighted_line(beats, values, weight);
    if (scale == noise && std::abs(line.period - before.period) < 1e-10) break;
    scale = std::max(noise, 0.7 * scale);
  }
  return line;
}

// Of the beats in themselves, from second differences: those of white noise have six times its
// variance.
double local_noise(std::span<const HeardBeat> beats) {
  std::vector<double> second;
  for (std::size_t i = 1; i + 1 < beats.size(); ++i) {
    if (beats[i + 1].index - beats[i - 1].index != 2.0) continue;
    second.push_back(std::abs(beats[i + 1].time - 2.0 * beats[i].time + beats[i - 1].time));
  }
  if (second.size() < 4) return 0.01;
  return std::clamp(1.4826 * median(std::move(second)) / std::sqrt(6.0), 0.0015, 0.02);
}

// The time at an index on the line through two beats.
double between(const HeardBeat& a, const HeardBeat& b, double index) {
  return a.time + (index - a.index) / (b.index - a.index) * (b.time - a.time);
}

// Whether the beats around beat i, those before it, and those after it all foretell another time.
// Where the tempo changes one side is right.
bool is_outlier(std::span<const HeardBeat> beats, std::size_t i, double noise) {
  constexpr std::size_t kAround = 4;  // beats on either side
  if (beats[i].fixed || i < kAround || i + kAround >= beats.size()) return false;
  const double index = beats[i].index;
  std::vector<double> pairs;
  for (std::size_t m = 1; m < kAround; ++m)
    pairs.push_back(between(beats[i - m], beats[i + m], index));
  const double foretold[] = {median(pairs), between(beats[i - kAround], beats[i - 1], index),
                             between(beats[i + 1], beats[i + kAround], index)};
  return std::ranges::all_of(
      foretold, [&](double time) { return std::abs(beats[i].time - time) > kOutlier * noise; });
}

// Sums over the first n beats give the squared errors of any run of beats from its own line.
class RunErrors {
 public:
  RunErrors(std::span<const HeardBeat> beats, double noise) : noise_(noise), sums_(1) {
    for (std::size_t i = 0; i < beats.size(); ++i) {
      Sums s = sums_.back();
      const double w = beats[i].weight;
      s.all += w;
      if (is_outlier(beats, i, noise)) {
        s.outliers += w;
      } else {
        const double k = beats[i].index, t = beats[i].time - beats[0].time;
        s.n += w, s.k += w * k, s.t += w * t;
        s.kk += w * k * k, s.kt += w * k * t, s.tt += w * t * t;
      }
      sums_.push_back(s);
    }
  }

  // In nats, for beats [first, last) that are free.
  double free_cost(std::size_t first, std::size_t last) const {
    return kFreePrice * (sums_[last].all - sums_[first].all);
  }
  // On a line.
  double cost(std::size_t first, std::size_t last) const {
    const Sums &a = sums_[first], &b = sums_[last];
    const double n = b.n - a.n;
    double squares = 0.0;
    if (n > 0.0) {
      const double k = b.k - a.k, t = b.t - a.t;
      const double kk = b.kk - a.kk - k * k / n, kt = b.kt - a.kt - k * t / n;
      squares = b.tt - a.tt - t * t / n - (kk > 0.0 ? kt * kt / kk : 0.0);
    }
    return std::max(squares, 0.0) / (2.0 * noise_ * noise_) +
           kOutlierPrice * (b.outliers - a.outliers);
  }

 private:
  struct Sums {
    long double n = 0, k = 0, t = 0, kk = 0, kt = 0, tt = 0;
    double outliers = 0, all = 0;
  };
  double noise_;
  std::vector<Sums> sums_;
};

struct LineRun {
  bool line = false;
  std::size_t first = 0, last = 0;
  std::size_t beats() const { return last - first; }
};

// The runs of least cost, on lines and free, that begin at multiples of `step` beats.
std::vector<LineRun> cheapest_runs(const RunErrors& errors, std::size_t beats, double price) {
  const std::size_t step = beats / kSteps + 1;
  const std::size_t places = (beats + step - 1) / step;
  const auto beat_of = [&](std::size_t place) { return std::min(place * step, beats); };
  struct Best {
    double cost = std::numeric_limits<double>::infinity();
    double free_cost = std::numeric_limits<double>::infinity();  // with a free run at the end
    std::size_t from = 0;                                        // of the last line
    std::size_t free_from = 0;                                   // of that free run
    bool line = false;
  };
  std::vector<Best> best(places + 1);
  best[0].cost = 0.0;
  for (std::size_t end = 1; end <= places; ++end) {
    Best& now = best[end];
    const Best& before = best[end - 1];
    const bool goes_on = before.free_cost <= before.cost + price / 2.0;
    now.free_cost = errors.free_cost(beat_of(end - 1), beat_of(end)) +
                    (goes_on ? before.free_cost : before.cost + price / 2.0);
    now.free_from = goes_on ? before.free_from : end - 1;
    now.cost = now.free_cost;
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (beat_of(end) - beat_of(begin) < kShortestLine) break;
      const double cost = best[begin].cost + price + errors.cost(beat_of(begin), beat_of(end));
      if (cost < now.cost) now.cost = cost, now.from = begin, now.line = true;
    }
  }
  std::vector<LineRun> runs;
  for (std::size_t end = places; end > 0;) {
    const std::size_t begin = best[end].line ? best[end].from : best[end].free_from;
    runs.push_back({best[end].line, beat_of(begin), beat_of(end)});
    end = begin;
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

double attack_cost(std::span<const HeardBeat> beats, const Line& line) {
  double cost = 0.0;
  for (const HeardBeat& beat : beats) {
    const double error = (beat.attack - line.at(beat.index)) / kAttackNoise;
    cost += beat.weight * std::min(0.5 * error * error, kAttackOutlier);
  }
  return cost;
}

Line attack_line(std::span<const HeardBeat> beats) {
  return robust_line(beats, &HeardBeat::attack, kAttackNoise);
}

// The share, by weight, of beats that lie within `reach` seconds of the line.
double share_within(std::span<const HeardBeat> beats, const Line& line, double reach) {
  double within = 0.0, all = 0.0;
  for (const HeardBeat& beat : beats) {
    all += beat.weight;
    if (std::abs(beat.time - line.at(beat.index)) < reach) within += beat.weight;
  }
  return within / all;
}

// Whether hardly anything of a passage is heard; a short one may be heard in part.
bool is_faint(std::span<const HeardBeat> beats) {
  constexpr std::size_t kShort = 12;
  constexpr double kFaint = 0.25, kHeard = 0.25;
  double sum = 0.0;
  std::size_t heard = 0;
  for (const HeardBeat& beat : beats) sum += beat.weight, heard += beat.weight >= kHeard;
  if (sum < kFaint * static_cast<double>(beats.size())) return true;
  return beats.size() <= kShort && 2 * heard <= beats.size();
}

// Joins neighbouring runs into one line, the clearest gain first.
class Joining {
 public:
  Joining(std::span<const HeardBeat> beats, std::vector<LineRun> runs, double price)
      : beats_(beats), price_(price), runs_(std::move(runs)) {
    for (std::size_t q = 0; q + 1 < runs_.size(); ++q) gains_.push_back(gain(q));
  }

  std::vector<LineRun> joined() {
    while (!gains_.empty()) {
      const auto best = std::max_element(gains_.begin(), gains_.end());
      if (!(*best > 0.0)) break;
      const auto q = static_cast<std::size_t>(best - gains_.begin());
      runs_[q] = {true, runs_[q].first, runs_[q + 1].last};
      runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(q) + 1);
      gains_.erase(best);
      if (q > 0) gains_[q - 1] = gain(q - 1);
      if (q < gains_.size()) gains_[q] = gain(q);
    }
    return std::move(runs_);
  }

 private:
  std::span<const HeardBeat> part(const LineRun& run) const {
    return beats_.subspan(run.first, run.beats());
  }
  double gain(std::size_t q) const {
    const LineRun &a = runs_[q], &b = runs_[q + 1];
    if (a.line && b.line) return gain_of_lines(a, b);
    return a.line == b.line ? 0.0 : gain_of_free(a.line ? a : b, a.line ? b : a);
  }

  // Two lines become one where their attacks lie on it about as well, or where what the shorter
  // one deviates is a drift only.
  double gain_of_lines(const LineRun& a, const LineRun& b) const {
    const auto all = beats_.subspan(a.first, b.last - a.first);
    const auto left = part(a), right = part(b);
    const Line heard = robust_line(all, &HeardBeat::time, kDrift);
    const Line attacks = attack_line(all);
    const auto& shorter = left.size() < right.size() ? left : right;
    if (share_within(shorter, attacks, kSameLine) >= 0.9 &&
        share_within(all, attacks, kSameLine) >= 0.85)
      return price_;
    if (share_within(all, attacks, 0.08 * attacks.period) < 0.95) return 0.0;
    return attack_cost(left, attack_line(left)) + attack_cost(right, attack_line(right)) + price_ -
           std::min(attack_cost(all, attacks), attack_cost(all, heard));
  }

  // A free run joins a long line that it does not leave, and at the ends of the song also one that
  // it leaves where hardly anything is heard: its beats are uncertain, the tempo is not.
  double gain_of_free(const LineRun& line, const LineRun& free) const {
    constexpr std::size_t kLong = 16;  // beats
    if (line.beats() < kLong) return 0.0;
    const bool at_end = free.first == 0 || free.last == beats_.size();
    if (at_end && line.beats() >= 2 * free.beats() && is_faint(part(free))) return 1.0;
    const Line attacks = attack_line(part(line));
    return share_within(part(free), attacks, 0.1 * attacks.period) >= 0.9 ? 1.0 : 0.0;
  }

  std::span<const HeardBeat> beats_;
  double price_;
  std::vector<LineRun> runs_;
  std::vector<double> gains_;  // of joining each run with the next, in nats
};

// Standard deviation of what is heard, with far outliers cut.
double deviation(std::span<const HeardBeat> beats, const Line& line, double noise) {
  double sum = 0.0, weights = 0.0;
  for (const HeardBeat& beat : beats) {
    const double error = std::clamp(beat.time - line.at(beat.index), -4.0 * noise, 4.0 * noise);
    sum += beat.weight * error * error;
    weights += beat.weight;
  }
  return std::sqrt(sum / weights);
}

bool any_fixed(std::span<const HeardBeat> beats) {
  return std::ranges::any_of(beats, &HeardBeat::fixed);
}

// The line by what scatters less, attacks or activations; but through a person's beats, if any.
TempoLine fitted(std::span<const HeardBeat> beats, std::size_t first, double noise) {
  constexpr std::size_t kFewestAttacks = 12;
  Line line = robust_line(beats, &HeardBeat::time, std::max(noise, kDrift));
  double scatter = std::max(deviation(beats, line, noise), 1e-4);
  if (beats.size() >= kFewestAttacks) {
    const Line attacks = attack_line(beats);
    const double other =
        std::max(robust_deviation(deviations(beats, attacks, &HeardBeat::attack)), 1e-3);
    if (other < scatter) line = attacks, scatter = other;
  }
  constexpr double kExact = 1e9;  // weight of a person's beat
  if (any_fixed(beats)) line = robust_line(beats, &HeardBeat::time, 1.0, kExact);
  double mean = 0.0, variance = 0.0;
  for (const HeardBeat& beat : beats) mean += beat.index / static_cast<double>(beats.size());
  for (const HeardBeat& beat : beats) variance += (beat.index - mean) * (beat.index - mean);
  return {first,      first + beats.size(),
          line.start, line.period,
          scatter,    scatter / std::sqrt(std::max(variance, 1.0))};
}

}  // namespace

std::vector<double> beat_indices(const std::vector<double>& times) {
  constexpr std::size_t kAround = 4;  // intervals on either side
  std::vector<double> intervals, around, indices;
  for (std::size_t i = 1; i < times.size(); ++i) intervals.push_back(times[i] - times[i - 1]);
  if (!times.empty()) indices.push_back(0.0);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const std::size_t from = i - std::min(i, kAround);
    const std::size_t to = std::min(i + kAround + 1, intervals.size());
    around.assign(intervals.begin() + static_cast<std::ptrdiff_t>(from),
                  intervals.begin() + static_cast<std::ptrdiff_t>(to));
    const double usual = median(around);
    const double steps = usual > 0.0 ? std::round(intervals[i] / usual) : 1.0;
    indices.push_back(indices.back() + std::max(steps, 1.0));
  }
  return indices;
}

std::vector<TempoLine> tempo_lines(const std::vector<HeardBeat>& beats) {
  if (beats.size() < kFewestOfLine) return {};
  const double price = kLinePrice * std::log(static_cast<double>(beats.size()));
  const double local = local_noise(beats);
  const double noise = std::hypot(local, kDrift);
  std::vector<LineRun> runs = cheapest_runs(RunErrors(beats, noise), beats.size(), price);
  runs = Joining(beats, std::move(runs), price).joined();
  std::vector<TempoLine> lines;
  double gain = 0.0;  // of the lines over a tempo that is free from beat to beat, in nats
  const double free_error = std::hypot(kFreeNoise * local, kFreeDrift);
  for (const LineRun& run : runs) {
    if (!run.line) continue;
    lines.push_back(fitted(std::span(beats).subspan(run.first, run.beats()), run.first, noise));
    gain += static_cast<double>(run.beats()) * std::log(free_error / lines.back().scatter) - price;
  }
  if (gain <= price) lines.clear();  // as clear as one line more
  return lines;
}

TempoLine single_line(const std::vector<HeardBeat>& beats) {
  TempoLine line = fitted(beats, 0, std::hypot(local_noise(beats), kDrift));
  double squares = 0.0;
  for (const HeardBeat& beat : beats) {
    const double away = beat.time - line.at(beat.index);
    squares += away * away;
  }
  line.scatter = std::sqrt(squares / static_cast<double>(beats.size()));
  return line;
}

}  // namespace tactus
