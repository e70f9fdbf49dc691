// LSTM results of other programs (ONNX, onnxruntime, nGraph, PyTorch, Keras), if the reference data
// is installed. ONNX layout: X[T,N,I] W[D,4H,I] R[D,4H,H] B[D,8H]=Wb|Rb P[D,3H], gates i,o,f,g;
// ours i,f,g,o.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

using nlohmann::json;
using Values = std::vector<double>;

json read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  return json::parse(in);
}

// Blocks of `block` values, one per gate (and direction), from i,o,f,g to i,f,g,o.
Values reorder_gates(const Values& values, std::size_t block) {
  Values result;
  for (std::size_t d = 0; d + 4 * block <= values.size(); d += 4 * block) {
    for (const int gate : {0, 2, 3, 1}) {
      const auto begin = values.begin() + d + gate * block;
      result.insert(result.end(), begin, begin + block);
    }
  }
  return result;
}

// One layer in our layout, with the expected results.
struct Case {
  LstmShape shape;
  bool reverse_only = false;
  std::vector<std::int32_t> lengths;
  Values x, weight_input, weight_recurrent, bias, peephole, initial_h, initial_c;

  int direction(int d) const { return reverse_only ? 1 : d; }
  template <typename T>
  std::vector<T> as(const Values& values) const {
    return {values.begin(), values.end()};
  }
};

Values data_of(const json& inputs, const char* name) {
  return inputs.contains(name) ? inputs[name]["data"].get<Values>() : Values();
}

Case read_case(const json& document) {
  const json& inputs = document["inputs"];
  Case c;
  const std::vector<int> x = inputs["X"]["shape"], w = inputs["W"]["shape"];
  c.shape = {x[0], x[1], x[2], w[1] / 4, w[0]};
  c.reverse_only = document["attributes"].value("direction", "forward") == "reverse";
  c.lengths.assign(c.shape.batch, c.shape.steps);
  if (inputs.contains("sequence_lens")) {
    const Values lengths = data_of(inputs, "sequence_lens");
    c.lengths.assign(lengths.begin(), lengths.end());
  }
  const std::size_t H = c.shape.hidden, D = c.shape.directions;
  c.x = data_of(inputs, "X");
  c.weight_input = reorder_gates(data_of(inputs, "W"), H * c.shape.input);
  c.weight_recurrent = reorder_gates(data_of(inputs, "R"), H * H);
  Values bias(D * 4 * H, 0.0);
  const Values both = data_of(inputs, "B");
  for (std::size_t d = 0; !both.empty() && d < D; ++d) {
    for (std::size_t i = 0; i < 4 * H; ++i)
      bias[d * 4 * H + i] = both[d * 8 * H + i] + both[d * 8 * H + 4 * H + i];
  }
  c.bias = reorder_gates(bias, H);
  const Values p = data_of(inputs, "P");  // i,o,f -> i,f,o
  for (std::size_t d = 0; !p.empty() && d < D; ++d) {
    for (const int gate : {0, 2, 1}) {
      c.peephole.insert(c.peephole.end(), p.begin() + (d * 3 + gate) * H,
                        p.begin() + (d * 3 + gate + 1) * H);
    }
  }
  c.initial_h = data_of(inputs, "initial_h");
  c.initial_c = data_of(inputs, "initial_c");
  return c;
}

// Outputs in ONNX's layouts.
struct Outputs {
  Values y, y_h, y_c;  // [T,D,N,H], [D,N,H], [D,N,H]
};

// Gathers the outputs from y [T,B,D*H] and, where given, cells (direction -> [T,B,H]).
Outputs gather(const Case& c, const Values& y, const std::vector<Values>& cells) {
  const auto [T, B, C, H, D] = c.shape;
  Outputs out;
  for (int t = 0; t < T; ++t) {
    for (int d = 0; d < D; ++d) {
      for (int b = 0; b < B; ++b) {
        const auto begin = y.begin() + (static_cast<std::size_t>(t) * B + b) * D * H + d * H;
        out.y.insert(out.y.end(), begin, begin + H);
      }
    }
  }
  for (int d = 0; d < D; ++d) {
    for (int b = 0; b < B; ++b) {
      const int last = c.direction(d) == 0 ? c.lengths[b] - 1 : 0;
      if (c.lengths[b] == 0) {
        out.y_h.insert(out.y_h.end(), H, 0.0);
        out.y_c.insert(out.y_c.end(), H, 0.0);
        continue;
      }
      const auto h = y.begin() + (static_cast<std::size_t>(last) * B + b) * D * H + d * H;
      out.y_h.insert(out.y_h.end(), h, h + H);
      if (cells.empty()) continue;
      const auto cell = cells[d].begin() + (static_cast<std::size_t>(last) * B + b) * H;
      out.y_c.insert(out.y_c.end(), cell, cell + H);
    }
  }
  return out;
}

