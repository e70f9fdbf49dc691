// Where this program lies.
#pragma once

#include <filesystem>

namespace tactus {

// The path of the running program; "tactus" where the system does not say.
std::filesystem::path program_path();
// Path of `tactus`, for processes that do its work: the running program, or the one beside it (when
// the window runs) or in the folder above.
std::filesystem::path command_line_program();

}  // namespace tactus
