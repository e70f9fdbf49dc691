#include "gpu/lstm_chooser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "gpu/lstm/ladder/lstm_ladder.h"
#include "gpu/lstm/resident/lstm_resident.h"

namespace tactus::gpu {
namespace {

// As the driver says, with the rates of this card.
class RuntimeOccupancy final : public Occupancy {
 public:
  RuntimeOccupancy(Runtime& runtime, const CardRates& rates) : runtime_(runtime), rates_(rates) {}
  const DeviceProperties& properties() const override { return runtime_.properties(); }
  CardRates rates() const override { return rates_; }
  int groups_at_once(ResidentKernel kernel, Precision precision,
                     const ResidentChoice& choice) const override {
    return resident_groups_at_once(runtime_, kernel, precision, choice);
  }

 private:
  Runtime& runtime_;
  CardRates rates_;
};

}  // namespace

std::optional<ResidentEstimate> estimate_resident(Runtime& runtime, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape,
                                                  std::string* trouble,
                                                  const std::optional<MeasuredRates>& rates) {
  return estimate_resident(RuntimeOccupancy(runtime, card_rates(runtime.properties(), rates)),
                           precision, kernel, shape, trouble);
}

namespace {

class ChosenLstm final : public LstmEngine {
 public:
  // `always`: use rung 8 wherever it fits.
  ChosenLstm(Runtime& runtime, MemoryPool& pool, Precision precision, bool always,
             const CardRates& rates)
      : card_(runtime, rates),
        precision_(precision),
        always_(always),
        ladder_(make_lstm_ladder(runtime, pool, Rung::kGraph, precision)),
        resident_(make_lstm_resident(runtime, pool, precision,
                                     [this](ResidentKernel kernel, const LstmShape& shape) {
                                       return decision(kernel, shape).resident->choice;
                                     })) {}

  std::string describe(const LstmShape& shape) const override;
  void forward(Stream stream, const LstmCall& call, float* y, float* tape) override {
    engine(ResidentKernel::kForward, call.shape).forward(stream, call, y, tape);
  }
  void backward(Stream stream, const LstmCall& call, const float* y, float* tape, const float* dy,
                float* dx, const LstmGradients& gradients) override {
    engine(ResidentKernel::kBackward, call.shape)
        .backward(stream, call, y, tape, dy, dx, gradients);
  }
  void stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                     std::span<const LstmStackLayer> layers) override;

 private:
  struct Decision {
    std::optional<ResidentEstimate> resident;
    double graph_us = 0.0;
    bool use_resident = false;
    std::string trouble = {};  // an error of the card for a division, which was left out
  };

  const Decision& decision(ResidentKernel kernel, const LstmShape& shape) const;
  std::string describe(ResidentKernel kernel, const LstmShape& shape) const;
  LstmEngine& engine(ResidentKernel kernel, const LstmShape& shape) {
    return decision(kernel, shape).use_resident ? *resident_ : *ladder_;
  }

  RuntimeOccupancy card_;
  Precision precision_;
  bool always_;
  mutable std::map<std::array<int, 4>, Decision> decisions_;
  std::unique_ptr<LstmEngine> ladder_, resident_;
};

// The decision does not depend on T and C.
const ChosenLstm::Decision& ChosenLstm::decision(ResidentKernel kernel,
                                                 const LstmShape& shape) const {
  const std::array key = {static_cast<int>(kernel), shape.batch, shape.hidden, shape.directions};
  const auto [at, is_new] = decisions_.try_emplace(key);
  Decision& d = at->second;
  if (!is_new) return d;
  d.resident = estimate_resident(card_, precision_, kernel, shape, &d.trouble);
  d.graph_us = estimate_graph_step_us(card_.properties(), card_.rates(), precision_, kernel, shape);
  d.use_resident = d.resident && (always_ || d.resident->step_us <= d.graph_us);
  return d;
}

std::string ChosenLstm::describe(ResidentKernel kernel, const LstmShape& shape) const {
  const Decision& d = decision(kernel, shape);
  const std::string trouble =
      d.trouble.empty() ? "" : fmt::format(", other divisions left out after: {}", d.trouble);
  if (d.use_resident) {
    const int waves = d.resident->waves;
    return fmt::format("8 resident, {}{}, expected {:.2f} us a step{}",
                       gpu::describe(d.resident->choice, shape.directions),
                       waves > 1 ? fmt::format(" in {} waves", waves) : "", d.resident->step_us,
                       trouble);
  }
  const std::string why = d.resident ? fmt::format("rung 8 {:.2f} us", d.resident->step_us)
                          : d.trouble.empty()
                              ? std::string("rung 8: the weights do not fit on the multiprocessors")
                              : std::string("rung 8: no division can be used");
  return fmt::format("{}, expected {:.2f} us a step ({}{})", ladder_->describe(shape), d.graph_us,
                     why, trouble);
}

std::string ChosenLstm::describe(const LstmShape& shape) const {
  return fmt::format("forward {}; backward {}", describe(ResidentKernel::kForward, shape),
                     describe(ResidentKernel::kBackward, shape));
}

// The ladder computes the layers of a stack side by side if it computes all of them.
void ChosenLstm::stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                               std::span<const LstmStackLayer> layers) {
  const bool ladder = std::none_of(layers.begin(), layers.end(), [&](const auto& layer) {
    return decision(ResidentKernel::kForward, layer.shape).use_resident;
  });
  if (ladder) return ladder_->stack_forward(stream, lengths, x, layers);
  LstmEngine::stack_forward(stream, lengths, x, layers);
}

}  // namespace

std::unique_ptr<LstmEngine> make_lstm_engine(Runtime& runtime, MemoryPool& pool,
                                             Precision precision, std::optional<Rung> rung,
                                             const std::optional<MeasuredRates>& rates) {
  if (rung && *rung != Rung::kResident) {
    return make_lstm_ladder(runtime, pool, *rung, precision);
  }
  return std::make_unique<ChosenLstm>(runtime, pool, precision, rung.has_value(),
                                      card_rates(runtime.properties(), rates));
}

}  // namespace tactus::gpu