template <typename Scalar>
Outputs by_reference(const Case& c) {
  const auto x = c.as<Scalar>(c.x), w = c.as<Scalar>(c.weight_input),
             r = c.as<Scalar>(c.weight_recurrent), bias = c.as<Scalar>(c.bias),
             p = c.as<Scalar>(c.peephole), h0 = c.as<Scalar>(c.initial_h),
             c0 = c.as<Scalar>(c.initial_c);
  const auto [T, B, C, H, D] = c.shape;
  const std::size_t frames = static_cast<std::size_t>(T) * B;
  Values y(frames * D * H);
  std::vector<Values> cells;
  LstmShape one =
      c.shape;  // a direction at a time: "reverse" is a layer with only the backward one
  one.directions = 1;
  for (int d = 0; d < D; ++d) {
    std::vector<Scalar> y_d(frames * H), tape(lstm_reference_tape_size(one));
    LstmReferencePass<Scalar> pass{
        one,
        c.direction(d),
        c.lengths.data(),
        x.data(),
        {w.data() + d * 4 * H * C, r.data() + d * 4 * H * H, bias.data() + d * 4 * H,
         p.empty() ? nullptr : p.data() + d * 3 * H},
        h0.empty() ? nullptr : h0.data() + d * B * H,
        c0.empty() ? nullptr : c0.data() + d * B * H};
    // With one direction its output starts at column 0, also for the backward one.
    std::vector<Scalar> shifted(frames * 2 * H);
    one.directions = 2;
    pass.shape = one;
    lstm_reference_forward(pass, shifted.data(), tape.data());
    one.directions = 1;
    for (std::size_t f = 0; f < frames; ++f) {
      for (int j = 0; j < H; ++j)
        y[f * D * H + d * H + j] = shifted[f * 2 * H + pass.direction * H + j];
    }
    cells.emplace_back(tape.begin() + frames * 4 * H, tape.end());
  }
  return gather(c, y, cells);
}

// The CPU backend always has a forward direction first: a reversed layer gets one that the test
// ignores. No cells.
Outputs by_cpu(const Case& c) {
  const auto [T, B, C, H, D] = c.shape;
  const auto backend = make_cpu_backend(1);
  const int own = c.reverse_only ? 2 : D;
  const std::size_t frames = static_cast<std::size_t>(T) * B;
  const auto x = c.as<float>(c.x), w = c.as<float>(c.weight_input),
             r = c.as<float>(c.weight_recurrent), bias = c.as<float>(c.bias),
             p = c.as<float>(c.peephole);
  LstmWeights weights;
  for (int d = 0; d < own; ++d) {
    const int from = c.reverse_only ? 0 : d;
    weights[d] = {w.data() + from * 4 * H * C, r.data() + from * 4 * H * H,
                  bias.data() + from * 4 * H, p.empty() ? nullptr : p.data() + from * 3 * H};
  }
  std::vector<float> y(frames * own * H);
  backend->lstm_forward({T, B, C, H, own}, c.lengths.data(), x.data(), weights, y.data(), nullptr);
  Values wanted;
  for (std::size_t f = 0; f < frames; ++f) {
    const auto begin = y.begin() + f * own * H + (own - D) * H;
    wanted.insert(wanted.end(), begin, begin + D * H);
  }
  return gather(c, wanted, {});
}

double worst_error(const Values& found, const json& expected, const char* name) {
  if (!expected.contains(name) || found.empty()) return 0.0;
  const Values values = expected[name]["data"].get<Values>();
  EXPECT_EQ(found.size(), values.size()) << name;
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(found.size(), values.size()); ++i) {
    worst = std::max(worst, std::abs(found[i] - values[i]));
  }
  return worst;
}

double worst_error(const Outputs& found, const json& expected) {
  return std::max({worst_error(found.y, expected, "Y"), worst_error(found.y_h, expected, "Y_h"),
                   worst_error(found.y_c, expected, "Y_c")});
}

