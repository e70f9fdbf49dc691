// Changes the speed and the pitch of a stereo stream, apart from each other (Rubber Band).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace RubberBand {
class RubberBandStretcher;
}

namespace tactus::ui {

// Output frame k is the input at frame k * speed: the delay of the library is removed. Use it from
// one thread at a time.
class TimeStretcher {
 public:
  // Returns the next frames.size() / 2 frames of the input, interleaved.
  using Source = std::function<void(std::span<float> frames)>;

  // speed: 0.25 .. 4; semitones: -24 .. 24. Throws std::invalid_argument otherwise.
  TimeStretcher(int sample_rate, double speed, int semitones = 0);
  ~TimeStretcher();
  TimeStretcher(TimeStretcher&&) noexcept;
  TimeStretcher& operator=(TimeStretcher&&) noexcept;

  double speed() const { return speed_; }
  int semitones() const { return semitones_; }
  // Starts again with a new input.
  void restart();
  // Fills `frames` (interleaved stereo); fetches input from the source as needed.
  void pull(std::span<float> frames, const Source& source);

 private:
  void feed(std::size_t frames, const Source* source);

  double speed_;
  int semitones_;
  std::unique_ptr<RubberBand::RubberBandStretcher> library_;
  bool started_ = false;
  std::size_t to_drop_ = 0;  // output frames before the first true one
  std::vector<float> interleaved_, left_, right_;
};

}  // namespace tactus::ui
