// Two backends that do everything side by side: the first difference beyond the tolerance is an
// exception that says where. `tactus check` runs it on real audio; a test runs it on networks.
#pragma once

#include <memory>

#include "audio/error.h"
#include "model/backend/backend.h"

namespace tactus {

// How far two backends may be apart, per result of an operation: |a - b| <= max(relative * max(|a|,
// |b|), absolute). The one table that tests and CheckedBackend use. The bounds are what
// single-precision sums in another order and the vectorised exponentials need at the sizes in use;
// see backend_tolerance.
struct Tolerance {
  double relative = 0.0;
  double absolute = 0.0;
};
enum class BackendResult {
  kLayerOutput,     // y of lstm_forward
  kLayerGradient,   // what lstm_backward adds to dx
  kWeightGradient,  // what lstm_backward and linear_backward add to parameters' gradients
  kLinear,          // y and dx of linear_*
  kDropout,
  kLoss,
  kLogitGradient,
  kNorm,
  kAdam,
};
Tolerance backend_tolerance(BackendResult result);

class BackendMismatch : public ErrorOf<ErrorCode::kBackend> {
  using ErrorOf::ErrorOf;
};

// Computes with both; results are those of `primary`, which are also given to `secondary` for the
// next operation, so that differences do not add up. Throws BackendMismatch naming operation,
// sizes, element and both values. The tolerances are multiplied by `slack`.
std::shared_ptr<Backend> make_checked_backend(std::shared_ptr<Backend> primary,
                                              std::shared_ptr<Backend> secondary,
                                              double slack = 1.0);

}  // namespace tactus
