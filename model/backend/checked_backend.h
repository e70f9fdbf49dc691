// Runs two backends side by side. The first difference beyond the tolerance throws an exception
// that names its place. `tactus check` runs it on real audio; a test runs it on networks.
#pragma once

#include <memory>

#include "audio/error.h"
#include "model/backend/backend.h"

namespace tactus {

// Largest difference between two backends, per result of an operation: |a - b| <= max(relative *
// max(|a|, |b|), absolute). Tests and CheckedBackend use this one table. The bounds allow for
// single-precision sums in another order and for vectorised exponentials, at the sizes in use; see
// backend_tolerance.
struct Tolerance {
  double relative = 0.0;
  double absolute = 0.0;
};
enum class BackendResult {
  kLayerOutput,     // y of lstm_forward
  kLayerGradient,   // sum that lstm_backward adds to dx
  kWeightGradient,  // sums that lstm_backward and linear_backward add to parameters' gradients
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

// Computes with both. The results are those of `primary`; `secondary` gets a copy for the next
// operation, so that differences do not add up. Throws BackendMismatch with operation, sizes,
// element and both values. `slack` multiplies the tolerances.
std::shared_ptr<Backend> make_checked_backend(std::shared_ptr<Backend> primary,
                                              std::shared_ptr<Backend> secondary,
                                              double slack = 1.0);

}  // namespace tactus
