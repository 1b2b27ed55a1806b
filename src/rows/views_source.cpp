#include <utility>

#include "mixseed/source.h"

namespace mixseed {
namespace {

class ViewsSource : public Source {
 public:
  explicit ViewsSource(std::vector<DataView> views) : views_(std::move(views)) {}
  void rewind() override { at_ = 0; }
  std::optional<DataView> next() override {
    return at_ < views_.size() ? std::optional<DataView>(views_[at_++]) : std::nullopt;
  }
  bool stays() const override { return true; }

 private:
  std::vector<DataView> views_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Source> source_of(std::vector<DataView> parts) {
  return std::make_unique<ViewsSource>(std::move(parts));
}

}  // namespace mixseed
