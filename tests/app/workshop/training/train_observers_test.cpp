// The small observers of a run: marks of its states, and its log.
#include "app/workshop/training/train_observers.h"

#include <gtest/gtest.h>

#include "app/workshop/training/train_log.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

TEST(MarkedStates, AStateHasItsMarkBeforeItIsThereAndUnderBothNames) {
  const test::ScratchFolder folder;
  const std::filesystem::path state = folder / "model.state", previous = previous_state(state);
  OutputFiles files;
  MarkedStates marked(files);
  marked.on_state(state, "first");
  test::write_text(state, "first");  // a kill from here on must leave no stranger
  EXPECT_EQ(files.owner_of(state), Owner::kTactus);
  marked.on_state(state, "second");
  std::filesystem::rename(state, previous);
  EXPECT_EQ(files.owner_of(previous), Owner::kTactus);
  test::write_text(state, "second");
  EXPECT_EQ(OutputFiles().owner_of(state), Owner::kTactus) << "for another program, too";
  test::write_text(state, "another run");
  EXPECT_EQ(files.owner_of(state), Owner::kChanged);
}

EpochProgress epoch(int number, double loss) {
  EpochProgress progress;
  progress.epoch = number;
  progress.train_loss = loss;
  return progress;
}

// "epoch loss, epoch loss, ..." of the rows.
std::string rows_of(const std::filesystem::path& log) {
  std::istringstream lines(test::slurp(log));
  std::string rows;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t step = line.find(','), loss = line.find(',', step + 1);
    rows += line.substr(0, step) + line.substr(loss, 5) + "\n";
  }
  return rows;
}

TEST(TrainLog, ARunFromAnOlderStateRepeatsNoRow) {
  const test::ScratchFolder folder;
  const std::filesystem::path log = folder / "model.log";
  OutputFiles files;
  {
    TrainLog first({}, log, false, files);
    for (const int number : {0, 1, 2}) first.on_epoch(epoch(number, 0.9 - 0.1 * number));
  }
  TrainLog resumed({}, log, true, files);
  resumed.on_epoch(epoch(1, 0.75));
  EXPECT_EQ(rows_of(log), "epoch,trai\n1,0.90\n2,0.75\n");
  resumed.on_epoch(epoch(2, 0.65));
  EXPECT_EQ(rows_of(log), "epoch,trai\n1,0.90\n2,0.75\n3,0.65\n");
}

}  // namespace
}  // namespace tactus
