// tactus synth CORPUS -o OUT: renders a MIDI corpus to audio with annotations.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/config/config_manifest.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"
#include "datasets/synth/kit/drum_kit.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/synth.h"
#include "datasets/synth/synth_corpus.h"

namespace tactus {
namespace {

constexpr const char* kSynthExamples = R"(
CORPUS is a folder of MIDI files with annotations: POP909, the index of General MIDI songs, ASAP,
the lead sheets of OpenEWLD, any folder of .mid files with .beats, .lab, .key or .jams files of the
same name, or a manifest of such files. Songs with beats and chords but without drums get a band
(--arrange); lead sheets always get one unless --arrange never is given. OUT gets audio/,
annotations/, manifest.yaml, synth-settings.txt and synth-log.csv with the choices for each song.
--skip-existing continues an interrupted run. A song fails if a person changed its files. The same seed and settings give the same files.

Training corpora, with a soundfont (TimGM6mb) and the songs of ASAP left for tests:
  for corpus in pop909 gm-midi openewld; do tactus synth $corpus -o rendered/$corpus --rate 22050 \
    --renditions 3 --soundfont FluidR3_GM --soundfont MuseScore_General --jobs 2; done

Other examples:
  tactus synth pop909 -o unseen --split validation --limit 30 --soundfont TimGM6mb --variation light
  tactus synth my-midi-files -o rendered --skip-existing
  tactus synth pop909 -o records --sound record --music wide \
    --drum-kit /usr/share/hydrogen/data/drumkits/GMRockKit
)";

struct SynthArguments {
  std::string corpus;
  std::string arrange = "auto";
  std::string variation = "full";
  std::string sound = "usual", music = "usual";
  std::vector<std::string> soundfonts;
  bool quiet = false;
  SynthOptions options;
};

ArrangeMode arrange_mode(const std::string& name) {
  if (name == "always") return ArrangeMode::kAlways;
  if (name == "percussion") return ArrangeMode::kPercussion;
  return name == "never" ? ArrangeMode::kNever : ArrangeMode::kAuto;
}

Variation variation_of(const std::string& name) {
  if (name == "none") return Variation::kNone;
  return name == "light" ? Variation::kLight : Variation::kFull;
}

// The soundfonts that the user named; else the first installed one, or all of them with --variation
// full.
std::vector<std::filesystem::path> soundfonts_of(const SynthArguments& arguments) {
  std::vector<std::filesystem::path> fonts;
  for (const std::string& name : arguments.soundfonts) fonts.push_back(find_soundfont(name));
  if (fonts.empty() && arguments.options.variation == Variation::kFull)
    fonts = installed_soundfonts();
  if (fonts.empty()) fonts.push_back(find_soundfont(""));
  return fonts;
}

void print_progress(const SynthProgress& news) {
  const std::string what = !news.error.empty() ? news.error
                           : news.seconds > 0  ? fmt::format("{:.1f} s", news.seconds)
                                               : "already exists";
  print_log("[{}/{}] {}: {}\n", news.done, news.total, news.id, what);
}

int run_synth(SynthArguments& arguments) {
  SynthOptions& options = arguments.options;
  Corpus corpus;
  Notes notes;
  try {
    options.variation = variation_of(arguments.variation);
    options.soundfonts = soundfonts_of(arguments);
    for (const auto& kit : options.drum_kits) read_drum_kit(kit);  // a bad one ends the run at once
    corpus = std::filesystem::is_regular_file(arguments.corpus)
                 ? songs_to_render(load_manifest(arguments.corpus), arguments.corpus, &notes)
                 : read_midi_corpus(arguments.corpus, &notes);
  } catch (const std::runtime_error& error) {
    throw ArgumentError(error.what());
  }
  if (!arguments.quiet)
    for (const std::string& note : notes) print_log("{}\n", shown_note(note));
  options.arrange = arrange_mode(arguments.arrange);
  if (arguments.sound == "record") options.sound = SoundStyle::kRecord;
  if (arguments.music == "wide") options.music = MusicStyle::kWide;
  if (arguments.music == "tapped") options.music = MusicStyle::kTapped;
  if (options.music == MusicStyle::kWide && options.variation != Variation::kFull)
    throw ArgumentError("--music wide: needs --variation full");
  if (options.sung > 0 && options.variation != Variation::kFull)
    throw ArgumentError("--sung: needs --variation full");
  const auto progress = [&](const SynthProgress& news) {
    if (!arguments.quiet || !news.error.empty()) print_progress(news);
  };
  options.manifest = [&](const Corpus& made) { return manifest_text(made, options.out); };
  require_writable_folder(options.out, "-o");
  const InterruptGuard interrupt;
  const SynthReport report = synthesise(corpus, options, progress, interrupt.token());
  if (report.stopped) {
    const std::size_t done = report.rendered + report.skipped + report.failures.size();
    report_interrupted(corpus.items.size() - std::min(done, corpus.items.size()),
                       corpus.items.size(), "use --skip-existing to continue");
  }
  if (!arguments.quiet)
    print_log("{}: {} rendered ({:.1f} min), {} already existed, {} failed\n", options.out.string(),
              report.rendered, report.seconds / 60, report.skipped, report.failures.size());
  return RunOutcome{.failed = report.failures.size(), .interrupted = report.stopped}.exit_code();
}

}  // namespace

