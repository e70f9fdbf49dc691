#include "app/doors/onnx/onnx_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/tasks/interface/task_networks.h"
#include "model/backend/reference/reference_backend.h"

namespace tactus {
namespace {

struct Tensor {
  std::vector<std::size_t> shape;
  std::vector<double> values;
  std::size_t rows() const { return values.size() / shape.back(); }
};

std::size_t volume(const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  for (std::size_t side : shape) size *= side;
  return size;
}

// A message of Protocol Buffers. Numbers of fields are those of onnx.proto.
class Message {
 public:
  explicit Message(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint64_t key = varint(bytes);
      Field field{static_cast<int>(key >> 3), 0, {}};
      if ((key & 7) == 0) {
        field.number = static_cast<std::int64_t>(varint(bytes));
      } else if ((key & 7) == 2) {
        const std::uint64_t size = varint(bytes);
        field.bytes = bytes.substr(0, size);
        EXPECT_EQ(field.bytes.size(), size);
        bytes.remove_prefix(field.bytes.size());
      } else {
        throw std::runtime_error("a kind of value that ONNX does not need here");
      }
      fields_.push_back(field);
    }
  }

  std::vector<Message> messages(int id) const {
    std::vector<Message> found;
    for (const Field& field : fields_)
      if (field.id == id) found.emplace_back(field.bytes);
    return found;
  }
  Message message(int id) const { return messages(id).at(0); }
  std::vector<std::string> texts(int id) const {
    std::vector<std::string> found;
    for (const Field& field : fields_)
      if (field.id == id) found.emplace_back(field.bytes);
    return found;
  }
  std::string text(int id) const { return texts(id).at(0); }
  std::vector<std::int64_t> integers(int id) const {  // a field for each, or all in one
    std::vector<std::int64_t> found;
    for (const Field& field : fields_) {
      if (field.id != id) continue;
      if (field.bytes.empty()) found.push_back(field.number);
      for (std::string_view packed = field.bytes; !packed.empty();)
        found.push_back(static_cast<std::int64_t>(varint(packed)));
    }
    return found;
  }
  std::int64_t integer(int id) const { return integers(id).at(0); }

 private:
  struct Field {
    int id;
    std::int64_t number;
    std::string_view bytes;
  };

  static std::uint64_t varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.at(0));
      bytes.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw std::runtime_error("an endless number");
  }

  std::vector<Field> fields_;
};

Message attribute(const Message& node, const std::string& name) {
  for (const Message& found : node.messages(5))
    if (found.text(1) == name) return found;
  throw std::runtime_error(node.text(4) + " without " + name);
}

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

// The operators as the ONNX standard defines them, each as plainly as possible.
Tensor transpose(const Tensor& x, const Message& node) {
  const auto order = attribute(node, "perm").integers(8);
  Tensor y{{}, std::vector<double>(x.values.size())};
  for (auto axis : order) y.shape.push_back(x.shape[static_cast<std::size_t>(axis)]);
  std::vector<std::size_t> at(x.shape.size());
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    std::size_t rest = i;
    for (std::size_t k = at.size(); k-- > 0; rest /= y.shape[k])
      at[static_cast<std::size_t>(order[k])] = rest % y.shape[k];
    std::size_t from = 0;
    for (std::size_t k = 0; k < at.size(); ++k) from = from * x.shape[k] + at[k];
    y.values[i] = x.values[from];
  }
  return y;
}

