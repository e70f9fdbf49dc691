// How smooth the window is on a file of an hour: time from opening to the first waveform (first and
// second time), the longest stall of the window while it loads, frames per second of panning,
// zooming and playback, memory.
// ui_bench [MINUTES]; without a screen (offscreen platform), 1920 x 1080.
#include <fmt/core.h>
#include <sndfile.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "model/chords/chord_vocabulary.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/time_axis.h"
#include "ui/look/apply_theme.h"
#include "ui/playback/sound_controller.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace {

using namespace tactus;
using namespace tactus::ui;

constexpr int kRate = 44100;

// Two seconds of stereo: a chord, a noisy beat each half second.
std::vector<float> bar_of(int number) {
  std::vector<float> bar(static_cast<std::size_t>(2 * 2 * kRate));
  const double root = 110.0 * std::exp2((number * 7 % 12) / 12.0);
  std::uint32_t noise = static_cast<std::uint32_t>(number) + 1;
  for (int n = 0; n < 2 * kRate; ++n) {
    const double t = static_cast<double>(n) / kRate;
    noise = noise * 1664525u + 1013904223u;
    const double beat = std::exp(-40.0 * std::fmod(t, 0.5)) * (noise / 4294967296.0 - 0.5);
    double tone = 0.0;
    for (const double ratio : {1.0, 1.25, 1.5, 4.0}) {
      tone += 0.08 * std::sin(2 * std::numbers::pi * root * ratio * t);
    }
    bar[static_cast<std::size_t>(2 * n)] = static_cast<float>(tone + beat);
    bar[static_cast<std::size_t>(2 * n + 1)] = static_cast<float>(tone + 0.7 * beat);
  }
  return bar;
}

// Twelve bars, repeated.
void write_music(const std::string& path, int seconds) {
  std::vector<std::vector<float>> bars;
  for (int number = 0; number < 12; ++number) bars.push_back(bar_of(number));
  SF_INFO info = {};
  info.samplerate = kRate;
  info.channels = 2;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  for (int bar = 0; bar < seconds / 2; ++bar) {
    sf_writef_float(file, bars[static_cast<std::size_t>(bar % 12)].data(), 2 * kRate);
  }
  sf_close(file);
}

Annotation annotation_of(int seconds) {
  Annotation annotation;
  annotation.duration = seconds;
  for (int i = 0; i < 2 * seconds; ++i) {
    annotation.beats.push_back({0.5 * i, 1 + i % 4, 0.5 + 0.5 * std::fmod(i * 0.37, 1.0)});
  }
  const auto labels = chord_vocabulary();
  for (int s = 0; s < seconds; s += 2) {
    annotation.chords.push_back(
        {static_cast<double>(s), s + 2.0, labels[static_cast<std::size_t>(s * 7 % 168)], 0.8});
  }
  return annotation;
}

Activations activations_of(int seconds) {
  Activations activations;
  activations.beats = FrameMatrix(static_cast<std::size_t>(seconds) * 50, 2, 50.0);
  for (std::size_t i = 0; i < activations.beats.frames; ++i) {
    activations.beats.row(i)[i % 100 == 0] = i % 25 == 0 ? 0.9f : 0.05f;
  }
  activations.chords = FrameMatrix(static_cast<std::size_t>(seconds) * 10, 169, 10.0);
  for (std::size_t i = 0; i < activations.chords.frames; ++i) {
    activations.chords.row(i)[i / 20 * 7 % 169] = 0.7f;
    activations.chords.row(i)[i / 20 * 11 % 169] += 0.3f;
  }
  return activations;
}

// CPU time of this thread: the cost of a frame, even on a busy machine.
double cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

double resident_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("VmRSS:")) continue;
    const std::size_t digits = line.find_first_of("0123456789");
    long kib = 0;
    std::from_chars(line.data() + digits, line.data() + line.size(), kib);
    return static_cast<double>(kib) / 1024.0;
  }
  return 0.0;
}

