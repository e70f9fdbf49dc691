#include "gpu/lstm/ladder/ladder_pointwise.h"

#include <utility>

namespace tactus::gpu {
namespace {

// A [B,H] matrix with rows `ld` apart; 0: one row for all.
template <typename Float>
struct Operand {
  Float* data;
  int ld;
  operator Operand<const float>() const { return {data, ld}; }
};
using Value = Operand<const float>;
using Result = Operand<float>;

// Operations on [B,H] matrices in a stream.
class Operations {
 public:
  Operations(Runtime& runtime, Stream stream, int batch, int hidden)
      : runtime_(runtime), stream_(stream), batch_(batch), hidden_(hidden) {}

  void operator()(PointwiseOp op, Result out, Value a, Value b = {nullptr, 0}) const {
    queue<Pointwise>({op, batch_, hidden_, out.data, a.data, b.data, out.ld, a.ld, b.ld});
  }
  // sum += a p, the row `p` for all sequences
  void add_peephole(Result sum, Value a, const float* p, Result product) const {
    (*this)(PointwiseOp::kMultiply, product, a, {p, 0});
    (*this)(PointwiseOp::kAdd, sum, sum, product);
  }
  template <class Kernel>
  void queue(const typename Kernel::Params& params) const {
    launch<Kernel>(runtime_, stream_, one_thread_each(batch_ * hidden_, 128), params);
  }
  // [B,H] of a gate in [B,4H]
  Result gate(float* gates, int g) const { return {gates + g * hidden_, 4 * hidden_}; }
  Value gate(const float* gates, int g) const { return {gates + g * hidden_, 4 * hidden_}; }

 private:
  Runtime& runtime_;
  Stream stream_;
  int batch_, hidden_;
};

std::size_t state_size(const LstmShape& shape) {
  return static_cast<std::size_t>(shape.batch) * shape.hidden;
}

}  // namespace

void SeparateForward::begin(const LstmShape& shape) {
  scratch_.grown(2 * state_size(shape));
}

void SeparateForward::queue(Stream stream, const ForwardPass& p, int step) {
  using enum PointwiseOp;
  const int H = p.hidden;
  const Operations op(*runtime_, stream, p.batch, H);
  const Result i = op.gate(p.recurrent_sums, 0), f = op.gate(p.recurrent_sums, 1),
               g = op.gate(p.recurrent_sums, 2), o = op.gate(p.recurrent_sums, 3);
  const Result cell{p.cell, H}, product{scratch_.data(), H}, h{product.data + p.batch * H, H};
  const float* input_sums = input_sums_of(p, frame_of(p, step));
  for (int n = 0; n < 4; ++n) {
    const Result sums = op.gate(p.recurrent_sums, n);
    op(kAdd, sums, sums, op.gate(input_sums, n));
    op(kAdd, sums, sums, {p.bias + n * H, 0});
  }
  if (p.peephole != nullptr) {
    op.add_peephole(i, cell, p.peephole, product);
    op.add_peephole(f, cell, p.peephole + H, product);
  }
  op(kSigmoid, i, i);
  op(kSigmoid, f, f);
  op(kTanh, g, g);
  op(kMultiply, cell, cell, f);
  op(kMultiply, product, i, g);
  op(kAdd, cell, cell, product);
  if (p.peephole != nullptr) op.add_peephole(o, cell, p.peephole + 2 * H, product);
  op(kSigmoid, o, o);
  op(kTanh, h, cell);
  op(kMultiply, h, h, o);
  op.queue<FinishForward>({p, h.data, step});
}

void SeparateBackward::begin(const LstmShape& shape) {
  scratch_.grown(13 * state_size(shape));
}

void SeparateBackward::queue(Stream stream, const BackwardPass& p, int step) {
  using enum PointwiseOp;
  const int H = p.hidden, size = p.batch * H;
  const Operations op(*runtime_, stream, p.batch, H);
  float* scratch = scratch_.data();
  float* next = scratch + 8 * size;
  const auto state = [&] { return Result{std::exchange(next, next + size), H}; };
  const Result cell = state(), before = state(), dh = state(), squashed = state(),
               product = state();
  const SeparateGradients own{scratch, cell.data, before.data, scratch + 4 * size};
  const Result i = op.gate(own.activations, 0), f = op.gate(own.activations, 1),
               g = op.gate(own.activations, 2), o = op.gate(own.activations, 3);
  const Result di = op.gate(own.dgates, 0), df = op.gate(own.dgates, 1),
               dg = op.gate(own.dgates, 2), d_o = op.gate(own.dgates, 3), dcell{p.dcell, H};
  const std::size_t frame = static_cast<std::size_t>(frame_of(p, step)) * p.batch;

  op.queue<StartBackward>({p, own, step});
  op(kAdd, dh, {p.dh, H}, {p.dy + frame * p.ldy, p.ldy});
  op(kTanh, squashed, cell);
  op(kMultiply, d_o, dh, squashed);
  op(kSigmoidGradient, d_o, d_o, o);
  op(kMultiply, product, dh, o);
  op(kTanhGradient, product, product, squashed);
  op(kAdd, dcell, dcell, product);
  if (p.peephole != nullptr) op.add_peephole(dcell, d_o, p.peephole + 2 * H, product);
  op(kMultiply, di, dcell, g);
  op(kSigmoidGradient, di, di, i);
  op(kMultiply, df, dcell, before);
  op(kSigmoidGradient, df, df, f);
  op(kMultiply, dg, dcell, i);
  op(kTanhGradient, dg, dg, g);
  op(kMultiply, dcell, dcell, f);
  if (p.peephole != nullptr) {
    op.add_peephole(dcell, di, p.peephole, product);
    op.add_peephole(dcell, df, p.peephole + H, product);
  }
  op.queue<FinishBackward>({p, own, step});
}

}  // namespace tactus::gpu
