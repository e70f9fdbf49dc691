// The commands of `tactus`, one file each (command_NAME.cpp): a row with the rows of its options,
// and the work that their values call for. A command below another is in the file of that one.
#pragma once

#include "app/cli/commands/option_rows.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

// The program with all its commands. Each call makes new targets, with their first values.
CommandRow program_row();

// What stands below the help of the program: exit codes, environment, files.
extern const char* const kProgramFooter;

// NAME_command() functions follow here, one per command.
CommandRow tag_command();
CommandRow merge_command();
CommandRow library_command();
CommandRow watch_command();
CommandRow write_tags_command();
CommandRow convert_command();
CommandRow decode_command(TaskTable tasks = all_tasks);
CommandRow features_command();
CommandRow info_command();
CommandRow click_command();
CommandRow eval_command();
CommandRow calibrate_command();
CommandRow ensemble_command();
CommandRow export_command();
CommandRow pack_command();
CommandRow seal_command();
CommandRow synth_command();
CommandRow train_command();
CommandRow bench_command();
CommandRow check_command();
CommandRow dataset_command();
CommandRow gui_command();
CommandRow help_command();
CommandRow completion_command();
CommandRow complete_command();     // for the scripts of the shells
CommandRow tags_worker_command();  // for a process of its own

}  // namespace tactus