CommandRow synth_command() {
  const auto arguments = std::make_shared<SynthArguments>();
  SynthOptions& options = arguments->options;
  return {
      .name = "synth",
      .help = "Render a MIDI corpus to audio with annotations",
      .footer = kSynthExamples,
      .options =
          {{"corpus", &arguments->corpus, kCorpus, kAny, "Folder of MIDI files, or a manifest",
            kRequired},
           {"-o,--output", &options.out, kPath, kOutputName, "Folder for the result", kRequired},
           {"--soundfont", &arguments->soundfonts, kSoundfont, kAny,
            "Path or name of a soundfont; of several, each song gets one at random, with "
            "--variation full each instrument (default: the installed ones of "
            "FluidR3_GM, MuseScore_General, TimGM6mb; without full only the first)"},
           {"--variation", &arguments->variation, kText, one_of({"none", "light", "full"}),
            "How much renderings vary: none, light (key, tempo, loudness, tone, room) or full (in "
            "addition: instruments, touch, tempo curves, hall, noise, tape, codecs)",
            kShowsDefault},
           {"--sound", &arguments->sound, kText, one_of({"usual", "record"}),
            "usual: the effects of the variation; record: rooms, amplifiers, ducking under "
            "the kick, bus compressor, loudness and medium of a record instead",
            kShowsDefault},
           {"--music", &arguments->music, kText, one_of({"usual", "wide", "tapped"}),
            "usual; wide, in addition, for arrangements: blast beats and other rare grooves, "
            "half and double time, pick-ups, count-ins, stops, pauses, 40 to 240 BPM, bars of "
            "2 to 7 beats and changes of meter; tapped: tempi, grooves and labels at the level "
            "that people tap",
            kShowsDefault},
           {"--drum-kit", &options.drum_kits, kText, kAny,
            "Drum kit of Hydrogen (folder with drumkit.xml) whose samples play the drums "
            "it has; of several, each song gets one at random"},
           {"--sung", &options.sung, kNumber, numbers(0.0, 1.0),
            "Share of the arrangements whose melody a synthetic voice sings, 0 to 1",
            kShowsDefault},
           {"--renditions", &options.renditions, kNumber, numbers(1, 1000),
            "Different renderings of each song", kShowsDefault},
           {"--seed", &options.seed, kNumber, kAny, "Chooses the arrangements", kShowsDefault},
           {"--rate", &options.sample_rate, kNumber, numbers(8000, 96000), "Samples per second",
            kShowsDefault},
           {"--channels", &options.channels, kNumber, numbers(1, 2), "1 or 2", kShowsDefault},
           {"--arrange", &arguments->arrange, kText,
            one_of({"auto", "always", "never", "percussion"}),
            "Give piano songs a band; percussion: drums and percussion alone", kShowsDefault},
           {"--split", &options.split, kText, one_of({"train", "validation", "test"}),
            "Only the songs of this split"},
           {"--limit", &options.limit, kNumber, numbers(1, 1000000),
            "At most this many songs (default: all)"},
           {"--jobs", &options.jobs, kNumber, numbers(1, 256), "Songs at a time", kShowsDefault},
           {"--skip-existing", &options.skip_existing, kFlag, kAny,
            "Do not render complete songs again"},
           {"--overwrite", &options.overwrite, kFlag, kAny,
            "Also replace files that were changed since; they are kept as NAME.orig"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only"}},
      .run = [arguments] { return run_synth(*arguments); }};
}

}  // namespace tactus
