// The whole network by the reference operations, for gradient checks; see lstm_reference.h.
#include <cstddef>

#include "model/backend/losses.h"
#include "model/backend/reference/lstm_reference.h"

namespace tactus {
namespace {

template <typename Scalar>
class ReferenceNetwork {
 public:
  ReferenceNetwork(const NetworkSpec& spec, std::span<const Scalar> parameters,
                   const TrainBatch& batch, const ReferenceTraining* training)
      : spec_(spec),
        table_(parameter_table(spec)),
        parameters_(parameters),
        batch_(batch),
        training_(training),
        frames_(static_cast<std::size_t>(batch.steps) * batch.batch) {}

  StepResult forward() {
    std::vector<Scalar> signal(batch_.x.begin(), batch_.x.end());
    for (std::size_t l = 0; l < spec_.layers.size(); ++l) {
      drop(signal, spec_.layers[l].dropout, l);
      inputs_.push_back(signal);
      signal = layer_forward(l);
    }
    drop(signal, spec_.head_dropout, spec_.layers.size());
    trunk_ = signal;
    StepResult result;
    for (std::size_t h = 0; h < spec_.heads.size(); ++h) {
      result.head_loss.push_back(head_forward(h));
      result.loss += spec_.heads[h].loss_weight * result.head_loss.back();
    }
    return result;
  }

  std::vector<Scalar> backward() {
    gradient_.assign(parameters_.size(), Scalar(0));
    std::vector<Scalar> dsignal(trunk_.size(), Scalar(0));
    for (std::size_t h = 0; h < spec_.heads.size(); ++h) {
      const std::size_t row = first_row_ + 2 * h;
      linear_reference_backward(frames_, trunk_width(spec_), spec_.heads[h].classes, trunk_.data(),
                                parameter(row), dlogits_[h].data(), dsignal.data(), gradient(row),
                                gradient(row + 1));
    }
    drop(dsignal, spec_.head_dropout, spec_.layers.size());
    for (std::size_t l = spec_.layers.size(); l-- > 0;) {
      dsignal = layer_backward(l, dsignal);
      drop(dsignal, spec_.layers[l].dropout, l);
    }
    return gradient_;
  }

 private:
  const Scalar* parameter(std::size_t row) const { return parameters_.data() + table_[row].offset; }
  Scalar* gradient(std::size_t row) { return gradient_.data() + table_[row].offset; }

  void drop(std::vector<Scalar>& signal, double rate, std::size_t layer) const {
    if (!training_ || rate == 0.0) return;
    dropout_reference(signal.size(), rate, dropout_stream(training_->seed, training_->step, layer),
                      signal.data(), signal.data());
  }

  LstmShape shape(std::size_t l) const {
    const int input = l == 0 ? spec_.input : layer_width(spec_.layers[l - 1]);
    const LayerSpec& layer = spec_.layers[l];
    return {batch_.steps, batch_.batch, input, layer.hidden, layer.bidirectional ? 2 : 1};
  }
  LstmReferencePass<Scalar> pass(std::size_t l, int direction, std::size_t row) const {
    return {shape(l),
            direction,
            batch_.lengths.data(),
            inputs_[l].data(),
            {parameter(row), parameter(row + 1), parameter(row + 2),
             spec_.layers[l].peepholes ? parameter(row + 3) : nullptr},
            nullptr,
            nullptr};
  }

  std::vector<Scalar> layer_forward(std::size_t l) {
    const LstmShape lstm = shape(l);
    std::vector<Scalar> y(frames_ * layer_width(spec_.layers[l]));
    std::vector<Scalar> tape(lstm.directions * lstm_reference_tape_size(lstm));
    layer_rows_.push_back(first_row_);
    for (int d = 0; d < lstm.directions; ++d) {
      lstm_reference_forward(pass(l, d, first_row_), y.data(),
                             tape.data() + d * lstm_reference_tape_size(lstm));
      first_row_ += rows_per_direction(l);
    }
    outputs_.push_back(y);
    tapes_.push_back(std::move(tape));
    return y;
  }
  std::size_t rows_per_direction(std::size_t l) const { return spec_.layers[l].peepholes ? 4 : 3; }

