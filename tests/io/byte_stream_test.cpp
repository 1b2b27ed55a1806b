#include "io/byte_stream.h"

#include <thread>

#include "scratch.h"

namespace mixseed::io {
namespace {

// The whole content, read `step` bytes at a time.
std::string read_in_steps(const std::string& path, std::size_t step) {
  ByteStream stream(path);
  std::string content, buffer(step, '\0');
  for (;;) {
    const std::size_t got = stream.read(buffer.data(), step);
    content.append(buffer, 0, got);
    if (got < step) return content;
  }
}

TEST(ByteStream, GivesTheSameContentInStepsOfAnyLength) {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i * 7919 % 10007) + (i % 10 == 9 ? "\n" : ",");
  const std::string half = text.substr(0, text.size() / 2), rest = text.substr(text.size() / 2);
  const std::vector<std::string> paths{scratch.put("plain", text), scratch.put("gz", gzip(text)),
                                       scratch.put("members", gzip(half) + gzip("") + gzip(rest)),
                                       scratch.put("zst", zstd(text)), scratch.put("frames", zstd(half) + zstd(rest))};
  for (const std::string& path : paths) {
    for (const std::size_t step : {std::size_t{997}, std::size_t{1} << 16, text.size(), 2 * text.size()}) {
      EXPECT_EQ(read_in_steps(path, step), text) << path << " " << step;
    }
  }
  EXPECT_EQ(read_in_steps(paths[1], 1), text);
  EXPECT_EQ(read_in_steps(paths[3], 1), text);
}

TEST(ByteStream, TellsOfTruncationWhenItComesThere) {
  const Scratch scratch;
  const std::string text(3 << 20, 'x');
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    const std::string path = scratch.put("x", packed.substr(0, packed.size() - 1));
    EXPECT_EQ(message_of([&] { read_in_steps(path, 1000); }, ErrorCode::input, &scratch),
              "x: the compressed data ends too early; the file is truncated");
  }
}

TEST(ByteStream, WhoWaitsForAPipeCanGiveUp) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string path = "/proc/self/fd/" + std::to_string(ends[0]);
  int calls = 0;
  ByteStream stream(path, [&] {
    if (++calls == 3) throw Error(ErrorCode::cancelled, "enough");
  });
  char byte = 0;
  EXPECT_EQ(message_of([&] { stream.read(&byte, 1); }, ErrorCode::cancelled), "enough");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace mixseed::io
