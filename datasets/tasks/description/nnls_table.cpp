#include "datasets/tasks/description/nnls_table.h"

namespace tactus {

ParameterTable parameter_table(NnlsChromaParameters& p) {
  const WordChoice tuning{
      {"global", "local"},
      [&p] { return p.tuning == NnlsTuning::kGlobal ? 0 : 1; },
      [&p](std::size_t i) { p.tuning = i == 0 ? NnlsTuning::kGlobal : NnlsTuning::kLocal; }};
  return {
      {"sample_rate", &p.sample_rate, 8000, 192000, "Hz"},
      {"block_size", &p.block_size, 256, 1 << 20, "samples"},
      {"hop_size", &p.hop_size, 16, 1 << 20, "samples"},
      {"tuning", tuning, 0, 0, "of the whole recording, or of each frame"},
      {"whitening", &p.whitening, 0.0, 1.0, "exponent of the running standardisation"},
      {"partial_decay", &p.partial_decay, 0.01, 0.99, "amplitude of a partial to the one before"},
      {"roll_on", &p.roll_on, 0.0, 5.0, "percent of the energy removed from below"},
      {"notes", &p.notes, 0, 0, "84 notes and their levels beside the chroma"},
      {"first_frame_time", &p.first_frame_time, -10.0, 10.0, "seconds, of raw row 0 of a file"},
      {"frames_averaged", &p.frames_averaged, 1, 1000, "raw rows per frame of the network"},
      {"log_gain", &p.log_gain, 1e-3, 1e9, "x becomes log10(1 + log_gain x)"},
      {"level", &p.loudness, -70.0, 0.0, "dB that a recording is brought to; 0 = as it is"},
  };
}

}  // namespace tactus
