#include "lab/store.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "io/scratch.h"
#include "lab/runner.h"
#include "support/message.h"

namespace mixseed::lab {
namespace {

using io::Scratch;
using testing::message;

StoredRun run_with(const std::string& data, const std::string& pipeline, std::uint64_t seed, double final) {
  StoredRun run;
  run.key = {data, pipeline, seed, RuleSet::standard, "1.2.3"};
  run.label = "label of " + pipeline;
  run.outcome.final = final;
  run.outcome.initial = -1.5;
  run.outcome.final_degenerate = 3;
  run.outcome.seconds.em = 0.25;
  return run;
}

TEST(Store, GivesBackWhatItGot) {
  const Scratch scratch;
  const std::string path = scratch.path("runs.db");
  StoredRun odd = run_with("b", "m", 2, -std::numeric_limits<double>::infinity());
  odd.outcome.initial_fresh = std::nan("");
  odd.outcome.error = "it's \"broken\"";
  {
    Store store(path, Store::Mode::write);
    EXPECT_EQ(store.add({odd, run_with("a", "n", 1, -2.25), run_with("a", "m", 1, 0.1)}), 3u);
  }
  const Store store(path, Store::Mode::read);
  EXPECT_EQ(store.versions(), std::vector<std::string>{"1.2.3"});
  EXPECT_EQ(store.size("1.2.3"), 3u);
  EXPECT_TRUE(store.runs("1.2.3", RuleSet::paper).empty());
  const auto runs = store.runs("1.2.3", RuleSet::standard);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].key.pipeline, "m");
  EXPECT_EQ(runs[0].outcome.final, 0.1);
  EXPECT_EQ(runs[0].outcome.final_degenerate, 3u);
  EXPECT_EQ(runs[0].label, "label of m");
  EXPECT_EQ(runs[1].key.pipeline, "n");
  EXPECT_EQ(runs[2].outcome.final, -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(runs[2].outcome.initial_fresh));
  EXPECT_EQ(runs[2].outcome.error, odd.outcome.error);
  EXPECT_DOUBLE_EQ(runs[2].outcome.seconds.total, 0.25);
}

TEST(Store, KeepsTheFirstOfTwoRunsWithOneKey) {
  const Scratch scratch;
  Store store(scratch.path("runs.db"), Store::Mode::write);
  store.add({run_with("a", "m", 1, 1)});
  EXPECT_EQ(store.add({run_with("a", "m", 1, 2), run_with("a", "m", 2, 3)}), 1u);
  EXPECT_EQ(store.runs("1.2.3", RuleSet::standard)[0].outcome.final, 1);
  EXPECT_EQ(store.finished_runs("a", "1.2.3").size(), 2u);
  EXPECT_TRUE(store.finished_runs("a", "1.2.3").contains({"m", RuleSet::standard, 2}));
  EXPECT_TRUE(store.finished_runs("b", "1.2.3").empty());
}

TEST(Store, HasOneWriterAtATime) {
  const Scratch scratch;
  const std::string path = scratch.path("runs.db");
  {
    Store writer(path, Store::Mode::write);
    writer.add({run_with("a", "m", 1, 1)});
    EXPECT_NE(message(ErrorCode::output, [&] { Store(path, Store::Mode::write); }).find("another"), std::string::npos);
    EXPECT_EQ(Store(path, Store::Mode::read).size("1.2.3"), 1u);
    writer.add({run_with("a", "m", 2, 1)});
  }
  EXPECT_EQ(Store(path, Store::Mode::write).size("1.2.3"), 2u);
}

TEST(Store, RefusesWhatIsNoStore) {
  const Scratch scratch;
  const std::string text = scratch.put("text.db", std::string(5000, 'x'));
  EXPECT_NE(message(ErrorCode::input, [&] { Store(text, Store::Mode::read); }).find("text.db"), std::string::npos);
  EXPECT_NE(message(ErrorCode::output, [&] { Store(text, Store::Mode::write); }).find("is no store of runs"),
            std::string::npos);
  EXPECT_EQ(scratch.get("text.db"), std::string(5000, 'x'));
  EXPECT_NE(
      message(ErrorCode::input, [&] { Store(scratch.path("absent.db"), Store::Mode::read); }).find("no such store"),
      std::string::npos);
  EXPECT_NE(
      message(ErrorCode::output, [&] { Store(scratch.path("no/where.db"), Store::Mode::write); }).find("where.db"),
      std::string::npos);
}

