"""A table with nothing but Arrow's C stream, made with ctypes, so that reading one is tested where no Arrow is installed."""

import ctypes

import numpy as np

P, Int64 = ctypes.c_void_p, ctypes.c_int64


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = ctypes.CFUNCTYPE(None, P)
END = [("dictionary", P), ("release", P), ("private", P)]
Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", P),
    ("flags", Int64),
    ("n_children", Int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    *END,
]
Array._fields_ = [
    *((name, Int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(P)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    *END,
]
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.POINTER(Array))
LAST_ERROR = ctypes.CFUNCTYPE(P, P)
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("last_error", LAST_ERROR),
    ("release", P),
    ("private", P),
]

FORMATS = {"float64": b"g", "float32": b"f", "int8": b"c", "uint8": b"C", "int16": b"s", "uint16": b"S"}
FORMATS.update({"int32": b"i", "uint32": b"I", "int64": b"l", "uint64": b"L", "bool": b"b", "object": b"u"})


def pointers(kind, items):
    return (ctypes.POINTER(kind) * len(items))(*map(ctypes.pointer, items))


class ArrowTable:
    """Batches of columns by name; a pair (values, valid) has nulls. Counts the structs that are released.

    `offset` is the number of rows in the buffers before the first row of each batch. `fails` is the number of batches
    after which reading ends with an error.
    """

    def __init__(self, *batches, offset=0, fails=None):
        self.batches, self.offset, self.fails = batches, offset, fails
        self.kept, self.handed, self.released = [], 0, 0

    def __arrow_c_stream__(self, requested_schema=None):
        left = iter(self.batches)
        count = [0]

        def get_schema(_, out):
            columns = [(name, np.asarray(c[0] if isinstance(c, tuple) else c).dtype) for name, c in self.batches[0].items()]
            children = [self.schema(FORMATS[str(kind)], name) for name, kind in columns]
            out[0] = self.schema(b"+s", "", children)
            return 0

        def get_next(_, out):
            if count[0] == self.fails:
                return 5
            count[0] += 1
            batch = next(left, None)
            out[0] = Array() if batch is None else self.array(batch)
            return 0

        def last_error(_):
            return ctypes.cast(ctypes.c_char_p(b"the disk is gone"), P).value

        release = self.releaser()
        calls = (GET_SCHEMA(get_schema), GET_NEXT(get_next), LAST_ERROR(last_error))
        stream = Stream(*calls, release, None)
        self.kept += [stream, calls]
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]
        return make(ctypes.addressof(stream), b"arrow_array_stream", None)

    def releaser(self):
        def release(_):
            self.released += 1

        call = RELEASE(release)
        self.kept.append(call)
        return ctypes.cast(call, P).value

    def schema(self, format, name, children=()):
        listed = pointers(Schema, children)
        self.kept += [listed, children]
        self.handed += not name
        return Schema(format, name.encode(), None, 0, len(children), listed, None, self.releaser(), None)

    def array(self, batch):
        columns = [column if isinstance(column, tuple) else (column, None) for column in batch.values()]
        children = [self.column(np.asarray(values), valid) for values, valid in columns]
        listed = pointers(Array, children)
        nothing = (P * 1)(None)
        self.kept += [listed, nothing]
        self.handed += 1
        return Array(len(columns[0][0]), 0, 0, 1, len(children), nothing, listed, None, self.releaser(), None)

    def column(self, values, valid):
        def moved(array):
            return np.concatenate([np.ones(self.offset, dtype=array.dtype), array])

        data = np.packbits(moved(values), bitorder="little") if values.dtype == bool else moved(values)
        bits = None if valid is None else np.packbits(moved(np.asarray(valid, dtype=bool)), bitorder="little")
        buffers = (P * 2)(None if bits is None else bits.ctypes.data, data.ctypes.data)
        self.kept += [data, bits, buffers]
        nulls = 0 if valid is None else -1
        return Array(len(values), nulls, self.offset, 2, 0, buffers, None, None, None, None)
