"""scikit-learn's default fits: DATA.npy COMPONENTS SEED...; the answer is as that of fits.cpp."""

import json
import sys
import time
import warnings

import numpy as np
from sklearn.mixture import GaussianMixture


def fit(data, K, seed):
    model = GaussianMixture(n_components=K, random_state=seed)
    begin = time.perf_counter()
    model.fit(data)
    seconds = time.perf_counter() - begin
    return {"seconds": seconds, "log_likelihood": model.score(data), "rounds": model.n_iter_}


warnings.simplefilter("ignore")
data, K, seeds = np.load(sys.argv[1]), int(sys.argv[2]), map(int, sys.argv[3:])
print(json.dumps([fit(data, K, seed) for seed in seeds]))