  std::vector<Scalar> layer_backward(std::size_t l, const std::vector<Scalar>& dy) {
    std::vector<Scalar> dx(inputs_[l].size(), Scalar(0));
    const LstmShape lstm = shape(l);
    for (int d = 0; d < lstm.directions; ++d) {
      const std::size_t row = layer_rows_[l] + d * rows_per_direction(l);
      const LstmDirection<Scalar> gradients = {
          gradient(row), gradient(row + 1), gradient(row + 2),
          spec_.layers[l].peepholes ? gradient(row + 3) : nullptr};
      lstm_reference_backward(pass(l, d, row), outputs_[l].data(),
                              tapes_[l].data() + d * lstm_reference_tape_size(lstm), dy.data(),
                              dx.data(), gradients);
    }
    return dx;
  }

  double head_forward(std::size_t h) {
    const HeadSpec& head = spec_.heads[h];
    const HeadTarget& target = batch_.targets[h];
    std::vector<Scalar> logits(frames_ * head.classes);
    const std::size_t row = first_row_ + 2 * h;
    linear_reference_forward(frames_, trunk_width(spec_), head.classes, trunk_.data(),
                             parameter(row), parameter(row + 1), logits.data());
    dlogits_.emplace_back(logits.size(), Scalar(0));
    const auto& class_weight =
        head.kind == HeadKind::kSigmoid ? target.positive_weight : target.class_weight;
    const LossProblem<Scalar> problem = {batch_.steps,
                                         batch_.batch,
                                         head.classes,
                                         batch_.lengths.data(),
                                         logits.data(),
                                         target.weight.empty() ? nullptr : target.weight.data(),
                                         class_weight.empty() ? nullptr : class_weight.data()};
    const bool sigmoid = head.kind == HeadKind::kSigmoid;
    const double share = batch_.teacher_share, scale = head.loss_weight * (1.0 - share);
    Scalar* const dlogits = dlogits_.back().data();
    const LossSum labels = sigmoid ? sigmoid_loss(problem, target.probability.data(),
                                                  target.shift_tolerance, scale, dlogits)
                                   : softmax_loss(problem, target.category.data(), scale, dlogits);
    if (share == 0.0) return mean(labels);
    LossProblem<Scalar> every_frame = problem;
    every_frame.frame_weight = every_frame.class_weight = nullptr;
    const double weight = head.loss_weight * share;
    const LossSum teachers =
        sigmoid ? sigmoid_loss(every_frame, target.teacher.data(), 0, weight, dlogits)
                : softmax_soft_loss(every_frame, target.teacher.data(), weight, dlogits);
    return (1.0 - share) * mean(labels) + share * mean(teachers);
  }
  static double mean(const LossSum& sum) { return sum.count > 0.0 ? sum.sum / sum.count : 0.0; }

  const NetworkSpec& spec_;
  std::vector<ParameterInfo> table_;
  std::span<const Scalar> parameters_;
  const TrainBatch& batch_;
  const ReferenceTraining* training_;
  std::size_t frames_;
  std::size_t first_row_ = 0;  // of the next layer, finally of the heads
  std::vector<std::size_t> layer_rows_;
  std::vector<std::vector<Scalar>> inputs_, outputs_, tapes_, dlogits_;
  std::vector<Scalar> trunk_, gradient_;
};

}  // namespace

template <typename Scalar>
StepResult network_reference(const NetworkSpec& spec, std::span<const Scalar> parameters,
                             const TrainBatch& batch, const ReferenceTraining* training,
                             std::vector<Scalar>* gradient) {
  ReferenceNetwork<Scalar> network(spec, parameters, batch, training);
  const StepResult result = network.forward();
  if (gradient) *gradient = network.backward();
  return result;
}

template StepResult network_reference(const NetworkSpec&, std::span<const float>, const TrainBatch&,
                                      const ReferenceTraining*, std::vector<float>*);
template StepResult network_reference(const NetworkSpec&, std::span<const double>,
                                      const TrainBatch&, const ReferenceTraining*,
                                      std::vector<double>*);

}  // namespace tactus
