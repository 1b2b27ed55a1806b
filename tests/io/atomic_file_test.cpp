#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "mixseed/io.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

struct AtomicFileTest : testing::Test {
  Scratch scratch;

  std::string refusal(const std::string& path, std::string_view content = "x") {
    return message_of([&] { AtomicFile(path).commit(content); }, ErrorCode::output, &scratch);
  }
  unsigned mode(const std::string& name) const {
    struct stat status {};
    stat(scratch.path(name).c_str(), &status);
    return status.st_mode & 0777;
  }
};

TEST_F(AtomicFileTest, AppearsOnCommitOnly) {
  AtomicFile file(scratch.path("f"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("f")));
  file.commit("content");
  EXPECT_EQ(scratch.get("f"), "content");
  EXPECT_EQ(scratch.count(), 1u);
}

TEST_F(AtomicFileTest, NothingIsLeftWithoutCommit) {
  { const AtomicFile file(scratch.path("f")); }
  EXPECT_EQ(scratch.count(), 0u);
}

TEST_F(AtomicFileTest, OldContentStaysUntilCommit) {
  scratch.put("f", "old");
  { const AtomicFile file(scratch.path("f")); }
  EXPECT_EQ(scratch.get("f"), "old");
  AtomicFile(scratch.path("f")).commit("new");
  EXPECT_EQ(scratch.get("f"), "new");
  EXPECT_EQ(scratch.count(), 1u);
}

TEST_F(AtomicFileTest, WritesEmptyAndLargeContent) {
  AtomicFile(scratch.path("empty")).commit("");
  EXPECT_EQ(scratch.get("empty"), "");
  const std::string large(10 << 20, 'x');
  AtomicFile(scratch.path("large")).commit(large);
  EXPECT_EQ(scratch.get("large"), large);
}

TEST_F(AtomicFileTest, TwoWritersOfOneFileDoNotMix) {
  AtomicFile one(scratch.path("f")), two(scratch.path("f"));
  one.commit("one");
  two.commit("two");
  EXPECT_EQ(scratch.get("f"), "two");
  EXPECT_EQ(scratch.count(), 1u);
}

TEST_F(AtomicFileTest, NewFilesFollowTheUmaskAndOldOnesKeepTheirMode) {
  const mode_t before = umask(027);
  AtomicFile(scratch.path("new")).commit("x");
  umask(before);
  EXPECT_EQ(mode("new"), 0640u);
  chmod(scratch.put("private", "old").c_str(), 0600);
  AtomicFile(scratch.path("private")).commit("x");
  EXPECT_EQ(mode("private"), 0600u);
}

TEST_F(AtomicFileTest, LinksKeepPointingToTheFile) {
  scratch.put("target", "old");
  std::filesystem::create_symlink("target", scratch.path("link"));
  AtomicFile(scratch.path("link")).commit("new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link")));
  EXPECT_EQ(scratch.get("target"), "new");
}

TEST_F(AtomicFileTest, LongestPossibleNameWorks) {
  const std::string name(255, 'n');
  AtomicFile(scratch.path(name)).commit("x");
  EXPECT_EQ(scratch.get(name), "x");
}

TEST_F(AtomicFileTest, RelativeNameWorks) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  AtomicFile("f").commit("x");
  std::filesystem::current_path(before);
  EXPECT_EQ(scratch.get("f"), "x");
}

TEST_F(AtomicFileTest, ConstructorSaysWhyAPlaceCannotBeWritten) {
  EXPECT_EQ(refusal(""), "the name of the file to write is empty");
  EXPECT_EQ(refusal(scratch.path("none/f")), "none/f: cannot be written: the directory '" +
                                                 scratch.path("none").substr(scratch.path().size() + 1) +
                                                 "': No such file or directory");
  scratch.put("plain", "");
  EXPECT_EQ(refusal(scratch.path("plain/f")), "plain/f: cannot be written: 'plain' is not a directory");
  std::filesystem::create_directory(scratch.path("folder"));
  EXPECT_EQ(refusal(scratch.path("folder")), "folder: cannot be written: it is a directory");
}

TEST_F(AtomicFileTest, ConstructorSaysThatADirectoryMayNotBeWritten) {
  std::filesystem::create_directory(scratch.path("closed"));
  chmod(scratch.path("closed").c_str(), 0555);
  chmod(scratch.put("fixed", "old").c_str(), 0444);
  chmod(scratch.path().c_str(), 0777);
  const Unprivileged unprivileged;
  EXPECT_EQ(refusal(scratch.path("closed/f")),
            "closed/f: cannot be written: no file can be created in the directory 'closed': Permission denied");
  EXPECT_EQ(refusal(scratch.path("fixed")), "fixed: cannot be written: Permission denied");
  EXPECT_EQ(scratch.get("fixed"), "old");
}

