#include "datasets/synth/sound/midi_renderer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "audio/resampler.h"
#include "datasets/midi/performance.h"
#include "datasets/synth/sound/fluid_library.h"

namespace tactus {
namespace {

// The lowest synthesis rate. Frequencies above half of it fold back to above 10 kHz, where
// soundfonts have almost no energy. Voices cost less than at 44,100.
constexpr int kPlayRate = 32000;
constexpr int kRenderedFrames = 4096;
constexpr int kBankSelect = 0, kDrumBank = 128;
constexpr const char* kSoundfontFolders[] = {"/usr/share/sounds/sf2", "/usr/share/sounds/sf3",
                                             "/usr/share/soundfonts",
                                             "/usr/local/share/sounds/sf2"};

struct Deleter {
  void operator()(fluid_settings_t* settings) const noexcept { fluid().delete_settings(settings); }
  void operator()(fluid_synth_t* synth) const noexcept { fluid().delete_synth(synth); }
};

class Player {
 public:
  Player(const RenderSettings& settings, int rate) {
    settings_.reset(fluid().new_settings());
    if (!settings_) throw RenderError("FluidSynth: cannot create settings");
    set("synth.sample-rate", rate);
    set("synth.gain", 0.4);
    set("synth.reverb.active", settings.room.reverb_level > 0);
    set("synth.chorus.active", settings.room.chorus_level > 0);
    fluid().setint(settings_.get(), "synth.dynamic-sample-loading", 1);
    fluid().setint(settings_.get(), "synth.threadsafe-api", 0);
    synth_.reset(fluid().new_synth(settings_.get()));
    if (!synth_) throw RenderError("FluidSynth: cannot create a synthesizer");
    load(settings);
    set_room(settings.room);
  }

  void send(const TimedMessage& message) {
    const int channel = message.status & 0xF;
    const auto c = static_cast<std::size_t>(channel);
    fluid_synth_t* synth = synth_.get();
    switch (message.status >> 4) {
      case 0x8:
        fluid().noteoff(synth, channel, message.data1);
        break;
      case 0x9:
        if (!channels_[c].chosen) choose_preset(channel);
        fluid().noteon(synth, channel, message.data1, message.data2);
        break;
      case 0xA:
        fluid().key_pressure(synth, channel, message.data1, message.data2);
        break;
      case 0xB:
        fluid().cc(synth, channel, message.data1, message.data2);
        if (message.data1 == kBankSelect) channels_[c].bank = message.data2;
        break;
      case 0xC:
        channels_[c].program = message.data1;
        channels_[c].program_bank = channels_[c].bank;
        channels_[c].chosen = false;
        break;
      case 0xD:
        fluid().channel_pressure(synth, channel, message.data1);
        break;
      case 0xE:
        fluid().pitch_bend(synth, channel, message.data2 << 7 | message.data1);
        break;
    }
  }

  void write(int frames, float* left, float* right) {
    if (fluid().write_float(synth_.get(), frames, left, 0, 1, right, 0, 1) == FLUID_FAILED)
      throw RenderError("FluidSynth: rendering failed");
  }

 private:
  // Presets are chosen when a channel first plays, because choosing one decodes its samples.
  void load(const RenderSettings& settings) {
    std::vector<int> fonts;
    for (const auto& path : settings.soundfonts) {
      fonts.push_back(fluid().sfload(synth_.get(), path.c_str(), 0));
      if (fonts.back() == FLUID_FAILED)
        throw RenderError(
            fmt::format("{}: not a soundfont that FluidSynth can load", path.string()));
    }
    for (std::size_t c = 0; c < 16; ++c)
      channels_[c].font = fonts.at(static_cast<std::size_t>(settings.channel_fonts[c]));
  }

  // Uses the soundfont of the channel: the selected bank, else its first one. If the font lacks a
  // kit or an instrument, its first one is used.
  void choose_preset(int channel) {
    Channel& c = channels_[static_cast<std::size_t>(channel)];
    c.chosen = true;
    fluid_sfont_t* font = fluid().get_sfont_by_id(synth_.get(), c.font);
    const int first = channel == kDrumChannel ? kDrumBank : 0;
    const std::pair<int, int> wanted[] = {
        {channel == kDrumChannel ? kDrumBank : c.program_bank, c.program},
        {first, c.program},
        {first, 0}};
    for (const auto& [bank, program] : wanted) {
      if (!fluid().get_preset(font, bank, program)) continue;
      fluid().program_select(synth_.get(), channel, c.font, bank, program);
      return;
    }
  }

