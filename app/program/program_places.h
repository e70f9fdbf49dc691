// Where this program lies, and what it finds from there for the library.
#pragma once

#include <filesystem>

#include "app/models/places.h"

namespace tactus {

// The path of the running program; "tactus" where the system does not say.
std::filesystem::path program_path();
// Path of `tactus`, for processes that do its work: the running program, or the one beside it (when
// the window runs) or in the folder above.
std::filesystem::path command_line_program();

// The first argument of a `tactus` that is started to decode, before the path and the rate.
inline constexpr const char* kDecodeWorkerCommand = "decode-worker";

// models: $TACTUS_MODELS, else PREFIX/share/tactus/models of an installed program, else
// datasets/models of the source tree that it was built from. cuda_modules: the file
// $TACTUS_CUDA_MODULE alone, whatever driver is there, else beside the program and in
// PREFIX/lib/tactus. decoder: `tactus decode-worker`.
Places program_places();
// PREFIX/share/tactus/NAME of an installed program, else datasets/NAME of the source tree.
std::filesystem::path shipped_folder(const char* name);

}  // namespace tactus
