// The standard streams of a program: standard output takes data, standard error the log. All that
// the programs print passes here, for printing must not end the work: a log on a full disk loses
// its line, and data that were not taken are an error of the command, at its end
// (app/program/lost_output.h). libtactus prints nothing.
#pragma once

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace tactus {

// Takes the descriptors 0 to 2 that are closed: a file that is opened later would get their number,
// and what is printed would land in it. Reading and writing fail as on a closed one (EBADF). Call
// it before anything is opened. Allocates nothing.
inline void fill_closed_descriptors() noexcept {
  for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(each, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int filled =
        ::open("/dev/null", each == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

inline void write_log(std::string_view text) noexcept {
  [[maybe_unused]] const std::size_t taken = std::fwrite(text.data(), 1, text.size(), stderr);
}

template <class... T>
void print_log(fmt::format_string<T...> text, T&&... values) noexcept {
  try {
    write_log(fmt::format(text, std::forward<T>(values)...));
  } catch (...) {  // no memory for the line
  }
}

inline void write_data(std::string_view text) noexcept {
  [[maybe_unused]] const std::size_t taken = std::fwrite(text.data(), 1, text.size(), stdout);
}

// Throws std::bad_alloc alone.
template <class... T>
void print_data(fmt::format_string<T...> text, T&&... values) {
  write_data(fmt::format(text, std::forward<T>(values)...));
}

// False if standard output has not taken all data up to now. errno names the reason if it is known.
inline bool flush_data() noexcept {
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace tactus
