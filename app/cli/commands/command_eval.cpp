// tactus eval --ref REFERENCE --est ESTIMATE: the scores of mir_eval for beats, chords, keys,
// tempi, sections.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/evaluation_report.h"
#include "app/cli/commands/model_options.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_device.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/cli/program/terminal.h"
#include "app/engine/models/device.h"
#include "app/engine/songs/annotation_files.h"
#include "app/engine/songs/evaluation.h"
#include "app/workshop/corpora/corpus_evaluation.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"

namespace tactus {
namespace {

constexpr const char* kEvalExamples = R"(
REFERENCE and ESTIMATE are two files or two folders. In folders, files with the same stem are one song
(song.beats and song.lab against song.jams). Scores are those of mir_eval: beats before 5 s do not count;
chords are compared over the span of the reference.

A song without an estimate is reported and sets the exit code to 1, unless --allow-missing is given; the means
are those of the other songs. The same holds for an estimate of another kind, such as chords where beats are
scored. An annotation file without items counts as an empty estimate.

With --dataset the models tag the songs of a corpus (a folder or a manifest) and score them at once. Without
--model these are the shipped models. If the chords of nearly a whole song are off by
one number of semitones, the tables name that song and add a mean without such songs (in CSV: the column
"chords transposed").

--fine measures how accurately beats are timed. Beats match one to one within 70 ms, from the first beat
on; an error is estimate minus reference.
  offset    median of the errors in ms; negative means early
  scatter   root mean square of the errors less their median, in ms; this is the main figure
  robust    the same without outliers: 1.4826 times the median of |error - median|
  5, 10, 20 ms  share of the reference beats with at most this error, offset included
  jitter    standard deviation in ms of estimated less reference interval between neighbouring beats
  drift     largest less smallest median of 16 consecutive errors, in ms
  regions   stretches of one tempo in the estimate: its grid, or regions of its beats
  BPM err   tempo of the longest stretch against the line through the reference beats within it, at
            the level (1/3, 1/2, 1, 2, 3) that fits best

Examples:
  tactus eval --ref annotations --est tagged
  tactus eval --ref song.beats --est song.jams --json
  tactus eval --ref annotations --est tagged --task chords --confusion
  tactus eval --ref annotations --est tagged --fine
  tactus eval --model my-chords.safetensors --dataset corpus --split validation
)";

struct EvalArguments {
  std::string reference;
  std::string estimate;
  std::string dataset;
  std::string split;
  std::vector<std::string> models;
  PoolOptions corpus{.places = program_places()};
  std::vector<std::string> tasks;
  bool json = false;
  bool csv = false;
  bool confusion = false;
  bool fine = false;
  bool allow_missing = false;
  bool strict = false;
  bool quiet = false;
};

// Errors in the order in which they occurred; each one also goes to stderr.
class Failures {
 public:
  void add(const std::string& message) {
    print_log("tactus eval: {}\n", message);
    ++count_;
  }
  void add_all(const std::vector<std::string>& messages) {
    for (const std::string& message : messages) add(message);
  }
  // What costs the exit code only with --strict. `print` = false: the user does not want to see it.
  void warn(const std::string& message, bool print) {
    if (print) print_log("{}\n", shown_note(message));
    if (!is_reading(message)) ++warnings_;
  }
  std::size_t count() const { return count_; }
  std::size_t warnings() const { return warnings_; }

