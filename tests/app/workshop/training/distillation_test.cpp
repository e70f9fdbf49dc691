// Trainings with teachers: a student of another size, songs without annotation, wrong teachers.
#include <string>

#include "model/files/model_file.h"
#include "tests/app/support/toy_training.h"

namespace tactus {
namespace {

class DistillationTest : public test::ToyTraining {
 protected:
  void train_teacher() {
    ASSERT_EQ(run_training(config("teacher.safetensors"), quiet_, {}), kFinished);
  }
  std::string refusal(const std::vector<std::string>& changes,
                      const TrainJobOptions& options = {}) const {
    try {
      run_training(config("student.safetensors", changes), options, {});
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }
  std::vector<float> parameters_of(const std::string& model) const {
    return load_model(folder_ / model).parameters;
  }
  static inline const std::string kTeacher = "distil.teachers=[teacher.safetensors]";
};

TEST_F(DistillationTest, AStudentIsTrainedAndNamesItsTeachers) {
  train_teacher();
  const std::vector<std::string> small = {kTeacher, "distil.weight=0.9", "network.hidden=5",
                                          "seed=3"};
  ASSERT_EQ(run_training(config("student.safetensors", small), quiet_, {}), kFinished);
  const Model student = load_model(folder_ / "student.safetensors");
  EXPECT_EQ(student.spec.layers.front().hidden, 5);
  const std::string teachers = student.provenance.at("teachers");
  EXPECT_NE(teachers.find("teacher.safetensors ("), std::string::npos) << teachers;
  EXPECT_NE(teachers.find("toy (made here)"), std::string::npos) << teachers;
}

TEST_F(DistillationTest, TheWeight0IsATrainingWithoutTeachersBitByBit) {
  train_teacher();
  ASSERT_EQ(run_training(config("alone.safetensors", {"seed=3"}), quiet_, {}), kFinished);
  for (const char* weight : {"0", "0.5"}) {
    ASSERT_EQ(run_training(config("student.safetensors",
                                  {"seed=3", kTeacher, std::string("distil.weight=") + weight}),
                           quiet_, {}),
              kFinished);
    EXPECT_EQ(parameters_of("student.safetensors") == parameters_of("alone.safetensors"),
              std::string(weight) == "0");
  }
}

TEST_F(DistillationTest, ResumesWithTheSameTeachersOnly) {
  train_teacher();
  ASSERT_EQ(run_training(config("whole.safetensors", {kTeacher}), quiet_, {}), kFinished);
  TrainJobOptions stopping = quiet_;
  std::stop_source stop;
  stopping.events = [&](const TrainEvent& event) {
    if (std::holds_alternative<EpochProgress>(event)) stop.request_stop();
  };
  ASSERT_EQ(run_training(config("student.safetensors", {kTeacher}), stopping, stop.get_token()),
            kStopped);
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  EXPECT_NE(refusal({}, resume).find("fingerprint"), std::string::npos) << "no teacher";
  EXPECT_NE(refusal({kTeacher, "distil.weight=0.8"}, resume).find("fingerprint"),
            std::string::npos);
  Model changed = load_model(folder_ / "teacher.safetensors");
  changed.parameters[0] += 1.0f;
  save_model(changed, folder_ / "other.safetensors");
  EXPECT_NE(refusal({"distil.teachers=[other.safetensors]"}, resume).find("fingerprint"),
            std::string::npos);
  ASSERT_EQ(run_training(config("student.safetensors", {kTeacher}), resume, {}), kFinished);
  EXPECT_EQ(parameters_of("student.safetensors"), parameters_of("whole.safetensors"));
}

TEST_F(DistillationTest, SongsWithoutAnnotationLearnFromTheTeachersAlone) {
  train_teacher();
  Corpus corpus = load_manifest(folder_ / "manifest.yaml");
  for (std::size_t i = 0; i < 2; ++i) corpus.items[i].chords.clear();
  const auto write = [&] {
    std::ofstream(folder_ / "manifest.yaml") << manifest_text(corpus, folder_.path());
  };
  write();
  std::size_t songs = 0;
  TrainJobOptions counting = quiet_;
  counting.events = [&](const TrainEvent& event) {
    if (const auto* data = std::get_if<RunData>(&event)) songs = data->training;
  };
  ASSERT_EQ(run_training(config("alone.safetensors"), counting, {}), kFinished);
  EXPECT_EQ(songs, 2u) << "nobody says what is in the other two";
  ASSERT_EQ(run_training(config("student.safetensors", {kTeacher}), counting, {}), kFinished);
  EXPECT_EQ(songs, 4u);
  // Without any annotation, only the teachers' share of the loss counts.
  for (CorpusItem& item : corpus.items)
    if (item.split == "train") item.chords.clear();
  write();
  for (const char* weight : {"0.5", "1"}) {
    ASSERT_EQ(run_training(config(std::string("taught-") + weight + ".safetensors",
                                  {kTeacher, std::string("distil.weight=") + weight,
                                   "optimiser.clip_norm=0", "optimiser.weight_decay=0"}),
                           counting, {}),
              kFinished);
    EXPECT_EQ(songs, 4u);
  }
}

TEST_F(DistillationTest, RefusesTeachersThatDoNotFit) {
  train_teacher();
  EXPECT_NE(refusal({kTeacher, "features.fmin=60"}).find("as teacher: its features differ"),
            std::string::npos);
  EXPECT_NE(refusal({kTeacher, "loss.chord=1"}).find("root (13), bass (13), quality (15), pitches"),
            std::string::npos);
  EXPECT_NE(refusal({"distil.teachers=[none.safetensors]"}).find("none.safetensors"),
            std::string::npos);
  EXPECT_NE(refusal({"distil.weight=0.5"}).find("'teachers' is missing"), std::string::npos);
  EXPECT_NE(refusal({"distil.teachers=[student.safetensors]"}).find("student.safetensors"),
            std::string::npos);
  EXPECT_THROW(run_training(config("teacher.safetensors", {kTeacher}), quiet_, {}), Error)
      << "it would be replaced";
}

}  // namespace
}  // namespace tactus
