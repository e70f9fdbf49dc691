// FluidSynth, loaded when a song is rendered: it brings some 50 libraries, and all else runs
// without them.
#pragma once

#include <fluidsynth.h>

namespace tactus {

// The functions of the library, without their prefixes.
struct FluidLibrary {
  // A symbol of the library; throws RenderError if it has none of that name.
  struct Symbol {
    void* address = nullptr;
    template <typename Function>
    operator Function*() const {
      return reinterpret_cast<Function*>(address);
    }
  };

  decltype(&::fluid_set_log_function) set_log_function = find("fluid_set_log_function");
  decltype(&::new_fluid_settings) new_settings = find("new_fluid_settings");
  decltype(&::delete_fluid_settings) delete_settings = find("delete_fluid_settings");
  decltype(&::fluid_settings_get_type) get_type = find("fluid_settings_get_type");
  decltype(&::fluid_settings_setint) setint = find("fluid_settings_setint");
  decltype(&::fluid_settings_setnum) setnum = find("fluid_settings_setnum");
  decltype(&::new_fluid_synth) new_synth = find("new_fluid_synth");
  decltype(&::delete_fluid_synth) delete_synth = find("delete_fluid_synth");
  decltype(&::fluid_synth_sfload) sfload = find("fluid_synth_sfload");
  decltype(&::fluid_synth_get_sfont_by_id) get_sfont_by_id = find("fluid_synth_get_sfont_by_id");
  decltype(&::fluid_sfont_get_preset) get_preset = find("fluid_sfont_get_preset");
  decltype(&::fluid_synth_program_select) program_select = find("fluid_synth_program_select");
  decltype(&::fluid_synth_noteon) noteon = find("fluid_synth_noteon");
  decltype(&::fluid_synth_noteoff) noteoff = find("fluid_synth_noteoff");
  decltype(&::fluid_synth_cc) cc = find("fluid_synth_cc");
  decltype(&::fluid_synth_pitch_bend) pitch_bend = find("fluid_synth_pitch_bend");
  decltype(&::fluid_synth_key_pressure) key_pressure = find("fluid_synth_key_pressure");
  decltype(&::fluid_synth_channel_pressure) channel_pressure = find("fluid_synth_channel_pressure");
  decltype(&::fluid_synth_set_reverb_group_roomsize) set_reverb_roomsize =
      find("fluid_synth_set_reverb_group_roomsize");
  decltype(&::fluid_synth_set_reverb_group_damp) set_reverb_damp =
      find("fluid_synth_set_reverb_group_damp");
  decltype(&::fluid_synth_set_reverb_group_level) set_reverb_level =
      find("fluid_synth_set_reverb_group_level");
  decltype(&::fluid_synth_set_chorus_group_level) set_chorus_level =
      find("fluid_synth_set_chorus_group_level");
  decltype(&::fluid_synth_write_float) write_float = find("fluid_synth_write_float");

 private:
  static Symbol find(const char* name);
};

// Loads the library at the first call, with its log off: exceptions report errors instead. It stays
// loaded. Throws RenderError if it is not installed.
const FluidLibrary& fluid();

}  // namespace tactus
