// The place of this program, and the files that it finds from there for the library.
#pragma once

#include <filesystem>

#include "app/engine/models/places.h"

namespace tactus {

// The path of the running program; "tactus" if the system does not give it.
std::filesystem::path program_path();
// Path of `tactus` for child processes: the running program. If the window runs: the program beside
// it or in the folder above.
std::filesystem::path command_line_program();

// Path of a program that tactus starts: beside the running one, in the folder above (test
// programs), or in PREFIX/libexec/tactus. If there is none: that last path.
std::filesystem::path child_program(const char* name);

// The first argument of a child process that writes tags.
inline constexpr const char* kFileTagWorkerCommand = "tags-worker";

// models: $TACTUS_MODELS, else PREFIX/share/tactus/models of an installed program, else
// datasets/models of the source tree that it was built from. cuda_modules: only the file
// $TACTUS_CUDA_MODULE if it is set, even without a driver; else beside the program and in
// PREFIX/lib/tactus, where the MPI module lies too. decoder: child_program("tactus-decode").
// file_tag_worker: `tactus tags-worker`. card_rates: $TACTUS_RATES (empty: none), else
// ~/.cache/tactus.
Places program_places();
// The user's defaults for options (program_defaults.h): the file $TACTUS_CONFIG, none if that is
// empty; else $XDG_CONFIG_HOME/tactus/config.yaml, with ~/.config for an unset XDG_CONFIG_HOME.
// Need not exist.
std::filesystem::path config_file();
bool names_config_file();  // TACTUS_CONFIG names it
// PREFIX/share/tactus/NAME of an installed program, else datasets/NAME of the source tree.
std::filesystem::path shipped_folder(const char* name);
std::filesystem::path card_rates_folder();
// Whether mpirun, or srun, has started this process as one of several ranks.
bool is_one_of_ranks();
// $TMPDIR, else /tmp. Need not exist.
std::filesystem::path temporary_folder();

}  // namespace tactus