  void set(const char* name, double value) {
    if (fluid().get_type(settings_.get(), name) == FLUID_INT_TYPE)
      fluid().setint(settings_.get(), name, static_cast<int>(value));
    else
      fluid().setnum(settings_.get(), name, value);
  }
  void set_room(const RoomSettings& room) {
    fluid().set_reverb_roomsize(synth_.get(), -1, room.reverb_room);
    fluid().set_reverb_damp(synth_.get(), -1, room.reverb_damp);
    fluid().set_reverb_level(synth_.get(), -1, room.reverb_level);
    fluid().set_chorus_level(synth_.get(), -1, room.chorus_level);
  }

  std::unique_ptr<fluid_settings_t, Deleter> settings_;
  std::unique_ptr<fluid_synth_t, Deleter> synth_;
  struct Channel {
    int font = 0;          // number of the font in FluidSynth
    int bank = 0;          // last selected
    int program = 0;       // last requested,
    int program_bank = 0;  // with the bank at that time
    bool chosen = false;   // this preset has been chosen
  };
  std::array<Channel, 16> channels_{};
};

// Plays everything; passes blocks of left and right samples to `take`. Returns false if stopped.
template <class Take>
bool play(Player& player, std::span<const TimedMessage> messages, std::size_t frames, int rate,
          std::stop_token stop, Take take) {
  std::vector<float> left(kRenderedFrames), right(kRenderedFrames);
  std::size_t done = 0, next = 0;
  while (done < frames) {
    if (stop.stop_requested()) return false;
    while (next < messages.size() && messages[next].time * rate <= static_cast<double>(done))
      player.send(messages[next++]);
    std::size_t until = std::min(frames, done + kRenderedFrames);
    if (next < messages.size()) {
      const double at = std::ceil(messages[next].time * rate);
      if (at < static_cast<double>(until)) until = static_cast<std::size_t>(at);
    }
    const int count = static_cast<int>(until - done);
    player.write(count, left.data(), right.data());
    take(std::span(left).first(until - done), std::span(right).first(until - done));
    done = until;
  }
  return true;
}

}  // namespace

std::vector<float> render_messages(std::span<const TimedMessage> messages, double seconds,
                                   const RenderSettings& settings, std::stop_token stop) {
  if (settings.channels != 1 && settings.channels != 2)
    throw std::invalid_argument(fmt::format("{} channels, expected 1 or 2", settings.channels));
  if (settings.sample_rate < 8000 || settings.sample_rate > 96000)
    throw std::invalid_argument(
        fmt::format("a rate of {} Hz, expected 8000 to 96000", settings.sample_rate));
  if (settings.soundfonts.empty()) throw std::invalid_argument("0 soundfonts, expected at least 1");
  for (const int font : settings.channel_fonts)
    if (font < 0 || static_cast<std::size_t>(font) >= settings.soundfonts.size())
      throw std::invalid_argument(
          fmt::format("soundfont {} of {}", font, settings.soundfonts.size()));
  const int rate = std::max(kPlayRate, settings.sample_rate);
  const auto frames = static_cast<std::size_t>(std::ceil(seconds * rate));
  Player player(settings, rate);
  std::vector<float> samples;
  samples.reserve(frames * static_cast<std::size_t>(settings.channels));
  const bool whole = play(player, messages, frames, rate, stop, [&](auto left, auto right) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (settings.channels == 1) {
        samples.push_back(0.5f * (left[i] + right[i]));
      } else {
        samples.push_back(left[i]);
        samples.push_back(right[i]);
      }
    }
  });
  if (!whole) return {};
  return resample(samples, rate, settings.sample_rate, settings.channels, ResampleQuality::kLow);
}

std::vector<std::filesystem::path> installed_soundfonts() {
  std::vector<std::filesystem::path> found;
  for (const char* name : {"FluidR3_GM", "MuseScore_General_Lite", "MuseScore_General",
                           "MuseScore_General_Full", "TimGM6mb", "default-GM"}) {
    try {
      const auto path = std::filesystem::canonical(find_soundfont(name));
      if (std::find(found.begin(), found.end(), path) == found.end()) found.push_back(path);
    } catch (const RenderError&) {
    }
  }
  return found;
}

std::filesystem::path find_soundfont(const std::string& name) {
  namespace fs = std::filesystem;
  if (!name.empty() && fs::is_regular_file(name)) return name;
  std::vector<std::string> names = {name, name + ".sf2", name + ".sf3"};
  if (name.empty()) names = {"FluidR3_GM.sf2", "default-GM.sf2", "TimGM6mb.sf2"};
  for (const std::string& file : names)
    for (const char* folder : kSoundfontFolders)
      if (fs::is_regular_file(fs::path(folder) / file)) return fs::path(folder) / file;
  throw RenderError(
      fmt::format("soundfont {}: not found as a file nor in {}; install one with "
                  "\"apt install fluid-soundfont-gm\" or \"apt install timgm6mb-soundfont\"",
                  name.empty() ? "(any)" : name, kSoundfontFolders[0]));
}

}  // namespace tactus
