// Runs the built program as its user does.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/test_support.h"

extern char** environ;

namespace tactus::test {

struct ProgramResult {
  int exit_code = -1;  // -signal if a signal ended it
  std::string out;
  std::string err;
};

// Every regular file under `folder`: relative path -> bytes; without the indexes of outputs
// (output_index.h).
inline std::map<std::string, std::string> tree_of(const std::filesystem::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != ".tactus-outputs") {
      tree[entry.path().lexically_relative(folder).string()] = slurp(entry.path());
    }
  }
  return tree;
}

// `tactus ARGUMENTS...` with its streams in files under `scratch` and extra environment variables.
class Program {
 public:
  Program(const std::filesystem::path& scratch, std::vector<std::string> arguments,
          std::vector<std::string> environment = {})
      : Program(std::filesystem::path(TACTUS_BINARY_DIR) / "tactus", scratch, std::move(arguments),
                std::move(environment)) {}
  // Another program than `tactus`.
  Program(const std::filesystem::path& program, const std::filesystem::path& scratch,
          std::vector<std::string> arguments, std::vector<std::string> environment = {})
      : out_(scratch / "stdout.txt"), err_(scratch / "stderr.txt") {
    arguments.insert(arguments.begin(), program.string());
    std::vector<char*> argv, envp;
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    for (auto& variable : environment) envp.push_back(variable.data());
    for (char** variable = environ; *variable; ++variable) envp.push_back(*variable);
    envp.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), kWrite, 0644);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), kWrite, 0644);
    posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), envp.data());
    posix_spawn_file_actions_destroy(&actions);
  }

  int process() const { return pid_; }
  void send(int signal_number) const { kill(pid_, signal_number); }

  ProgramResult wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), slurp(out_), slurp(err_)};
  }

 private:
  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t pid_ = -1;
};

}  // namespace tactus::test