 private:
  std::size_t count_ = 0;
  std::size_t warnings_ = 0;
};

std::vector<EvaluationTask> chosen_tasks(const EvalArguments& arguments) {
  std::vector<EvaluationTask> tasks;
  for (const EvaluationTask task : all_evaluation_tasks()) {
    const auto named = [&](const std::string& name) { return name == task_name(task); };
    if (std::any_of(arguments.tasks.begin(), arguments.tasks.end(), named)) tasks.push_back(task);
  }
  if (arguments.fine) tasks.push_back(EvaluationTask::kFine);
  return tasks;
}

// A mean over the songs that have an estimate says nothing of the others.
void add_missing(const std::string& message, const EvalArguments& arguments, Failures& failures) {
  if (arguments.allow_missing)
    failures.warn(message, !arguments.quiet);
  else
    failures.add(message + "; use --allow-missing to permit that");
}

void report_unmatched(const EvaluationPairs& pairs, const EvalArguments& arguments,
                      Failures& failures) {
  failures.add_all(pairs.faults);
  for (const auto& path : pairs.unmatched_reference)
    add_missing(
        fmt::format("{}: no estimate of this song in {}", path.string(), arguments.estimate),
        arguments, failures);
  for (const auto& path : pairs.unmatched_estimate)
    failures.warn(fmt::format("no reference for {}", path.string()), !arguments.quiet);
}

void print_notes(const Notes& notes, const EvalArguments& arguments, Failures& failures) {
  for (const std::string& note : notes) failures.warn(note, !arguments.quiet);
}

std::string joined(const std::vector<std::filesystem::path>& files) {
  std::string text;
  for (const auto& file : files) text += (text.empty() ? "" : ", ") + file.string();
  return text;
}

// What the user calls the layer that the task scores.
std::string_view layer_of(EvaluationTask task) {
  switch (task) {
    case EvaluationTask::kBeats:
    case EvaluationTask::kFine:
      return "beats";
    case EvaluationTask::kSegments:
      return "sections";
    default:
      return task_name(task);
  }
}

// A file of another kind is a mistake; a file without any item is an estimate of nothing.
bool is_missing(const AnnotatedPair& song, EvaluationTask task) {
  return can_be_scored(song.reference, task) && !can_be_scored(song.estimate, task);
}

void report_kinds(const EvaluationPair& files, const AnnotatedPair& song,
                  const std::vector<EvaluationTask>& tasks, const EvalArguments& arguments,
                  Failures& failures) {
  for (const EvaluationTask task : tasks) {
    if (!is_missing(song, task)) continue;
    const std::string held = held_layers(song.estimate);
    if (held.empty()) {
      failures.warn(
          fmt::format("{}: is empty: scored as no {}", joined(files.estimate), layer_of(task)),
          !arguments.quiet);
    } else {
      add_missing(
          fmt::format("{}: contains {}, expected {}", joined(files.estimate), held, layer_of(task)),
          arguments, failures);
    }
  }
}

// A task that the user names must exist in the reference.
void check_reference(const EvaluationPair& files, const AnnotatedPair& song,
                     const std::vector<EvaluationTask>& tasks, Failures& failures) {
  for (const EvaluationTask task : tasks) {
    if (can_be_scored(song.reference, task)) continue;
    const std::string held = held_layers(song.reference);
    failures.add(fmt::format("{}: contains {}, expected {}", joined(files.reference),
                             held.empty() ? "nothing" : held, layer_of(task)));
  }
}

// The songs of two folders, and the files that they were read from.
struct LoadedPairs {
  std::vector<EvaluationPair> files;
  std::vector<AnnotatedPair> songs;
};

// ": the first annotations are a/x.lab and b/y.lab", so that the names can be compared.
std::string names_of_both(const EvaluationPairs& pairs) {
  const auto first = [](const std::vector<std::filesystem::path>& files, const char* side) {
    return files.empty()
               ? fmt::format("{} has no annotation", side)
               : fmt::format("the first annotation of {} is {}", side, files.front().string());
  };
  return fmt::format(": {}, {}", first(pairs.unmatched_reference, "the reference"),
                     first(pairs.unmatched_estimate, "the estimate"));
}

LoadedPairs load_pairs(const EvalArguments& arguments, const std::vector<EvaluationTask>& tasks,
                       Failures& failures) {
  const EvaluationPairs pairs = pair_annotations(arguments.reference, arguments.estimate);
  if (pairs.pairs.empty()) {
    failures.add_all(pairs.faults);
    failures.add(fmt::format("{} and {} have no song in common{}", arguments.reference,
                             arguments.estimate, names_of_both(pairs)));
  } else {
    report_unmatched(pairs, arguments, failures);
  }
  const std::optional<EvaluationTask> hint =
      tasks.size() == 1 ? std::optional(tasks.front()) : std::nullopt;
  LoadedPairs loaded;
  Notes notes;
  for (const EvaluationPair& pair : pairs.pairs) {
    std::vector<std::string> errors;
    AnnotatedPair song{pair.name, read_song(pair.reference, hint, &notes, errors),
                       read_song(pair.estimate, hint, &notes, errors)};
    failures.add_all(errors);
    if (!errors.empty()) continue;
    loaded.files.push_back(pair);
    loaded.songs.push_back(std::move(song));
  }
  print_notes(notes, arguments, failures);
  return loaded;
}

std::vector<AnnotatedPair> tag_dataset(const EvalArguments& arguments, std::stop_token stop,
                                       Failures& failures) {
  const std::vector<LoadedModel> models = program_models(arguments.models);
  Notes notes;
  const Corpus corpus = load_evaluation_corpus(arguments.dataset, arguments.split, &notes);
  std::vector<std::string> errors;
  PoolOptions options = arguments.corpus;
  options.opened = device_line(false, arguments.quiet);
  ProgressLine progress(!arguments.quiet);
  const auto show = [&](std::size_t done, std::size_t total, const std::string& id) {
    progress.show(done, total, id);
  };
  std::vector<AnnotatedPair> pairs =
      tag_corpus(corpus, models, options, errors, &notes, show, stop);
  progress.clear();
  print_notes(notes, arguments, failures);
  failures.add_all(errors);
  return pairs;
}

// Without --task: the tasks that both sides have in at least one song. If there are none, those of
// the songs whose estimate is empty.
std::vector<EvaluationTask> tasks_in_common(const std::vector<AnnotatedPair>& pairs) {
  const auto tasks_where = [&](const auto& estimated) {
    std::vector<EvaluationTask> tasks;
    for (const EvaluationTask task : usual_evaluation_tasks()) {
      const bool common = std::any_of(pairs.begin(), pairs.end(), [&](const AnnotatedPair& pair) {
        return has_data(pair.reference, task) && estimated(pair.estimate, task);
      });
      if (common) tasks.push_back(task);
    }
    return tasks;
  };
  const auto tasks = tasks_where(has_data);
  const auto empty = [](const Annotation& song, EvaluationTask) {
    return held_layers(song).empty();
  };
  return tasks.empty() ? tasks_where(empty) : tasks;
}

EvaluationReport evaluate(const std::vector<AnnotatedPair>& pairs,
                          const std::vector<EvaluationTask>& tasks, bool confusion,
                          Failures& failures) {
  EvaluationReport report;
  if (confusion) report.confusion.emplace();
  for (const AnnotatedPair& pair : pairs) {
    SongScores song = score_song(pair.name, pair.reference, pair.estimate, tasks);
    failures.add_all(song.failures);
    if (confusion && song.confusion) *report.confusion += *song.confusion;
    report.songs.push_back(std::move(song));
  }
  report.summaries = summarise(report.songs);
  return report;
}

// The first song stands for all.
std::string nothing_in_common(const std::vector<AnnotatedPair>& pairs) {
  const auto held = [](const Annotation& side) {
    const std::string layers = held_layers(side);
    return layers.empty() ? std::string("nothing") : layers;
  };
  const AnnotatedPair& song = pairs.front();
  return fmt::format(
      "{}: the two sides have no common layer to score: the reference contains {}, the "
      "estimate {}",
      song.name, held(song.reference), held(song.estimate));
}

// A task that the user names must exist in the reference.
void check_references(const std::vector<AnnotatedPair>& pairs,
                      const std::vector<EvaluationTask>& tasks, Failures& failures) {
  for (const AnnotatedPair& pair : pairs) {
    for (const EvaluationTask task : tasks) {
      if (can_be_scored(pair.reference, task)) continue;
      failures.add(fmt::format("{}: the reference has no {}", pair.name,
                               task == EvaluationTask::kFine ? "beats" : task_name(task)));
    }
  }
}

void check_usage(const EvalArguments& arguments) {
  const bool files = !arguments.reference.empty() || !arguments.estimate.empty();
  const bool corpus = !arguments.dataset.empty();
  if (files == corpus || (files && (arguments.reference.empty() || arguments.estimate.empty()))) {
    throw ArgumentError("eval: give a reference and an estimate (REF EST), or --dataset");
  }
  if (!corpus && (!arguments.models.empty() || !arguments.split.empty())) {
    throw ArgumentError("eval: --model, --quality and --split need --dataset");
  }
}

int run_eval(EvalArguments& arguments) {
  check_usage(arguments);
  for (std::string* side : {&arguments.reference, &arguments.estimate})
    if (*side == "-") *side = "/dev/stdin";
  InterruptGuard interrupt;
  Failures failures;
  std::vector<EvaluationTask> tasks = chosen_tasks(arguments);
  LoadedPairs loaded;
  if (arguments.dataset.empty())
    loaded = load_pairs(arguments, tasks, failures);
  else
    loaded.songs = tag_dataset(arguments, interrupt.token(), failures);
  const std::vector<AnnotatedPair>& pairs = loaded.songs;
  if (interrupt.interrupted()) {
    print_log("tactus: interrupted: nothing was scored\n");
    return kInterrupted;
  }
  const bool named = !tasks.empty();
  if (!named) tasks = tasks_in_common(pairs);
  if (tasks.empty() && !pairs.empty()) failures.add(nothing_in_common(pairs));
  if (named && !arguments.dataset.empty()) check_references(pairs, tasks, failures);
  for (std::size_t i = 0; i < loaded.files.size(); ++i) {
    if (named) check_reference(loaded.files[i], pairs[i], tasks, failures);
    report_kinds(loaded.files[i], pairs[i], tasks, arguments, failures);
  }
  const EvaluationReport report = evaluate(pairs, tasks, arguments.confusion, failures);
  const std::string text = arguments.json  ? report_json(report)
                           : arguments.csv ? report_csv(report)
                                           : report_tables(report, terminal_columns(STDOUT_FILENO));
  write_data(text);
  return RunOutcome{
      .failed = failures.count(), .warned = failures.warnings(), .strict = arguments.strict}
      .exit_code();
}

}  // namespace

