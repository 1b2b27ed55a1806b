#include "lab/format.h"

#include <gtest/gtest.h>

#include <limits>

namespace mixseed {
namespace {

TEST(Formatted, PutsValuesBetweenWords) {
  EXPECT_EQ(formatted("{} of {}: '{}'{}", 3, std::size_t{18446744073709551615u}, std::string("a"), '!'),
            "3 of 18446744073709551615: 'a'!");
  EXPECT_EQ(formatted("{{}} {} {{{}}}", -1, "x"), "{} -1 {x}");
  EXPECT_EQ(formatted("nothing"), "nothing");
  EXPECT_EQ(formatted("{}{}", 0.1, 3.0), "0.13");
}

TEST(Formatted, NumbersHaveTheirDigits) {
  EXPECT_EQ(formatted("{:.1f} {:.5f} {:.0f}", 0.25, -2.0, 1e20), "0.2 -2.00000 100000000000000000000");
  EXPECT_EQ(formatted("{:.3g} {:.3g} {:.10g}", 1234.5, 0.5, 1e-7), "1.23e+03 0.5 1e-07");
  EXPECT_EQ(formatted("{:.1e}", 0.00123), "1.2e-03");
  EXPECT_EQ(formatted("{:.2f} {:.2f}", std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::max())
                .substr(0, 9),
            "inf -1797");
}

TEST(Formatted, WholeNumbersAreFilledWithZeros) {
  EXPECT_EQ(formatted("{:02}:{:02} {:04}", 7, 123, std::size_t{5}), "07:123 0005");
  EXPECT_EQ(formatted("{:016x} {:02x}", std::uint64_t{0xABCDEF}, static_cast<unsigned char>(10)),
            "0000000000abcdef 0a");
}

}  // namespace
}  // namespace mixseed
