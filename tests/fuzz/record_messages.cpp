// record_messages DIR: records messages between several fits and their workers as initial inputs of the targets
// `question` and `reply`, in DIR/question and DIR/reply.
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "mixseed/mixseed.h"
#include "team/remote.h"

namespace mixseed::fuzz {
namespace {

struct Shape {
  std::size_t rows, columns, components;
  bool weighted;
};
constexpr Shape kShapes[] = {{40, 2, 2, false}, {40, 5, 3, false}, {90, 3, 4, true}, {25, 1, 2, false}};

Data rows_of(const Shape& shape) {
  std::vector<double> values, weights;
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.columns; ++j) {
      values.push_back(std::sin(static_cast<double>(i * (j + 2))) + static_cast<double>(i % 3) * 4);
    }
    weights.push_back(1 + static_cast<double>(i % 2));
  }
  const Data data = Data::from(std::move(values), shape.rows, shape.columns);
  return shape.weighted ? data.weighted(std::move(weights)) : data;
}

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

// Inputs are contents without headers, which the targets add.
void record(const std::filesystem::path& folder, std::size_t which, std::size_t method) {
  const Shape& shape = kShapes[which];
  const Data data = rows_of(shape);
  Worker worker(data.view, 0);
  const std::size_t begin = with_header("").size();
  std::size_t asked = 0;
  const Ask ask = [&](const std::string& question) {
    const std::string answer = worker.answer(question);
    const std::string name = std::to_string(which) + "-" + std::to_string(method) + "-" + std::to_string(asked);
    write(folder / "question", name, question.substr(begin));
    const std::string head{static_cast<char>(asked), static_cast<char>(method)};
    write(folder / "reply", name, head + answer.substr(begin + sizeof(std::uint64_t)));
    ++asked;
    return std::vector<std::string>{answer};
  };
  fit(*team_of(ask, 1), shape.components, Pipeline::parse(methods_of_replies()[method]), {.threads = 1});
}

}  // namespace
}  // namespace mixseed::fuzz

int main(int count, char** words) {
  if (count != 2) return 2;
  for (std::size_t which = 0; which < std::size(mixseed::fuzz::kShapes); ++which) {
    for (std::size_t method = 0; method < mixseed::fuzz::methods_of_replies().size(); ++method) {
      mixseed::fuzz::record(words[1], which, method);
    }
  }
}