TEST(LstmVectors, OnnxLayout) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto folder = data / "peertests" / "g_lstm";
  int applied = 0, on_cpu = 0, elsewhere = 0;
  for (const json& entry : read_json(folder / "cases.json")) {
    if (!entry.contains("file") || !entry["file"].is_string()) {
      ++elsewhere;  // folders of Keras layers: see below
      continue;
    }
    const std::string name = entry["name"];
    SCOPED_TRACE(name);
    const json document = read_json(folder / entry["file"].get<std::string>());
    const double tolerance = document["tolerance"];
    const Case c = read_case(document);
    const double error = worst_error(by_reference<double>(c), document["expected"]);
    EXPECT_LE(error, tolerance);
    EXPECT_LE(worst_error(by_reference<float>(c), document["expected"]), tolerance);
    ++applied;
    double cpu_error = 0.0;
    const bool starts_from_zero =
        std::all_of(c.initial_h.begin(), c.initial_h.end(), [](double v) { return v == 0; }) &&
        std::all_of(c.initial_c.begin(), c.initial_c.end(), [](double v) { return v == 0; });
    if (starts_from_zero) {
      cpu_error = worst_error(by_cpu(c), document["expected"]);
      EXPECT_LE(cpu_error, tolerance);
      ++on_cpu;
    }
    std::printf(
        "  %-40s reference %.2g, cpu %s\n", name.c_str(), error,
        starts_from_zero ? std::to_string(cpu_error).c_str() : "not applied (initial state)");
  }
  std::printf("  applied to the reference: %d, to the CPU backend: %d; in other layouts: %d\n",
              applied, on_cpu, elsewhere);
  EXPECT_GE(applied, 15);
  EXPECT_GE(on_cpu, 14);
}

// A numpy array of little-endian float32 or float64, C order.
Values read_npy(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::uint16_t header = 0;
  std::memcpy(&header, bytes.data() + 8, 2);
  const bool single = bytes.find("'<f4'") < header;
  const std::size_t start = 10 + header, width = single ? 4 : 8;
  Values values;
  for (std::size_t at = start; at + width <= bytes.size(); at += width) {
    float f = 0.0f;
    double d = 0.0;
    std::memcpy(single ? static_cast<void*>(&f) : &d, bytes.data() + at, width);
    values.push_back(single ? f : d);
  }
  return values;
}

// [rows,columns] -> [columns,rows]
Values transposed(const Values& values, std::size_t rows) {
  const std::size_t columns = values.size() / rows;
  Values result(values.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t k = 0; k < columns; ++k) result[k * rows + r] = values[r * columns + k];
  }
  return result;
}

// Keras: kernels [I,4H] and [H,4H] in our gate order, dense layers [I,K] before and after.
TEST(LstmVectors, KerasStacks) {
  TACTUS_SHARED_OR_SKIP(data);
  for (const char* name : {"keras_rtneural_lstm", "keras_rtneural_lstm_1d"}) {
    SCOPED_TRACE(name);
    const auto folder = data / "peertests" / "g_lstm" / name;
    Values signal = read_npy(folder / "x.npy");
    const std::size_t T = signal.size();
    int index = 0;
    for (const json& layer : read_json(folder / "layers.json")) {
      const auto weights = [&](int part) {
        return read_npy(folder /
                        ("layer" + std::to_string(index) + "_" + std::to_string(part) + ".npy"));
      };
      const std::size_t in = signal.size() / T, out = weights(0).size() / in;
      const Values w = transposed(weights(0), in);
      Values y;
      if (layer["type"] == "lstm") {
        const int H = static_cast<int>(out / 4);
        const Values r = transposed(weights(1), H), bias = weights(2);
        const std::int32_t length = static_cast<std::int32_t>(T);
        const LstmShape shape{length, 1, static_cast<int>(in), H, 1};
        Values tape(lstm_reference_tape_size(shape));
        y.resize(T * H);
        const LstmReferencePass<double> pass{
            shape,   0,      &length, signal.data(), {w.data(), r.data(), bias.data(), nullptr},
            nullptr, nullptr};
        lstm_reference_forward(pass, y.data(), tape.data());
      } else {
        y.resize(T * out);
        const Values bias = weights(1);
        linear_reference_forward(T, static_cast<int>(in), static_cast<int>(out), signal.data(),
                                 w.data(), bias.data(), y.data());
        if (layer["activation"] == "tanh")
          std::transform(y.begin(), y.end(), y.begin(), [](double v) { return std::tanh(v); });
      }
      signal = y;
      ++index;
    }
    const Values expected = read_npy(folder / "y.npy");
    ASSERT_EQ(signal.size(), expected.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < T; ++i) worst = std::max(worst, std::abs(signal[i] - expected[i]));
    std::printf("  %-40s reference %.2g over %zu steps\n", name, worst, T);
    EXPECT_LT(worst, 2e-6);
  }
}

}  // namespace
}  // namespace tactus::test
