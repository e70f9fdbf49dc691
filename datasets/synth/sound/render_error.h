// The error of all that renders MIDI messages to audio.
#pragma once

#include "audio/error.h"

namespace tactus {

class RenderError : public ErrorOf<ErrorCode::kRendering> {
  using ErrorOf::ErrorOf;
};

}  // namespace tactus
