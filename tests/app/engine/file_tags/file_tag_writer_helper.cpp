// file_tag_writer_helper FILE: writes a tempo, a key and a grid, for tests that make its writes
// fail.
#include <cstdio>
#include <exception>

#include "app/engine/file_tags/file_tag_writer.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    tactus::write_file_tags(argv[1], {"127.96", "F#m", false, {{{0.5, 2}, {1.5, 0}}, 120.0}}, {});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