class Bench {
 public:
  explicit Bench(int seconds) : seconds_(seconds) {
    page_.resize(1920, 1080);
    for (const LaneStack::Lane& lane : page_.lanes().lanes()) {
      page_.lanes().setLaneShown(lane.name, true);
    }
    page_.show();
    tables_.resize(300, 900);
    tables_.show();
    QApplication::processEvents();
  }

  // Opens the same file twice; the second time its envelope is cached.
  void load(const std::string& path) {
    page_.sound().model().setEnvelopeCache(path + ".cache");
    fmt::print("{:<28} {:>10} {:>10} {:>10} {:>10} {:>12} {:>10}\n", "seconds after opening",
               "picture", "outline", "rough", "read", "stall, ms", "of CPU");
    loadOnce("opened for the first time", path);
    page_.document().close();
    loadOnce("opened again", path);
    const auto heard = std::make_shared<Activations>(activations_of(seconds_));
    const Annotation annotation = annotation_of(seconds_);
    const double before = cpu_ms();
    page_.document().setActivations(heard);
    page_.document().setTagged(annotation);
    QApplication::processEvents();
    fmt::print("the networks' result is shown {:9.1f} ms of CPU\n", cpu_ms() - before);
    Comparison reference;
    reference.annotation = annotation;
    page_.document().comparisons().add(reference);
  }

  void loadOnce(const char* name, const std::string& path) {
    double picture = -1.0, outline = -1.0, rough = -1.0, last = 0.0, longest = 0.0,
           longest_cpu = 0.0;
    bool decoded = false;
    SoundModel& model = page_.sound().model();
    QObject here;
    QObject::connect(&model, &SoundModel::decoded, &here, [&] { decoded = true; });
    QObject::connect(&model, &SoundModel::failed, &here, [](const QString& error) {
      fmt::print(stderr, "ui_bench: {}\n", error.toStdString());
      std::exit(1);
    });
    QElapsedTimer wall;
    wall.start();
    page_.document().open(path, path + ".jams", annotation_of(seconds_));
    page_.axis().setDuration(seconds_);
    const auto now = [&] { return static_cast<double>(wall.nsecsElapsed()) * 1e-9; };
    last = now();
    longest = last;
    while (!decoded) {
      const double cpu = cpu_ms();
      QApplication::processEvents();
      longest_cpu = std::max(longest_cpu, cpu_ms() - cpu);
      longest = std::max(longest, now() - last);
      last = now();
      if (const SongSound* sound = model.sound().get()) {
        if (rough < 0 && !sound->rough().empty()) rough = now();
        const double known = static_cast<double>(sound->envelope().frames()) / kRate;
        if (outline < 0 && known > seconds_ - 1.0) outline = now();
        if (picture < 0 && (rough >= 0 || known > 0)) {
          page_.lanes().lane("waveform")->repaint();
          picture = now();
        }
      }
      QThread::usleep(500);
    }
    fmt::print("{:<28} {:10.3f} {:10.3f} {:>10} {:10.2f} {:12.1f} {:10.1f}\n", name, picture,
               outline, rough < 0 ? std::string("-") : fmt::format("{:.3f}", rough), now(),
               longest * 1e3, longest_cpu);
    std::fflush(stdout);
  }

  // Waits until the background has done the work for the first view.
  void settle() {
    QElapsedTimer wall;
    for (wall.start(); wall.elapsed() < 400;) {
      QApplication::processEvents();
      QThread::msleep(2);
    }
  }

  template <class Step>
  void measure(const char* name, int frames, Step step) {
    settle();
    std::vector<double> times;
    const double before = cpu_ms();
    for (int i = 0; i < frames; ++i) {
      QElapsedTimer wall;
      wall.start();
      step(i);
      QApplication::processEvents();
      times.push_back(static_cast<double>(wall.nsecsElapsed()) * 1e-6);
    }
    std::sort(times.begin(), times.end());
    double sum = 0.0;
    for (const double time : times) sum += time;
    fmt::print("{:<28} {:8.0f} {:8.0f} {:10.2f} {:10.2f} {:10.2f}\n", name, 1e3 * frames / sum,
               1e3 * frames / (cpu_ms() - before), times[times.size() / 2],
               times[times.size() * 95 / 100], times.back());
    std::fflush(stdout);
  }

