// Decoding in a child process: the program starts itself again as `tactus decode-worker FILE RATE`.
#pragma once

#include <string>
#include <vector>

namespace tactus {

// The command line prefix of the worker, as IsolatedAudioReader wants it.
std::vector<std::string> decode_worker_command();

}  // namespace tactus