TEST(Runner, ARunThatIsStoredIsSkippedAndNothingDependsOnTheJobs) {
  const Scratch scratch;
  const PlanOptions small{
      .data_sets = 1, .seeds = 2, .only = "dim=3,separation=2,weight-skew=0,shape=equal-10,noise=0"};
  const Plan plan = read_plan("quick", small);
  ASSERT_EQ(plan.runs(), 40u);
  Store one(scratch.path("one.db"), Store::Mode::write), two(scratch.path("two.db"), Store::Mode::write);
  EXPECT_EQ(run(plan, one, {.jobs = 1}).done, 40u);
  EXPECT_EQ(run(plan, two, {.jobs = 3}).done, 40u);
  const RunProgress again = run(plan, one, {.jobs = 1});
  EXPECT_EQ(again.done, 0u);
  EXPECT_EQ(again.skipped, 40u);
  for (const RuleSet rules : plan.rules) {
    const auto a = one.runs(one.versions().front(), rules), b = two.runs(two.versions().front(), rules);
    ASSERT_EQ(a.size(), 20u);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].outcome.final, b[i].outcome.final);
      EXPECT_EQ(a[i].outcome.initial_fresh, b[i].outcome.initial_fresh);
      EXPECT_GT(a[i].outcome.final, a[i].outcome.initial - 1e-9);
      EXPECT_TRUE(a[i].outcome.error.empty());
      EXPECT_EQ(a[i].outcome.rounds, a[i].key.pipeline.find("cem") == std::string::npos &&
                                             a[i].key.pipeline.find("kmeans:") == std::string::npos
                                         ? 75
                                         : 50);
    }
  }
}

TEST(Runner, ShardsArePartsOfTheWhole) {
  const Scratch scratch;
  const Plan plan = read_plan("quick", {.data_sets = 1, .seeds = 1, .only = "dim=3,separation=2,noise=0"});
  Store all(scratch.path("all.db"), Store::Mode::write);
  std::size_t wanted = 0;
  for (std::size_t i = 1; i <= 3; ++i) wanted += run(plan, all, {.shard = {i, 3}}).done;
  EXPECT_EQ(wanted, plan.runs());
  EXPECT_EQ(status(plan, all).skipped, plan.runs());
  for (const char* wrong : {"0/3", "4/3", "1", "a/b", "1/0"}) EXPECT_THROW(Shard::parse(wrong), Error) << wrong;
}

TEST(Runner, AnObserverThatSaysNoStopsItAndWhatIsDoneStays) {
  const Scratch scratch;
  const Plan plan = read_plan("quick", {});
  Store store(scratch.path("runs.db"), Store::Mode::write);
  const RunProgress progress = run(plan, store, {.jobs = 2, .observer = [](const RunProgress&) { return false; }});
  EXPECT_LT(progress.done, progress.wanted);
  EXPECT_EQ(status(plan, store).skipped, progress.done);
}

using std::filesystem::perms;
constexpr perms kReadOnly = perms::owner_read | perms::owner_exec | perms::group_read | perms::group_exec |
                            perms::others_read | perms::others_exec;

TEST(Store, IsReadWhereNothingCanBeWritten) {
  const Scratch scratch;
  const std::string folder = scratch.path("read only, 100%"), path = folder + "/runs.db";
  std::filesystem::create_directory(folder);
  Store(path, Store::Mode::write).add({run_with("a", "m", 1, 2.5)});
  std::filesystem::permissions(scratch.path(), perms::all);
  std::filesystem::permissions(folder, kReadOnly);
  const io::Unprivileged unprivileged;
  EXPECT_EQ(Store(path, Store::Mode::read).runs("1.2.3", RuleSet::standard).size(), 1u);
}

TEST(Store, SaysWhereItsLastRunsAreWhenTheyCannotBeRead) {
  const Scratch scratch;
  const std::string folder = scratch.path("read only"), path = folder + "/runs.db";
  std::filesystem::create_directory(folder);
  Store(path, Store::Mode::write).add({run_with("a", "m", 1, 2.5)});
  scratch.put("read only/runs.db-wal", "left by a writer that was killed");
  std::filesystem::permissions(scratch.path(), perms::all);
  std::filesystem::permissions(folder, kReadOnly);
  const io::Unprivileged unprivileged;
  EXPECT_EQ(
      message(ErrorCode::input, [&] { Store(path, Store::Mode::read); }),
      path + ": its last runs are in " + path + "-wal, which can only be read where files can be written: copy both");
}

TEST(Store, TakesSeveralLotsOrNone) {
  const Scratch scratch;
  Store store(scratch.path("runs.db"), Store::Mode::write);
  const std::vector<std::vector<StoredRun>> lots{{run_with("a", "m", 1, 1), run_with("a", "m", 2, 1)},
                                                 {run_with("a", "m", 2, 1), run_with("b", "m", 1, 1)}};
  EXPECT_EQ(store.add_all(lots), (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(store.size("1.2.3"), 3u);
}

}  // namespace
}  // namespace mixseed::lab
