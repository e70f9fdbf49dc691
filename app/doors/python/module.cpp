// The extension tactus._tactus: tactus.h for Python, and the rooms behind it that research uses.
// The package tactus around it is what people import.
#include <nanobind/nanobind.h>

#include "app/doors/python/engine_binding.h"
#include "app/doors/python/error_translation.h"
#include "app/doors/python/research_binding.h"
#include "app/doors/python/song_binding.h"
#include "app/doors/python/training_binding.h"
#include "model/version.h"

NB_MODULE(_tactus, module) {
  nanobind::set_leak_warnings(false);  // what a program keeps at its end is no fault to print
  tactus::translate_errors();
  module.attr("version") = tactus::full_version();
  tactus::bind_song(module);
  tactus::bind_engine(module);
  tactus::bind_research(module);
  tactus::bind_training(module);
}
