// Distillation: what teachers add to batches, and that a student learns from it.
#include "model/training/taught_batches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/model/support/random_network.h"
#include "tests/model/support/small_training.h"

namespace tactus::test {
namespace {

Standardisation plain() {
  return {std::vector<float>(kInputs, 0.0f), std::vector<float>(kInputs, 1.0f)};
}

Teacher teacher_with(std::vector<float> parameters, Standardisation standardisation = plain()) {
  Teacher teacher{Network(small_spec(), make_cpu_backend(1)), std::move(standardisation)};
  teacher.network.set_parameters(parameters);
  return teacher;
}

std::vector<float> random_parameters(std::uint64_t seed) {
  Network network(small_spec(), make_cpu_backend(1));
  network.initialise(seed);
  return network.parameters();
}

template <typename... T>
std::vector<Teacher> list(T... teachers) {
  std::vector<Teacher> all;
  (all.push_back(std::move(teachers)), ...);
  return all;
}

// Of head h, sequence b, with the teacher alone.
std::vector<float> logits_alone(std::vector<float> parameters, const TrainBatch& batch,
                                std::size_t h, std::size_t b) {
  Network network(small_spec(), make_cpu_backend(1));
  network.set_parameters(parameters);
  FrameMatrix x(static_cast<std::size_t>(batch.lengths[b]), kInputs, 1.0);
  for (std::size_t t = 0; t < x.frames; ++t)
    for (std::size_t k = 0; k < kInputs; ++k) x.row(t)[k] = batch.x[(t * kBatch + b) * kInputs + k];
  return network.infer(x)[h].data;
}

TEST(TaughtBatches, HoldTheMeanOfTheTeachersForEachSequence) {
  const SignSource source;
  const auto one = random_parameters(1), two = random_parameters(2);
  const TaughtBatches taught(source, list(teacher_with(one), teacher_with(two)), plain(), 0.75);
  const TrainBatch batch = taught.train_batch(2, 3), before = source.train_batch(2, 3);
  EXPECT_EQ(batch.x, before.x);
  EXPECT_EQ(batch.targets[1].probability, before.targets[1].probability);
  EXPECT_EQ(batch.teacher_share, 0.75);
  for (std::size_t h = 0; h < 2; ++h) {
    ASSERT_EQ(batch.targets[h].teacher.size(), std::size_t{kSteps * kBatch});
    for (std::size_t b = 0; b < kBatch; ++b) {
      const auto first = logits_alone(one, batch, h, b), second = logits_alone(two, batch, h, b);
      for (std::size_t t = 0; t < first.size(); ++t) {
        const double z = 0.5 * (first[t] + second[t]);
        EXPECT_NEAR(batch.targets[h].teacher[t * kBatch + b], 1.0 / (1.0 + std::exp(-z)), 1e-6)
            << h << " " << b << " " << t;
      }
    }
  }
  EXPECT_EQ(taught.validation_batch(0).teacher_share, 0.0) << "the annotation measures";
  EXPECT_TRUE(taught.validation_batch(0).targets[0].teacher.empty());
}

TEST(TaughtBatches, ATeacherGetsInputsOfItsOwnStandardisation) {
  const SignSource source;
  const auto parameters = random_parameters(1);
  // x' = (x - 1) * 2 for the student, x'' = (x - 3) * 0.5 for the teacher: x'' = 0.25 x' - 1.
  Standardisation of_student = plain(), of_teacher = plain();
  for (std::size_t k = 0; k < kInputs; ++k) {
    of_student.mean[k] = 1.0f, of_student.scale[k] = 2.0f;
    of_teacher.mean[k] = 3.0f, of_teacher.scale[k] = 0.5f;
  }
  const TaughtBatches taught(source, list(teacher_with(parameters, of_teacher)), of_student, 0.5);
  const TrainBatch batch = taught.train_batch(0, 0);
  TrainBatch seen = batch;
  for (float& value : seen.x) value = 0.25f * value - 1.0f;
  for (const float z : logits_alone(parameters, seen, 0, 0)) ASSERT_TRUE(std::isfinite(z));
  const auto expected = logits_alone(parameters, seen, 0, 0);
  for (std::size_t t = 0; t < expected.size(); ++t)
    EXPECT_NEAR(batch.targets[0].teacher[t * kBatch], 1.0 / (1.0 + std::exp(-expected[t])), 1e-6);
}

TEST(TaughtBatches, TheWeight0TrainsAsWithoutTeachersBitByBit) {
  const SignSource source(25);
  const TaughtBatches untaught(source, list(teacher_with(random_parameters(1))), plain(), 0.0);
  const TaughtBatches taught(source, list(teacher_with(random_parameters(1))), plain(), 0.1);
  const auto trained = [](const BatchSource& batches) {
    Network network = small_network();
    Recorder recorder;
    train(network, batches, {}, settings_for(2), recorder);
    return network.parameters();
  };
  const std::vector<float> alone = trained(source);
  EXPECT_EQ(trained(untaught), alone);
  EXPECT_NE(trained(taught), alone);
}

// Two bars of random pitch classes.
class ChromaSource : public SignSource {
 public:
  TrainBatch train_batch(int, std::size_t) const override {
    TrainBatch batch;
    batch.steps = kSteps, batch.batch = 2;
    batch.lengths = {kSteps, kSteps - 2};
    batch.x = random_values<float>(kSteps * 2 * 12, 5);
    batch.targets.resize(2);
    return batch;
  }
};

NetworkSpec chord_spec() {
  NetworkSpec spec = small_spec();
  spec.input = 12;
  spec.heads = {{"root", 13, HeadKind::kSoftmax, 1.0}, {"quality", 3, HeadKind::kSoftmax, 1.0}};
  return spec;
}

Teacher chord_teacher(int keys) {
  Teacher teacher{Network(chord_spec(), make_cpu_backend(1)),
                  {std::vector<float>(12, 0.1f), std::vector<float>(12, 2.0f)},
                  keys};
  teacher.network.initialise(9);
  return teacher;
}

// Each pitch class of a batch, or each root of outputs of 13, that many semitones higher.
std::vector<float> moved(const std::vector<float>& rows, std::size_t width, std::size_t semitones) {
  std::vector<float> higher = rows;
  for (std::size_t first = 0; first < rows.size(); first += width)
    for (std::size_t c = 0; c < 12; ++c) higher[first + (c + semitones) % 12] = rows[first + c];
  return higher;
}

TEST(TaughtBatches, ATeacherOfSeveralKeysGivesTheirMean) {
  const ChromaSource source;
  const Standardisation of_student{std::vector<float>(12, 0.0f), std::vector<float>(12, 1.0f)};
  const TaughtBatches taught(source, list(chord_teacher(3)), of_student, 0.5);
  const TrainBatch batch = taught.train_batch(0, 0);
  Teacher alone = chord_teacher(1);
  std::vector<double> root, quality;
  for (const std::size_t semitones : {0u, 4u, 8u}) {
    TrainBatch heard = batch;
    heard.x = moved(batch.x, 12, semitones);
    for (float& value : heard.x) value = (value - 0.1f) * 2.0f;
    const auto logits = alone.network.infer(heard);
    const std::vector<float> back = moved(logits[0], 13, 12 - semitones);
    root.resize(back.size()), quality.resize(logits[1].size());
    for (std::size_t i = 0; i < root.size(); ++i) root[i] += back[i] / 3.0;
    for (std::size_t i = 0; i < quality.size(); ++i) quality[i] += logits[1][i] / 3.0;
  }
  const auto expect_softmax = [](const std::vector<float>& p, const std::vector<double>& z,
                                 std::size_t classes) {
    ASSERT_EQ(p.size(), z.size());
    for (std::size_t first = 0; first < z.size(); first += classes) {
      double sum = 0.0;
      for (std::size_t k = 0; k < classes; ++k) sum += std::exp(z[first + k]);
      for (std::size_t k = 0; k < classes; ++k)
        EXPECT_NEAR(p[first + k], std::exp(z[first + k]) / sum, 1e-5) << first << " " << k;
    }
  };
  expect_softmax(batch.targets[0].teacher, root, 13);
  expect_softmax(batch.targets[1].teacher, quality, 3);
}

TEST(TaughtBatches, KeysNeedPitchClasses) {
  const SignSource source;
  Teacher teacher = teacher_with(random_parameters(1));
  teacher.keys = 2;
  EXPECT_THROW(TaughtBatches(source, list(std::move(teacher)), plain(), 0.5),
               std::invalid_argument);
}

// The annotation says the opposite of what the teacher knows.
class Liar : public SignSource {
 public:
  using SignSource::SignSource;
  TrainBatch train_batch(int epoch, std::size_t index) const override {
    TrainBatch batch = SignSource::train_batch(epoch, index);
    for (HeadTarget& target : batch.targets)
      for (float& value : target.probability) value = 1.0f - value;
    return batch;
  }
};

TEST(TaughtBatches, AStudentLearnsFromItsTeacherAlone) {
  const SignSource truth(25);
  Network teacher = small_network();
  Recorder recorder;
  train(teacher, truth, {}, settings_for(8), recorder);
  const double loss_of_teacher = recorder.epochs.back().validation_loss;

  const Liar lies(25);
  const TaughtBatches taught(lies, list(teacher_with(teacher.parameters())), plain(), 1.0);
  NetworkSpec spec = small_spec();
  for (LayerSpec& layer : spec.layers) layer.hidden = 3, layer.dropout = 0.0;
  Network student(spec, make_cpu_backend(1));
  student.initialise(9);
  Recorder of_student;
  train(student, taught, {}, settings_for(8), of_student);
  EXPECT_LT(of_student.epochs.back().validation_loss, loss_of_teacher + 0.1);
  EXPECT_LT(of_student.epochs.back().validation_loss,
            0.7 * of_student.epochs.front().validation_loss);
}

// As chroma are the first bins of chroma with notes.
TEST(TaughtBatches, ATeacherWithFewerInputsHearsTheFirst) {
  const ChromaSource source;  // of 12 bins
  class WithNotes : public ChromaSource {
   public:
    TrainBatch train_batch(int epoch, std::size_t index) const override {
      TrainBatch batch = ChromaSource::train_batch(epoch, index);
      std::vector<float> wide;
      for (std::size_t i = 0; i < batch.x.size(); i += 12) {
        wide.insert(wide.end(), batch.x.begin() + static_cast<long>(i),
                    batch.x.begin() + static_cast<long>(i) + 12);
        wide.insert(wide.end(), 5, 77.0f);
      }
      batch.x = std::move(wide);
      return batch;
    }
  } with_notes;
  const auto taught_by = [](const BatchSource& batches, std::size_t bins) {
    const Standardisation plain{std::vector<float>(bins, 0.0f), std::vector<float>(bins, 1.0f)};
    return TaughtBatches(batches, list(chord_teacher(3)), plain, 0.5).train_batch(0, 0);
  };
  const TrainBatch narrow = taught_by(source, 12), wide = taught_by(with_notes, 17);
  EXPECT_EQ(wide.targets[0].teacher, narrow.targets[0].teacher);
  EXPECT_EQ(wide.targets[1].teacher, narrow.targets[1].teacher);
  EXPECT_FALSE(wide.targets[0].teacher.empty());
}

TEST(TaughtBatches, RefuseATeacherWithOtherInputs) {
  const SignSource source;
  EXPECT_THROW(
      TaughtBatches(source, list(teacher_with(random_parameters(1))),
                    {std::vector<float>(kInputs - 1), std::vector<float>(kInputs - 1, 1.0f)}, 0.5),
      std::invalid_argument);
  EXPECT_THROW(TaughtBatches(source, {}, plain(), 0.5), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::test
