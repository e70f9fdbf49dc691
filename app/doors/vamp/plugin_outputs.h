// What the plug-in hands to a Vamp host: its outputs, and the features of a song for each of them.
#pragma once

#include <vamp-sdk/Plugin.h>

#include "app/engine/library/tactus.h"

namespace tactus::vamp {

// The outputs, in the order of their numbers in a FeatureSet. `frame_rate` is the one of the
// activations of beats, in rows per second.
Vamp::Plugin::OutputList output_descriptors(double frame_rate);

// All that was found in `song`, which may be NULL: nothing. `start` is the time of its first
// sample, and is added to all times. The song needs activations.
Vamp::Plugin::FeatureSet features_of(const tactus_song* song, Vamp::RealTime start);

}  // namespace tactus::vamp