  void pan(const char* name, double shown_seconds) {
    TimeAxis& axis = page_.axis();
    axis.setView(seconds_ * 0.3, shown_seconds / axis.width());
    measure(name, 300, [&](int) { axis.scrollBy(16); });
  }

  // The cost of each lane when none of its tiles is painted.
  void lanes() {
    fmt::print("\n{:<28} {:>10} {:>10}\n", "a fresh picture, ms of CPU", "10 s", "all");
    for (const LaneStack::Lane& lane : page_.lanes().lanes()) {
      fmt::print("{:<28}", lane.name.toStdString());
      for (const double shown : {10.0, static_cast<double>(seconds_)}) {
        page_.axis().setView(0.0, shown / page_.axis().width());
        settle();
        lane.view->invalidateTiles();
        const double before = cpu_ms();
        lane.view->repaint();
        fmt::print(" {:10.1f}", cpu_ms() - before);
      }
      fmt::print("\n");
    }
    std::fflush(stdout);
  }

  void run() {
    lanes();
    TimeAxis& axis = page_.axis();
    fmt::print("\n{:<28} {:>8} {:>8} {:>10} {:>10} {:>10}\n", "frames per second", "wall", "CPU",
               "median ms", "95 % ms", "worst ms");
    pan("panning, 10 s in view", 10);
    pan("panning, 1 min in view", 60);
    pan("panning, 10 min in view", 600);
    axis.showAll();
    measure("zooming in, x 1.06 a frame", 120,
            [&](int) { axis.zoomAbout(axis.width() / 3.0, 1.06); });
    measure("zooming out", 120, [&](int) { axis.zoomAbout(axis.width() / 3.0, 1 / 1.06); });
    // All lanes follow a cursor that crosses the view in a second: one page per second.
    axis.setView(seconds_ * 0.3, 10.0 / axis.width());
    axis.setCursor(seconds_ * 0.3);
    measure("playing along, pages turn", 600, [&](int i) {
      axis.setCursor(seconds_ * 0.3 + i / 6.0);
      axis.ensureVisible(axis.cursor());
    });
    axis.setView(seconds_ * 0.3, 10.0 / axis.width());
    const std::size_t beat = page_.document().annotation().beats.size() * 3 / 10 + 2;
    const double time = page_.document().annotation().beats[beat].time;
    const GestureId gesture = page_.document().newGesture();
    measure("dragging a beat", 100,
            [&](int i) { page_.editor().moveBeat(beat, time + 1e-4 * i, gesture); });
    measure("moving the cursor", 300, [&](int i) { axis.setCursor(seconds_ * 0.3 + i / 60.0); });
    fmt::print("\nmemory {:.0f} MiB, of it {:.0f} MiB for the peaks\n", resident_mib(),
               static_cast<double>(page_.sound().model().sound()->envelope().bytes()) / 1048576.0);
  }

 private:
  int seconds_;
  AnnotatePage page_;
  AnnotationTables tables_{page_.editor()};
};

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("tactus-ui-bench"));
  QStandardPaths::setTestModeEnabled(true);
  apply_theme(application, ThemeChoice::kDark);
  const int minutes = argc > 1 ? QString::fromUtf8(argv[1]).toInt() : 60;
  if (minutes < 1) {
    fmt::print(stderr, "ui_bench [MINUTES]: expected a whole number of minutes from 1 up\n");
    return 2;
  }
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("music.wav")).toStdString();
  write_music(path, 60 * minutes);
  fmt::print("{} minutes of stereo at {} Hz (WAV), 1920 x 1080, all lanes\n\n", minutes, kRate);
  std::fflush(stdout);
  Bench bench(60 * minutes);
  bench.load(path);
  bench.run();
}
