// RowReader for .npy arrays: one piece of rows at a time.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "io/columns.h"
#include "io/message.h"
#include "io/missing.h"
#include "io/npy.h"
#include "io/row_pieces.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kBytesOfPiece = std::size_t{1} << 20;

class ArrayRows : public RowReader::Impl {
 public:
  ArrayRows(Bytes file, bool is_mapped, const ReadRequest& request)
      : file_(std::move(file)),
        is_mapped_(is_mapped),
        where_(source_name(request.path)),
        header_(parse_npy_header(file_.view, where_)),
        choice_(choose_columns(request.options, {header_.columns, {}, false}, where_)),
        drop_(request.options.drop_missing),
        finite_(drop_ || request.options.keep_missing ? Finite::or_nan : Finite::all),
        watch_(request.watch) {}

  std::optional<DataView> next() override {
    while (row_ < header_.rows) {
      if (watch_) watch_();
      if (is_mapped_) release_read_pages();
      piece_ = read_piece();
      if (piece_->view.rows() > 0) return piece_->view;
    }
    if (kept_ == 0) fail(ErrorCode::input, where_, filled("all {} rows have missing values", dropped_));
    if (dropped_ > 0) {
      notes.push_back(dropped_note(dropped_, kept_, filled("row {}", first_missing_ + 1), where_));
    }
    dropped_ = 0;
    return std::nullopt;
  }

 private:
  Data read_piece() {
    const std::size_t length = std::max<std::size_t>(1, kBytesOfPiece / (header_.columns * header_.item));
    const RowRange range{row_, std::min(length, header_.rows - row_)};
    Data data = read_npy_rows(file_, header_, choice_.features, range, where_, finite_);
    if (drop_) {
      const std::vector<std::size_t> missing = rows_with_nan(data.view, {});
      if (dropped_ == 0 && !missing.empty()) first_missing_ = row_ + missing.front();
      dropped_ += missing.size();
      data = drop_rows(std::move(data), missing);
    }
    row_ += range.count;
    kept_ += data.view.rows();
    return data;
  }

  // Rows before the next one are not read again.
  void release_read_pages() const {
    if (header_.fortran) return;
    release_pages(file_.view.substr(0, header_.offset + row_ * header_.columns * header_.item));
  }

  Bytes file_;
  bool is_mapped_;
  std::string where_;
  NpyHeader header_;
  ColumnChoice choice_;
  bool drop_;
  Finite finite_;
  std::function<void()> watch_;
  std::optional<Data> piece_;
  std::size_t row_ = 0, kept_ = 0, dropped_ = 0, first_missing_ = 0;
};

}  // namespace

std::unique_ptr<RowReader::Impl> array_rows(const Bytes& file, bool is_mapped, const ReadRequest& request) {
  return std::make_unique<ArrayRows>(file, is_mapped, request);
}

}  // namespace mixseed::io
