// Whole fits on one thread: fits DATA.npy COMPONENTS METHOD SEED... prints a line of JSON with a list, one per seed.
#include "drivers/driver.h"
#include "mixseed/mixseed.h"

int main(int count, char** arguments) {
  const mixseed::Data data = mixseed::read_data(arguments[1]);
  const auto components = static_cast<std::size_t>(std::atoi(arguments[2]));
  const auto method = mixseed::Pipeline::parse(arguments[3]);
  std::printf("[");
  for (int i = 4; i < count; ++i) {
    mixseed::FitOptions options;
    options.seed = static_cast<std::uint64_t>(std::atoll(arguments[i]));
    options.threads = 1;
    mixseed::Fit fit;
    const double seconds = bench::seconds_of([&] { fit = mixseed::fit(data.view, components, method, options); });
    const mixseed::Restart& done = fit.best_restart();
    std::printf(
        "%s{\"seconds\": %.9g, \"seed_seconds\": %.9g, \"refine_seconds\": %.9g, \"log_likelihood\": %.17g, "
        "\"rounds\": %d, \"collapsed\": %zu}",
        i > 4 ? ", " : "", seconds, done.seconds.seed, done.seconds.refine, done.final_log_likelihood, done.rounds,
        done.collapsed);
  }
  std::printf("]\n");
}
