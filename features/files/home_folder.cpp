#include "features/files/home_folder.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace tactus {

std::filesystem::path home_folder() {
  const std::filesystem::path home = std::getenv("HOME") ? std::getenv("HOME") : "";
  if (home.is_absolute()) return home;
  const passwd* user = getpwuid(getuid());
  const std::filesystem::path known = user && user->pw_dir ? user->pw_dir : "";
  return known.is_absolute() ? known : std::filesystem::temp_directory_path();
}

}  // namespace tactus
