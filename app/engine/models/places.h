// Paths of files that the library needs. The program that uses the library sets them. The library
// reads neither the environment nor the path of the running program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct Places {
  std::filesystem::path models;  // the folder of the shipped models
  // Files: the first that exists is the CUDA module. Empty: the library computes on the CPU.
  std::vector<std::filesystem::path> cuda_modules;
  bool needs_driver = true;                        // load the module only if NVIDIA's driver exists
  std::vector<std::filesystem::path> mpi_modules;  // the same for the MPI module
  // The folder of the rates measured on the cards of this computer (card_rates.h). Empty: none.
  std::filesystem::path card_rates;
  // The command of a child process that decodes audio (isolated_reader.h). Empty: this process
  // decodes, and a crash of a codec library ends the process.
  std::vector<std::string> decoder;
  // The same for a child process that writes the tags of audio files
  // (app/engine/file_tags/file_tag_worker.h).
  std::vector<std::string> file_tag_worker;
};

// The first of these files or folders that exists, else the last. At least one.
std::filesystem::path first_existing(const std::vector<std::filesystem::path>& paths);

}  // namespace tactus
