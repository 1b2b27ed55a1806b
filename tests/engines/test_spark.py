"""Spark: an estimator among pyspark.ml's, with the bits and the model file of one array where rows have a key."""

import os
import sys

import numpy as np
import pytest

import mixseed

pytest.importorskip("pyspark")

from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.sql import SparkSession, functions  # noqa: E402
from python.conftest import blobs  # noqa: E402
from python.spread import EVERY_START, file_of, same_model  # noqa: E402

from mixseed.spark import GaussianMixture, GaussianMixtureModel, team  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "3").config("spark.driver.memory", "1g").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def X():
    return blobs(40000, centers=((0, 0, 0), (5, 0, 2), (0, 5, 4)))[0]


@pytest.fixture(scope="module")
def frame(spark, X):
    """The rows in random order, with their original positions as keys."""
    import pandas

    made = pandas.DataFrame({"features": list(X), "key": np.arange(len(X)), "w": np.arange(len(X)) % 5 / 2.0})
    shuffled = made.sample(frac=1, random_state=0)
    return spark.createDataFrame(shuffled).repartition(3).persist()


def alone(X, start="auto", **settings):
    return mixseed.GaussianMixture(3, init_params=start, random_state=3, **settings).fit(X)


@pytest.mark.parametrize("start", EVERY_START)
def test_every_method_gives_the_bits_of_one_array_when_there_is_a_key(frame, X, start):
    fitted = GaussianMixture(k=3, keyCol="key", seed=3, init=start, maxIter=3, tol=0.0).fit(frame)
    same_model(fitted.mixture, alone(X, start, max_iter=3, tol=0.0))


def test_without_a_key_the_sums_are_the_same_but_for_rounding(frame, X):
    """With one component, whose start does not depend on the order."""
    fitted = GaussianMixture(k=1, seed=3, init="uniform").fit(frame).mixture
    expected = mixseed.GaussianMixture(1, init_params="uniform", random_state=3).fit(X)
    np.testing.assert_allclose(fitted.means_, expected.means_, rtol=1e-12)
    np.testing.assert_allclose(fitted.covariances_, expected.covariances_, rtol=1e-10)


def test_without_a_key_the_same_optimum_is_found(frame, X):
    fitted = GaussianMixture(k=3, seed=3).fit(frame).mixture
    np.testing.assert_allclose(fitted.means_, alone(X).means_, atol=1e-3)


def test_weights_are_a_column(frame, X):
    fitted = GaussianMixture(k=3, keyCol="key", seed=3, weightCol="w").fit(frame)
    expected = mixseed.GaussianMixture(3, random_state=3).fit(X, sample_weight=np.arange(len(X)) % 5 / 2.0)
    same_model(fitted.mixture, expected)


def test_vectors_families_and_pipelines_are_taken_and_saved(frame, X, tmp_path):
    columns = [functions.col("features")[i].alias(name) for i, name in enumerate("abc")]
    rows = frame.select("key", *columns)
    stages = [VectorAssembler(inputCols=["a", "b", "c"], outputCol="v")]
    stages.append(GaussianMixture(k=3, featuresCol="v", keyCol="key", seed=3, covariance="VEV", predictionCol="c"))
    pipeline = Pipeline(stages=stages)
    pipeline.write().overwrite().save(str(tmp_path / "pipeline"))
    fitted = Pipeline.load(str(tmp_path / "pipeline")).fit(rows)
    expected = alone(X, covariance_type="VEV")
    same_model(fitted.stages[1].mixture, expected)
    fitted.write().overwrite().save(str(tmp_path / "model"))
    again = PipelineModel.load(str(tmp_path / "model"))
    assert isinstance(again.stages[1], GaussianMixtureModel)
    same_model(again.stages[1].mixture, expected)
    said = again.transform(rows).orderBy("key").select("c", "probability").toPandas()
    np.testing.assert_array_equal(said["c"], expected.predict(X))
    np.testing.assert_array_equal(np.vstack([v.toArray() for v in said["probability"]]), expected.predict_proba(X))


def test_the_model_says_what_those_of_pyspark_say(frame, X):
    model = GaussianMixture(k=3, keyCol="key", seed=3).fit(frame)
    expected = alone(X)
    assert model.weights == expected.weights_.tolist()
    assert model.getOrDefault("text").encode() == file_of(expected)
    assert model.predict(X[5]) == expected.predict(X[5:6])[0]
    assert model.getFeaturesCol() == "features"


def test_select_works_over_a_team(frame, X):
    rows, held = team(frame, key="key")
    chosen = mixseed.select(rows, [2, 3], random_state=0, init_params="uniform/cem")
    held.unpersist()
    same_model(chosen.best, mixseed.select(X, [2, 3], random_state=0, init_params="uniform/cem").best)


def test_what_is_no_vector_is_refused(frame):
    with pytest.raises(ValueError, match="expected a column of vectors or arrays"):
        GaussianMixture(k=2, featuresCol="key").fit(frame)
