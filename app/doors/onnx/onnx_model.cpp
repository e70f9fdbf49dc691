#include "app/doors/onnx/onnx_model.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "app/doors/onnx/wire_message.h"
#include "model/chords/chord_vocabulary.h"
#include "model/network/network_spec.h"

namespace tactus {
namespace {

constexpr int kOperatorSet = 14;
constexpr int kIrVersion = 7;  // of the same release of ONNX

// Rows of one gate each.
struct GateOrder {
  std::vector<std::size_t> weights;
  std::vector<std::size_t> peepholes;
};
// Ours: i, f, g, o and i, f, o. ONNX: i, o, f, c and i, o, f.
const GateOrder kOnnxOrder = {{0, 3, 1, 2}, {0, 2, 1}};

// Numbers of fields in onnx.proto, https://github.com/onnx/onnx.
namespace field {
enum Model { kIrVersion = 1, kProducerName = 2, kGraph = 7, kOperatorSets = 8, kMetadata = 14 };
enum OperatorSet { kVersion = 2 };
enum Entry { kKey = 1, kEntryValue = 2 };
enum Graph { kNode = 1, kGraphName = 2, kInitializer = 5, kGraphInput = 11, kGraphOutput = 12 };
enum Node { kInput = 1, kOutput = 2, kNodeName = 3, kOperator = 4, kAttribute = 5 };
enum Attribute { kAttributeName = 1, kInteger = 3, kText = 4, kIntegers = 8, kType = 20 };
enum Tensor { kDims = 1, kDataType = 2, kInt64Data = 7, kTensorName = 8, kRawData = 9 };
enum Value { kValueName = 1, kValueType = 2 };
enum Type { kTensorType = 1 };
enum TensorType { kElementType = 1, kShape = 2 };
enum Shape { kDim = 1 };
enum Dim { kSize = 1, kParameter = 2 };
}  // namespace field
enum DataType { kFloat = 1, kInt64 = 7 };
enum AttributeType { kIntegerAttribute = 2, kTextAttribute = 3, kIntegersAttribute = 7 };

WireMessage attribute(const char* name, std::int64_t value) {
  return WireMessage()
      .text(field::kAttributeName, name)
      .integer(field::kInteger, value)
      .integer(field::kType, kIntegerAttribute);
}

WireMessage attribute(const char* name, const char* value) {
  return WireMessage()
      .text(field::kAttributeName, name)
      .text(field::kText, value)
      .integer(field::kType, kTextAttribute);
}

WireMessage attribute(const char* name, std::span<const std::int64_t> values) {
  return WireMessage()
      .text(field::kAttributeName, name)
      .integers(field::kIntegers, values)
      .integer(field::kType, kIntegersAttribute);
}

WireMessage entry(std::string_view key, std::string_view text) {
  return WireMessage().text(field::kKey, key).text(field::kEntryValue, text);
}

// The description of an input or output, [batch, time, size].
WireMessage described(const std::string& name, int size) {
  WireMessage shape, tensor, type;
  for (const char* free : {"batch", "time"})
    shape.message(field::kDim, WireMessage().text(field::kParameter, free));
  shape.message(field::kDim, WireMessage().integer(field::kSize, size));
  tensor.integer(field::kElementType, kFloat).message(field::kShape, shape);
  type.message(field::kTensorType, tensor);
  return WireMessage().text(field::kValueName, name).message(field::kValueType, type);
}

class Graph {
 public:
  void node(const char* type, const std::vector<std::string>& inputs, const std::string& output,
            const std::vector<WireMessage>& attributes = {}) {
    WireMessage node;
    for (const std::string& input : inputs) node.text(field::kInput, input);
    node.text(field::kOutput, output).text(field::kNodeName, output);
    node.text(field::kOperator, type);
    for (const WireMessage& one : attributes) node.message(field::kAttribute, one);
    nodes_.message(field::kNode, node);
  }

