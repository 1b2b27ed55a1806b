"""Rows in pieces: what `mixseed.chunks` reads, in what order, and what it refuses."""

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

from .arrow_stream import FORMATS, ArrowTable
from .conftest import blobs


def joined(pieces):
    return np.concatenate(list(pieces))


class ArrowOnly:
    """A table that offers nothing but Arrow's C stream."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


@pytest.fixture
def X():
    return blobs(1000)[0]


def test_a_list_of_arrays_is_read_in_its_order_again_and_again(X):
    pieces = mixseed.chunks([X[:1], X[1:400], X[400:]])
    for _ in range(2):
        np.testing.assert_array_equal(joined(pieces), X)
    assert pieces.width == 2 and pieces.columns is None


def test_files_are_read_in_the_order_of_their_names(X, tmp_path):
    names = ["part-2.npy", "part-10.npy", "part-010b.npy"]
    for name, rows in zip(names, np.split(X, [10, 500])):
        np.save(tmp_path / name, rows)
    np.save(tmp_path / "_left_over.npy", X)
    for source in (tmp_path, str(tmp_path / "part-*.npy"), [tmp_path / name for name in names]):
        np.testing.assert_array_equal(joined(mixseed.chunks(source)), X)


def test_a_callable_is_called_for_every_pass(X):
    calls = []

    def make():
        calls.append(1)
        return iter(np.array_split(X, 7))

    pieces = mixseed.chunks(make)
    np.testing.assert_array_equal(joined(pieces), X)
    before = len(calls)
    np.testing.assert_array_equal(joined(pieces), X)
    assert len(calls) == before + 1


def test_pairs_have_weights(X):
    weights = np.arange(len(X), dtype=float)
    pieces = mixseed.chunks([(X[:300], weights[:300]), (X[300:], weights[300:])])
    np.testing.assert_array_equal(np.concatenate([w for _, w in pieces.pieces()]), weights)


def test_rows_at_odd_bytes_are_moved(X):
    shifted = np.frombuffer(b"-" + X.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(X.shape)
    assert not shifted.flags.aligned
    [(rows, _)] = mixseed.chunks([shifted]).pieces()
    assert rows.flags.aligned
    np.testing.assert_array_equal(rows, X)


def test_an_array_is_read_by_slices(X, tmp_path):
    long = np.tile(X.astype(np.float32), (400, 8))
    np.save(tmp_path / "long.npy", long)
    pieces = mixseed.chunks(np.load(tmp_path / "long.npy", mmap_mode="r"))
    lengths = [len(rows) for rows in pieces]
    assert len(lengths) > 1 and sum(lengths) == len(long) and all(length % 16384 == 0 for length in lengths[:-1])
    np.testing.assert_array_equal(joined(pieces), long)
    assert next(iter(pieces)).dtype == np.float32


def test_numbers_choose_columns_of_arrays(X):
    for source in (X, [X[:20], X[20:]], lambda: iter([X])):
        np.testing.assert_array_equal(joined(mixseed.chunks(source, columns=[1])), X[:, [1]])


def test_a_frame_has_names_and_may_have_weights(X):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": X[:, 0], "w": np.arange(len(X)), "b": X[:, 1]})
    for source in (frame, [frame[:10], frame[10:]], lambda: iter([frame])):
        pieces = mixseed.chunks(source, weight="w")
        assert pieces.columns == ["a", "b"]
        np.testing.assert_array_equal(joined(pieces), X)
        np.testing.assert_array_equal(np.concatenate([w for _, w in pieces.pieces()]), np.arange(len(X)))
        assert mixseed.chunks(source, columns=["b"]).columns == ["b"]


@pytest.mark.parametrize(
    "source, said",
    [
        (lambda X: (rows for rows in [X]), "a generator can be read once only"),
        (lambda X: iter([X]), "pass a callable"),
        (lambda X: [], "the list is empty"),
        (lambda X: 7, "got a int"),
        (lambda X: X[:, 0], "got shape"),
        (lambda X: "nowhere-*.npy", "no file of rows"),
        (lambda X: ["rows.csv"], "expected .npy or .parquet"),
        (lambda X: lambda: None, "the callable returned a NoneType, expected an iterator"),
    ],
)
def test_what_cannot_be_read_twice_or_at_all_is_refused(X, source, said):
    with pytest.raises((ValueError, FileNotFoundError), match=said):
        mixseed.chunks(source(X))


def test_a_callable_that_returns_the_same_iterator_is_refused(X):
    iterator = iter([X, X])
    with pytest.raises(ValueError, match="the same iterator twice"):
        joined(mixseed.chunks(lambda: iterator))


def test_a_chunk_that_does_not_fit_is_named(X):
    with pytest.raises(ValueError, match="chunk 1: expected 2 columns as in the first, got 1"):
        joined(mixseed.chunks([X, X[:, :1]]))
    with pytest.raises(ValueError, match="chunk 1: expected rows and columns"):
        joined(mixseed.chunks([X, X[:, 0]]))
    with pytest.raises(ValueError, match="chunk 0: expected 1000 weights"):
        joined(mixseed.chunks([(X, np.ones(3))]))


def test_complex_numbers_are_not_cut_down(X):
    with pytest.raises(ValueError, match="chunk 0: expected real numbers"):
        joined(mixseed.chunks([X + 1j]))


@pytest.mark.parametrize("memory", [-1, float("nan"), 1e9, "1G", None])
def test_memory_is_a_number_of_bytes(X, memory):
    with pytest.raises(ValueError, match="memory: expected bytes"):
        mixseed.chunks([X], memory=memory)


def test_more_memory_than_any_is_all(X):
    same = [GaussianMixture(2, random_state=0).fit(mixseed.chunks([X], memory=memory)).means_ for memory in (0, 2**70)]
    np.testing.assert_array_equal(*same)


def test_chunks_without_columns_are_refused(X):
    with pytest.raises(ValueError, match="there are no columns"):
        GaussianMixture(2).fit(mixseed.chunks([X[:, :0]]))


@pytest.mark.parametrize(
    "later, said",
    [
        (lambda X: X[:900], "there are 900 instead of 1000"),
        (lambda X: np.concatenate([X, X]), "more than the 1000 rows"),
        (lambda X: X[:, :1], "expected 2 columns as in the first, got 1"),
        (lambda X: (X, np.ones(len(X))), "weights where there were none"),
    ],
)
@pytest.mark.parametrize("passes", [2, 5])
def test_a_source_that_changes_between_passes_is_refused(X, later, said, passes):
    calls = []

    def make():
        calls.append(1)
        return [X if len(calls) <= passes else later(X)]

    mixture = GaussianMixture(2, random_state=0)
    before = vars(mixture).copy()
    with pytest.raises(ValueError, match=said):
        mixture.fit(mixseed.chunks(make))
    assert vars(mixture) == before


class TestArrowStream:
    """Reads tables that the tests build without an Arrow library."""

    @pytest.mark.parametrize("kind", sorted(set(FORMATS) - {"object"}))
    @pytest.mark.parametrize("offset", [0, 3, 11])
    def test_every_type_of_number_is_read_exactly(self, kind, offset):
        values = np.array([1, 0, 1] if kind == "bool" else [3, 0, 100]).astype(kind)
        table = ArrowTable({"x": values, "y": values[::-1].copy()}, offset=offset)
        got = joined(mixseed.chunks(table))
        np.testing.assert_array_equal(got, np.column_stack([values, values[::-1]]).astype(float))
        assert got.dtype == (np.float32 if kind == "float32" else np.float64)

    @pytest.mark.parametrize("offset", [0, 5])
    def test_nulls_become_nan_and_batches_follow_each_other(self, offset):
        first = {"x": (np.array([1.0, 2.0, 3.0]), [True, False, True]), "n": np.arange(3)}
        second = {"x": np.array([4.0]), "n": (np.array([9]), [False])}
        got = joined(mixseed.chunks(ArrowTable(first, second, offset=offset)))
        np.testing.assert_array_equal(got, [[1, 0], [np.nan, 1], [3, 2], [4, np.nan]])

    def test_all_that_was_handed_out_is_released_once(self):
        table = ArrowTable({"x": np.array([1.0])}, {"x": np.array([2.0])})
        pieces = mixseed.chunks(table)
        joined(pieces)
        joined(pieces)
        assert table.released == table.handed > 4

    def test_columns_and_weights_are_found_by_name(self):
        words = np.array(["a", "b"], dtype=object)
        table = ArrowTable(
            {"name": np.arange(2), "x": np.array([1.0, 2.0]), "w": np.array([3, 4]), "y": np.array([5.0, 6.0])}
        )
        pieces = mixseed.chunks(table, columns=["y", "x"], weight="w")
        [(rows, weights)] = pieces.pieces()
        assert pieces.columns == ["y", "x"] and rows.tolist() == [[5, 1], [6, 2]] and weights.tolist() == [3, 4]
        with pytest.raises(ValueError, match="no column is named 'z'"):
            mixseed.chunks(table, columns=["z"])
        with pytest.raises(ValueError, match="column 'name': expected numbers, got Arrow's type 'u'"):
            mixseed.chunks(ArrowTable({"name": words}))

    def test_what_the_producer_says_of_a_failure_is_told(self):
        pieces = mixseed.chunks(ArrowTable({"x": np.array([1.0])}, {"x": np.array([2.0])}, fails=1))
        with pytest.raises(ValueError, match="the disk is gone"):
            joined(pieces)


class TestArrow:
    """Reads tables made by pyarrow; mixseed has its own declarations of Arrow's structs."""

    @pytest.fixture
    def arrow(self):
        return pytest.importorskip("pyarrow")

    def test_every_type_of_number_is_read_exactly(self, arrow):
        kinds = [getattr(arrow, f"{sign}int{bits}")() for sign in ("", "u") for bits in (8, 16, 32, 64)]
        kinds += [arrow.float32(), arrow.float64(), arrow.bool_()]
        for kind in kinds:
            values = arrow.array([1, 0, 1] if kind == arrow.bool_() else [3, 0, 100]).cast(kind)
            table = arrow.table({"x": values, "y": values})
            expected = np.array([float(value.as_py()) for value in values])
            got = joined(mixseed.chunks(ArrowOnly(table)))
            np.testing.assert_array_equal(got, np.column_stack([expected, expected]))
            assert got.dtype == (np.float32 if kind == arrow.float32() else np.float64)

    def test_slices_nulls_and_batches_are_read_as_they_are(self, arrow):
        column = arrow.chunked_array([[1.0, None, 3.0], [4.0, 5.0, None, 7.0]])
        table = arrow.table({"x": column, "y": arrow.chunked_array([list(range(7))])}).slice(1, 5)
        got = joined(mixseed.chunks(ArrowOnly(table)))
        np.testing.assert_array_equal(got, [[np.nan, 1], [3, 2], [4, 3], [5, 4], [np.nan, 5]])

    def test_columns_and_weights_are_found_by_name(self, arrow):
        table = arrow.table({"name": ["a", "b"], "x": [1.0, 2.0], "w": [3, 4], "y": [5.0, 6.0]})
        pieces = mixseed.chunks(ArrowOnly(table), columns=["y", "x"], weight="w")
        assert pieces.columns == ["y", "x"]
        [(rows, weights)] = pieces.pieces()
        assert rows.tolist() == [[5, 1], [6, 2]] and weights.tolist() == [3, 4]
        with pytest.raises(ValueError, match="column 'name': expected numbers"):
            mixseed.chunks(ArrowOnly(table))
        with pytest.raises(ValueError, match="no column is named 'z'"):
            mixseed.chunks(ArrowOnly(table), columns=["z"])

    def test_a_reader_that_is_used_up_is_refused(self, arrow):
        reader = arrow.table({"x": [1.0]}).to_reader()
        with pytest.raises(ValueError, match="once only"):
            mixseed.chunks(reader)

    def test_polars_frames_are_read(self):
        polars = pytest.importorskip("polars")
        frame = polars.DataFrame({"x": [1.0, 2.0], "y": [3, 4]})
        pieces = mixseed.chunks(frame)
        assert pieces.columns == ["x", "y"] and joined(pieces).tolist() == [[1, 3], [2, 4]]

    def test_parquet_is_read_by_name_in_the_order_of_the_files(self, arrow, X, tmp_path):
        from pyarrow import parquet

        names = ["x", "y"]
        for number, rows in enumerate(np.split(X, [100, 101])):
            listed = names if number != 1 else names[::-1]
            columns = {name: rows[:, names.index(name)] for name in listed}
            parquet.write_table(arrow.table({**columns, "w": np.ones(len(rows))}), tmp_path / f"{number}.parquet")
        pieces = mixseed.chunks(str(tmp_path / "*.parquet"), weight="w")
        assert pieces.columns == names
        np.testing.assert_array_equal(joined(pieces), X)
        np.testing.assert_array_equal(joined(mixseed.chunks(tmp_path, columns=["y"])), X[:, [1]])
        parquet.write_table(arrow.table({"x": [1.0]}), tmp_path / "9.parquet")
        with pytest.raises(ValueError, match="9.parquet: no column is named 'y'"):
            mixseed.chunks(tmp_path, columns=["x", "y"])


