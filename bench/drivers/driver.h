// What the drivers in C++ share. A driver is called with DATA.npy START.npy ROUNDS ROUNDS TIMES [THREADS] and prints
// one line of JSON: the least seconds of a training with each number of rounds, and what the longer one led to.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// A C-ordered two-dimensional f8 file of version 1, as numpy writes it.
class NpyFile {
 public:
  explicit NpyFile(const std::string& path) : file_(path, std::ios::binary) {
    char start[10];
    if (!file_.read(start, sizeof start)) throw std::runtime_error(path + ": not a .npy file");
    std::string header(static_cast<unsigned char>(start[8]) + 256u * static_cast<unsigned char>(start[9]), ' ');
    file_.read(header.data(), static_cast<std::streamsize>(header.size()));
    const std::size_t shape = header.find("'shape': (");
    if (header.find("'<f8'") == std::string::npos || header.find("False") == std::string::npos ||
        shape == std::string::npos || std::sscanf(header.c_str() + shape, "'shape': (%zu, %zu", &rows, &columns) != 2)
      throw std::runtime_error(path + ": expected rows x columns doubles in C order");
  }
  // Straight to where the program wants its data, so that its peak of memory does not count a second copy.
  void read(double* to) {
    file_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(rows * columns * sizeof(double)));
  }

  std::size_t rows = 0, columns = 0;

 private:
  std::ifstream file_;
};

struct Start {
  explicit Start(const std::string& path) {
    NpyFile file(path);
    K = file.rows;
    for (D = 1; 1 + D + D * D < file.columns;) ++D;
    line_ = file.columns;
    values_.resize(K * line_);
    file.read(values_.data());
  }
  double weight(std::size_t k) const { return values_[k * line_]; }
  const double* mean(std::size_t k) const { return &values_[k * line_ + 1]; }
  const double* covariance(std::size_t k) const { return &values_[k * line_ + 1 + D]; }  // D x D

  std::size_t K = 0, D = 0;

 private:
  std::size_t line_ = 0;
  std::vector<double> values_;
};

struct Outcome {
  double seconds = 0;
  int rounds = 0;             // those really done
  double log_likelihood = 0;  // mean per row
  std::size_t repairs = 0;
};

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The peak of this process alone: ru_maxrss would count what the caller had when it forked.
inline long peak_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::atol(line.c_str() + 6);
  return 0;
}

// `train(rounds)` starts from the start model each time and gives an Outcome.
template <class Train>
void measure(char** arguments, const std::string& version, const Train& train) {
  const int rounds[2] = {std::atoi(arguments[3]), std::atoi(arguments[4])};
  double least[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Outcome last[2];
  for (int time = std::atoi(arguments[5]); time > 0; --time)
    for (int i : {0, 1}) {
      last[i] = train(rounds[i]);
      if (last[i].seconds < least[i]) least[i] = last[i].seconds;
    }
  std::printf(
      "{\"version\": \"%s\", \"seconds\": [%.9g, %.9g], \"rounds\": [%d, %d], \"log_likelihood\": \"%.17g\", "
      "\"repairs\": %zu, \"peak_kilobytes\": %ld}\n",
      version.c_str(), least[0], least[1], last[0].rounds, last[1].rounds, last[1].log_likelihood, last[1].repairs,
      peak_kilobytes());
}

}  // namespace bench
