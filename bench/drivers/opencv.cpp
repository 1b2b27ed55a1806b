// EM rounds of OpenCV's ml::EM; see driver.h.
#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

#include "driver.h"

int main(int, char** arguments) {
  cv::setNumThreads(1);
  bench::NpyFile file(arguments[1]);
  cv::Mat data(int(file.rows), int(file.columns), CV_64F);
  file.read(data.ptr<double>());

  const bench::Start start(arguments[2]);
  const int K = int(start.K), D = int(start.D);
  cv::Mat means(K, D, CV_64F), weights(1, K, CV_64F);
  std::vector<cv::Mat> covariances;
  for (int k = 0; k < K; ++k) {
    const std::size_t component = std::size_t(k);
    std::memcpy(means.ptr(k), start.mean(component), start.D * sizeof(double));
    weights.at<double>(k) = start.weight(component);
    covariances.push_back(cv::Mat(D, D, CV_64F, const_cast<double*>(start.covariance(component))).clone());
  }

  bench::measure(arguments, cv::getVersionString(), [&](int rounds) {
    auto model = cv::ml::EM::create();
    model->setClustersNumber(K);
    model->setCovarianceMatrixType(cv::ml::EM::COV_MAT_GENERIC);
    // It counts expectations, and leaves after the last one: one maximisation less.
    model->setTermCriteria(cv::TermCriteria(cv::TermCriteria::MAX_ITER, rounds + 1, 0));
    cv::Mat likelihoods;
    const double seconds =
        bench::seconds_of([&] { model->trainE(data, means, covariances, weights, likelihoods, {}, {}); });
    return bench::Outcome{seconds, rounds, cv::mean(likelihoods)[0]};
  });
}
