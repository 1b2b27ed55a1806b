// Rows of a text, piece by piece.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "io/memory.h"
#include "io/message.h"
#include "io/missing.h"
#include "io/row_parser.h"
#include "io/row_pieces.h"

namespace mixseed::io {
namespace {

class TextRows : public RowReader::Inside {
 public:
  TextRows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces, const Opening& opening)
      : opening_(opening),
        where_(stream->file().where()),
        stream_(std::move(stream)),
        pieces_(std::move(pieces)),
        piece_(pieces_->first(opening.options.delimiter)),
        layout_(inspect_table(*piece_, where_, opening.options)),
        choice_(choose()),
        parser_(layout_, choice_, opening_.options, where_) {
    piece_ = layout_.body;
    names = names_of(choice_.features, layout_.columns);
    if (!layout_.header_note.empty()) notes.push_back(where_ + ": " + layout_.header_note);
    for (const std::string& note : choice_.notes) notes.push_back(where_ + ": " + note);
  }

  std::optional<DataView> next() override {
    rows_.rows = 0;
    while (piece_ && rows_.rows == 0) read_piece();
    if (rows_.rows > 0) return DataView(rows_.features.data(), rows_.rows, choice_.features.size());
    expect_rows(kept_, dropped_, first_missing_, where_);
    if (dropped_ > 0) notes.push_back(dropped_note(dropped_, kept_, first_missing_, where_));
    dropped_ = 0;
    return std::nullopt;
  }

 private:
  // Where it depends on an index, whether there is one has to be known for all rows.
  Choice choose() {
    ColumnSet without = layout_.columns;
    without.has_index = false;
    Choice choice = choose_columns(opening_.options, layout_.columns, where_);
    if (pieces_->have_ended() || !layout_.columns.has_index) return choice;
    Choice all = choose_columns(opening_.options, without, where_);
    if (all.features == choice.features) return choice;
    if (opening_.path != "-" && stream_->file().is_regular()) return counts_throughout() ? choice : all;
    counting_.emplace(layout_, where_);
    return choice;
  }

  bool counts_throughout() const {
    ByteStream stream(opening_.path, opening_.watch);
    TextPieces pieces(stream, limit_of(opening_.options.memory));
    Counting counting(layout_, where_);
    std::optional<std::string_view> piece = pieces.first(opening_.options.delimiter);
    piece = inspect_table(*piece, where_, opening_.options).body;
    for (; piece; piece = pieces.next()) {
      if (counting.broken_in(*piece)) return false;
    }
    return true;
  }

  void expect_counting() {
    const std::optional<std::size_t> line = counting_->broken_in(*piece_);
    if (!line) return;
    const std::vector<std::string>& known = layout_.columns.names;  // a name comes before a number
    const bool is_name = std::find(known.begin(), known.end(), "1") != known.end();
    fail(ErrorCode::input, where_,
         filled(
             "line {}: column 1 has no name and counted the rows so far, so that it was left out, but does not go on: "
             "--columns 1-{} keeps it, --exclude {} leaves it out",
             *line, layout_.columns.count, is_name ? "1-1" : "1"));
  }

  void read_piece() {
    if (counting_) expect_counting();
    rows_.features.clear();
    rows_.dropped.clear();
    parser_.parse(*piece_, rows_);
    kept_ += rows_.rows;
    dropped_ += rows_.dropped.size();
    if (first_missing_.empty()) first_missing_ = rows_.first_missing;
    piece_ = pieces_->next();
  }

  Opening opening_;
  std::string where_;
  std::unique_ptr<ByteStream> stream_;
  std::unique_ptr<TextPieces> pieces_;
  std::optional<std::string_view> piece_;  // the next one
  TableLayout layout_;
  std::optional<Counting> counting_;  // of a left-out column that has to go on counting
  Choice choice_;
  RowParser parser_;
  TableRows rows_;
  std::size_t kept_ = 0, dropped_ = 0;
  std::string first_missing_;
};

}  // namespace

std::unique_ptr<RowReader::Inside> text_rows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces,
                                             const Opening& opening) {
  return std::make_unique<TextRows>(std::move(stream), std::move(pieces), opening);
}

}  // namespace mixseed::io
