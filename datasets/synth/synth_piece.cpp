#include "datasets/synth/synth_piece.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/arranger.h"
#include "datasets/synth/score/free_passage.h"
#include "datasets/synth/score/harmony.h"
#include "datasets/synth/synth_corpus.h"
#include "datasets/synth/synth_plan.h"

namespace tactus {
namespace {

constexpr double kTailSeconds = 2.5;    // decay after the last note
constexpr double kMaxSeconds = 3600.0;  // of one song; a longer file is damaged
constexpr double kBreath = 0.4;         // seconds between free music and the song
constexpr double kSwingBeat = 0.9;      // seconds: longer beats have more than two parts

bool has_drums(const Song& song) {
  const std::vector<Part>& parts = song.performance.parts;
  return std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.drums; });
}

// A lead sheet always needs players.
bool wants_band(const CorpusItem& item, const Song& song, ArrangeMode mode) {
  if (mode != ArrangeMode::kAuto) return mode != ArrangeMode::kNever;
  if (is_lead_sheet(item)) return true;
  return !has_drums(song) && !song.annotation.beats.empty() && !song.annotation.chords.empty();
}

void add_singer(Piece& piece, const Performance& performance, double share, const SynthSeed& seed) {
  const std::vector<int> channels = channels_of(performance);
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (performance.parts[i].name == "MELODY")
      piece.vocals = plan_vocals(share, channels[i], performance.tuning_cents, seed);
}

void take_arrangement(Piece& piece, const Song& song, const SynthOptions& options) {
  const Players players =
      options.arrange == ArrangeMode::kPercussion ? Players::kPercussion : Players::kBand;
  ArrangedSong made = arrange(song, options.seed, options.variation != Variation::kNone, players);
  piece.messages = timed_messages(made.song.performance);
  piece.annotation = std::move(made.song.annotation);
  piece.room = made.room;
  piece.effects = made.effects;
  piece.arrangement = made.words;
  if (options.variation == Variation::kFull)
    add_singer(piece, made.song.performance, options.sung, {options.seed, song.id});
}

void take_as_it_is(Piece& piece, const CorpusItem& item, const Song& song,
                   const SynthOptions& options) {
  piece.messages = is_lead_sheet(item) ? timed_messages(song.performance)
                                       : timed_messages(read_midi(item.audio));
  piece.annotation = song.annotation;
  SongRandom random(options.seed, song.id, "render");
  piece.room = choose_room(random);
  piece.effects = choose_effects(random);
  piece.arrangement = "its own";
}

// One soundfont for the whole song, or one for each used channel.
void choose_fonts(Piece& piece, const SynthOptions& options, std::string_view song) {
  SongRandom random(options.seed, song, "soundfont");
  const std::span<const std::filesystem::path> fonts = options.soundfonts;
  std::array<std::filesystem::path, 16> chosen;
  chosen.fill(random.pick(fonts));
  if (options.variation == Variation::kFull && random.chance(0.7))
    for (auto& font : chosen) font = random.pick(fonts);
  std::array<bool, 16> plays{};
  for (const TimedMessage& m : piece.messages) plays[m.status & 0xF] |= m.status >> 4 == 0x9;
  for (std::size_t c = 0; c < 16; ++c) {
    if (!plays[c]) continue;
    auto found = std::find(piece.soundfonts.begin(), piece.soundfonts.end(), chosen[c]);
    if (found == piece.soundfonts.end())
      found = piece.soundfonts.insert(piece.soundfonts.end(), chosen[c]);
    piece.channel_fonts[c] = static_cast<int>(found - piece.soundfonts.begin());
  }
  if (piece.soundfonts.empty()) piece.soundfonts.push_back(chosen[0]);
}

void vary_notes(Piece& piece, bool arranged, const SynthSeed& seed) {
  SongRandom random = seed.stream("touch");
  const MessageFreedom freedom{!arranged, piece.annotation.chords.empty()};
  const MessageVariation variation = choose_message_variation(piece.messages, freedom, random);
  vary_messages(piece.messages, variation);
  Song labels;
  labels.annotation = std::move(piece.annotation);
  transpose(labels, variation.semitones);
  piece.annotation = std::move(labels.annotation);
  piece.notes = describe(variation);
}

