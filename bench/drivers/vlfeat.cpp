// EM rounds of VLFeat with diagonal covariances, the only ones it has; see driver.h.
extern "C" {
#include <vl/generic.h>
#include <vl/gmm.h>
}

#include "driver.h"

namespace {

int iterations = 0;

// VLFeat has a tolerance that cannot be turned off, and tells of its iterations in print only.
int count_iterations(const char* format, ...) {
  if (std::strstr(format, "loglikelihood =")) ++iterations;
  return 0;
}

}  // namespace

int main(int, char** arguments) {
  vl_set_num_threads(1);
  vl_set_printf_func(count_iterations);
  bench::NpyFile file(arguments[1]);
  std::vector<double> data(file.rows * file.columns);
  file.read(data.data());

  const bench::Start start(arguments[2]);
  std::vector<double> weights, means, variances;
  for (std::size_t k = 0; k < start.K; ++k) {
    weights.push_back(start.weight(k));
    means.insert(means.end(), start.mean(k), start.mean(k) + start.D);
    for (std::size_t j = 0; j < start.D; ++j) variances.push_back(start.covariance(k)[j * start.D + j]);
  }

  bench::measure(arguments, VL_VERSION_STRING, [&](int rounds) {
    VlGMM* model = vl_gmm_new(VL_TYPE_DOUBLE, start.D, start.K);
    vl_gmm_set_verbosity(model, 1);
    vl_gmm_set_max_num_iterations(model, std::size_t(rounds));
    vl_gmm_set_priors(model, weights.data());
    vl_gmm_set_means(model, means.data());
    vl_gmm_set_covariances(model, variances.data());
    iterations = 0;
    double likelihood = 0;
    const double seconds = bench::seconds_of([&] { likelihood = vl_gmm_em(model, data.data(), file.rows); });
    vl_gmm_delete(model);
    return bench::Outcome{seconds, iterations, likelihood / double(file.rows)};
  });
}
