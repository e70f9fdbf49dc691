#include "datasets/tasks/chords/chord_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "datasets/tasks/chords/chord_confidence.h"
#include "datasets/tasks/chords/chord_tagger.h"
#include "datasets/tasks/chords/chord_validation.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/piece_decoder.h"
#include "model/feature_tables.h"

namespace tactus {
namespace {

std::vector<std::vector<LabelledSegment>> chords_of(const std::vector<TrainingSong>& songs) {
  std::vector<std::vector<LabelledSegment>> chords;
  for (const TrainingSong& song : songs) chords.push_back(song.labels.chords);
  return chords;
}

constexpr std::size_t kMajorMinorLabels = 25;

// C:maj ... B:maj, C:min ... B:min, N: the chords of many programs.
std::vector<std::string> major_minor_labels() {
  std::vector<std::string> labels;
  for (const char* quality : {"maj", "min"})
    for (int root = 0; root < 12; ++root)
      labels.push_back(fmt::format("{}:{}", root_name(root), quality));
  labels.emplace_back("N");
  return labels;
}

}  // namespace

std::vector<HeadSpec> ChordTask::heads() const {
  return {{"root", 13, HeadKind::kSoftmax, 1.0},
          {"bass", 13, HeadKind::kSoftmax, 1.0},
          {"quality", kChordQualities, HeadKind::kSoftmax, 1.0},
          {"pitches", 12, HeadKind::kSigmoid, 1.0},
          {"chord", kChordVocabularySize, HeadKind::kSoftmax, 0.0}};
}

std::vector<TaskMetric> ChordTask::metrics() const {
  return {{"chord roots", "chords", "root", true},
          {"major/minor", "chords", "majmin", true},
          {"sevenths", "chords", "sevenths", true}};
}

Annotation ChordTask::labels(Annotation annotation) const {
  Annotation labels;
  labels.chords = std::move(annotation.chords);
  if (labels.chords.empty()) throw std::invalid_argument("contains no chords");
  chord_target_segments(labels.chords);
  return labels;
}

ParameterTable ChordTask::feature_kind() {
  const WordChoice kind{{"log_frequency", "nnls_chroma"},
                        [this] { return nnls_chroma ? 1 : 0; },
                        [this](std::size_t i) {
                          nnls_chroma =
                              i == 1 ? std::optional(NnlsChromaParameters()) : std::nullopt;
                        }};
  return {{"kind", kind, 0, 0, "kind of features"}};
}

ParameterTable ChordTask::feature_parameters() {
  return nnls_chroma ? parameter_table(*nnls_chroma) : parameter_table(feature_settings);
}

ParameterTable ChordTask::target_parameters() {
  return {
      {"rare_qualities", &target_settings.rare_qualities, 0.0, 1.0,
       "0 = all qualities weigh the same in the loss; with higher values, rare ones weigh more"}};
}

void ChordTask::read_decoder(const std::string& json) {
  ChordDecoderParameters read = chord_decoder_parameters_from_json(json);
  if (read.transpositions > 1 && !nnls_chroma)
    throw std::invalid_argument("transpositions above 1 need features of the kind nnls_chroma");
  decoder = std::move(read);
}

// Begins with the defaults of the targets of beats, because the states of old runs do.
std::string ChordTask::target_text() const {
  const double rare = target_settings.rare_qualities;
  return "|0.5|0|1" + (rare > 0.0 ? fmt::format("|{}", rare) : std::string());
}

TaskFeatures ChordTask::features() const {
  return nnls_chroma ? task_features(*nnls_chroma) : task_features(feature_settings);
}

bool ChordTask::read(const Model& model) {
  if (!model.chord_features && !model.nnls_chroma) return false;
  if (model.chord_features) feature_settings = *model.chord_features;
  nnls_chroma = model.nnls_chroma;
  decoder = chord_decoder_parameters_from_json(model.decoder_json);
  return true;
}

void ChordTask::write(Model& model) const {
  if (nnls_chroma)
    model.nnls_chroma = nnls_chroma;
  else
    model.chord_features = feature_settings;
  model.decoder_json = decoder_json();
}

std::unique_ptr<TargetMaker> ChordTask::target_maker(
    const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
    const std::vector<TrainingSong>& training) const {
  return make_chord_target_maker(spec, chord_quality_weights(target_settings, chords_of(training)),
                                 chords_of(songs));
}

void ChordTask::prepare_decoder(const std::string& json, bool of_model,
                                const std::vector<TrainingSong>& training) {
  read_decoder(json);
  if (of_model)
    decoder.calibration.clear();
  else
    learn_chord_statistics(chords_of(training), features().fps, decoder);
}

ValidationResult ChordTask::validate(Network& network, const Songs& songs,
                                     const Standardisation& standardisation,
                                     std::stop_token stop) const {
  return validate_chord_frames(network, songs, standardisation, std::move(stop));
}

ValidationResult ChordTask::figures(Network& network, const Songs& songs,
                                    const Standardisation& standardisation,
                                    std::stop_token stop) const {
  return validate_chords(network, songs, standardisation, decoder, std::move(stop));
}

TrainingSample ChordTask::sample(Network& network, const TrainingSong& song,
                                 const Standardisation& standardisation) const {
  return sample_chords(network, song, standardisation, decoder);
}

std::optional<JudgedSong> ChordTask::judge(const Annotation* reference,
                                           const Annotation& estimate) const {
  return judge_chords(reference, estimate);
}

std::unique_ptr<TaskTagger> ChordTask::tagger(const Model& model,
                                              const InferenceDevice& device) const {
  if (decoder.transpositions > 1 && !nnls_chroma)
    throw std::invalid_argument(
        "transpositions above 1 need NNLS chroma, but the model has other features");
  return make_chord_tagger(make_task_networks(model, device, heads()), decoder);
}

std::vector<std::string> ChordTask::activation_labels() const {
  return chord_vocabulary();
}

std::vector<ActivationDecoder> ChordTask::activation_decoders() {
  ActivationDecoder chords;
  chords.name = "chords";
  chords.columns = {kChordVocabularySize, kMajorMinorLabels};
  chords.columns_help =
      "K = number of labels: probabilities. Without labels K = 169 is Tactus's vocabulary,\n"
      "             and K = 25 is C:maj C#:maj ... B:maj C:min ... B:min N";
  chords.line = "START END LABEL";
  chords.format = Format::kLab;
  chords.parameters = decoder_parameters();
  chords.set_help =
      " (--snap-to replaces snap_to_beats; transpositions and repeat* have no effect, because "
      "they\n need the network)";
  chords.snaps = true;
  chords.default_labels = [](std::size_t columns) {
    return columns == kMajorMinorLabels ? major_minor_labels() : chord_vocabulary();
  };
  chords.decode = [this](DecoderInput input, Annotation& annotation) {
    ChordDecoderParameters settings = decoder;
    settings.snap_to_beats = input.beats.has_value();
    // A stay bonus asks for the model without statistics.
    if (std::ranges::find(input.set_parameters, "stay_bonus") != input.set_parameters.end())
      settings.max_duration = 0;
    ChordPieceOptions options;
    if (input.beats) options.beats = *input.beats;
    options.find_key = input.labels == chord_vocabulary();  // other labels keep their spelling
    InferredChords inferred{std::move(input.activations), {}, {}};
    ChordPiece piece = decode_piece_chords(inferred, input.labels, settings, options);
    annotation.chords = std::move(piece.chords);
    annotation.keys = std::move(piece.keys);
  };
  return {std::move(chords)};
}

}  // namespace tactus