double last_time(const Piece& piece) {
  return piece.messages.empty() ? 0.0 : piece.messages.back().time;
}

void vary_time(Piece& piece, TempoFreedom freedom, const SynthSeed& seed) {
  TempoVariation tempo = plan_tempo(piece.annotation.beats, freedom, seed);
  const Surroundings around = plan_surroundings(seed);
  tempo.lead_in = around.before;
  const TimeMap map = tempo_map(piece.annotation.beats, tempo);
  move_in_time(piece.annotation, map);
  move_in_time(piece.messages, map);
  SongRandom random = seed.stream("free music");
  if (around.free_before)
    add_free_passage(piece.messages, piece.annotation, PieceEnd::kStart, kBreath,
                     around.before - kBreath, random);
  const double last = last_time(piece);
  if (around.free_after)
    add_free_passage(piece.messages, piece.annotation, PieceEnd::kEnd, last + kBreath,
                     last + around.after, random);
  piece.seconds = last + around.after;
  piece.time = describe(tempo, around);
}

bool can_swing(const Song& song) {
  const std::vector<Beat>& beats = song.annotation.beats;
  if (beats.size() < 2) return false;
  const double beat =
      (beats.back().time - beats.front().time) / static_cast<double>(beats.size() - 1);
  return beat < kSwingBeat && feel_of(song) == Feel::kStraight;
}

void check_length(const Piece& piece, const CorpusItem& item) {
  if (last_time(piece) > kMaxSeconds)
    throw SynthError(fmt::format("{}: {:.0f} s long, expected at most {:.0f} s",
                                 item.audio.string(), last_time(piece), kMaxSeconds));
}

}  // namespace

Piece make_piece(const CorpusItem& item, const SynthOptions& options) {
  const bool full = options.variation == Variation::kFull;
  const Song song = read_song(item, options.seed, full);
  const SynthSeed seed{options.seed, song.id};
  const bool band = wants_band(item, song, options.arrange);
  Piece piece;
  if (band)
    take_arrangement(piece, song, options);
  else
    take_as_it_is(piece, item, song, options);
  check_length(piece, item);
  piece.seconds = last_time(piece);
  if (options.variation == Variation::kNone) {
    piece.room = {0.0, 0.0, 0.0, 0.0};
    piece.effects = {};
  }
  if (full) {
    vary_notes(piece, band, seed);
    vary_time(piece, {!band, can_swing(song)}, seed);
    plan_effects(piece.effects, seed);
    piece.tape = plan_tape(seed);
    piece.codec = plan_codec(seed);
  }
  if (piece.vocals && notes_to_sing(piece.messages, *piece.vocals).empty()) piece.vocals.reset();
  if (piece.vocals) piece.arrangement += ", " + describe(*piece.vocals);
  choose_fonts(piece, options, song.id);
  piece.seconds += kTailSeconds;
  return piece;
}

std::optional<PlayedPiece> play_piece(const Piece& piece, const SynthOptions& options,
                                      std::stop_token stop) {
  RenderSettings settings;
  settings.soundfonts = piece.soundfonts;
  settings.channel_fonts = piece.channel_fonts;
  settings.sample_rate = options.sample_rate;
  settings.channels = options.channels;
  settings.room = piece.room;
  const std::vector<TimedMessage> messages =
      piece.vocals ? without_sung_notes(piece.messages, *piece.vocals) : piece.messages;
  PlayedPiece played{render_messages(messages, piece.seconds, settings, stop), piece.annotation};
  if (played.samples.empty()) return std::nullopt;
  if (piece.vocals)
    add_vocals(played.samples, options.channels, options.sample_rate,
               notes_to_sing(piece.messages, *piece.vocals), *piece.vocals);
  if (piece.tape != TapeSettings()) {
    const TimeMap map = tape_map(piece.seconds, piece.tape);
    played.samples = played_along(played.samples, options.channels, options.sample_rate, map);
    move_in_time(played.annotation, map);
  }
  apply_effects(played.samples, options.channels, options.sample_rate, piece.effects);
  played.samples =
      codec_round_trip(played.samples, options.channels, options.sample_rate, piece.codec);
  return played;
}

}  // namespace tactus
