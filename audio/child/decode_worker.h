// The side of the child: decodes one file and writes it to a pipe (decode_messages.h).
#pragma once

#include <filesystem>
#include <string>

namespace tactus {

struct DecodeWork {
  std::filesystem::path path;
  std::string what;    // a rate as AudioReader, kBlocksArgument or kSpotsArgument
  bool libav = false;  // FFmpeg's libraries are loaded at the start
};

// Opens the file, enters the sandbox (sandbox.h) and decodes into `out_descriptor`. Returns the
// exit status of the program: 0 after it has delivered everything, which includes the text of an
// error.
int run_decode_worker(const DecodeWork& work, int out_descriptor);
// Enters the sandbox and writes what it consists of.
int report_sandbox(int out_descriptor);

}  // namespace tactus
