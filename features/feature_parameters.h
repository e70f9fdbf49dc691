// Parameters of the feature extractors, as plain data. A model file stores one of these, so that
// tagging uses the features of the training. Needs no package, so model/ may include it.
#pragma once

#include <vector>

namespace tactus {

// Beat features after Boeck & Schedl (2011) and Boeck, Krebs & Widmer (2016): for each window size
// a magnitude spectrum -> logarithmically spaced triangular filterbank -> log10(1 + x), followed by
// its positive first-order difference. Defaults: 22,050 Hz mono, 50 frames per second.
struct BeatFeatureParameters {
  int sample_rate = 22050;                            // Hz
  double fps = 50.0;                                  // frames per second
  std::vector<int> window_sizes = {512, 1024, 2048};  // samples
  std::vector<int> bands_per_octave = {3, 6, 12};     // one per window size
  double fmin = 30.0;                                 // Hz
  double fmax = 10000.0;                              // Hz
  double diff_ratio = 0.5;  // distance of the difference: the window's value falls to this ratio
  double loudness = 0.0;    // dB, see loudness.h: loudness of the recording after a gain; 0 = no
                            // gain
  bool operator==(const BeatFeatureParameters&) const = default;
};

// Chord features: log-frequency magnitude spectrum from long windows, tuned, log-compressed.
// Bin b has the frequency `fmin * 2^(b / bins_per_octave) * tuning / 440`; a sinusoid of amplitude
// a (full scale is 1) at that frequency gives log10(1 + log_gain * a). Rolling by bins_per_octave /
// 12 bins transposes by a semitone.
struct ChordFeatureParameters {
  int sample_rate = 22050;   // Hz
  double fps = 10.0;         // frames per second
  int bins_per_octave = 24;  // 24 or 36
  int octaves = 6;
  double fmin = 32.70319566257483;  // Hz, C1 at A4 = 440 Hz
  int bass_window = 16384;          // samples, for bins below split_hz
  int treble_window = 8192;         // samples, for bins from split_hz up
  double split_hz = 130.8;          // Hz
  double log_gain = 1000.0;         // partials 60 dB below full scale still count
  bool correct_tuning = true;
  double loudness = 0.0;  // dB, see loudness.h: loudness of the recording after a gain; 0 = no gain
  bool operator==(const ChordFeatureParameters&) const = default;
};

// Tuning of NNLS chroma: one frequency of A4 for the whole recording, or one for each frame from
// the sound before it.
enum class NnlsTuning { kGlobal, kLocal };

// NNLS chroma after Mauch & Dixon (ISMIR 2010), as in the Vamp plug-in of that name and in
// McGill Billboard: rows of 12 bass and 12 treble pitch classes, both from A upward; on request the
// notes behind them follow. The first block of parameters defines a raw row. The second defines how
// raw rows become the input of a network (nnls_chroma_frames.h).
struct NnlsChromaParameters {
  int sample_rate = 44100;  // Hz
  int block_size = 16384;   // samples; raw row i is computed from sample i * hop_size on
  int hop_size = 2048;      // samples
  NnlsTuning tuning = NnlsTuning::kGlobal;
  double whitening = 1.0;      // exponent of the running standardisation, 0 (none) .. 1
  double partial_decay = 0.7;  // amplitude of each partial of a note, relative to the one before
  double roll_on = 0.0;        // percent of the energy removed from below, 0 .. 5
  // The chroma is followed by two rows of 84 semitones from A0: the strengths of the notes that
  // were found, and the level of the tuned spectrum there (1 = a sinusoid 40 dB below full scale).
  bool notes = false;

  // Time of raw row 0 of a file, in seconds. 0.116 is 2.5 rows: on Billboard's training songs
  // chroma changes 0.107 s before the labelled change if row i is at i * hop_size. Rows of audio
  // are later, see nnls_chroma.h.
  double first_frame_time = 2.5 * 2048 / 44100;
  int frames_averaged = 2;  // raw rows per frame of the network
  double log_gain = 10.0;   // a value x becomes log10(1 + log_gain * x)
  // dB, see loudness.h: loudness of the recording after a gain; 0 = no gain. Whitening removes the
  // loudness except in very quiet passages, which the plug-in treats as silence.
  double loudness = 0.0;

  static constexpr int kBins = 24;
  static constexpr int kNotes = 84;
  int bins() const { return notes ? kBins + 2 * kNotes : kBins; }
  double fps() const { return static_cast<double>(sample_rate) / hop_size / frames_averaged; }
  bool operator==(const NnlsChromaParameters&) const = default;
};

// What repeats and what changes in a song, from its chroma (structure/structure_features.h).
struct StructureParameters {
  NnlsChromaParameters chroma;
  int frames_pooled = 4;  // frames of chroma in one frame: 2.7 frames per second
  double reach = 240.0;   // seconds between two passages that are compared, at most

  static constexpr int kBins = 36;
  double fps() const { return chroma.fps() / frames_pooled; }
  bool operator==(const StructureParameters&) const = default;
};

}  // namespace tactus
