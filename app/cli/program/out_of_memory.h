// The end of a program that has no memory left.
#pragma once

#include "app/cli/program/exit_code.h"

namespace tactus {

// Says so on standard error without another allocation, and returns the exit code.
ExitCode out_of_memory() noexcept;

// From now on the program ends in the same way if std::bad_alloc leaves a place that lets no
// exception pass: an initialiser before main(), or a destructor of a library that allocates (that
// of nlohmann::json does). All other exceptions abort as before. Allocates nothing.
void end_where_memory_ends() noexcept;

}  // namespace tactus