@pytest.mark.parametrize("library", ["h5py", "zarr"])
def test_arrays_of_hdf5_and_zarr_are_read_by_slices(library, X, tmp_path):
    module = pytest.importorskip(library)
    long = np.tile(X, (400, 8))
    if library == "h5py":
        with module.File(tmp_path / "rows.h5", "w") as file:
            pieces = mixseed.chunks(file.create_dataset("X", data=long, chunks=(1000, 16)))
            np.testing.assert_array_equal(joined(pieces), long)
    else:
        array = module.open_array(
            store=str(tmp_path / "rows.zarr"), mode="w", shape=long.shape, chunks=(1000, 16), dtype="f8"
        )
        array[:] = long
        np.testing.assert_array_equal(joined(mixseed.chunks(array)), long)


def test_chunks_are_told_what_the_whole_is_told(X):
    mixture = GaussianMixture(3, random_state=0).fit(X)
    pieces = mixseed.chunks([X[:1], X[1:600], X[600:]])
    for ask in ("predict", "predict_proba", "score_samples"):
        np.testing.assert_array_equal(getattr(mixture, ask)(pieces), getattr(mixture, ask)(X))
    for ask in ("score", "bic", "aic", "icl"):
        assert getattr(mixture, ask)(pieces) == pytest.approx(getattr(mixture, ask)(X), rel=1e-12)


