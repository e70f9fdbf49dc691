// The spectrogram of a long recording at any zoom, in tiles: lists the tiles, and computes a tile
// from the decoded sound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <tuple>
#include <vector>

#include "audio/waveform/sound_store.h"
#include "features/frames/stft.h"

namespace tactus {

enum class FrequencyScale {
  kLinear,
  kLogarithmic,
  kMel,  // 2595 log10(1 + hz / 700): O'Shaughnessy, "Speech Communication", 1987
};

struct SpectrogramSettings {
  int window = 2048;  // samples of the Hann window, a power of two
  FrequencyScale scale = FrequencyScale::kLogarithmic;
  double lowest_hz = 40.0;      // of the lowest row, on a logarithmic axis (else 0)
  double highest_hz = 16000.0;  // of the highest row; limited to half the sample rate
  auto operator<=>(const SpectrogramSettings&) const = default;
};

inline constexpr int kSpectrogramRows = 256;
// Hz of a row's centre; row 0 is the lowest.
double spectrogram_row_hz(const SpectrogramSettings& settings, int sample_rate, double row);
// The row of a frequency (may be outside [0, kSpectrogramRows)).
double spectrogram_hz_row(const SpectrogramSettings& settings, int sample_rate, double hz);

// Tiles of kColumns columns; a column of zoom k covers kFinestColumn * 2^k frames.
struct SpectrogramPlace {
  static constexpr int kColumns = 256;
  static constexpr std::int64_t kFinestColumn = 32;
  static constexpr int kZooms = 20;
  int level = 0;
  std::int64_t index = 0;  // the tile begins at column index * kColumns

  static std::int64_t column_frames(int level) { return kFinestColumn << level; }
  // The coarsest zoom whose columns are no longer than a pixel of that many frames.
  static int zoom_for(double frames_per_pixel);
  auto operator<=>(const SpectrogramPlace&) const = default;
};

struct SpectrogramTile {
  std::vector<std::uint8_t> levels;  // [kColumns, kSpectrogramRows]
  std::int64_t available = 0;        // frames of sound that existed when it was made
  bool complete = false;             // all sound that it needs existed

  // 0 dB is a sinusoid of full scale. Steps of half a dB from -120 dB up.
  static double db_of(std::uint8_t level) { return level / 2.0 - 120.0; }
  static std::uint8_t shade_of(double db);
};

// One thread at a time. Move-only.
class SpectrogramMaker {
 public:
  // Throws std::invalid_argument unless the window is a power of two in 64..65536 and 0 < lowest <
  // highest.
  SpectrogramMaker(const SpectrogramSettings& settings, int sample_rate);

  // A column is the mean power of up to four windows spread over it. `recording_ended`: after the
  // store's end there is silence; otherwise more samples may follow. Returns nullptr after a stop.
  std::shared_ptr<const SpectrogramTile> make(const SoundStore& sound,
                                              const SpectrogramPlace& place, bool recording_ended,
                                              std::stop_token stop = {});

 private:
  struct Row {  // bins [first, last], and the weight of the one after `first`
    int first = 0, last = 0;
    float share = 0.0f;
  };
  void add_window(const SoundStore& sound, std::int64_t centre);
  void fill_column(float windows, std::uint8_t* out) const;

  int window_;
  Stft stft_;
  std::vector<Row> rows_;
  std::vector<float> samples_, spectrum_, power_;
};

}  // namespace tactus
