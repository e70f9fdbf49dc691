// Where the library looks for the files that its caller does not name (tactus_options in tactus.h).
#pragma once

#include "app/engine/models/places.h"

namespace tactus {

// models and decoder: the first place that exists, else the last one. cuda_modules: all places.
Places library_places();

}  // namespace tactus
