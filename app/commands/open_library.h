// What `tactus library` and `tactus watch` share.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/collection/library_index.h"

namespace CLI {
class App;
}

namespace tactus {

// Adds --index.
void add_index_option(CLI::App& command, std::string& index);
// The file of --index, else the usual one.
std::filesystem::path index_file(const std::string& named);
// index_to_add with a line on stderr where it sets a damaged index aside.
std::unique_ptr<LibraryIndex> open_library_to_add(const std::filesystem::path& file);

}  // namespace tactus
