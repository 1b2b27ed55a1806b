"""EM rounds of scikit-learn's GaussianMixture; arguments and answer as in driver.h."""

import json
import sys
import time
import warnings

import numpy as np
import sklearn
from sklearn.mixture import GaussianMixture


def model_with(start, D, rounds):
    weights, means, covariances = start[:, 0], start[:, 1 : 1 + D], start[:, 1 + D :].reshape(-1, D, D)
    return GaussianMixture(
        n_components=len(start),
        tol=0,
        reg_covar=0,
        max_iter=rounds,
        init_params="random",  # the cheapest; the three below replace its result
        random_state=0,
        weights_init=weights / weights.sum(),
        means_init=means,
        precisions_init=np.linalg.inv(covariances),
    )


def train(data, start, rounds):
    model = model_with(start, data.shape[1], rounds)
    begin = time.perf_counter()
    model.fit(data)
    return time.perf_counter() - begin, model


def peak_kilobytes():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def main(data, start, fewer, more, times, *_):
    warnings.simplefilter("ignore")
    data, start = np.load(data), np.load(start)
    least = [float("inf")] * 2
    for _ in range(int(times)):
        for i, rounds in enumerate((int(fewer), int(more))):
            seconds, model = train(data, start, rounds)
            least[i] = min(least[i], seconds)
    answer = {
        "version": sklearn.__version__,
        "seconds": least,
        "rounds": [int(fewer), model.n_iter_],
        "peak_kilobytes": peak_kilobytes(),
        "log_likelihood": repr(model.score(data)),
    }
    print(json.dumps(answer))


main(*sys.argv[1:])