// Gates in the order i, o, f, c; peepholes in the order i, o, f.
Tensor lstm(const std::vector<const Tensor*>& in, const Message& node) {
  const Tensor &x = *in[0], &w = *in[1], &r = *in[2], &b = *in[3];
  const Tensor* p = in.size() > 7 ? in[7] : nullptr;
  const std::size_t steps = x.shape[0], batch = x.shape[1], width = x.shape[2];
  const auto hidden = static_cast<std::size_t>(attribute(node, "hidden_size").integer(3));
  const std::size_t directions = w.shape[0];
  EXPECT_EQ(attribute(node, "direction").text(4), directions == 2 ? "bidirectional" : "forward");
  Tensor y{{steps, directions, batch, hidden}, {}};
  y.values.resize(volume(y.shape));
  for (std::size_t d = 0; d < directions; ++d) {
    for (std::size_t n = 0; n < batch; ++n) {
      std::vector<double> h(hidden), c(hidden);
      for (std::size_t s = 0; s < steps; ++s) {
        const std::size_t t = d == 0 ? s : steps - 1 - s;
        std::vector<double> sums(4 * hidden);
        for (std::size_t row = 0; row < 4 * hidden; ++row) {
          double sum = b.values[d * 8 * hidden + row] + b.values[d * 8 * hidden + 4 * hidden + row];
          for (std::size_t k = 0; k < width; ++k)
            sum += w.values[(d * 4 * hidden + row) * width + k] *
                   x.values[(t * batch + n) * width + k];
          for (std::size_t k = 0; k < hidden; ++k)
            sum += r.values[(d * 4 * hidden + row) * hidden + k] * h[k];
          sums[row] = sum;
        }
        const auto peephole = [&](std::size_t gate, std::size_t unit) {
          return p ? p->values[(d * 3 + gate) * hidden + unit] : 0.0;
        };
        for (std::size_t u = 0; u < hidden; ++u) {
          const double i = sigmoid(sums[u] + peephole(0, u) * c[u]);
          const double f = sigmoid(sums[2 * hidden + u] + peephole(2, u) * c[u]);
          c[u] = f * c[u] + i * std::tanh(sums[3 * hidden + u]);
          h[u] = sigmoid(sums[hidden + u] + peephole(1, u) * c[u]) * std::tanh(c[u]);
          y.values[((t * directions + d) * batch + n) * hidden + u] = h[u];
        }
      }
    }
  }
  return y;
}

Tensor reshape(const Tensor& x, const Tensor& shape) {
  Tensor y{{}, x.values};
  std::size_t known = 1;
  for (std::size_t k = 0; k < shape.values.size(); ++k) {
    y.shape.push_back(shape.values[k] == 0 ? x.shape[k] : 1);
    known *= y.shape.back();
  }
  y.shape.back() = x.values.size() / known;
  return y;
}

Tensor mat_mul(const Tensor& x, const Tensor& w) {
  Tensor y = x;
  y.shape.back() = w.shape[1];
  y.values.assign(volume(y.shape), 0.0);
  for (std::size_t row = 0; row < x.rows(); ++row)
    for (std::size_t k = 0; k < w.shape[1]; ++k)
      for (std::size_t d = 0; d < w.shape[0]; ++d)
        y.values[row * w.shape[1] + k] +=
            x.values[row * w.shape[0] + d] * w.values[d * w.shape[1] + k];
  return y;
}

// Of x with another of its shape, or with one value for each column.
Tensor each(Tensor x, const Tensor& other, double (*operation)(double, double)) {
  for (std::size_t i = 0; i < x.values.size(); ++i)
    x.values[i] = operation(x.values[i], other.values[i % other.values.size()]);
  return x;
}

Tensor softmax(Tensor x) {
  for (std::size_t row = 0; row < x.rows(); ++row) {
    double sum = 0.0;
    for (std::size_t k = 0; k < x.shape.back(); ++k) {
      double& value = x.values[row * x.shape.back() + k];
      sum += value = std::exp(value);
    }
    for (std::size_t k = 0; k < x.shape.back(); ++k) x.values[row * x.shape.back() + k] /= sum;
  }
  return x;
}

Tensor constant(const Message& stored) {
  Tensor tensor;
  for (auto side : stored.integers(1)) tensor.shape.push_back(static_cast<std::size_t>(side));
  if (stored.integer(2) == 7) {
    for (auto value : stored.integers(7)) tensor.values.push_back(static_cast<double>(value));
  } else {
    EXPECT_EQ(stored.integer(2), 1) << "single precision";
    const std::string bytes = stored.text(9);
    std::vector<float> raw(bytes.size() / sizeof(float));
    std::memcpy(raw.data(), bytes.data(), bytes.size());
    tensor.values.assign(raw.begin(), raw.end());
  }
  EXPECT_EQ(tensor.values.size(), volume(tensor.shape)) << stored.text(8);
  return tensor;
}

