#include "model/decoding/bars/bar_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/decoding/beats/steady_runs.h"

namespace tactus {
namespace {

constexpr double kLeast = 1e-6;      // probability
constexpr double kRareBegin = 0.25;  // of a change: to begin in a rare meter
constexpr double kPause = 1.5;       // seconds that music may rest without a new beginning
constexpr double kRested = 1.75;     // usual intervals: a beat is missing
constexpr double kAtStart = 0.03;    // seconds
constexpr double kLoop = 60.0;       // seconds, of the longest
constexpr double kInBar = 2.0;       // nats: a loop begins with a bar
constexpr double kImpossible = -std::numeric_limits<double>::infinity();

struct State {
  int meter = 0;
  int position = 0;  // from 1
  bool rare = false;
};

std::vector<State> states_of(const BarDecoderParameters& parameters) {
  std::vector<State> states;
  const auto add = [&](const std::vector<int>& meters, bool rare) {
    for (const int meter : meters) {
      for (int position = 1; position <= meter; ++position)
        states.push_back({meter, position, rare});
    }
  };
  add(parameters.meters, false);
  add(parameters.rare_meters, true);
  return states;
}

// What it costs to go from one beat to the next; kImpossible if it cannot follow.
double transition(const State& from, const State& to, double change) {
  if (from.meter == to.meter && to.position == from.position + 1) return 0.0;
  if (to.position != 1) return kImpossible;
  return from.position == from.meter && from.meter == to.meter ? 0.0 : -change;
}

// After a pause the music may begin anywhere in its bar. Another meter costs what a rare one costs
// at the beginning.
double transition_over_pause(const State& from, const State& to, double change) {
  return from.meter == to.meter ? 0.0 : -kRareBegin * change;
}

// For each of two beats and more: does the music pause before it?
std::vector<bool> pauses_before(const std::vector<Beat>& beats) {
  const double usual = median_interval(beats);
  std::vector<bool> pauses = {false};
  for (std::size_t b = 1; b < beats.size(); ++b) {
    const double interval = beats[b].time - beats[b - 1].time;
    pauses.push_back(interval > kPause && interval > kRested * usual);
  }
  return pauses;
}

// ln(1 / (1 + e^-x))
double log_sigmoid(double x) {
  return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

}  // namespace

ParameterTable parameter_table(BarDecoderParameters& p) {
  return {
      {"weight", &p.weight, 0.0, 100.0, "weight of the network; 0 = ignores it"},
      {"bias", &p.bias, -100.0, 100.0, "nats added to the log-odds that a bar begins at a beat"},
      {"heard", &p.heard, 0.0, 100.0, "nats for each bar line that the beats already have"},
      {"change", &p.change, 0.0, 1000.0,
       "cost in nats of a change of meter, or of a bar that ends early"},
      {"reach", &p.reach, 0.0, 1.0, "seconds around a beat in which its bar line counts"},
      {"positive_weight", &p.positive_weight, 1e-3, 1e3,
       "weight in the loss of a frame with a bar line"},
      everyday(clearing("rare_beats_per_bar",
                        {"beats_per_bar", &p.meters, 2, 12, "meters to choose from"})),
      {"rare_beats_per_bar", &p.rare_meters, 2, 12, "meters that need more evidence"},
      {"rare", &p.rare, 0.0, 1000.0,
       "cost in nats of each beat in a rare meter; starting in one costs a quarter of `change`"},
  };
}

BarDecoderParameters bar_decoder_parameters_from_json(const std::string& json) {
  BarDecoderParameters parameters;
  read_json(parameter_table(parameters), json, "bar decoder parameters");
  if (parameters.meters.empty())
    throw std::invalid_argument("bar decoder parameters: beats_per_bar has no meter");
  const bool names_rare = json.find("rare_beats_per_bar") != std::string::npos;
  if (!names_rare && parameters.meters != BarDecoderParameters().meters)
    parameters.rare_meters.clear();
  return parameters;
}

std::vector<double> bar_log_odds(const FrameMatrix& activations, const std::vector<Beat>& beats,
                                 const BarDecoderParameters& parameters) {
  if (activations.bins != 1)
    throw std::invalid_argument(
        fmt::format("activations of bars have {} columns, expected 1", activations.bins));
  std::vector<double> odds;
  const auto last = static_cast<double>(activations.frames) - 1.0;
  for (const Beat& beat : beats) {
    const double first = (beat.time - parameters.reach) * activations.fps;
    const double end = (beat.time + parameters.reach) * activations.fps;
    double highest = kLeast;
    for (double t = std::max(std::ceil(first), 0.0); t <= std::min(std::floor(end), last); ++t)
      highest = std::max(highest, double(activations.row(static_cast<std::size_t>(t))[0]));
    highest = std::min(highest, 1.0 - kLeast);
    odds.push_back(std::log(highest / (1.0 - highest)) - std::log(parameters.positive_weight));
  }
  return odds;
}

std::vector<BarEvidence> bar_evidence(const FrameMatrix& activations,
                                      const std::vector<Beat>& beats,
                                      const BarDecoderParameters& parameters) {
  const std::vector<double> odds = bar_log_odds(activations, beats, parameters);
  std::vector<BarEvidence> evidence;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const double x = parameters.weight * (odds[b] + parameters.bias);
    const double heard = beats[b].position == 1 ? parameters.heard : 0.0;
    evidence.push_back({log_sigmoid(x) + heard, log_sigmoid(-x)});
  }
  return evidence;
}

double decode_bars(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BarDecoderParameters& parameters) {
  const std::vector<BarEvidence> evidence = bar_evidence(activations, beats, parameters);
  if (beats.size() < 2) return 0.0;
  const std::vector<State> states = states_of(parameters);
  const std::size_t S = states.size();
  const bool is_loop = beats.front().time < kAtStart && beats.back().time < kLoop;
  std::vector<double> best(S), next(S);
  const std::vector<bool> pauses = pauses_before(beats);
  std::vector<std::vector<std::size_t>> from(beats.size(), std::vector<std::size_t>(S));
  for (std::size_t b = 0; b < beats.size(); ++b) {
    for (std::size_t to = 0; to < S; ++to) {
      const bool rare = states[to].rare;
      double value = b > 0 ? kImpossible : rare ? -kRareBegin * parameters.change : 0.0;
      if (b == 0 && is_loop && states[to].position > 1) value -= kInBar;
      for (std::size_t s = 0; b > 0 && s < S; ++s) {
        const double here = best[s] + (pauses[b] ? transition_over_pause : transition)(
                                          states[s], states[to], parameters.change);
        if (here > value) {
          value = here;
          from[b][to] = s;
        }
      }
      next[to] = value + (states[to].position == 1 ? evidence[b].first : evidence[b].other) -
                 (rare ? parameters.rare : 0.0);
    }
    std::swap(best, next);
  }
  auto state = static_cast<std::size_t>(std::ranges::max_element(best) - best.begin());
  const double log_probability = best[state];
  for (std::size_t b = beats.size(); b-- > 0;) {
    beats[b].position = states[state].position;
    state = from[b][state];
  }
  return log_probability;
}

}  // namespace tactus