CommandRow eval_command() {
  const auto arguments = std::make_shared<EvalArguments>();
  return {
      .name = "eval",
      .help = "Score annotations against a reference",
      .footer = kEvalExamples,
      .options =
          {{"REF", &arguments->reference, kAnnotations, kAny,
            "Reference: file or folder, - for standard input", kStreamToo},
           {"EST", &arguments->estimate, kAnnotations, kAny,
            "Estimate: file or folder, - for standard input", kStreamToo},
           {"--ref", &arguments->reference, kAnnotations, kAny, "The same as REF",
            excludes({"REF"})},
           {"--est", &arguments->estimate, kAnnotations, kAny, "The same as EST",
            excludes({"EST"})},
           {"--dataset", &arguments->dataset, kCorpus, kAny,
            "Corpus to tag and score: folder or manifest (YAML)"},
           {"--split", &arguments->split, kText, one_of({"train", "validation", "test"}),
            "Only its songs of this split"},
           model_options(arguments->models),
           {"--device", &arguments->corpus.device, kDevice, kAny, kDeviceHelp, kShowsDefault},
           {"-j,--jobs", &arguments->corpus.jobs, kNumber, numbers(0, 1024),
            "Songs at a time (default: one per core)"},
           {"--task", &arguments->tasks, kText,
            one_of({"beats", "downbeats", "chords", "key", "tempo", "segments"}),
            "Tasks to score, separated by commas (default: all that both sides have)", kList},
           {"--json", &arguments->json, kFlag, kAny, "Print JSON, all scores"},
           {"--csv", &arguments->csv, kFlag, kAny, "Print CSV, all scores", excludes({"--json"})},
           {"--fine", &arguments->fine, kFlag, kAny,
            "How accurately beats are timed, in ms (alone, or together with --task)"},
           {"--confusion", &arguments->confusion, kFlag, kAny,
            "Confusions of chord roots and qualities, in the tables or in JSON",
            excludes({"--csv"})},
           {"--allow-missing", &arguments->allow_missing, kFlag, kAny,
            "Songs without an estimate, and estimates of another kind, are not failures"},
           {"--strict", &arguments->strict, kFlag, kAny,
            "Exit code 3 if input was repaired, is empty or has no counterpart"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny,
            "Print errors only: no notes, no progress"}},
      .run = [arguments] { return run_eval(*arguments); }};
}

}  // namespace tactus