  const std::string& tensor(const std::string& name, const std::vector<std::size_t>& shape,
                            std::span<const float> values) {
    const auto bytes = std::as_bytes(values);  // little-endian, as every target
    WireMessage tensor;
    for (const std::size_t size : shape)
      tensor.integer(field::kDims, static_cast<std::int64_t>(size));
    tensor.integer(field::kDataType, kFloat).text(field::kTensorName, name);
    tensor.text(field::kRawData, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    constants_.message(field::kInitializer, tensor);
    return name;
  }

  const std::string& integers(const std::string& name, const std::vector<std::int64_t>& values) {
    constants_.message(field::kInitializer,
                       WireMessage()
                           .integer(field::kDims, static_cast<std::int64_t>(values.size()))
                           .integer(field::kDataType, kInt64)
                           .packed(field::kInt64Data, values)
                           .text(field::kTensorName, name));
    return name;
  }

  std::string transposed(const std::string& input, const std::string& output,
                         const std::vector<std::int64_t>& order) {
    node("Transpose", {input}, output, {attribute("perm", order)});
    return output;
  }

  void output(const std::string& name, int size) {
    outputs_.message(field::kGraphOutput, described(name, size));
  }

  // With "features" of `size` values as its input.
  WireMessage whole(int size) const {
    WireMessage graph = nodes_;
    graph.text(field::kGraphName, "tactus").append(constants_);
    graph.message(field::kGraphInput, described("features", size)).append(outputs_);
    return graph;
  }

 private:
  WireMessage nodes_, constants_, outputs_;
};

// The tensors of one network by the names of parameter_table.
std::map<std::string, std::span<const float>> tensors_of(const TrainedNetwork& network) {
  std::map<std::string, std::span<const float>> tensors;
  const std::span<const float> all = network.parameters;
  for (const ParameterInfo& info : parameter_table(network.spec))
    tensors[info.name] = all.subspan(info.offset, info.size);
  return tensors;
}

void append_blocks(std::vector<float>& out, std::span<const float> values,
                   const std::vector<std::size_t>& order) {
  const std::size_t size = values.size() / order.size();
  for (std::size_t block : order) {
    const auto part = values.subspan(block * size, size);
    out.insert(out.end(), part.begin(), part.end());
  }
}

// One network inside the graph; all its names begin with `prefix`. Rows are time-major in it.
class NetworkNodes {
 public:
  NetworkNodes(Graph& graph, const TrainedNetwork& network, std::string prefix)
      : graph_(graph),
        network_(network),
        tensors_(tensors_of(network)),
        prefix_(std::move(prefix)) {}

  // [batch, time, C] -> [time, batch, D]; the network takes the first of the C inputs
  std::string trunk(std::string features, int inputs) {
    if (network_.spec.input < inputs) {
      graph_.node("Slice",
                  {features, graph_.integers(prefix_ + "first", {0}),
                   graph_.integers(prefix_ + "inputs", {network_.spec.input}),
                   graph_.integers(prefix_ + "axis", {2})},
                  prefix_ + "features");
      features = prefix_ + "features";
    }
    std::string rows = graph_.transposed(standardised(features), prefix_ + "rows", {1, 0, 2});
    for (std::size_t l = 0; l < network_.spec.layers.size(); ++l) rows = layer(rows, l);
    return rows;
  }

  // [time, batch, D] -> [batch, time, K]
  std::string logits(const std::string& rows, const HeadSpec& head) {
    const std::string name = prefix_ + head.name;
    const auto classes = static_cast<std::size_t>(head.classes);
    const auto weight = tensors_.at("heads." + head.name + ".weight");
    const std::size_t width = weight.size() / classes;
    std::vector<float> columns(weight.size());  // [D, K]
    for (std::size_t k = 0; k < classes; ++k)
      for (std::size_t d = 0; d < width; ++d) columns[d * classes + k] = weight[k * width + d];
    graph_.node("MatMul", {rows, graph_.tensor(name + ".weight", {width, classes}, columns)},
                name + ".product");
    graph_.node("Add",
                {name + ".product", graph_.tensor(name + ".bias", {classes},
                                                  tensors_.at("heads." + head.name + ".bias"))},
                name + ".sum");
    return graph_.transposed(name + ".sum", name + ".logits", {1, 0, 2});
  }

 private:
  std::string standardised(std::string features) {
    const auto size = static_cast<std::size_t>(network_.spec.input);
    if (!network_.input_mean.empty()) {
      graph_.node("Sub", {features, graph_.tensor(prefix_ + "mean", {size}, network_.input_mean)},
                  prefix_ + "centred");
      features = prefix_ + "centred";
    }
    if (!network_.input_scale.empty()) {
      graph_.node("Mul", {features, graph_.tensor(prefix_ + "scale", {size}, network_.input_scale)},
                  prefix_ + "scaled");
      features = prefix_ + "scaled";
    }
    return features;
  }

