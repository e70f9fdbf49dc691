#include "model/decoding/sections/section_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "model/decoding/sections/section_names.h"

namespace tactus {
namespace {

constexpr std::size_t kNames = kSectionNames.size();
constexpr double kFewestFrames = 4.0;  // of two sections that are compared

// Frames [begin, end) of a section.
struct Frames {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

Frames frames_of(const LabelledSegment& section, const FrameMatrix& rows) {
  const auto frame = [&](double time) {
    return std::min(rows.frames, static_cast<std::size_t>(std::lround(time * rows.fps)));
  };
  return {frame(section.start), frame(section.end)};
}

// Three frames around each, so that a beginning between two frames counts for both.
std::vector<double> smoothed(const FrameMatrix& begins) {
  std::vector<double> values(begins.frames);
  const auto at = [&](std::size_t t) { return double(begins.row(t)[0]); };
  for (std::size_t t = 0; t < values.size(); ++t) {
    const double before = t > 0 ? at(t - 1) : 0.0, after = t + 1 < values.size() ? at(t + 1) : 0.0;
    values[t] = 0.25 * before + 0.5 * at(t) + 0.25 * after;
  }
  return values;
}

double to_downbeat(double time, std::span<const Beat> beats, double snap) {
  double best = time, distance = snap;
  for (const Beat& beat : beats) {
    if (beat.position != 1 || std::abs(beat.time - time) >= distance) continue;
    best = beat.time;
    distance = std::abs(beat.time - time);
  }
  return best;
}

// The highest mean cosine of two sections that are at most `slack` frames out of step.
double similarity(const FrameMatrix& vectors, Frames a, Frames b, long slack) {
  const auto length = static_cast<long>(std::min(a.size(), b.size()));
  double best = 0.0;
  for (long shift = -slack; shift <= slack; ++shift) {
    double sum = 0.0;
    long count = 0;
    for (long k = 0; k < length; ++k) {
      const long at = static_cast<long>(b.begin) + k + shift;
      if (at < 0 || at >= static_cast<long>(vectors.frames)) continue;
      const auto x = vectors.row(a.begin + static_cast<std::size_t>(k));
      const auto y = vectors.row(static_cast<std::size_t>(at));
      sum += double(std::inner_product(x.begin(), x.end(), y.begin(), 0.0f));
      ++count;
    }
    if (double(count) >= kFewestFrames) best = std::max(best, sum / double(count));
  }
  return best;
}

// The mean probabilities of the kinds in some frames.
using Kinds = std::array<double, kNames>;
Kinds kinds_of(const FrameMatrix& activations, Frames frames) {
  Kinds kinds{};
  for (std::size_t t = frames.begin; t < frames.end; ++t)
    for (std::size_t k = 0; k < kNames; ++k) kinds[k] += double(activations.row(t)[1 + k]);
  for (double& kind : kinds) kind /= std::max(double(frames.size()), 1.0);
  return kinds;
}

// A section with what is known of it.
struct Part {
  LabelledSegment section;
  Frames frames;
  Kinds kinds;
};

using Table = std::vector<std::vector<double>>;

Table likeness_of(const std::vector<Part>& parts, const FrameMatrix& vectors,
                  const SectionDecoderParameters& parameters) {
  const std::size_t n = parts.size();
  const long slack = std::lround(parameters.slack * vectors.fps);
  Table table(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n && vectors.frames > 0; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Frames a = parts[i].frames, b = parts[j].frames;
      const double alike = section_likeness(parts[i].kinds, parts[j].kinds, parameters);
      table[i][j] = table[j][i] =
          alike + std::max(similarity(vectors, a, b, slack), similarity(vectors, b, a, slack));
    }
  }
  return table;
}

using Cluster = std::vector<std::size_t>;  // indices of sections, in any order

double mean_similarity(const Cluster& a, const Cluster& b, const Table& table) {
  double sum = 0.0;
  for (const std::size_t i : a)
    for (const std::size_t j : b) sum += table[i][j];
  return sum / double(a.size() * b.size());
}

// Joins the two that resemble each other most, as long as they do by more than `least`.
std::vector<Cluster> clusters(const Table& table, double least) {
  std::vector<Cluster> all;
  for (std::size_t i = 0; i < table.size(); ++i) all.push_back({i});
  for (;;) {
    double best = least;
    std::size_t first = 0, second = 0;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const double here = mean_similarity(all[a], all[b], table);
        if (here <= best) continue;
        best = here;
        first = b;
        second = a;
      }
    }
    if (second == 0) return all;
    all[first].insert(all[first].end(), all[second].begin(), all[second].end());
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

// "A" to "Z", "A2", ...
std::string letter(std::size_t index) {
  const char sign = static_cast<char>('A' + index % 26);
  return index < 26 ? fmt::format("{}", sign) : fmt::format("{}{}", sign, index / 26 + 1);
}

// The kinds of all parts of a cluster, by their lengths.
Kinds kinds_of(const std::vector<Part>& parts, const Cluster& cluster) {
  Kinds kinds{};
  double count = 0.0;
  for (const std::size_t i : cluster) {
    const auto length = double(parts[i].frames.size());
    for (std::size_t k = 0; k < kNames; ++k) kinds[k] += length * parts[i].kinds[k];
    count += length;
  }
  for (double& kind : kinds) kind /= std::max(count, 1.0);
  return kinds;
}

std::optional<std::size_t> likeliest(const Kinds& kinds, double sure) {
  const auto best = std::ranges::max_element(kinds);
  if (*best < sure) return std::nullopt;
  return static_cast<std::size_t>(best - kinds.begin());
}

// What is shorter than a section at either end of the song belongs to none.
std::vector<LabelledSegment> between(const std::vector<double>& starts, double duration,
                                     double shortest) {
  std::vector<double> edges = {0.0};
  for (const double start : starts)
    if (start > edges.back() && start < duration) edges.push_back(start);
  edges.push_back(duration);
  if (edges.size() > 2 && edges[1] < shortest) edges.erase(edges.begin());
  if (edges.size() > 2 && duration - edges[edges.size() - 2] < shortest) edges.pop_back();
  std::vector<LabelledSegment> sections;
  for (std::size_t k = 0; k + 1 < edges.size(); ++k)
    sections.push_back({edges[k], edges[k + 1], ""});
  return sections;
}

}  // namespace

ParameterTable parameter_table(SectionDecoderParameters& p) {
  return {
      {"threshold", &p.threshold, 0.0, 1.0, "least probability of a section boundary"},
      {"shortest", &p.shortest, 0.0, 600.0, "shortest section in seconds"},
      {"snap", &p.snap, 0.0, 10.0, "largest move of a boundary to a downbeat in seconds; 0 = none"},
      {"similarity", &p.similarity, -1.0, 1.0, "mean cosine from which sections share a letter"},
      {"kinds", &p.kinds, 0.0, 10.0, "bonus to the cosine for sections of the same kind"},
      {"slack", &p.slack, 0.0, 60.0, "seconds by which compared sections may be out of step"},
      {"sure", &p.sure, 0.0, 1.0, "least probability for writing a name"},
      {"positive_weight", &p.positive_weight, 1e-3, 1e3,
       "weight in the loss of a frame with a section boundary"},
  };
}

SectionDecoderParameters section_decoder_parameters_from_json(const std::string& json) {
  SectionDecoderParameters parameters;
  read_json(parameter_table(parameters), json, "section decoder parameters");
  return parameters;
}

double section_likeness(std::span<const double> a, std::span<const double> b,
                        const SectionDecoderParameters& parameters) {
  constexpr double kUsual = 0.7;
  double both = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) both += std::sqrt(a[k] * b[k]);
  return parameters.kinds * (both - kUsual);
}

