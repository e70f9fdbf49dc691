#include "datasets/synth/synth_song.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/arranger.h"
#include "datasets/synth/kit/kit_player.h"
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

// Wide music varies more than kFull does.
MusicStyle music_of(const SynthOptions& options) {
  const bool plain = options.music == MusicStyle::kWide && options.variation != Variation::kFull;
  return plain ? MusicStyle::kUsual : options.music;
}

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

void add_singer(PlannedSong& planned, const Performance& performance, double share,
                const SynthSeed& seed) {
  const std::vector<int> channels = channels_of(performance);
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (performance.parts[i].name == "MELODY")
      planned.vocals = plan_vocals(share, channels[i], performance.tuning_cents, seed);
}

void use_arrangement(PlannedSong& planned, const Song& song, const SynthOptions& options) {
  const Players players =
      options.arrange == ArrangeMode::kPercussion ? Players::kPercussion : Players::kBand;
  ArrangedSong made = arrange(song, options.seed, options.variation != Variation::kNone, players,
                              music_of(options));
  planned.messages = timed_messages(made.song.performance);
  planned.annotation = std::move(made.song.annotation);
  planned.room = made.room;
  planned.effects = made.effects;
  planned.arrangement = made.words;
  if (options.variation == Variation::kFull)
    add_singer(planned, made.song.performance, options.sung, {options.seed, song.id});
}

void use_unchanged(PlannedSong& planned, const CorpusItem& item, const Song& song,
                   const SynthOptions& options) {
  planned.messages = is_lead_sheet(item) ? timed_messages(song.performance)
                                         : timed_messages(read_midi(item.audio));
  planned.annotation = song.annotation;
  SongRandom random(options.seed, song.id, "render");
  planned.room = choose_room(random);
  planned.effects = choose_effects(random);
  planned.arrangement = "its own";
}

// One soundfont for the whole song, or one for each used channel.
void choose_fonts(PlannedSong& planned, const SynthOptions& options, std::string_view song) {
  SongRandom random(options.seed, song, "soundfont");
  const std::span<const std::filesystem::path> fonts = options.soundfonts;
  std::array<std::filesystem::path, 16> chosen;
  chosen.fill(random.pick(fonts));
  if (options.variation == Variation::kFull && random.chance(0.7))
    for (auto& font : chosen) font = random.pick(fonts);
  std::array<bool, 16> plays{};
  for (const TimedMessage& m : planned.messages) plays[m.status & 0xF] |= m.status >> 4 == 0x9;
  for (std::size_t c = 0; c < 16; ++c) {
    if (!plays[c]) continue;
    auto found = std::find(planned.soundfonts.begin(), planned.soundfonts.end(), chosen[c]);
    if (found == planned.soundfonts.end())
      found = planned.soundfonts.insert(planned.soundfonts.end(), chosen[c]);
    planned.channel_fonts[c] = static_cast<int>(found - planned.soundfonts.begin());
  }
  if (planned.soundfonts.empty()) planned.soundfonts.push_back(chosen[0]);
}

void vary_notes(PlannedSong& planned, bool arranged, const SynthSeed& seed) {
  SongRandom random = seed.stream("touch");
  const MessageFreedom freedom{!arranged, planned.annotation.chords.empty()};
  const MessageVariation variation = choose_message_variation(planned.messages, freedom, random);
  vary_messages(planned.messages, variation);
  Song labels;
  labels.annotation = std::move(planned.annotation);
  transpose(labels, variation.semitones);
  planned.annotation = std::move(labels.annotation);
  planned.notes = describe(variation);
}

double last_time(const PlannedSong& planned) {
  return planned.messages.empty() ? 0.0 : planned.messages.back().time;
}

void vary_time(PlannedSong& planned, TempoFreedom freedom, const SynthSeed& seed) {
  TempoVariation tempo = plan_tempo(planned.annotation.beats, freedom, seed);
  const Surroundings around = plan_surroundings(seed);
  tempo.lead_in = around.before;
  const TimeMap map = tempo_map(planned.annotation.beats, tempo);
  end_notes_at_pauses(planned.messages, planned.annotation, tempo);
  move_in_time(planned.annotation, map);
  move_in_time(planned.messages, map);
  SongRandom random = seed.stream("free music");
  if (around.free_before)
    add_free_passage(planned.messages, planned.annotation, SongEnd::kStart, kBreath,
                     around.before - kBreath, random);
  const double last = last_time(planned);
  if (around.free_after)
    add_free_passage(planned.messages, planned.annotation, SongEnd::kEnd, last + kBreath,
                     last + around.after, random);
  planned.seconds = last + around.after;
  planned.time = describe(tempo, around);
}

bool can_swing(const Song& song) {
  const std::vector<Beat>& beats = song.annotation.beats;
  if (beats.size() < 2) return false;
  const double beat =
      (beats.back().time - beats.front().time) / static_cast<double>(beats.size() - 1);
  return beat < kSwingBeat && feel_of(song) == Feel::kStraight;
}

// The notes are final. Most rooms are then those of the stems and the mix.
void use_record_sound(PlannedSong& planned, const SynthSeed& seed) {
  planned.record = plan_record_sound(planned.messages, seed);
  planned.effects = plan_record_effects(seed);
  planned.codec = plan_codec(seed);
  if (seed.stream("record").chance(0.6)) planned.room.reverb_level = 0.0;
}

