// Which General MIDI instruments suit which role (program numbers from 0).
#pragma once

#include "datasets/midi/performance.h"
#include "datasets/song_random.h"

namespace tactus {

enum class Role { kMelody, kSecond, kKeys, kComp, kPad, kBass };

// A program for the role, the likelier ones more often.
int choose_program(Role role, SongRandom& random);
// Sounds that die away by themselves (piano, guitar, bass, mallets): the pedal and long notes suit
// them.
bool decays(int program);
// Volume, place and sends of a part: near the middle of the mix, a little different in each song.
void place_in_mix(Part& part, Role role, SongRandom& random);

}  // namespace tactus