  // [time, batch, width] -> [time, batch, H or 2H]
  std::string layer(const std::string& rows, std::size_t index) {
    const LayerSpec& spec = network_.spec.layers[index];
    const auto hidden = static_cast<std::size_t>(spec.hidden);
    const auto directions = spec.bidirectional ? std::vector<std::string>{"forward", "backward"}
                                               : std::vector<std::string>{"forward"};
    std::vector<float> input, recurrent, bias, peephole;
    for (const std::string& direction : directions) {
      const auto part = [&](const char* what) {
        return tensors_.at(fmt::format("layers.{}.{}.{}", index, direction, what));
      };
      append_blocks(input, part("weight_input"), kOnnxOrder.weights);
      append_blocks(recurrent, part("weight_recurrent"), kOnnxOrder.weights);
      append_blocks(bias, part("bias"), kOnnxOrder.weights);
      bias.insert(bias.end(), 4 * hidden, 0.0f);  // ONNX adds a second bias
      if (spec.peepholes) append_blocks(peephole, part("peephole"), kOnnxOrder.peepholes);
    }
    const std::size_t count = directions.size();
    const std::size_t width = input.size() / (count * 4 * hidden);
    const std::string name = fmt::format("{}layers.{}", prefix_, index);
    std::vector<std::string> inputs = {
        rows, graph_.tensor(name + ".W", {count, 4 * hidden, width}, input),
        graph_.tensor(name + ".R", {count, 4 * hidden, hidden}, recurrent),
        graph_.tensor(name + ".B", {count, 8 * hidden}, bias)};
    if (spec.peepholes) {
      inputs.insert(inputs.end(), {"", "", ""});  // lengths and initial states
      inputs.push_back(graph_.tensor(name + ".P", {count, 3 * hidden}, peephole));
    }
    graph_.node("LSTM", inputs, name + ".Y",
                {attribute("hidden_size", spec.hidden),
                 attribute("direction", spec.bidirectional ? "bidirectional" : "forward")});
    const std::string apart = graph_.transposed(name + ".Y", name + ".apart", {0, 2, 1, 3});
    graph_.node("Reshape", {apart, graph_.integers(name + ".shape", {0, 0, -1})}, name + ".rows");
    return name + ".rows";
  }

  Graph& graph_;
  const TrainedNetwork& network_;
  std::map<std::string, std::span<const float>> tensors_;
  std::string prefix_;
};

void add_head(Graph& graph, const HeadSpec& head, const std::vector<std::string>& logits) {
  graph.node("Mean", logits, head.name + "_logits");
  if (head.kind == HeadKind::kSoftmax)
    graph.node("Softmax", {head.name + "_logits"}, head.name, {attribute("axis", -1)});
  else
    graph.node("Sigmoid", {head.name + "_logits"}, head.name);
  graph.output(head.name, head.classes);
  graph.output(head.name + "_logits", head.classes);
}

WireMessage graph_of(const Model& model) {
  const auto networks = networks_of(model);
  Graph graph;
  std::map<std::string, std::vector<std::string>> logits;  // by head, one of each network
  for (std::size_t k = 0; k < networks.size(); ++k) {
    NetworkNodes nodes(graph, *networks[k], fmt::format("network.{}.", k));
    const std::string rows = nodes.trunk("features", most_inputs(model));
    for (const HeadSpec& head : networks[k]->spec.heads)
      logits[head.name].push_back(nodes.logits(rows, head));
  }
  for (const HeadSpec& head : model.spec.heads) add_head(graph, head, logits[head.name]);
  return graph.whole(most_inputs(model));
}

}  // namespace

std::string onnx_bytes(const Model& model) {
  WireMessage file;
  file.integer(field::kIrVersion, kIrVersion).text(field::kProducerName, "tactus");
  file.message(field::kGraph, graph_of(model));
  file.message(field::kOperatorSets, WireMessage().integer(field::kVersion, kOperatorSet));
  for (const auto& [key, text] : model_metadata(model))
    file.message(field::kMetadata, entry(key, text));
  if (!model.beat_features)
    file.message(field::kMetadata,
                 entry("vocabulary", fmt::format("{}", fmt::join(chord_vocabulary(), "\n"))));
  return file.bytes();
}

}  // namespace tactus
