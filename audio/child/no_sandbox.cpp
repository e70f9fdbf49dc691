#include "audio/child/sandbox_layers.h"

namespace tactus {

std::string forbid_files(int& landlock) {
  landlock = 0;
  return "not in this build";
}

std::string forbid_calls(int) {
  return "not in this build";
}

}  // namespace tactus
