#include "app/commands/command_line.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "app/commands/commands.h"
#include "app/program/exit_code.h"
#include "app/program/out_of_memory.h"
#include "model/version.h"

namespace tactus {
namespace {

// The exit code of a command that ended with `code`. If standard output could not be written, the
// command failed. A closed pipe or a closed standard output (>&-) is no failure.
int after_output(int code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  struct stat status;  // errno of an earlier failed write is lost
  const bool to_pipe = fstat(STDOUT_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
  if (errno == EPIPE || errno == EBADF || (errno == 0 && to_pipe)) return code;
  fmt::print(stderr, "tactus: standard output: cannot be written{}{}\n", errno != 0 ? ": " : "",
             errno != 0 ? std::strerror(errno) : "");
  return code == kSuccess ? static_cast<int>(kSomeInputsFailed) : code;
}

// An option takes one word, so that `--format lab song.ogg` does not swallow the song. Several
// values are separated by commas, or the option is repeated.
void take_one_word_each(CLI::App& root) {
  for (CLI::App* command : root.get_subcommands([](CLI::App*) { return true; })) {
    for (CLI::Option* option : command->get_options()) {
      if (!option->get_positional()) option->allow_extra_args(false);
    }
  }
}

int run(int argc, char** argv) {
  CLI::App root{"Tactus: beats, downbeats and chords from recorded music"};
  root.set_version_flag("--version", "tactus " TACTUS_VERSION);
  root.require_subcommand(1);
  Command chosen;
  add_tag_command(root, chosen);
  add_write_tags_command(root, chosen);
  add_convert_command(root, chosen);
  add_decode_command(root, chosen);
  add_features_command(root, chosen);
  add_info_command(root, chosen);
  add_click_command(root, chosen);
  add_eval_command(root, chosen);
  add_calibrate_command(root, chosen);
  add_ensemble_command(root, chosen);
  add_export_command(root, chosen);
  add_pack_command(root, chosen);
  add_seal_command(root, chosen);
  add_synth_command(root, chosen);
  add_train_command(root, chosen);
  add_bench_command(root, chosen);
  add_check_command(root, chosen);
  add_dataset_command(root, chosen);
  add_gui_command(root, chosen);
  add_tags_worker_command(root, chosen);
  take_one_word_each(root);
  try {
    root.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return root.exit(error) == 0 ? kSuccess : kUsageError;
  }
  try {
    return chosen ? after_output(chosen()) : static_cast<int>(kUsageError);
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    const ExitCode code = known ? exit_code_of(*known) : kSomeInputsFailed;
    const bool lost = code == kSomeInputsFailed && std::ferror(stdout) != 0;
    fmt::print(stderr, "tactus: {}{}\n", lost ? "standard output: " : "", error.what());
    return code;
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // in the description of the commands, or in a message
    return out_of_memory();
  }
}

}  // namespace tactus
