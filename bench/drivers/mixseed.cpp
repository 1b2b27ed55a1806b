// EM rounds of mixseed; see driver.h.
#include "mixseed/mixseed.h"

#include "driver.h"

namespace {

mixseed::Mixture mixture_of(const bench::Start& start) {
  mixseed::Mixture mixture;
  mixture.dim = start.D;
  for (std::size_t k = 0; k < start.K; ++k) {
    mixture.weights.push_back(start.weight(k));
    mixture.means.insert(mixture.means.end(), start.mean(k), start.mean(k) + start.D);
    mixture.covariances.insert(mixture.covariances.end(), start.covariance(k), start.covariance(k) + start.D * start.D);
  }
  return mixture;
}

}  // namespace

int main(int count, char** arguments) {
  bench::NpyFile file(arguments[1]);
  std::vector<double> values(file.rows * file.columns);
  file.read(values.data());
  const mixseed::DataView data(values.data(), file.rows, file.columns);
  const mixseed::State start = mixture_of(bench::Start(arguments[2]));
  mixseed::FitOptions options;
  options.threads = count > 6 ? std::atoi(arguments[6]) : 1;

  bench::measure(arguments, std::string(mixseed::kVersion), [&](int rounds) {
    const auto em = mixseed::Pipeline::parse("em:rounds=" + std::to_string(rounds) + ",tol=0");
    mixseed::Fit fit;
    const double seconds = bench::seconds_of([&] { fit = mixseed::fit(data, start, em, options); });
    const mixseed::Restart& done = fit.best_restart();
    return bench::Outcome{seconds, done.rounds, done.final_log_likelihood, done.repairs.total()};
  });
}
