// A setting of a decoder that exists in tests alone, in this file alone.
#include "model/decoding/bars/bar_decoder.h"

#define parameter_table shipped_table
#define bar_decoder_parameters_from_json shipped_from_json
#include "model/decoding/bars/bar_decoder.cpp"
#undef parameter_table
#undef bar_decoder_parameters_from_json

namespace tactus {

double fake_setting = 0.0;

// The linker takes these and leaves those of bar_decoder.cpp in their archive.
ParameterTable parameter_table(BarDecoderParameters& parameters) {
  ParameterTable table = shipped_table(parameters);
  table.push_back(everyday({"fake_setting", &fake_setting, 1.0, 10.0, "of a test: nothing"}));
  table.back().newer = true;
  return table;
}

BarDecoderParameters bar_decoder_parameters_from_json(const std::string& json) {
  BarDecoderParameters parameters;
  read_json(parameter_table(parameters), json, "bars");
  return parameters;
}

}  // namespace tactus
