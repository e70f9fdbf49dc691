// Beats over the waveform. At high zoom each shows the attack of its note, and how far it lies from
// it.
#pragma once

#include <QPainter>
#include <optional>
#include <span>

#include "app/engine/sound/song_sound.h"
#include "model/annotation.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// Attacks are shown from this zoom on, seconds per pixel.
inline constexpr double kAttackZoom = 2e-3;

// Start in seconds of the note within 30 ms of `time` (attack_curve.h); nothing where the energy
// does not grow clearly, or where the sound is not decoded yet. Reads half a second of the sound.
std::optional<double> attack_near(const SongSound& sound, double time);

// Lines at the beats (sorted) that lie in the area, unless they would be close together.
void paint_beats(QPainter& painter, std::span<const Beat> beats, const SongSound& sound,
                 const Shown& shown, const QRect& area);

}  // namespace tactus::ui
