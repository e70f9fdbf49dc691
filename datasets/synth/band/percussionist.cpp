#include <algorithm>
#include <vector>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/score/drum_patterns.h"

namespace tactus {
namespace {

int percussion_velocity(char symbol) {
  return symbol == 'X' ? 116 : symbol == 'x' ? 92 : 52;
}

struct Player {
  const PercussionRow* row = nullptr;
  int drum = 0;
  double force = 1.0;
};

// Plays a row with the feel of the song, on an instrument of its own.
Player choose_player(const std::vector<Player>& others, Feel feel, SongRandom& random) {
  const int steps = feel == Feel::kTriplet ? 3 : 4;
  const auto taken = [&](int drum) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Player& p) { return p.drum == drum; });
  };
  for (;;) {
    const PercussionRow& row = random.pick(percussion_rows());
    const int drum = random.pick(std::span<const int>(row.drums));
    if (row.steps_per_beat == steps && drum > 0 && !taken(drum))
      return {&row, drum, random.uniform(0.7, 1.08)};
  }
}

}  // namespace

Part play_percussion(const Arrangement& arrangement, int players, SongRandom& random) {
  Part part;
  part.name = "PERCUSSION";
  part.drums = true;
  part.volume = random.integer(80, 118);
  part.reverb_send = random.integer(0, 60);
  std::vector<Player> chosen;
  while (static_cast<int>(chosen.size()) < players)
    chosen.push_back(choose_player(chosen, arrangement.feel, random));

  const std::vector<Bar>& bars = arrangement.grid.bars();
  std::size_t beats_before = 0;
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const bool few = arrangement.plan[b].intensity == Intensity::kSparse;
    for (std::size_t p = 0; p < (few ? 1 : chosen.size()); ++p) {
      const Player& player = chosen[p];
      const auto per_beat = static_cast<std::size_t>(player.row->steps_per_beat);
      for (std::size_t step = 0; step < per_beat * static_cast<std::size_t>(bars[b].beats);
           ++step) {
        const std::string_view row = player.row->row;
        const char symbol = arrangement.wide() && p == 0 && step == 0
                                ? 'X'
                                : row[(beats_before * per_beat + step) % row.size()];
        if (symbol == '.') continue;
        const double beat = static_cast<double>(step) / static_cast<double>(per_beat);
        const double start =
            loosened(arrangement.grid.time(bars[b], beat), arrangement.looseness, random);
        const double velocity = percussion_velocity(symbol) * player.force + 5 * random.normal();
        part.notes.push_back({start, start + kStrokeSeconds, player.drum,
                              std::clamp(static_cast<int>(velocity), 12, 127)});
      }
    }
    // In wide music rows begin with the bar, and the first player marks it: else nobody could
    // hear where bars of five or seven begin.
    if (!arrangement.wide()) beats_before += static_cast<std::size_t>(bars[b].beats);
  }
  return part;
}

}  // namespace tactus
