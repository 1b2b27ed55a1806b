// Runs the corpora without a fuzzer, so that errors found once do not come back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/targets.h"

namespace mixseed::fuzz {
namespace {

class Corpus : public ::testing::TestWithParam<Target> {};

TEST_P(Corpus, IsReadOrRefusedInFullInHalvesAndWithBytesChanged) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/fuzz/corpus/" + std::string(GetParam().name))) {
    std::ifstream stream(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    SCOPED_TRACE(entry.path().string());
    EXPECT_NO_THROW(GetParam().feed(bytes));
    for (std::size_t part = 0; part < 16; ++part) {
      EXPECT_NO_THROW(GetParam().feed(std::string_view(bytes).substr(0, bytes.size() * part / 16)));
    }
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 64) {
      const char before = bytes[at];
      for (const char other : {'\0', '\xff', '1', static_cast<char>(before ^ 4)}) {
        bytes[at] = other;
        EXPECT_NO_THROW(GetParam().feed(bytes)) << at;
      }
      bytes[at] = before;
    }
    ++files;
  }
  EXPECT_GT(files, 0u);
}

INSTANTIATE_TEST_SUITE_P(Every, Corpus, ::testing::ValuesIn(targets()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace mixseed::fuzz
