// What kind of music a band plays.
#pragma once

namespace tactus {

// kWide: arrangements also have blast beats and other rare grooves, half and double time, drummers
// with a timing of their own, pick-ups, count-ins, stops, pauses, tempi from 40 to 240 BPM, meters
// of 2 to 7 beats and changes of meter.
// kTapped: the beat is where people tap. Tempi have the density of tapped popular music, drummers
// play no half or double time, and slow songs are full of eighths and sixteenths.
enum class MusicStyle { kUsual, kWide, kTapped };

}  // namespace tactus
