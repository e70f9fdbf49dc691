#include "model/evaluation/evaluate_segments.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "audio/text.h"
#include "model/evaluation/label_agreement.h"
#include "model/evaluation/labelled_spans.h"

namespace tactus {
namespace {

constexpr float kFrame = 0.1F;  // seconds; frame times are computed in float, as in mir_eval

// Both ends of all segments, rounded to 10 microseconds, each once.
std::vector<double> boundaries(std::span<const LabelledSegment> segments) {
  constexpr double kScale = 1e5;
  std::vector<double> times;
  for (const LabelledSegment& segment : segments) {
    times.push_back(std::nearbyint(segment.start * kScale) / kScale);
    times.push_back(std::nearbyint(segment.end * kScale) / kScale);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// The label of each frame as an index; frames between segments have a separate label.
std::vector<int> frame_labels(std::span<const LabelledSegment> segments) {
  const auto frames = static_cast<std::size_t>(std::floor(latest_end(segments) / 0.1));
  std::vector<double> times(frames);
  for (std::size_t i = 0; i < frames; ++i) times[i] = static_cast<float>(i) * kFrame;
  std::vector<std::string> labels(frames, "none");
  for (const LabelledSegment& segment : segments) {
    const auto first = std::lower_bound(times.begin(), times.end(), segment.start) - times.begin();
    const auto last = std::upper_bound(times.begin(), times.end(), segment.end) - times.begin();
    std::fill(labels.begin() + first, labels.begin() + last, lower_case(segment.label));
  }
  std::map<std::string, int> index;
  for (const std::string& label : labels) index.emplace(label, static_cast<int>(index.size()));
  std::vector<int> result;
  for (const std::string& label : labels) result.push_back(index[label]);
  return result;
}

void add_detection(NamedScores& scores, const std::vector<double>& reference,
                   const std::vector<double>& estimate, double window, const std::string& at) {
  const auto matches = static_cast<double>(count_matches(reference, estimate, window));
  const double precision = matches / static_cast<double>(estimate.size());
  const double recall = matches / static_cast<double>(reference.size());
  scores.push_back({"Precision" + at, precision});
  scores.push_back({"Recall" + at, recall});
  scores.push_back({"F-measure" + at, f_measure(precision, recall)});
}

double median_distance(const std::vector<double>& from, const std::vector<double>& to) {
  std::vector<double> distances;
  for (const double time : from) distances.push_back(std::abs(time - to[nearest_index(to, time)]));
  return median(std::move(distances));
}

void add_agreement(NamedScores& scores, const ContingencyTable& table) {
  const PrecisionRecall pairwise = pairwise_agreement(table);
  const ConditionalEntropyScores nce = conditional_entropy_scores(table, false);
  const ConditionalEntropyScores v = conditional_entropy_scores(table, true);
  const NamedScores agreement = {
      {"Pairwise Precision", pairwise.precision},
      {"Pairwise Recall", pairwise.recall},
      {"Pairwise F-measure", f_measure(pairwise.precision, pairwise.recall)},
      {"Rand Index", rand_index(table)},
      {"Adjusted Rand Index", adjusted_rand_index(table)},
      {"Mutual Information", mutual_information(table)},
      {"Adjusted Mutual Information", adjusted_mutual_information(table)},
      {"Normalized Mutual Information", normalized_mutual_information(table)},
      {"NCE Over", nce.over},
      {"NCE Under", nce.under},
      {"NCE F-measure", f_measure(nce.over, nce.under)},
      {"V Precision", v.over},
      {"V Recall", v.under},
      {"V-measure", f_measure(v.over, v.under)}};
  scores.insert(scores.end(), agreement.begin(), agreement.end());
}

}  // namespace

NamedScores evaluate_segments(std::span<const LabelledSegment> reference,
                              std::span<const LabelledSegment> estimate) {
  if (reference.empty()) {
    throw std::invalid_argument("the reference has no segments, expected at least one");
  }
  validate_segments(reference, "reference");
  validate_segments(estimate, "estimated");
  const double end = latest_end(reference);
  const auto full_reference = adjusted(reference, 0.0, end, "__T_MIN", "__T_MAX");
  const auto full_estimate = adjusted(estimate, 0.0, end, "__T_MIN", "__T_MAX");
  const std::vector<double> reference_times = boundaries(full_reference);
  const std::vector<double> estimated_times = boundaries(full_estimate);
  NamedScores scores;
  add_detection(scores, reference_times, estimated_times, 0.5, "@0.5");
  add_detection(scores, reference_times, estimated_times, 3.0, "@3.0");
  scores.push_back({"Ref-to-est deviation", median_distance(reference_times, estimated_times)});
  scores.push_back({"Est-to-ref deviation", median_distance(estimated_times, reference_times)});
  add_agreement(scores,
                ContingencyTable(frame_labels(full_reference), frame_labels(full_estimate)));
  return scores;
}

}  // namespace tactus
