// Beats of a WAV file by the QM bar and beat tracker (Davies & Plumbley 2007; Stark, Davies &
// Plumbley 2009), for tests/bench/trackers/run. Prints "seconds TAB position" of each beat, in bars
// of four.
//
//   g++ -O2 -std=c++20 qm_beats.cpp -I /usr/include/qm-dsp -o qm_beats -lqm-dsp -lsndfile
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sndfile.hh>
#include <vector>

#include "dsp/onsets/DetectionFunction.h"
#include "dsp/tempotracking/DownBeat.h"
#include "dsp/tempotracking/TempoTrackV2.h"

int main(int argc, char** argv) {
  SndfileHandle file(argc == 2 ? argv[1] : "");
  if (argc != 2 || file.error() || file.channels() != 1) {
    std::fprintf(stderr, "qm_beats FILE.wav: expected a mono WAV file\n");
    return 2;
  }
  const double rate = file.samplerate();
  const auto step = static_cast<std::size_t>(std::lround(rate * 0.01161));
  DFConfig config{};
  config.stepSize = static_cast<unsigned>(step);
  config.frameLength = static_cast<unsigned>(2 * step);
  config.DFType = DF_COMPLEXSD;
  config.dbRise = 3;
  config.whiteningRelaxCoeff = config.whiteningFloor = -1;
  DetectionFunction detector(config);
  DownBeat bars(static_cast<float>(rate), 16, step);
  bars.setBeatsPerBar(4);

  std::vector<float> samples(static_cast<std::size_t>(file.frames()));
  samples.resize(static_cast<std::size_t>(file.read(samples.data(), file.frames())));
  samples.resize(samples.size() + 2 * step);
  std::vector<double> odf, frame(2 * step);
  for (std::size_t at = 0; at + 2 * step <= samples.size(); at += step) {
    std::copy_n(samples.begin() + static_cast<std::ptrdiff_t>(at), 2 * step, frame.begin());
    odf.push_back(detector.processTimeDomain(frame.data()));
    bars.pushAudioBlock(samples.data() + at);
  }
  std::size_t sounding = odf.size();  // the rest is silence
  while (sounding > 0 && !(odf[sounding - 1] > 0.0)) --sounding;
  if (sounding < 3) return 0;
  const std::vector<double> heard(odf.begin() + 2,
                                  odf.begin() + static_cast<std::ptrdiff_t>(sounding));

  TempoTrackV2 tracker(static_cast<float>(rate), step);
  std::vector<double> periods(heard.size()), tempi, beats;
  tracker.calculateBeatPeriod(heard, periods, tempi);
  tracker.calculateBeats(heard, periods, beats);
  std::size_t length = 0;
  const float* low = bars.getBufferedAudio(length);
  std::vector<int> downbeats;
  bars.findDownBeats(low, length, beats, downbeats);
  int position = 0;
  std::size_t next = 0;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const bool downbeat = next < downbeats.size() && downbeats[next] == static_cast<int>(b);
    if (downbeat) ++next;
    position = downbeat ? 1 : position == 0 ? 0 : position % 4 + 1;
    std::printf("%.4f\t%d\n", beats[b] * static_cast<double>(step) / rate, position);
  }
}
