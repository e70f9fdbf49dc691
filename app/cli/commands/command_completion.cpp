// tactus completion SHELL: the script that completes command lines in a shell. The scripts ask
// `tactus complete -- WORDS...`, so that they know neither commands nor options.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include "app/cli/commands/command_table.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/completion.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_places.h"
#include "app/engine/models/model_store.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {
namespace {

// bash cuts a word at = and : (COMP_WORDBREAKS); the script joins the pieces, and takes what is in
// front of the last one off the results.
constexpr const char* kBash = R"SHELL(# Completion of tactus for bash.
_tactus() {
  local words=() piece joins='' line files endings i=0
  for piece in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $piece == [=:] || -n $joins ]] && ((i > 0)); then
      words[i - 1]+=$piece
    else
      words[i++]=$piece
    fi
    joins=''
    [[ $piece != [=:] ]] || joins=1
  done
  local whole=${words[i - 1]} last=${COMP_WORDS[COMP_CWORD]}
  [[ $last != [=:] ]] || last=''
  local front=${whole%"$last"}
  COMPREPLY=()
  {
    read -r files endings
    while IFS= read -r line; do
      line=${line%%$'\t'*}
      COMPREPLY+=("${line#"$front"}")
    done
  } < <("$1" complete -- "${words[@]}" 2>/dev/null)
  [[ $files != none ]] || return 0
  compopt -o filenames
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$last")
  [[ $files != folders ]] || return 0
  while IFS= read -r line; do
    [[ ! -d $line ]] || continue
    [[ -n $endings ]] || COMPREPLY+=("$line")
    for piece in $endings; do
      [[ ${line,,} != *."$piece" ]] || { COMPREPLY+=("$line") && break; }
    done
  done < <(compgen -f -- "$last")
  [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _tactus tactus
)SHELL";

constexpr const char* kZsh = R"SHELL(#compdef tactus
# Completion of tactus for zsh.
_tactus() {
  local -a lines entries
  local line files help found=1
  lines=("${(@f)$(${(Q)words[1]} complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  files=$lines[1]
  for line in "${(@)lines[2,-1]}"; do
    help=''
    [[ $line != *$'\t'* ]] || help=:${line#*$'\t'}
    entries+=("${${line%%$'\t'*}//:/\\:}$help")
  done
  (( $#entries )) && _describe -t values 'tactus' entries && found=0
  case $files in
    folders) _files -/ && found=0 ;;
    files) _files && found=0 ;;
    files\ *) _files -g "(#i)*.(${${files#files }// /|})(-.)" && found=0 ;;
  esac
  return found
}
if [[ $funcstack[1] == _tactus ]]; then
  _tactus "$@"
else
  compdef _tactus tactus
fi
)SHELL";

constexpr const char* kFish = R"SHELL(# Completion of tactus for fish.
function __tactus_complete
  set -l words (commandline -opc)
  set -l last (commandline -ct)
  set -l lines ($words[1] complete -- $words[2..-1] "$last" 2>/dev/null)
  string join \n -- $lines[2..-1]
  set -l files (string split ' ' -- $lines[1])
  switch $files[1]
    case folders
      __fish_complete_directories $last ''
    case files
      if set -q files[2]
        __fish_complete_path $last '' | string match -ri '^[^\t]*(/|\.('(string join '|' $files[2..-1])'))(\t.*)?$' --entire
      else
        __fish_complete_path $last ''
      end
  end
end
complete -c tactus -f -a '(__tactus_complete)'
)SHELL";

constexpr const char* kCompletionExamples = R"(
Examples:
  . <(tactus completion bash)                              in ~/.bashrc
  . <(tactus completion zsh)                               in ~/.zshrc, behind compinit
  tactus completion fish > ~/.config/fish/completions/tactus.fish)";

const std::map<std::string, const char*> kScripts = {
    {"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}};

CompletionPlace completion_place() {
  CompletionPlace place;
  try {
    place.models = shipped_names(program_places().models);
    std::ranges::copy(shipped_folders(program_places().models), std::back_inserter(place.models));
  } catch (const Error&) {  // no models are installed: there is none to offer
  }
  place.devices = {"auto", "cpu", "cuda", "reference"};
  for (const CpuKernels* kernels : supported_cpu_kernels())
    place.devices.push_back(fmt::format("cpu:{}", kernels->name));
  for (const char* precision : kNarrowPrecisions) {
    if (narrow_kernels_of(precision)) place.devices.push_back(fmt::format("cpu:{}", precision));
  }
  return place;
}

}  // namespace

CommandRow completion_command() {
  const auto shell = std::make_shared<std::string>();
  return {.name = "completion",
          .help = "Print the script that completes command lines in a shell",
          .footer = kCompletionExamples,
          .options = {{"shell", shell.get(), kShell, one_of({"bash", "zsh", "fish"}),
                       "bash, zsh or fish", kRequired}},
          .run = [shell] {
            print_data("{}", kScripts.at(*shell));
            return static_cast<int>(kSuccess);
          }};
}

CommandRow complete_command() {
  const auto words = std::make_shared<std::vector<std::string>>();
  return {.name = "complete",
          .options = {{"words", words.get(), kText, kAny, ""}},
          .run =
              [words] {
                const auto table = command_table(program_row());
                print_data("{}", completion_text(complete(table, *words, completion_place())));
                return static_cast<int>(kSuccess);
              },
          .hidden = true};
}

}  // namespace tactus
