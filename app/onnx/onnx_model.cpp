#include "app/onnx/onnx_model.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

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

class Graph {
 public:
  explicit Graph(onnx::GraphProto& graph) : graph_(graph) {}

  onnx::NodeProto& node(const char* type, const std::vector<std::string>& inputs,
                        const std::string& output) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(type);
    node.set_name(output);
    for (const std::string& input : inputs) node.add_input(input);
    node.add_output(output);
    return node;
  }

  const std::string& tensor(const std::string& name, const std::vector<std::size_t>& shape,
                            std::span<const float> values) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    for (std::size_t size : shape) tensor.add_dims(static_cast<std::int64_t>(size));
    tensor.set_raw_data(values.data(), values.size_bytes());  // little-endian, as every target
    return tensor.name();
  }

  const std::string& integers(const std::string& name, const std::vector<std::int64_t>& values) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::INT64);
    tensor.add_dims(static_cast<std::int64_t>(values.size()));
    for (std::int64_t value : values) tensor.add_int64_data(value);
    return tensor.name();
  }

  std::string transposed(const std::string& input, const std::string& output,
                         const std::vector<std::int64_t>& order) {
    onnx::AttributeProto& attribute = *node("Transpose", {input}, output).add_attribute();
    attribute.set_name("perm");
    attribute.set_type(onnx::AttributeProto::INTS);
    for (std::int64_t axis : order) attribute.add_ints(axis);
    return output;
  }

  // [batch, time, size]
  static void describe(onnx::ValueInfoProto& value, const std::string& name, int size) {
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_param("batch");
    type.mutable_shape()->add_dim()->set_dim_param("time");
    type.mutable_shape()->add_dim()->set_dim_value(size);
  }

 private:
  onnx::GraphProto& graph_;
};

void set_integer(onnx::NodeProto& node, const char* name, std::int64_t value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(value);
}

void set_text(onnx::NodeProto& node, const char* name, const std::string& value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::STRING);
  attribute.set_s(value);
}

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
    std::vector<std::string> directions = {"forward"};
    if (spec.bidirectional) directions.push_back("backward");
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
    onnx::NodeProto& lstm = graph_.node("LSTM", inputs, name + ".Y");
    set_integer(lstm, "hidden_size", spec.hidden);
    set_text(lstm, "direction", spec.bidirectional ? "bidirectional" : "forward");
    const std::string apart = graph_.transposed(name + ".Y", name + ".apart", {0, 2, 1, 3});
    graph_.node("Reshape", {apart, graph_.integers(name + ".shape", {0, 0, -1})}, name + ".rows");
    return name + ".rows";
  }

  Graph& graph_;
  const TrainedNetwork& network_;
  std::map<std::string, std::span<const float>> tensors_;
  std::string prefix_;
};

void add_head(Graph& graph, onnx::GraphProto& proto, const HeadSpec& head,
              const std::vector<std::string>& logits) {
  graph.node("Mean", logits, head.name + "_logits");
  if (head.kind == HeadKind::kSoftmax) {
    set_integer(graph.node("Softmax", {head.name + "_logits"}, head.name), "axis", -1);
  } else {
    graph.node("Sigmoid", {head.name + "_logits"}, head.name);
  }
  Graph::describe(*proto.add_output(), head.name, head.classes);
  Graph::describe(*proto.add_output(), head.name + "_logits", head.classes);
}

}  // namespace

std::string onnx_bytes(const Model& model) {
  const auto networks = networks_of(model);
  onnx::ModelProto file;
  file.set_ir_version(kIrVersion);
  file.set_producer_name("tactus");
  file.add_opset_import()->set_version(kOperatorSet);
  onnx::GraphProto& proto = *file.mutable_graph();
  proto.set_name("tactus");
  Graph::describe(*proto.add_input(), "features", most_inputs(model));
  Graph graph(proto);
  std::map<std::string, std::vector<std::string>> logits;  // by head, one of each network
  for (std::size_t k = 0; k < networks.size(); ++k) {
    NetworkNodes nodes(graph, *networks[k], fmt::format("network.{}.", k));
    const std::string rows = nodes.trunk("features", most_inputs(model));
    for (const HeadSpec& head : networks[k]->spec.heads)
      logits[head.name].push_back(nodes.logits(rows, head));
  }
  for (const HeadSpec& head : model.spec.heads) add_head(graph, proto, head, logits[head.name]);
  for (const auto& [key, text] : model_metadata(model)) {
    onnx::StringStringEntryProto& entry = *file.add_metadata_props();
    entry.set_key(key);
    entry.set_value(text);
  }
  if (!model.beat_features) {
    onnx::StringStringEntryProto& entry = *file.add_metadata_props();
    entry.set_key("vocabulary");
    entry.set_value(fmt::format("{}", fmt::join(chord_vocabulary(), "\n")));
  }
  return file.SerializeAsString();
}

}  // namespace tactus
