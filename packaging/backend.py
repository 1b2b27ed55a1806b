"""Build backend of pyproject.toml: scikit-build-core, or setuptools where scikit-build-core is absent (Debian 12).

pip hides the output of a backend unless it is given -v, so a terminal gets one line about the compilation.
"""

import os
import sys

try:
    import scikit_build_core.build as backend
except ImportError:
    import setuptools.build_meta as backend

    def build_sdist(*_):
        """Refuses: the list of files is in pyproject.toml, for scikit-build-core."""
        sys.exit("mixseed: a source distribution needs scikit-build-core")

else:
    build_sdist = backend.build_sdist


def say(text):
    """Writes to the terminal, if there is one."""
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(f"\nmixseed: {text}\n")
    except OSError:
        pass


def announced(build):
    name = backend.__name__.split(".")[0]

    def build_and_say(*arguments, **named):
        cores = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or len(os.sched_getaffinity(0))
        say(f"compiling C++ by {name}, {cores} at a time, about 150 CPU seconds; pip -v shows each step")
        return build(*arguments, **named)

    return build_and_say


build_wheel = announced(backend.build_wheel)
build_editable = announced(backend.build_editable)


def __getattr__(name):
    """The hooks that are the backend's own: requirements and metadata."""
    return getattr(backend, name)