void choose_kit(PlannedSong& planned, const SynthOptions& options, const SynthSeed& seed) {
  if (options.drum_kits.empty()) return;
  SongRandom random = seed.stream("drum kit");
  planned.drum_kit = random.pick(std::span<const std::filesystem::path>(options.drum_kits));
  planned.kit_seed = random.next();
}

// Replaces the strokes of `messages` that the kit plays; as loud as the soundfont would play them.
std::vector<float> render_with_kit(const std::vector<TimedMessage>& messages, const DrumKit& kit,
                                   const PlannedSong& planned, const SynthOptions& options,
                                   const RenderStem& render) {
  KitParts parts = split_for_kit(messages, kit);
  std::vector<float> samples = render(parts.others);
  if (samples.empty() || parts.strokes.empty()) return samples;
  std::vector<TimedMessage> replaced = parts.strokes;
  for (const TimedMessage& m : messages)  // programs and volumes
    if (m.status >> 4 != 0x9 && (m.status & 0xF) == kDrumChannel) replaced.push_back(m);
  std::stable_sort(replaced.begin(), replaced.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  const std::vector<float> usual = render(replaced);
  if (usual.empty()) return usual;  // stopped
  const std::vector<float> drums =
      play_kit(kit, parts.strokes, planned.seconds, options.sample_rate, options.channels,
               SongRandom(planned.kit_seed, "", "kit"));
  const double found = rms_of(drums);
  const auto gain = static_cast<float>(found > 0 ? rms_of(usual) / found : 0.0);
  for (std::size_t i = 0; i < samples.size() && i < drums.size(); ++i)
    samples[i] += gain * drums[i];
  return samples;
}

void check_length(const PlannedSong& planned, const CorpusItem& item) {
  if (last_time(planned) > kMaxSeconds)
    throw SynthError(fmt::format("{}: {:.0f} s long, expected at most {:.0f} s",
                                 item.audio.string(), last_time(planned), kMaxSeconds));
}

}  // namespace

PlannedSong plan_song(const CorpusItem& item, const SynthOptions& options) {
  const bool full = options.variation == Variation::kFull;
  const MusicStyle music = music_of(options);
  const bool wide = music == MusicStyle::kWide, tapped = music == MusicStyle::kTapped;
  const Song song = read_song(item, options.seed,
                              tapped  ? Meters::kTapped
                              : !full ? Meters::kOwn
                              : wide  ? Meters::kWide
                                      : Meters::kUsual);
  const SynthSeed seed{options.seed, song.id};
  const bool band = wants_band(item, song, options.arrange);
  PlannedSong planned;
  if (band)
    use_arrangement(planned, song, options);
  else
    use_unchanged(planned, item, song, options);
  check_length(planned, item);
  planned.seconds = last_time(planned);
  if (options.variation == Variation::kNone) {
    planned.room = {0.0, 0.0, 0.0, 0.0};
    planned.effects = {};
  }
  if (full) {
    vary_notes(planned, band, seed);
    vary_time(planned, {!band && !tapped, can_swing(song), wide && band}, seed);
    plan_effects(planned.effects, seed);
    planned.tape = plan_tape(seed);
    planned.codec = plan_codec(seed);
  }
  if (options.sound == SoundStyle::kRecord) use_record_sound(planned, seed);
  if (planned.vocals && notes_to_sing(planned.messages, *planned.vocals).empty())
    planned.vocals.reset();
  if (planned.vocals) planned.arrangement += ", " + describe(*planned.vocals);
  choose_fonts(planned, options, song.id);
  choose_kit(planned, options, seed);
  planned.seconds += kTailSeconds;
  return planned;
}

std::optional<RenderedSong> render_song(const PlannedSong& planned, const SynthOptions& options,
                                        std::stop_token stop) {
  RenderSettings settings;
  settings.soundfonts = planned.soundfonts;
  settings.channel_fonts = planned.channel_fonts;
  settings.sample_rate = options.sample_rate;
  settings.channels = options.channels;
  settings.room = planned.room;
  const std::vector<TimedMessage> messages =
      planned.vocals ? without_sung_notes(planned.messages, *planned.vocals) : planned.messages;
  const RenderStem plain = [&](const std::vector<TimedMessage>& stem) {
    return render_messages(stem, planned.seconds, settings, stop);
  };
  DrumKit kit;
  if (!planned.drum_kit.empty()) kit = read_drum_kit(planned.drum_kit);
  const RenderStem render = [&](const std::vector<TimedMessage>& stem) {
    return kit.pieces.empty() ? plain(stem) : render_with_kit(stem, kit, planned, options, plain);
  };
  RenderedSong played{planned.record ? mix_stems(messages, *planned.record, options.channels,
                                                 options.sample_rate, render)
                                     : render(messages),
                      planned.annotation};
  if (played.samples.empty()) return std::nullopt;
  if (planned.vocals)
    add_vocals(played.samples, options.channels, options.sample_rate,
               notes_to_sing(planned.messages, *planned.vocals), *planned.vocals);
  if (planned.tape != TapeSettings()) {
    const TimeMap map = tape_map(planned.seconds, planned.tape);
    played.samples = played_along(played.samples, options.channels, options.sample_rate, map);
    move_in_time(played.annotation, map);
  }
  apply_effects(played.samples, options.channels, options.sample_rate, planned.effects);
  played.samples =
      codec_round_trip(played.samples, options.channels, options.sample_rate, planned.codec);
  return played;
}

}  // namespace tactus
