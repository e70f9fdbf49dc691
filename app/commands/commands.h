// The sub-commands of `tactus`, one file each (command_NAME.cpp). Each function declares its
// options on `root`. If the user chose the command, the function stores its work in `chosen`, and
// main runs it. A command includes <CLI/App.hpp>. Only command_line.cpp and command_table.cpp
// include <CLI/CLI.hpp>: it compiles CLI11's help texts and ini files, which takes seconds.
#pragma once

#include <functional>

#include "datasets/tasks/task_table.h"

namespace CLI {
class App;
}

namespace tactus {

// Returns the exit code. stdout is data, stderr is log.
using Command = std::function<int()>;

// add_NAME_command(root, chosen) functions follow here, one per command.
void add_tag_command(CLI::App& root, Command& chosen);
void add_convert_command(CLI::App& root, Command& chosen);
void add_decode_command(CLI::App& root, Command& chosen, TaskTable tasks = all_tasks);
void add_features_command(CLI::App& root, Command& chosen);
void add_info_command(CLI::App& root, Command& chosen);
void add_click_command(CLI::App& root, Command& chosen);
void add_eval_command(CLI::App& root, Command& chosen);
void add_export_command(CLI::App& root, Command& chosen);
void add_calibrate_command(CLI::App& root, Command& chosen);
void add_ensemble_command(CLI::App& root, Command& chosen);
void add_library_command(CLI::App& root, Command& chosen);
void add_merge_command(CLI::App& root, Command& chosen);
void add_pack_command(CLI::App& root, Command& chosen);
void add_seal_command(CLI::App& root, Command& chosen);
void add_synth_command(CLI::App& root, Command& chosen);
void add_train_command(CLI::App& root, Command& chosen);
void add_bench_command(CLI::App& root, Command& chosen);
void add_check_command(CLI::App& root, Command& chosen);
void add_dataset_command(CLI::App& root, Command& chosen);
void add_gui_command(CLI::App& root, Command& chosen);
void add_watch_command(CLI::App& root, Command& chosen);
void add_write_tags_command(CLI::App& root, Command& chosen);
void add_help_command(CLI::App& root, Command& chosen);
void add_completion_command(CLI::App& root, Command& chosen);
void add_tags_worker_command(CLI::App& root, Command& chosen);

}  // namespace tactus
