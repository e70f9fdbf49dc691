// General MIDI instruments for each role (program numbers from 0).
#pragma once

#include "datasets/midi/performance.h"
#include "datasets/song_random.h"

namespace tactus {

enum class Role { kMelody, kSecond, kKeys, kComp, kPad, kBass };

// Returns a program for the role; likelier ones more often.
int choose_program(Role role, SongRandom& random);
// Sounds that decay by themselves (piano, guitar, bass, mallets) and suit the pedal and long notes.
bool decays(int program);
// Volume, pan and sends of a part: near the middle of the mix, slightly different in each song.
void place_in_mix(Part& part, Role role, SongRandom& random);

}  // namespace tactus
