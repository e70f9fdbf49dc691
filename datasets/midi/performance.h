// An arranged song as parts with notes in seconds: the output of the arranger and the input of the
// renderer.
#pragma once

#include <string>
#include <vector>

#include "datasets/midi/midi_file.h"

namespace tactus {

inline constexpr int kDrumChannel = 9;  // from 0

struct PlayedNote {
  double start = 0.0;  // seconds
  double end = 0.0;    // seconds, > start
  int pitch = 60;      // MIDI number; a drum of the GM drum map in a drum part
  int velocity = 80;   // 1..127
  bool operator==(const PlayedNote&) const = default;
};

struct PlayedControl {
  double time = 0.0;  // seconds
  int number = 0;     // controller 0..127
  int value = 0;      // 0..127
  bool operator==(const PlayedControl&) const = default;
};

struct Part {
  std::string name;
  int program = 0;  // GM 0..127; the kit of a drum part
  bool drums = false;
  int volume = 100;      // controller 7
  int pan = 64;          // controller 10
  int reverb_send = 40;  // controller 91
  int chorus_send = 0;   // controller 93
  std::vector<PlayedNote> notes;
  std::vector<PlayedControl> controls;
  bool operator==(const Part&) const = default;
};

struct Performance {
  std::vector<Part> parts;    // at most 15 melodic and any number of drum parts
  double tuning_cents = 0.0;  // of all melodic parts, -99..99
  bool operator==(const Performance&) const = default;
};

// Messages at time 0: registered parameter 1 (channel fine tuning; 8192 is no detuning, 8192 steps
// are 100 cents), rounded to a whole cent. The parameter is deselected afterwards, so that later
// data entries do not change it.
std::vector<TimedMessage> tuning_messages(int channel, double cents);

// Returns the channel, from 0, of each part; each melodic part has its own. Throws invalid_argument
// for more than 15 of those.
std::vector<int> channels_of(const Performance& performance);

// Returns the messages of every part by time, programs and controllers first. At equal times a note
// off comes before a note on. Throws invalid_argument for more than 15 melodic parts.
std::vector<TimedMessage> timed_messages(const Performance& performance);

// The inverse: one part per named track. A note ends when another of the same pitch starts.
// Controllers other than the pedal (64) are left out.
Performance performance_of(const MidiFile& file);

}  // namespace tactus
