// The program: all commands, in the order of --help.
#include "app/cli/commands/commands.h"
#include "model/version.h"

namespace tactus {

const char* const kProgramFooter = R"(
Exit codes: 0 success; 1 some inputs failed, or standard output could not be written; 2 wrong usage or
configuration; 3 with --strict, some inputs are damaged or there were warnings; 130 interrupted.

Environment:
  TACTUS_MODELS       the folder of the shipped models
  TACTUS_CONFIG       another file of defaults; empty: none
  TACTUS_CUDA_MODULE  the file of the CUDA module
  TACTUS_RATES        the folder of measured rates and self-tests of cards; empty: none
  XDG_CONFIG_HOME     the folder of tactus/config.yaml, if it is not ~/.config
  XDG_DATA_HOME       the folder of tactus/library.sqlite, if it is not ~/.local/share
  TMPDIR              the folder for sound from standard input
  NO_COLOR            no colours

Files:
  ~/.config/tactus/config.yaml  your defaults for options; `tactus info` shows all places
  A block for each command, or "all", with names and values of options:
      all: {device: cpu}
      tag: {format: [jams, lab], skip-existing: true})";

CommandRow program_row() {
  return {
      .name = "tactus",
      .help = "Tactus: beats, downbeats and chords from recorded music",
      .footer = kProgramFooter,
      .below = {tag_command(),        merge_command(),      library_command(), watch_command(),
                write_tags_command(), convert_command(),    decode_command(),  features_command(),
                info_command(),       click_command(),      eval_command(),    calibrate_command(),
                ensemble_command(),   export_command(),     pack_command(),    seal_command(),
                synth_command(),      train_command(),      bench_command(),   check_command(),
                dataset_command(),    gui_command(),        help_command(),    completion_command(),
                complete_command(),   tags_worker_command()},
      .version = "tactus " TACTUS_VERSION};
}

}  // namespace tactus
