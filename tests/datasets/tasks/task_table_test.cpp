#include "datasets/tasks/task_table.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string_view>

#include "datasets/tasks/interface/task_training.h"

namespace tactus {
namespace {

TEST(TaskTable, EveryTaskIsFoundByItsNameAndByItsModel) {
  std::set<std::string> names;
  for (const auto& task : all_tasks()) {
    names.insert(task->name());
    EXPECT_EQ(make_task(task->name())->name(), task->name());
    Model model;
    task->write(model);
    const auto found = task_of(model);
    EXPECT_EQ(found->name(), task->name());
    EXPECT_EQ(found->decoder_json(), task->decoder_json());
    EXPECT_EQ(found->features().key, task->features().key);
  }
  EXPECT_EQ(names, (std::set<std::string>{"bars", "beats", "chords", "sections"}));
  EXPECT_EQ(make_task("melody"), nullptr);
  EXPECT_THROW(task_of(Model()), std::invalid_argument);
}

// Files of older versions do not name their task.
TEST(TaskTable, HeadsTellBarsFromChordsOnTheSameFeatures) {
  for (const char* name : {"bars", "chords"}) {
    const auto task = make_task(name);
    if (name == std::string_view("chords"))
      read_json(task->feature_kind(), R"({"kind": "nnls_chroma"})", "test");
    Model model;
    task->write(model);
    model.spec.heads = task->heads();
    EXPECT_EQ(task_of(model)->name(), name);
  }
}

TEST(TaskTable, EveryTaskHasTargetsForItsHeads) {
  for (const auto& task : all_tasks()) {
    NetworkSpec spec;
    spec.heads = task->heads();
    EXPECT_EQ(task->training().target_maker(spec, {}, {})->prepare(4, 2).size(), spec.heads.size());
    spec.heads[0].name = "melody";
    EXPECT_THROW(task->training().target_maker(spec, {}, {}), std::invalid_argument)
        << task->name();
  }
}

TEST(TaskTable, LabelsAreTheLayersOfTheTaskAndMustSaySomething) {
  Annotation annotation;
  annotation.beats = {{0.5, 1}, {1.0, 2}};
  annotation.chords = {{0.0, 2.0, "C:maj"}};
  annotation.sections = {{0.0, 2.0, "verse"}};
  for (const auto& task : all_tasks()) {
    const Annotation labels = task->training().labels(annotation);
    EXPECT_EQ(labels.beats.empty(), task->layer() != Layer::kBeats);
    EXPECT_EQ(labels.chords.empty(), task->layer() != Layer::kChords);
    EXPECT_EQ(labels.sections.empty(), task->layer() != Layer::kSections);
    EXPECT_THROW(task->training().labels({}), std::exception) << task->name();
  }
}

TEST(TaskTable, SettingsAreThoseOfTheTaskItself) {
  for (const auto& task : all_tasks()) {
    const auto copy = task->clone();
    if (task->name() != "bars" && task->name() != "sections") {  // without confidences
      task->calibration() = {0.0f, 0.25f, 1.0f, 0.75f};
      EXPECT_NE(copy->decoder_json(), task->decoder_json());
    }
    copy->read_decoder(task->decoder_json());
    EXPECT_EQ(copy->decoder_json(), task->decoder_json());
    EXPECT_THROW(copy->read_decoder(R"({"from_the_future": 1})"), std::invalid_argument);
  }
  const auto chords = make_task("chords");
  EXPECT_THROW(chords->read_decoder(R"({"transpositions": 2})"), std::invalid_argument);
  read_json(chords->feature_kind(), R"({"kind": "nnls_chroma"})", "test");
  EXPECT_NO_THROW(chords->read_decoder(R"({"transpositions": 2})"));
}

}  // namespace
}  // namespace tactus