def test_weights_come_with_the_chunks(X):
    weights = np.random.RandomState(0).uniform(size=len(X))
    mixture = GaussianMixture(3, random_state=0).fit(X)
    pieces = mixseed.chunks([(X[:600], weights[:600]), (X[600:], weights[600:])])
    assert mixture.score(pieces) == pytest.approx(mixture.score(X, sample_weight=weights), rel=1e-12)
    with pytest.raises(ValueError, match="come with the chunks"):
        mixture.score(pieces, sample_weight=weights)


def test_chunks_with_other_columns_are_refused(X):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b"])
    mixture = GaussianMixture(3, random_state=0).fit(frame)
    np.testing.assert_array_equal(mixture.predict(mixseed.chunks(frame)), mixture.predict(frame))
    with pytest.raises(ValueError, match="expected the columns"):
        mixture.predict(mixseed.chunks(frame[["b", "a"]]))
    with pytest.raises(ValueError, match="expected 2 columns, got 1"):
        mixture.predict(mixseed.chunks(X[:, :1]))


def test_missing_values_in_chunks_are_refused_unless_asked_for(X):
    mixture = GaussianMixture(3, random_state=0).fit(X)
    torn = X.copy()
    torn[700, 1] = np.nan
    with pytest.raises(ValueError, match="row 700"):
        mixture.predict(mixseed.chunks([torn[:600], torn[600:]]))
    mixture.missing = "marginal"
    np.testing.assert_array_equal(mixture.predict(mixseed.chunks([torn[:600], torn[600:]])), mixture.predict(torn))