TEST_F(AtomicFileTest, FullDiskIsAnErrorAndLeavesNothing) {
  EXPECT_EQ(refusal("/dev/full"), "/dev/full: cannot be written: No space left on device");
  scratch.put("f", "old");
  struct rlimit before {};
  getrlimit(RLIMIT_FSIZE, &before);
  struct rlimit small = before;
  small.rlim_cur = 1000;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = refusal(scratch.path("f"), std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(message, "f: cannot be written: File too large");
  EXPECT_EQ(scratch.get("f"), "old");
  EXPECT_EQ(scratch.count(), 1u);
}

TEST_F(AtomicFileTest, SecondCommitIsRefused) {
  AtomicFile file(scratch.path("f"));
  file.commit("x");
  EXPECT_EQ(message_of([&] { file.commit("y"); }, ErrorCode::output, &scratch), "f: has been written already");
}

TEST_F(AtomicFileTest, DevicesAndPipesAreWrittenDirectly) {
  AtomicFile("/dev/null").commit("x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  ASSERT_EQ(mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = scratch.get("pipe"); });
  AtomicFile(scratch.path("pipe")).commit("through the pipe");
  reader.join();
  EXPECT_EQ(got, "through the pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(scratch.path("pipe")));
}

TEST_F(AtomicFileTest, StandardOutputIsWrittenThroughItsDescriptorEvenWhenItIsAFile) {
  for (const char* path : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    testing::internal::CaptureStdout();  // a redirection into a regular file
    AtomicFile(path).commit("one ");
    AtomicFile(path).commit("two");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two") << path;
  }
  EXPECT_TRUE(!std::filesystem::exists("/dev/stdout") || std::filesystem::is_symlink("/dev/stdout"));
}

TEST_F(AtomicFileTest, ClosedDescriptorIsRefused) {
  EXPECT_EQ(refusal("/dev/fd/987"), "/dev/fd/987: cannot be written: Bad file descriptor");
}

TEST_F(AtomicFileTest, WhatIsWrittenHasNoNameUntilItIsPublished) {
  scratch.put("f", "old");
  AtomicFile file(scratch.path("f"));
  file.write("new");
  EXPECT_EQ(scratch.get("f"), "old");
  file.publish();
  EXPECT_EQ(scratch.get("f"), "new");
  { AtomicFile(scratch.path("g")).write("never seen"); }
  EXPECT_EQ(scratch.count(), 1u);
}

TEST_F(AtomicFileTest, PiecesAppearTogetherAndTheirStartCanBeRewritten) {
  AtomicFile file(scratch.path("f"));
  for (const char* piece : {"0000", ",one", "", ",two"}) file.append(piece);
  file.rewrite("0002");
  file.append(",three");
  file.finish();
  EXPECT_FALSE(std::filesystem::exists(scratch.path("f")));
  EXPECT_EQ(message_of([&] { file.append("more"); }, ErrorCode::output, &scratch), "f: has been written already");
  file.publish();
  EXPECT_EQ(scratch.get("f"), "0002,one,two,three");
}

TEST_F(AtomicFileTest, PiecesThatAreNotPublishedLeaveNothing) {
  {
    AtomicFile file(scratch.path("f"));
    file.append("some");
  }
  EXPECT_EQ(scratch.count(), 0u);
}

TEST_F(AtomicFileTest, WhatADeviceGotCannotBeRewritten) {
  AtomicFile file("/dev/null");
  EXPECT_FALSE(file.is_file());
  file.append("x");
  EXPECT_EQ(message_of([&] { file.rewrite("y"); }, ErrorCode::output),
            "/dev/null: is no file, what was written to it stays");
}

TEST_F(AtomicFileTest, ALinkToNothingIsFollowedAndStays) {
  std::filesystem::create_directory(scratch.path("there"));
  std::filesystem::create_symlink("there/target", scratch.path("first"));
  std::filesystem::create_symlink(scratch.path("first"), scratch.path("second"));
  AtomicFile(scratch.path("second")).commit("x");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("second")));
  EXPECT_EQ(scratch.get("there/target"), "x");
  std::filesystem::create_symlink("loop", scratch.path("loop"));
  EXPECT_EQ(refusal(scratch.path("loop")), "loop: cannot be written: Too many levels of symbolic links");
  std::filesystem::create_symlink("nowhere/target", scratch.path("third"));
  EXPECT_NE(refusal(scratch.path("third")).find("No such file or directory"), std::string::npos);
}

TEST_F(AtomicFileTest, ANameWithAZeroInItIsRefused) {
  EXPECT_EQ(refusal(std::string("f\0g", 3)), "'f\\x00g': a file name cannot have a byte of zero");
  EXPECT_EQ(scratch.count(), 0u);
}

}  // namespace
}  // namespace mixseed::io
