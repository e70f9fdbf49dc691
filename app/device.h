// The choice of the machine that computes: --device auto|cpu|cuda[:n].
#pragma once

#include <memory>
#include <string>

namespace tactus {

class Backend;

// `threads` is the number of CPU threads (0 = all cores). `auto` takes a CUDA device when the
// module and a card are present, else the CPU. Throws UsageError for an unknown name or when cuda
// is asked for and absent.
std::shared_ptr<Backend> make_backend(const std::string& device, int threads);

}  // namespace tactus
