#include "base/digest.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace mixseed {
namespace {

TEST(Digest, TellsEveryChangeOfOneByteAndEveryLengthApart) {
  std::set<std::uint64_t> found;
  std::size_t texts = 0;
  const auto take = [&](const std::string& text) {
    found.insert(digest_of(text));
    ++texts;
  };
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string zeros(length, '\0');
    take(zeros);
    for (std::size_t at = 0; at < length; ++at) {
      for (int value = 1; value < 256; ++value) {
        std::string changed = zeros;
        changed[at] = static_cast<char>(value);
        take(changed);
      }
    }
  }
  EXPECT_EQ(found.size(), texts);
}

TEST(Digest, NoticesWhenEightBytesChangePlaces) {
  EXPECT_NE(digest_of("12345678abcdefgh"), digest_of("abcdefgh12345678"));
}

}  // namespace
}  // namespace mixseed
