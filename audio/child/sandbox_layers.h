// The layers of the sandbox that Linux alone has: linux_sandbox.cpp. A build without them (CMake:
// TACTUS_SANDBOX) takes no_sandbox.cpp instead. Both functions return why the layer is missing, ""
// if it is in force.
#pragma once

#include <string>

namespace tactus {

// No new privileges; sets `landlock` to the version of Landlock in force, 0 = none.
std::string forbid_files(int& landlock);

// As filter_calls() of sandbox.h.
std::string forbid_calls(int out_descriptor);

}  // namespace tactus
