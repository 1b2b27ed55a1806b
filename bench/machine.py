"""What the machine is, and which BLAS kernels suit it."""

import datetime
import os
import platform
import re
import subprocess
from pathlib import Path

import programs


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def lscpu():
    lines = (line.split(":", 1) for line in output_of("lscpu").splitlines() if ":" in line)
    return {name.strip(): value.strip() for name, value in lines}


def describe():
    cpu = lscpu()
    memory = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1))
    system = re.search(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text()).group(1)
    caches = ", ".join(f"{name} {cpu[name + ' cache']}" for name in ("L1d", "L2", "L3") if name + " cache" in cpu)
    return {
        "processor": f"{cpu.get('Model name', platform.machine())}, {os.cpu_count()} cores as the system counts them",
        "caches": caches,
        "memory": f"{memory / 2**20:.0f} GiB",
        "system": f"{system}, Linux {platform.release()}",
        "compiler": output_of("c++", "--version").splitlines()[0],
        "date": datetime.date.today().isoformat(),
    }


def suitable_core():
    """What OpenBLAS should take this processor for: old versions do not know new processors."""
    cpu = lscpu()
    flags = cpu.get("Flags", "").split()
    if "avx512f" in flags and "avx512dq" in flags:
        return "SkylakeX"
    if "avx2" in flags:
        return "Zen" if "AMD" in cpu.get("Vendor ID", "") else "Haswell"
    return None


def single_threaded(core=None):
    alone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return {**alone, "OPENBLAS_CORETYPE": core} if core else alone


def choose_blas():
    """The environment for all programs, and the rates of a matrix product that led to it."""
    core = suitable_core()
    rates = {"default": programs.dgemm(single_threaded())}
    if core:
        rates[core] = programs.dgemm(single_threaded(core))
    best = max(rates, key=rates.get)
    chosen = core if core and rates[core] > 0.97 * rates[best] else None
    return single_threaded(chosen), {"rates": rates, "chosen": chosen or "default"}


def commit():
    return output_of("git", "-C", str(programs.HERE), "describe", "--always", "--dirty") or "unknown"
