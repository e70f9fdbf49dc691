// Agreement of two labellings of the same frames, from the table of their joint counts.
#pragma once

#include <span>
#include <vector>

namespace tactus {

// count(r, e): frames with reference label r and estimated label e.
class ContingencyTable {
 public:
  // Labels are 0-based indices, one per frame on both sides.
  ContingencyTable(std::span<const int> reference, std::span<const int> estimate);
  double frames() const { return frames_; }
  double count(std::size_t r, std::size_t e) const { return counts_[r * columns_.size() + e]; }
  const std::vector<double>& rows() const { return rows_; }        // frames per reference label
  const std::vector<double>& columns() const { return columns_; }  // frames per estimated label

 private:
  double frames_ = 0.0;
  std::vector<double> rows_;
  std::vector<double> columns_;
  std::vector<double> counts_;
};

struct PrecisionRecall {
  double precision = 0.0;
  double recall = 0.0;
};
// Over pairs of frames with equal labels (Levy & Sandler 2008).
PrecisionRecall pairwise_agreement(const ContingencyTable& table);
double rand_index(const ContingencyTable& table);
double adjusted_rand_index(const ContingencyTable& table);  // Hubert & Arabie 1985

double mutual_information(const ContingencyTable& table);  // nats
// Corrected for chance under the hypergeometric model (Vinh, Epps & Bailey 2010), divided by the
// larger entropy.
double adjusted_mutual_information(const ContingencyTable& table);
double normalized_mutual_information(const ContingencyTable& table);  // divided by the geometric
                                                                      // mean

// 1 - conditional entropy / maximal entropy: of the estimate given the reference (over), and the
// reverse (under) (Lukashevich 2008). `marginal`: divided by the entropy itself (V-measure).
struct ConditionalEntropyScores {
  double over = 0.0;
  double under = 0.0;
};
ConditionalEntropyScores conditional_entropy_scores(const ContingencyTable& table, bool marginal);

}  // namespace tactus
