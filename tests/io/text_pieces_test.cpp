#include "io/text_pieces.h"

#include "scratch.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kSmall = std::size_t{1} << 16;  // the smallest size of a piece

std::vector<std::string> pieces_of(const std::string& path, std::size_t memory = 8 * kSmall) {
  ByteStream stream(path);
  TextPieces pieces(stream, memory);
  std::vector<std::string> all{std::string(pieces.first(std::nullopt))};
  while (const auto piece = pieces.next()) all.emplace_back(*piece);
  EXPECT_TRUE(pieces.have_ended());
  return all;
}

// Rows of varying lengths, so that rows end at every distance from the end of a buffer.
std::string rows(const std::string& end, const std::string& text, std::size_t bytes) {
  std::string all = "\xef\xbb\xbfnumber,text" + end;
  for (int i = 0; all.size() < bytes; ++i) all += std::to_string(i * 7919 % 100003) + "," + text + end;
  return all;
}

TEST(TextPieces, AreWholeRowsAndTogetherTheText) {
  const Scratch scratch;
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    for (const std::string text : {"1.5", "\"quoted\"", "\"two\n\"\"lines\"\"\n\""}) {
      const std::string all = rows(end, text, 5 * kSmall);
      std::string joined;
      const auto pieces = pieces_of(scratch.put("x.csv", all));
      EXPECT_GT(pieces.size(), 4u);
      for (const std::string& piece : pieces) {
        EXPECT_LE(piece.size(), kSmall);
        EXPECT_TRUE(piece.ends_with(text + end)) << piece.substr(piece.size() - 20);
        joined += piece;
      }
      EXPECT_EQ(joined, all);
    }
  }
}

TEST(TextPieces, ARowThatIsLongerThanTheBufferIsWaitedFor) {
  const Scratch scratch;
  const std::string text = "a,b\n1,2\n1,\"" + std::string(5 * kSmall, '\n') + "\"\n3,4\n";
  std::string joined;
  for (const std::string& piece : pieces_of(scratch.put("x.csv", text), 8 * kSmall)) joined += piece;
  EXPECT_EQ(joined, text);
  EXPECT_EQ(
      message_of([&] { pieces_of(scratch.path("x.csv"), 4 * kSmall); }, ErrorCode::failed, &scratch).substr(0, 17),
      "x.csv: needs more");
}

TEST(TextPieces, SayWhereAByteOfZeroIs) {
  const Scratch scratch;
  std::string text = rows("\n", "1", 5 * kSmall);
  text[3 * kSmall + 10] = '\0';
  EXPECT_EQ(message_of([&] { pieces_of(scratch.put("x.csv", text)); }, ErrorCode::input, &scratch).substr(0, 34),
            "x.csv: is binary (byte " + std::to_string(3 * kSmall + 11) + " is z");
}

}  // namespace
}  // namespace mixseed::io
