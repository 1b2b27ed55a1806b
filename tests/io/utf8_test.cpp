#include "io/utf8.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace mixseed::io {
namespace {

TEST(Utf8, ValidTextStaysAsItIs) {
  for (const char* text : {"", "width", "h\xc3\xb6he", "\xe2\x82\xac", "\xf0\x9f\x98\x80"})
    EXPECT_EQ(to_utf8(text), text);
}

TEST(Utf8, OtherBytesAreTakenForLatin1) {
  EXPECT_EQ(to_utf8("Gr\xf6\xdf"
                    "e"),
            "Gr\xc3\xb6\xc3\x9f"
            "e");
  EXPECT_EQ(to_utf8("\xff"), "\xc3\xbf");
}

TEST(Utf8, LengthIsZeroForWhatIsNoCharacter) {
  EXPECT_EQ(utf8_length("\xe2\x82\xac!"), 3u);
  EXPECT_EQ(utf8_length("\xe2\x82"), 0u) << "cut";
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0u) << "a surrogate";
  EXPECT_EQ(utf8_length("\xc0\xaf"), 0u) << "longer than necessary";
}

}  // namespace
}  // namespace mixseed::io
