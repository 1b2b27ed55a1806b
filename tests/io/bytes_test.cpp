#include "io/bytes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "scratch.h"

namespace mixseed::io {
namespace {

std::string content(const std::string& path) { return std::string(read_bytes(path).view); }

std::string long_text() {
  std::string text;
  for (int i = 0; i < 40000; ++i) text += std::to_string(i * 7919 % 10007) + (i % 10 == 9 ? "\n" : ",");
  return text;
}

TEST(Bytes, ReadsAPlainFileAsItIs) {
  const Scratch scratch;
  const std::string text("a,b\r\n1,2\0x", 10);
  EXPECT_EQ(content(scratch.put("x", text)), text);
  EXPECT_EQ(content(scratch.put("empty", "")), "");
}

TEST(Bytes, DetectsCompressionByContentNotByName) {
  const Scratch scratch;
  EXPECT_EQ(content(scratch.put("x.txt", gzip("hello"))), "hello");
  EXPECT_EQ(content(scratch.put("y.txt", zstd("hello"))), "hello");
  EXPECT_EQ(content(scratch.put("plain.gz", "hello")), "hello");
}

TEST(Bytes, ReadsLargeAndEmptyCompressedFiles) {
  const Scratch scratch;
  const std::string text = long_text();
  EXPECT_EQ(content(scratch.put("x.gz", gzip(text))), text);
  EXPECT_EQ(content(scratch.put("x.zst", zstd(text))), text);
  EXPECT_EQ(content(scratch.put("e.gz", gzip(""))), "");
  EXPECT_EQ(content(scratch.put("e.zst", zstd(""))), "");
}

TEST(Bytes, ExpandsFarBeyondTheFirstBuffer) {
  const Scratch scratch;
  const std::string text(20 << 20, 'x');
  EXPECT_EQ(content(scratch.put("x.gz", gzip(text))), text);
  EXPECT_EQ(content(scratch.put("x.zst", zstd(text))), text);
}

TEST(Bytes, JoinsGzipMembersAndZstdFrames) {
  const Scratch scratch;
  EXPECT_EQ(content(scratch.put("x.gz", gzip("one,") + gzip("") + gzip("two"))), "one,two");
  EXPECT_EQ(content(scratch.put("x.zst", zstd("one,") + zstd("two"))), "one,two");
  const std::string skippable(
      "\x50\x2a\x4d\x18\x03\x00\x00\x00"
      "abc",
      11);
  EXPECT_EQ(content(scratch.put("s.zst", skippable + zstd("one,") + skippable + zstd("two"))), "one,two");
}

TEST(Bytes, AcceptsZeroPaddingAfterGzip) {
  const Scratch scratch;
  EXPECT_EQ(content(scratch.put("x.gz", gzip("one") + std::string(512, '\0'))), "one");
}

TEST(Bytes, EveryTruncationOfACompressedFileIsAnError) {
  const Scratch scratch;
  const std::string gz = gzip(long_text().substr(0, 3000)), zst = zstd(long_text().substr(0, 3000));
  for (std::size_t length = 2; length < gz.size(); length += length < 40 || length + 40 > gz.size() ? 1 : 97) {
    const std::string path = scratch.put("x.gz", gz.substr(0, length));
    EXPECT_EQ(message_of([&] { read_bytes(path); }, ErrorCode::input, &scratch),
              "x.gz: the compressed data ends too early; the file is truncated")
        << length;
  }
  for (std::size_t length = 4; length < zst.size(); length += length < 40 || length + 40 > zst.size() ? 1 : 97) {
    const std::string path = scratch.put("x.zst", zst.substr(0, length));
    EXPECT_EQ(message_of([&] { read_bytes(path); }, ErrorCode::input, &scratch),
              "x.zst: the compressed data ends too early; the file is truncated")
        << length;
  }
}

TEST(Bytes, TruncationInASecondMemberIsAnError) {
  const Scratch scratch;
  const std::string second = gzip("two");
  for (std::size_t length = 2; length < second.size(); ++length) {
    const std::string path = scratch.put("x.gz", gzip("one") + second.substr(0, length));
    EXPECT_EQ(message_of([&] { read_bytes(path); }, ErrorCode::input, &scratch),
              "x.gz: the compressed data ends too early; the file is truncated");
  }
}

TEST(Bytes, NamesTheFileOfDamagedData) {
  const Scratch scratch;
  std::string gz = gzip(long_text());
  gz[gz.size() - 6] = static_cast<char>(gz[gz.size() - 6] ^ 1);
  const std::string path = scratch.put("x.gz", gz);
  EXPECT_EQ(message_of([&] { read_bytes(path); }, ErrorCode::input, &scratch),
            "x.gz: the gzip data is damaged (incorrect data check)");
  std::string zst = zstd(long_text());
  zst[zst.size() / 2] = static_cast<char>(zst[zst.size() / 2] ^ 0x55);
  zst.replace(4, 1, "\xff");
  const std::string other = scratch.put("x.zst", zst);
  const std::string message = message_of([&] { read_bytes(other); }, ErrorCode::input, &scratch);
  EXPECT_EQ(message.substr(0, 32), "x.zst: the zstd data is damaged ") << message;
}

TEST(Bytes, RefusesRubbishAfterCompressedData) {
  const Scratch scratch;
  const std::string gz = scratch.put("x.gz", gzip("one") + "rubbish");
  EXPECT_EQ(message_of([&] { read_bytes(gz); }, ErrorCode::input, &scratch),
            "x.gz: the gzip data is followed by something else; the file is damaged");
  const std::string zst = scratch.put("x.zst", zstd("one") + "rubbish");
  EXPECT_EQ(message_of([&] { read_bytes(zst); }, ErrorCode::input, &scratch),
            "x.zst: the zstd data is damaged (Unknown frame descriptor)");
}

TEST(Bytes, SaysWhyAFileCannotBeOpened) {
  const Scratch scratch;
  EXPECT_EQ(message_of([&] { read_bytes(scratch.path("none.csv")); }, ErrorCode::input, &scratch),
            "none.csv: cannot be opened: No such file or directory");
  EXPECT_EQ(message_of([&] { read_bytes(""); }, ErrorCode::input), "the name of the file to read is empty");
  std::filesystem::create_directory(scratch.path("folder"));
  EXPECT_EQ(message_of([&] { read_bytes(scratch.path("folder")); }, ErrorCode::input, &scratch),
            "folder: is a directory, expected a file");
}

TEST(Bytes, SaysThatAFileMayNotBeRead) {
  const Scratch scratch;
  const std::string path = scratch.put("secret.csv", "1\n");
  chmod(path.c_str(), 0);
  chmod(scratch.path().c_str(), 0755);
  const Unprivileged unprivileged;
  const std::string message = message_of([&] { read_bytes(path); }, ErrorCode::input, &scratch);
  EXPECT_EQ(message, "secret.csv: cannot be opened: Permission denied");
}

TEST(Bytes, ReadsAFifo) {
  const Scratch scratch;
  ASSERT_EQ(mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  std::thread writer([&] { scratch.put("pipe", gzip(long_text())); });
  const std::string got = content(scratch.path("pipe"));
  writer.join();
  EXPECT_EQ(got, long_text());
}

TEST(Bytes, ReadsStandardInput) {
  const Scratch scratch;
  const std::string path = scratch.put("in", zstd("from standard input"));
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(freopen(path.c_str(), "r", stdin), nullptr);
  const std::string got = content("-");
  if (saved >= 0) {
    dup2(saved, STDIN_FILENO);
    close(saved);
  }
  EXPECT_EQ(got, "from standard input");
  EXPECT_EQ(source_name("-"), "standard input");
}

TEST(Bytes, MapsAnArrayAndKeepsItAfterTheFileIsGone) {
  const Scratch scratch;
  const std::string text = "\x93NUMPY and more";
  const std::string path = scratch.put("x.npy", text);
  const Bytes bytes = read_bytes(path);
  std::filesystem::remove(path);
  EXPECT_EQ(bytes.view, text);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.view.data()) % 4096, 0u);
}

constexpr const char* kTooLarge =
    "x: needs more than the 1 MiB of memory that reading may take: --memory allows more, and an .npy file is used "
    "where "
    "it lies (mixseed convert)";

TEST(Bytes, ContentBeyondTheLimitIsRefusedHoweverItComes) {
  const std::size_t limit = std::size_t{1} << 20;
  const std::string small(limit, '1'), large(limit + 1, '1');
  for (const auto& pack :
       {+[](std::string_view text) { return std::string(text); }, +[](std::string_view text) { return gzip(text); },
        +[](std::string_view text) { return zstd(text); }}) {
    const Scratch scratch;
    EXPECT_EQ(read_bytes(scratch.put("x", pack(small)), limit).view, small);
    scratch.put("x", pack(large));
    EXPECT_EQ(message_of([&] { read_bytes(scratch.path("x"), limit); }, ErrorCode::failed, &scratch), kTooLarge);
  }
}

TEST(Bytes, WhatBeginsLikeNothingThatCanBeReadIsReadNoFurther) {
  EXPECT_LE(read_bytes("/dev/zero").view.size(), std::size_t{1} << 16);
  EXPECT_LE(read_bytes("/dev/urandom").view.size(), std::size_t{1} << 16);
  const Scratch scratch;
  const std::string zeros(std::size_t{1} << 26, '\0');
  EXPECT_LE(read_bytes(scratch.put("bomb.gz", gzip(zeros))).view.size(), std::size_t{1} << 16);
  EXPECT_LE(read_bytes(scratch.put("bomb.zst", zstd(zeros))).view.size(), std::size_t{1} << 16);
}

TEST(Bytes, ANameWithAZeroInItIsRefused) {
  EXPECT_EQ(message_of([&] { read_bytes(std::string("f\0g", 3)); }, ErrorCode::input),
            "'f\\x00g': a file name cannot have a byte of zero");
}

}  // namespace
}  // namespace mixseed::io
