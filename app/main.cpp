#include "app/cli/commands/command_line.h"
#include "app/cli/program/out_of_memory.h"
#include "audio/standard_streams.h"

namespace {

// Before all other initialisers of the program, which allocate; those of its libraries come first.
[[gnu::constructor(101)]] void begin() {
  tactus::fill_closed_descriptors();
  tactus::ignore_broken_pipes();
  tactus::ignore_file_limits();
  tactus::end_where_memory_ends();
}

}  // namespace

int main(int argc, char** argv) {
  return tactus::run_command_line(argc, argv, tactus::full_version());
}
