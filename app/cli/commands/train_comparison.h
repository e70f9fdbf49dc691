// The scores of a model that was just trained, beside those of the shipped model of its task.
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

#include "app/config/config_train.h"
#include "app/engine/models/places.h"

namespace tactus {

// Tagging more validation songs twice would take minutes.
inline constexpr std::size_t kMaxComparedSongs = 10;

// Tags the validation songs of the run with config.output and with the shipped model; returns a
// table of the main scores for people, with line ends. Returns "" if nothing can be compared: no
// validation song or more than kMaxComparedSongs, no shipped model of the task, songs given as
// features instead of audio, or a stop. Throws what loading and tagging throw.
std::string comparison_with_shipped(const TrainConfig& config, const Places& places,
                                    std::stop_token stop);

}  // namespace tactus