// Of the last axis, from 0 on.
Tensor slice(const Tensor& x, const Tensor& end) {
  const auto kept = static_cast<std::size_t>(end.values.at(0));
  Tensor y{x.shape, {}};
  y.shape.back() = kept;
  for (std::size_t row = 0; row < x.rows(); ++row)
    for (std::size_t c = 0; c < kept; ++c) y.values.push_back(x.values[row * x.shape.back() + c]);
  return y;
}

Tensor result_of(const Message& node, const std::vector<const Tensor*>& in) {
  const std::string type = node.text(4);
  if (type == "Transpose") return transpose(*in[0], node);
  if (type == "Slice") return slice(*in[0], *in[2]);
  if (type == "LSTM") return lstm(in, node);
  if (type == "Reshape") return reshape(*in[0], *in[1]);
  if (type == "MatMul") return mat_mul(*in[0], *in[1]);
  if (type == "Add") return each(*in[0], *in[1], [](double a, double b) { return a + b; });
  if (type == "Sub") return each(*in[0], *in[1], [](double a, double b) { return a - b; });
  if (type == "Mul") return each(*in[0], *in[1], [](double a, double b) { return a * b; });
  if (type == "Sigmoid") return each(*in[0], *in[0], [](double a, double) { return sigmoid(a); });
  if (type == "Softmax") return softmax(*in[0]);
  if (type != "Mean") throw std::runtime_error("operator " + type);
  Tensor sum = *in[0];
  for (std::size_t k = 1; k < in.size(); ++k)
    sum = each(sum, *in[k], [](double a, double b) { return a + b; });
  for (double& value : sum.values) value /= static_cast<double>(in.size());
  return sum;
}

std::map<std::string, Tensor> run(const Message& graph, Tensor features) {
  std::map<std::string, Tensor> tensors;
  tensors["features"] = std::move(features);
  for (const Message& stored : graph.messages(5)) tensors[stored.text(8)] = constant(stored);
  for (const Message& node : graph.messages(1)) {
    std::vector<const Tensor*> inputs;
    for (const std::string& name : node.texts(1))
      inputs.push_back(name.empty() ? nullptr : &tensors.at(name));
    Tensor result = result_of(node, inputs);
    EXPECT_FALSE(tensors.contains(node.text(2))) << node.text(2);
    tensors[node.text(2)] = std::move(result);
  }
  return tensors;
}

void randomise(TrainedNetwork& network, std::mt19937& random, bool standardised) {
  std::normal_distribution<float> values(0.0f, 0.4f);
  network.parameters.resize(parameter_count(network.spec));
  for (float& value : network.parameters) value = values(random);
  if (!standardised) return;
  for (int c = 0; c < network.spec.input; ++c) {
    network.input_mean.push_back(values(random));
    network.input_scale.push_back(1.0f + values(random));
  }
}

// Two networks of different shape: peepholes, one and two directions, both kinds of heads.
Model ensemble() {
  std::mt19937 random(7);
  Model model;
  model.beat_features.emplace();
  model.spec.input = 5;
  model.spec.layers = {LayerSpec{.hidden = 3, .peepholes = true}, LayerSpec{.hidden = 2}};
  model.spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"root", 4, HeadKind::kSoftmax, 1.0}};
  TrainedNetwork other;
  other.spec = model.spec;
  other.spec.layers = {LayerSpec{.hidden = 4, .bidirectional = false, .peepholes = true}};
  other.spec.input = 3;  // the first ones
  randomise(model, random, true);
  randomise(other, random, false);
  model.others = {other};
  model.decoder_json = R"({"min_bpm":60.0})";
  model.provenance = {{"task", "beats"}, {"licence", "CC0"}};
  return model;
}

