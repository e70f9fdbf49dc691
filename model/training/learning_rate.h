// The learning rate as a function of the optimiser step.
#pragma once

#include <cstdint>

namespace tactus {

enum class ScheduleKind {
  kConstant,  // warm-up, then the highest rate
  kCosine,    // linear warm-up, then half a cosine down (Loshchilov & Hutter 2017, one period)
  kOneCycle,  // half a cosine up from 1/25 of the highest rate, half a cosine down (Smith & Topin
              // 2018)
};

struct LearningRateSchedule {
  ScheduleKind kind = ScheduleKind::kCosine;
  double highest = 1e-3;
  double warm_up = 0.05;         // share of all steps with a rising rate, 0..1
  double final_fraction = 0.01;  // the last step's rate as a share of the highest rate
};

// Rate for step 0 .. total_steps - 1; later steps get the last rate. Depends on nothing else, so a
// resumed run continues with the same rate. Throws std::invalid_argument for total_steps < 1.
double learning_rate_at(const LearningRateSchedule& schedule, std::int64_t step,
                        std::int64_t total_steps);

}  // namespace tactus
