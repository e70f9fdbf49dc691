// The standard streams of a program: standard output takes data, standard error the log. All that
// the programs print passes here, for printing must not end the work: a log on a full disk or
// without a reader loses its line, and data that were not taken are an error of the command, at its
// end (app/cli/program/lost_output.h). Only data whose reader has gone (`| head`) end the program,
// as they end others: by SIGPIPE. libtactus prints nothing.
#pragma once

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
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

inline bool ends_without_reader = false;

// Writing to a pipe without a reader fails with EPIPE from now on. Who started the program and
// ignores SIGPIPE already wants it to go on, also without a reader of its data.
inline void ignore_broken_pipes() noexcept {
  ends_without_reader = std::signal(SIGPIPE, SIG_IGN) == SIG_DFL;
}

// A file that would grow beyond the limit of the process (ulimit -f) fails with EFBIG from now on,
// as a full disk does: the end of one song, not of all.
inline void ignore_file_limits() noexcept {
  std::signal(SIGXFSZ, SIG_IGN);
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

inline void end_if_reader_has_gone() noexcept {
  if (errno != EPIPE || !ends_without_reader) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

// Why standard output has not taken data, as errno; 0 = it has, or the reason is unknown.
inline int data_fault = 0;

inline void note_lost_data() noexcept {
  if (data_fault == 0) data_fault = errno;
  end_if_reader_has_gone();
}

inline void write_data(std::string_view text) noexcept {
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) note_lost_data();
}

// Throws std::bad_alloc alone.
template <class... T>
void print_data(fmt::format_string<T...> text, T&&... values) {
  write_data(fmt::format(text, std::forward<T>(values)...));
}

// False if standard output has not taken all data up to now.
inline bool flush_data() noexcept {
  const bool flushed = std::fflush(stdout) == 0;
  if (!flushed) note_lost_data();
  return flushed && std::ferror(stdout) == 0;
}

}  // namespace tactus
