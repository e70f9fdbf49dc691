// Where the things lie that the library needs and does not hold. The program that uses the library
// says so; the library asks neither the environment nor the path of the running program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct Places {
  std::filesystem::path models;  // the folder of the shipped models
  // Files: the first that exists is the CUDA module. Empty: the library computes on the CPU.
  std::vector<std::filesystem::path> cuda_modules;
  bool needs_driver = true;  // the module is loaded only where NVIDIA's driver is
  // The command of a child process that decodes audio (isolated_reader.h). Empty: this process
  // decodes, and a crash of a codec library ends it.
  std::vector<std::string> decoder;
};

}  // namespace tactus
