// RowReader for text: one piece of rows at a time.
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

class TextRows : public RowReader::Impl {
 public:
  TextRows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces, const ReadRequest& request)
      : request_(request),
        where_(stream->file().where()),
        stream_(std::move(stream)),
        pieces_(std::move(pieces)),
        piece_(pieces_->first(request.options.delimiter)),
        layout_(inspect_table(*piece_, where_, request.options)),
        choice_(choose()),
        parser_(layout_, choice_, request_.options, where_) {
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
  // A first column that counts the first rows is an index only if it counts all rows; a regular file is read twice to
  // find out, other input is checked while it is read.
  ColumnChoice choose() {
    ColumnSet without = layout_.columns;
    without.has_index = false;
    ColumnChoice choice = choose_columns(request_.options, layout_.columns, where_);
    if (pieces_->have_ended() || !layout_.columns.has_index) return choice;
    ColumnChoice all = choose_columns(request_.options, without, where_);
    if (all.features == choice.features) return choice;
    if (request_.path != "-" && stream_->file().is_regular()) return is_index_throughout() ? choice : all;
    index_check_.emplace(layout_, where_);
    return choice;
  }

  bool is_index_throughout() const {
    ByteStream stream(request_.path, request_.watch);
    TextPieces pieces(stream, memory_limit(request_.options.memory));
    IndexCheck check(layout_, where_);
    std::optional<std::string_view> piece = pieces.first(request_.options.delimiter);
    piece = inspect_table(*piece, where_, request_.options).body;
    for (; piece; piece = pieces.next()) {
      if (check.first_break_in(*piece)) return false;
    }
    return true;
  }

  void check_index() {
    const std::optional<std::size_t> line = index_check_->first_break_in(*piece_);
    if (!line) return;
    const std::vector<std::string>& known =
        layout_.columns.names;  // a column named "1" takes precedence over the number 1
    const bool is_name = std::find(known.begin(), known.end(), "1") != known.end();
    fail(
        ErrorCode::input, where_,
        filled("line {}: column 1 has no name and was left out because it counted the rows, but here the count breaks: "
               "--columns 1-{} keeps it, --exclude {} leaves it out",
               *line, layout_.columns.count, is_name ? "1-1" : "1"));
  }

  void read_piece() {
    if (index_check_) check_index();
    rows_.features.clear();
    rows_.dropped.clear();
    parser_.parse(*piece_, rows_);
    kept_ += rows_.rows;
    dropped_ += rows_.dropped.size();
    if (first_missing_.empty()) first_missing_ = rows_.first_missing;
    piece_ = pieces_->next();
  }

  ReadRequest request_;
  std::string where_;
  std::unique_ptr<ByteStream> stream_;
  std::unique_ptr<TextPieces> pieces_;
  std::optional<std::string_view> piece_;  // the next piece
  TableLayout layout_;
  std::optional<IndexCheck> index_check_;  // set if a column was left out that must count all rows
  ColumnChoice choice_;
  RowParser parser_;
  TableRows rows_;
  std::size_t kept_ = 0, dropped_ = 0;
  std::string first_missing_;
};

}  // namespace

std::unique_ptr<RowReader::Impl> text_rows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces,
                                           const ReadRequest& request) {
  return std::make_unique<TextRows>(std::move(stream), std::move(pieces), request);
}

}  // namespace mixseed::io
