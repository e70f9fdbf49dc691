// Where the files of a user lie.
#pragma once

#include <filesystem>

namespace tactus {

// $HOME, else that of the user's entry in the system, else the folder of temporary files: never the
// current folder, which may hold somebody's music.
std::filesystem::path home_folder();

}  // namespace tactus
