// Knowledge distillation (Hinton, Vinyals & Dean 2015): a small network, the student, learns from
// the outputs of trained ones, the teachers. They infer on the same augmented batch as the student,
// so that it can learn for long (Beyer et al. 2022, "Knowledge distillation: a good teacher is
// patient and consistent").
#pragma once

#include <cstddef>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

struct Teacher {
  Network network;  // heads as those of the student
  Standardisation standardisation;
  int keys = 1;  // hears each batch in so many and gives the mean, as in chord_transpositions.h
};

// The training batches of another source, with the mean of the teachers' logits, as probabilities,
// for HeadTarget::teacher. Its validation batches stay as they are: they measure the annotation.
class TaughtBatches : public BatchSource {
 public:
  // `source`, which must outlive it, gives inputs of this standardisation. `share` is
  // TrainBatch::teacher_share; 0: the teachers do nothing. The backend of the teachers must not be
  // in use elsewhere, because batches are prepared while the student learns. Throws
  // std::invalid_argument without teachers, or for one with more inputs or other heads, or inputs
  // that cannot be heard in its keys. One with fewer inputs hears the first of them.
  TaughtBatches(const BatchSource& source, std::vector<Teacher> teachers,
                const Standardisation& standardisation, double share);

  std::size_t batches_per_epoch() const override { return source_.batches_per_epoch(); }
  TrainBatch train_batch(int epoch, std::size_t index) const override;
  std::size_t validation_batches() const override { return source_.validation_batches(); }
  TrainBatch validation_batch(std::size_t index) const override {
    return source_.validation_batch(index);
  }

 private:
  // [T * B, bins] in each key of the teacher, standardised for it.
  std::vector<FrameMatrix> heard_by(const Teacher& teacher, const TrainBatch& batch) const;

  const BatchSource& source_;
  mutable std::vector<Teacher> teachers_;  // inference changes their memory, not their parameters
  Standardisation standardisation_;        // of the source
  double share_;
};

}  // namespace tactus
