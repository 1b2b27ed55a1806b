// EM rounds of Armadillo's gmm_full; see driver.h.
#include <armadillo>

#include "driver.h"

namespace {

arma::gmm_full model_of(const bench::Start& start) {
  arma::mat means(start.D, start.K);
  arma::cube covariances(start.D, start.D, start.K);
  arma::rowvec weights(start.K);
  for (std::size_t k = 0; k < start.K; ++k) {
    weights(k) = start.weight(k);
    means.col(k) = arma::vec(start.mean(k), start.D);
    covariances.slice(k) = arma::mat(start.covariance(k), start.D, start.D);
  }
  arma::gmm_full model;
  model.set_params(means, covariances, weights);
  return model;
}

}  // namespace

int main(int, char** arguments) {
  bench::NpyFile file(arguments[1]);
  arma::mat data(file.columns, file.rows);
  file.read(data.memptr());
  const bench::Start start(arguments[2]);

  bench::measure(arguments, arma::arma_version::as_string(), [&](int rounds) {
    arma::gmm_full model = model_of(start);
    bool done = false;
    const double seconds = bench::seconds_of([&] {
      done = model.learn(data, start.K, arma::eucl_dist, arma::keep_existing, 0, arma::uword(rounds), 0.0, false);
    });
    if (!done) throw std::runtime_error("gmm_full::learn failed");
    return bench::Outcome{seconds, rounds, model.avg_log_p(data)};
  });
}