TEST(OnnxModel, ComputesWhatTheNetworksCompute) {
  const Model model = ensemble();
  const std::string file = onnx_bytes(model);
  constexpr std::size_t kBatch = 2, kFrames = 9;
  Tensor features{{kBatch, kFrames, 5}, {}};
  std::mt19937 random(3);
  std::normal_distribution<float> values(0.0f, 1.0f);
  for (std::size_t i = 0; i < kBatch * kFrames * 5; ++i) features.values.push_back(values(random));
  const auto tensors = run(Message(file).message(7), features);

  auto networks = make_task_networks(model, InferenceDevice(make_reference_backend()), {});
  for (std::size_t n = 0; n < kBatch; ++n) {
    FrameMatrix frames(kFrames, 5, 50.0);
    for (std::size_t i = 0; i < frames.data.size(); ++i)
      frames.data[i] = static_cast<float>(features.values[n * frames.data.size() + i]);
    const auto logits = mean_logits(networks, frames);
    for (std::size_t h = 0; h < 2; ++h) {
      const std::string& name = model.spec.heads[h].name;
      const Tensor& found = tensors.at(name + "_logits");
      const std::size_t size = logits[h].data.size();
      ASSERT_EQ(found.shape, (std::vector<std::size_t>{kBatch, kFrames, logits[h].bins}));
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_NEAR(found.values[n * size + i], logits[h].data[i], 1e-5) << name << " " << i;
      for (std::size_t t = 0; t < kFrames; ++t) {
        double sum = 0.0;
        for (std::size_t k = 0; k < logits[h].bins; ++k)
          sum += tensors.at(name).values[n * size + t * logits[h].bins + k];
        const double expected = h == 1 ? 1.0 : sigmoid(logits[h].row(t)[0]);
        EXPECT_NEAR(sum, expected, 1e-5);
      }
    }
  }
}

std::map<std::string, std::string> metadata_of(const Message& file) {
  std::map<std::string, std::string> metadata;
  for (const Message& entry : file.messages(14)) metadata[entry.text(1)] = entry.text(2);
  return metadata;
}

TEST(OnnxModel, SaysWhatGoesInAndOutAndWhereItComesFrom) {
  const std::string bytes = onnx_bytes(ensemble());
  const Message file(bytes);
  EXPECT_EQ(file.message(8).integer(2), 14) << "set of operators";
  const Message graph = file.message(7);
  ASSERT_EQ(graph.messages(11).size(), 1u);
  const Message input = graph.message(11);
  EXPECT_EQ(input.text(1), "features");
  const std::vector<Message> shape = input.message(2).message(1).message(2).messages(1);
  ASSERT_EQ(shape.size(), 3u);
  EXPECT_EQ(shape[0].text(2), "batch");
  EXPECT_EQ(shape[1].text(2), "time");
  EXPECT_EQ(shape[2].integer(1), 5);
  std::vector<std::string> outputs;
  for (const Message& output : graph.messages(12)) outputs.push_back(output.text(1));
  EXPECT_EQ(outputs, (std::vector<std::string>{"beat", "beat_logits", "root", "root_logits"}));
  const auto metadata = metadata_of(file);
  EXPECT_EQ(metadata.at("provenance.licence"), "CC0");
  EXPECT_EQ(metadata.at("decoder"), R"({"min_bpm":60.0})");
  EXPECT_TRUE(metadata.contains("beat_features"));
  EXPECT_FALSE(metadata.contains("vocabulary"));
}

TEST(OnnxModel, ChordModelsHaveTheirVocabulary) {
  Model model = ensemble();
  model.beat_features.reset();
  model.chord_features.emplace();
  const std::string bytes = onnx_bytes(model);
  const std::string vocabulary = metadata_of(Message(bytes)).at("vocabulary");
  EXPECT_TRUE(vocabulary.starts_with("C:maj\nC:min\n"));
  EXPECT_TRUE(vocabulary.ends_with("\nN"));
}

}  // namespace
}  // namespace tactus
