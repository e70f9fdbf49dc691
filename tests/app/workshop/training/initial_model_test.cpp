// Trainings that continue from a model.
#include <fstream>
#include <iterator>
#include <string>

#include "model/decoding/chords/chord_decoder.h"
#include "model/files/model_file.h"
#include "tests/app/support/toy_training.h"

namespace tactus {
namespace {

using InitialModelTest = test::ToyTraining;

TEST_F(InitialModelTest, GoesOnFromAnotherModel) {
  ASSERT_EQ(run_training(config("first.safetensors"), quiet_, {}), kFinished);
  // Without learning, the second model equals the first one, standardisation and decoder included.
  const std::vector<std::string> still = {"initial_model=first.safetensors", "schedule.epochs=1",
                                          "optimiser.learning_rate=1e-9",
                                          "data=[{manifest: manifest.yaml, train_limit: 1}]"};
  ASSERT_EQ(run_training(config("second.safetensors", still), quiet_, {}), kFinished);
  const Model first = load_model(folder_ / "first.safetensors");
  const Model second = load_model(folder_ / "second.safetensors");
  ASSERT_EQ(second.parameters.size(), first.parameters.size());
  for (std::size_t i = 0; i < first.parameters.size(); ++i) {
    ASSERT_NEAR(second.parameters[i], first.parameters[i], 1e-6f) << i;
  }
  EXPECT_EQ(second.input_mean, first.input_mean);
  EXPECT_EQ(second.decoder_json, first.decoder_json);
  const auto refusal = [&](const std::string& change) {
    try {
      run_training(config("third.safetensors", {"initial_model=first.safetensors", change}), quiet_,
                   {});
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_NE(refusal("network.hidden=9").find("'network'"), std::string::npos);
  EXPECT_NE(refusal("features.fmin=60").find("'features'"), std::string::npos);
}

TEST_F(InitialModelTest, GoesOnFromANetworkOfAnEnsemble) {
  ASSERT_EQ(run_training(config("first.safetensors", {"schedule.epochs=1"}), quiet_, {}),
            kFinished);
  Model ensemble = load_model(folder_ / "first.safetensors");
  TrainedNetwork other = ensemble;
  for (float& value : other.parameters) value += 1.0f;
  ensemble.others = {other};
  save_model(ensemble, folder_ / "ensemble.safetensors");
  const auto train_from = [&](const std::string& network) {
    return run_training(config("second-" + network + ".safetensors",
                               {"initial_model=ensemble.safetensors", "initial_network=" + network,
                                "schedule.epochs=1", "optimiser.learning_rate=1e-9"}),
                        quiet_, {});
  };
  for (const TrainedNetwork* network : networks_of(ensemble)) {
    const std::string number = network == &ensemble ? "1" : "2";
    ASSERT_EQ(train_from(number), kFinished);
    const Model second = load_model(folder_ / ("second-" + number + ".safetensors"));
    EXPECT_TRUE(second.others.empty());
    ASSERT_EQ(second.parameters.size(), network->parameters.size());
    for (std::size_t i = 0; i < second.parameters.size(); ++i)
      ASSERT_NEAR(second.parameters[i], network->parameters[i], 1e-6f) << number << ", " << i;
  }
  try {
    train_from("3");
    FAIL() << "it has two networks";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("initial_network is 3, but it has 2 networks"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(InitialModelTest, TheResultMayGoBackAPartOfTheWay) {
  ASSERT_EQ(run_training(config("first.safetensors", {"schedule.epochs=1"}), quiet_, {}),
            kFinished);
  std::vector<std::string> changes = {"initial_model=first.safetensors", "schedule.epochs=2"};
  ASSERT_EQ(run_training(config("second.safetensors", changes), quiet_, {}), kFinished);
  const Model first = load_model(folder_ / "first.safetensors");
  const Model learned = load_model(folder_ / "second.safetensors");
  ASSERT_NE(learned.parameters, first.parameters);
  // A finished run is not trained again, so the share can be chosen afterwards.
  changes.push_back("initial_share=0.25");
  TrainJobOptions resumed = quiet_;
  resumed.resume = true;
  ASSERT_EQ(run_training(config("second.safetensors", changes), resumed, {}), kFinished);
  const Model result = load_model(folder_ / "second.safetensors");
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    ASSERT_NEAR(result.parameters[i], 0.75f * learned.parameters[i] + 0.25f * first.parameters[i],
                1e-6f)
        << i;
  }
}

TEST_F(InitialModelTest, TheFiguresAreThoseOfTheResult) {
  ASSERT_EQ(run_training(config("first.safetensors", {"schedule.epochs=1"}), quiet_, {}),
            kFinished);
  const auto figures = [&](const std::string& share) {
    EXPECT_EQ(run_training(config(share + ".safetensors",
                                  {"initial_model=first.safetensors", "schedule.epochs=2",
                                   "optimiser.learning_rate=0.05", "initial_share=" + share}),
                           quiet_, {}),
              kFinished);
    return load_model(folder_ / (share + ".safetensors")).provenance.at("figures");
  };
  const std::string first = load_model(folder_ / "first.safetensors").provenance.at("figures");
  EXPECT_NE(figures("0"), first);
  EXPECT_EQ(figures("0.99"), first);
}

TEST_F(InitialModelTest, ACalibrationIsNotThatOfTheModelThatGoesOn) {
  ASSERT_EQ(run_training(config("first.safetensors", {"schedule.epochs=1"}), quiet_, {}),
            kFinished);
  Model first = load_model(folder_ / "first.safetensors");
  ChordDecoderParameters decoder = chord_decoder_parameters_from_json(first.decoder_json);
  const std::string uncalibrated = first.decoder_json;
  decoder.calibration = {0.0f, 0.1f, 1.0f, 0.9f};
  first.decoder_json = to_json(decoder);
  ASSERT_NE(first.decoder_json, uncalibrated);
  save_model(first, folder_ / "first.safetensors");
  ASSERT_EQ(run_training(config("second.safetensors",
                                {"initial_model=first.safetensors", "schedule.epochs=1"}),
                         quiet_, {}),
            kFinished);
  EXPECT_EQ(load_model(folder_ / "second.safetensors").decoder_json, uncalibrated);
}

TEST_F(InitialModelTest, NeverReplacesTheModelThatItGoesOnFrom) {
  ASSERT_EQ(run_training(config("first.safetensors", {"schedule.epochs=1"}), quiet_, {}),
            kFinished);
  const auto bytes = [&] {
    std::ifstream file(folder_ / "first.safetensors", std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const std::string before = bytes();
  std::filesystem::create_symlink("first.safetensors", folder_ / "same.safetensors");
  EXPECT_THROW(
      run_training(config("same.safetensors", {"initial_model=first.safetensors"}), quiet_, {}),
      Error)
      << "a link";
  for (const char* output : {"first.safetensors", "./first.safetensors"}) {
    try {
      run_training(config(output, {"initial_model=first.safetensors"}), quiet_, {});
      ADD_FAILURE() << "trained " << output;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("choose another output"), std::string::npos)
          << error.what();
    }
  }
  EXPECT_EQ(bytes(), before);
}

}  // namespace
}  // namespace tactus
