// What `tactus library` and `tactus watch` share.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/commands/option_rows.h"
#include "app/collection/library_index.h"
#include "app/collection/library_update.h"

namespace tactus {

OptionRow index_option(std::string& index);  // --index
// The file of --index, else the usual one.
std::filesystem::path index_file(const std::string& named);
// index_to_add with a line on stderr where it sets a damaged index aside.
std::unique_ptr<LibraryIndex> open_library_to_add(const std::filesystem::path& file);
// What a line on stderr begins with: the status, or "warning" before what a tagged song warns of.
const char* log_word(const UpdateRow& row);
// The row as JSON on standard output.
void print_row_json(const UpdateRow& row);

}  // namespace tactus
