// Chooses how to compute a layer on a card. The choice is resident weights (rung 8) with a division
// of the work, or the graph (rung 7) if it should be faster or rung 8 does not fit. step_model.h
// estimates the time of each.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/prediction/step_model.h"
#include "gpu/rates/measured_rates.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

// With the occupancy that the driver of the card reports. Without measured rates: the published
// ones.
std::optional<ResidentEstimate> estimate_resident(Runtime& runtime, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape,
                                                  std::string* trouble = nullptr,
                                                  const std::optional<MeasuredRates>& rates = {});

// Computes with `rung`; sizes that do not fit rung 8 use rung 7. Empty: the engine chooses the rung
// with the least expected time for each size and pass. Runtime and pool must outlive the engine.
std::unique_ptr<LstmEngine> make_lstm_engine(Runtime& runtime, MemoryPool& pool,
                                             Precision precision, std::optional<Rung> rung = {},
                                             const std::optional<MeasuredRates>& rates = {});

}  // namespace tactus::gpu