std::vector<double> section_starts(const FrameMatrix& begins, std::span<const Beat> beats,
                                   const SectionDecoderParameters& parameters) {
  const std::vector<double> values = smoothed(begins);
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t t) { return values[t]; });
  std::vector<double> starts;
  for (const std::size_t t : order) {
    // The network learned with heavier beginnings; this makes them as probable as they are.
    const double odds = values[t] / std::max(1.0 - values[t], 1e-9) / parameters.positive_weight;
    if (odds / (1.0 + odds) < parameters.threshold) break;
    const double time = static_cast<double>(t) / begins.fps;
    const bool near = std::ranges::any_of(
        starts, [&](double start) { return std::abs(start - time) < parameters.shortest; });
    if (!near) starts.push_back(time);
  }
  for (double& start : starts) start = to_downbeat(start, beats, parameters.snap);
  std::ranges::sort(starts);
  return starts;
}

std::vector<LabelledSegment> decode_sections(const FrameMatrix& activations,
                                             const FrameMatrix& vectors,
                                             std::span<const Beat> beats, double duration,
                                             const SectionDecoderParameters& parameters) {
  if (activations.bins != 1 + kNames)
    throw std::invalid_argument(fmt::format("activations of sections have {} columns, expected {}",
                                            activations.bins, 1 + kNames));
  if (vectors.frames > 0 && vectors.frames != activations.frames)
    throw std::invalid_argument(fmt::format("{} frames of chroma for {} frames of activations",
                                            vectors.frames, activations.frames));
  if (activations.frames == 0 || !(duration > 0.0)) return {};
  std::vector<Part> parts;
  for (LabelledSegment& section :
       between(section_starts(activations, beats, parameters), duration, parameters.shortest)) {
    const Frames frames = frames_of(section, activations);
    const Kinds kinds = kinds_of(activations, frames);
    if (std::ranges::max_element(kinds) != kinds.begin() + kSilentSection)
      parts.push_back({std::move(section), frames, kinds});
  }
  std::size_t letters = 0;
  for (const Cluster& cluster :
       clusters(likeness_of(parts, vectors, parameters), parameters.similarity)) {
    const auto kind = likeliest(kinds_of(parts, cluster), parameters.sure);
    const std::string label = kind ? std::string(kSectionNames[*kind]) : letter(letters++);
    for (const std::size_t i : cluster) parts[i].section.label = label;
  }
  std::vector<LabelledSegment> sections;
  for (Part& part : parts) sections.push_back(std::move(part.section));
  return sections;
}

}  // namespace tactus
