#include "model/feature_tables.h"

#include <fmt/format.h>

namespace tactus {
namespace {

constexpr double kHuge = 1e9;

Parameter level_row(double& loudness) {
  return newer({"level", &loudness, -70.0, 0.0,
                "loudness in dB to which a recording is brought; 0 = as it is"});
}

ParameterTable pooling_rows(StructureParameters& p) {
  return {
      {"frames_pooled", &p.frames_pooled, 1, 1000, "chroma frames per frame of the network"},
      {"reach", &p.reach, 1.0, 3600.0, "largest distance of compared passages in seconds"},
  };
}

template <typename Parameters>
std::string key_of(const char* kind, Parameters parameters) {  // a copy that the table may hold
  return kind + assignments(parameter_table(parameters));
}

}  // namespace

ParameterTable parameter_table(BeatFeatureParameters& p) {
  return {
      {"sample_rate", &p.sample_rate, 4000, 192000, "Hz"},
      {"fps", &p.fps, 5.0, 1000.0, "frames per second"},
      {"window_sizes", &p.window_sizes, 16, 1 << 20, "samples"},
      {"bands_per_octave", &p.bands_per_octave, 1, 96, "one per window size"},
      {"fmin", &p.fmin, 1.0, 96000.0, "Hz"},
      {"fmax", &p.fmax, 1.0, 96000.0, "Hz"},
      {"diff_ratio", &p.diff_ratio, 0.0, 1.0,
       "differences reach back to where the window falls to this ratio"},
      level_row(p.loudness),
  };
}

ParameterTable parameter_table(ChordFeatureParameters& p) {
  return {
      {"sample_rate", &p.sample_rate, 4000, 192000, "Hz"},
      {"fps", &p.fps, 1.0, 100.0, "frames per second"},
      {"bins_per_octave", &p.bins_per_octave, 12, 96, "24 or 36"},
      {"octaves", &p.octaves, 1, 10, "from fmin up"},
      {"fmin", &p.fmin, 1.0, 10000.0, "Hz"},
      {"bass_window", &p.bass_window, 256, 1 << 20, "samples, below split_hz"},
      {"treble_window", &p.treble_window, 256, 1 << 20, "samples, from split_hz up"},
      {"split_hz", &p.split_hz, 0.0, 96000.0, "Hz"},
      {"log_gain", &p.log_gain, 1e-3, kHuge, "compression: log10(1 + log_gain x)"},
      {"correct_tuning", &p.correct_tuning, 0, 0, "bins follow the recording's tuning"},
      level_row(p.loudness),
  };
}

ParameterTable parameter_table(NnlsChromaParameters& p) {
  const WordChoice tuning{
      {"global", "local"},
      [&p] { return p.tuning == NnlsTuning::kGlobal ? 0 : 1; },
      [&p](std::size_t i) { p.tuning = i == 0 ? NnlsTuning::kGlobal : NnlsTuning::kLocal; }};
  return {
      {"sample_rate", &p.sample_rate, 8000, 192000, "Hz"},
      {"block_size", &p.block_size, 256, 1 << 20, "samples"},
      {"hop_size", &p.hop_size, 16, 1 << 20, "samples"},
      {"tuning", tuning, 0, 0, "global: of the whole recording; local: of each frame"},
      {"whitening", &p.whitening, 0.0, 1.0, "exponent of the running standardisation"},
      {"partial_decay", &p.partial_decay, 0.01, 0.99,
       "amplitude ratio of each partial to the one below"},
      {"roll_on", &p.roll_on, 0.0, 5.0, "percent of the energy removed at the low end"},
      {"first_frame_time", &p.first_frame_time, -10.0, 10.0,
       "time in seconds of raw row 0 of a file"},
      {"frames_averaged", &p.frames_averaged, 1, 1000, "raw rows per frame of the network"},
      {"log_gain", &p.log_gain, 1e-3, kHuge, "compression: log10(1 + log_gain x)"},
      level_row(p.loudness),
      newer({"notes", &p.notes, 0, 0, "adds 84 notes and their levels to the chroma"}),
  };
}

ParameterTable parameter_table(StructureParameters& p) {
  ParameterTable table = parameter_table(p.chroma);
  for (Parameter& row : pooling_rows(p)) table.push_back(std::move(row));
  return table;
}

std::string feature_key(const BeatFeatureParameters& parameters) {
  return key_of("beat v2", parameters);
}

std::string feature_key(const ChordFeatureParameters& parameters) {
  return key_of("chord v2", parameters);
}

std::string feature_key(const NnlsChromaParameters& parameters) {
  return key_of("nnls_chroma v3", parameters);
}

std::string feature_key(const StructureParameters& parameters) {
  StructureParameters pooled = parameters;
  return fmt::format("structure v1{} of {}", assignments(pooling_rows(pooled)),
                     feature_key(parameters.chroma));
}

}  // namespace tactus
