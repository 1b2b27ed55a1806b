"""Builds the extension module with setuptools where scikit-build-core is absent; the metadata is in pyproject.toml."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


def version():
    header = (ROOT / "include" / "mixseed" / "version.h").read_text()
    return re.search(r'kVersion = "([0-9.]+)"', header).group(1)


def pybind11_settings():
    """Names pybind11's folder if pip installed it; CMake finds the system's by itself."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class CMakeBuild(build_ext):
    """Runs the CMake build and installs its component `python`, as scikit-build-core does."""

    def build_extension(self, extension):
        prefix = Path(self.get_ext_fullpath(extension.name)).resolve().parents[1]
        tree = Path(self.build_temp).resolve()
        settings = {
            "CMAKE_BUILD_TYPE": "Release",
            "MIXSEED_BUILD_PYTHON": "ON",
            "MIXSEED_BUILD_CLI": "OFF",
            "MIXSEED_INSTALL": "OFF",
            "Python_EXECUTABLE": sys.executable,
        }
        words = [f"-D{name}={value}" for name, value in settings.items()] + pybind11_settings()
        if shutil.which("ninja"):
            words += ["-G", "Ninja"]
        words += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
        subprocess.run(["cmake", "-S", ROOT, "-B", tree, *words], check=True)
        subprocess.run(["cmake", "--build", tree, "--target", "mixseed_python", "--parallel", jobs], check=True)
        subprocess.run(["cmake", "--install", tree, "--component", "python", "--strip", "--prefix", prefix], check=True)


setup(version=version(), ext_modules=[Extension("mixseed._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
