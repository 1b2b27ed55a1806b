"""The page about a run of the benchmark, from what run.py measured. `report.py RESULTS.json` prints it again."""

import json
import sys
from pathlib import Path

import sizes
from programs import OURS, TITLES

SIZES = {size.name: size for size in sizes.SIZES}


def short(number):
    """Three significant digits without an exponent."""
    if number == 0:
        return "0"
    digits = 2
    while abs(number) * 10**digits < 100 and digits < 9:
        digits += 1
    return f"{number:.{digits}f}" if abs(number) < 1 else f"{number:.3g}" if abs(number) < 1000 else f"{number:.0f}"


def table(head, lines):
    if not lines:
        return "Not measured in this run."
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in [head, rule, *lines]) + "\n"


def by_size(results, cell):
    """A table with a column per size and a line per program; cell(program's result, our result, size) is text."""
    rounds = results["rounds"]
    names = [name for name in TITLES if any(name in programs for programs in rounds.values())]
    lines = []
    for name in names:
        cells = [cell(found.get(name, {}), found[OURS], SIZES[letter]) for letter, found in rounds.items()]
        if any(cells):
            lines.append([TITLES[name], *(text or "–" for text in cells)])
    return table(["", *rounds], lines)


def sizes_table(results):
    lines = [
        [letter, f"{SIZES[letter].n:,}", SIZES[letter].D, SIZES[letter].K, f"{SIZES[letter].megabytes:.1f}"]
        + [f"{100 * results['doubtful'][letter]:.1f} %"]
        for letter in results["rounds"]
    ]
    return table(["size", "rows", "columns", "components", "MB", "doubtful rows"], lines)


def seconds_cell(result, ours, size):
    return short(result["seconds"]) if "seconds" in result else result.get("skipped", "") and "skipped"


def ratio_cell(result, ours, size):
    return f"{result['seconds'] / ours['seconds']:.1f}" if "seconds" in result and result is not ours else ""


def difference_cell(result, ours, size):
    return f"{result['difference']:.1e} ({result['rounds'][1]})" if "difference" in result else ""


def memory_cell(result, ours, size):
    return f"{result['peak_megabytes'] - size.megabytes:.0f}" if "seconds" in result else ""


def peak_table(results):
    peak = results["peak"]["gflops"]
    lines = []
    for letter, found in results["rounds"].items():
        rate = SIZES[letter].flops / found[OURS]["seconds"] * 1e-9
        lines.append([letter, short(found[OURS]["seconds"] * 1e3), f"{rate:.1f}", f"{100 * rate / peak:.0f} %"])
    return table(["size", "ms per round", "nominal GFLOP/s", "nominal / peak"], lines)


def threads_table(results):
    lines = []
    for letter, seconds in results["threads"].items():
        one, two = (seconds[key] for key in sorted(seconds, key=int))
        lines.append([letter, short(one * 1e3), short(two * 1e3), f"{one / two:.2f}"])
    return table(["size", "1 thread, ms per round", "2 threads", "speed-up"], lines)


def seeding_table(results):
    lines = []
    for letter, found in results["seeding"].items():
        round_seconds = results["rounds"][letter][OURS]["seconds"]
        adaptive, kmeans = found["adaptive"], found["kmeans++/kmeans"]
        lines.append(
            [letter, short(adaptive * 1e3), f"{adaptive / round_seconds:.1f}", short(kmeans * 1e3)]
            + [f"{kmeans / round_seconds:.1f}"]
        )
    head = ["size", "`adaptive:alpha=1`, ms", "in EM rounds", "`kmeans++/kmeans`, ms", "in EM rounds"]
    return table(head, lines)


def whole_table(found):
    theirs = found["sklearn"]
    lines = []
    for name, fit in found.items():
        title = "scikit-learn, `GaussianMixture(20)`" if name == "sklearn" else f"mixseed, `{name}`"
        lines.append(
            [title, short(fit["seconds"] * 1e3), f"{theirs['seconds'] / fit['seconds']:.1f}", f"{fit['rounds']:g}"]
            + [f"{fit['log_likelihood']:.3f}", f"{fit['best']:.3f}", fit["collapsed"] if name != "sklearn" else "–"]
        )
    head = ["", "ms", "times faster", "EM rounds", "mean log-likelihood", "best of 10", "collapsed components"]
    return table(head, lines)


def whole_tables(results):
    return "\n".join(whole_table(found) for found in results["whole"].values()) or table([], [])


def failures(results):
    """What was not measured, and where components had to be kept from collapsing."""
    lines = []
    for letter, found in results["rounds"].items():
        for name, result in found.items():
            if "skipped" in result:
                lines.append(f"- {letter}: {TITLES[name]} skipped: {result['skipped']}")
        if found[OURS]["repairs"]:
            lines.append(f"- {letter}: the mixture collapses; mixseed made {found[OURS]['repairs']} repairs")
    return "\n".join(lines) + "\n" if lines else "Nothing was skipped, and no component collapsed.\n"


def program_memory(results):
    peak = results["memory"].get(sizes.MEMORY)
    return f"{peak - SIZES[sizes.MEMORY].megabytes:.1f} MB beyond the data" if peak else "not measured in this run"


def machine_list(results):
    blas = results["blas"]
    rates = ", ".join(f"{name} {rate:.1f}" for name, rate in blas["rates"].items())
    versions = {}
    for found in results["rounds"].values():
        versions.update({TITLES[name]: result["version"] for name, result in found.items() if "version" in result})
    facts = {
        **results["machine"],
        "multiply-adds": f"{results['peak']['gflops']:.1f} GFLOP/s measured on one core ({results['peak']['vectors']})",
        "matrix product": f"OpenBLAS on one core, GFLOP/s by kernels: {rates}; used: {blas['chosen']}",
        "load": f"{results['load']:.1f} processes when the run began; what others do disturbs the seconds",
        "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "mixseed at": results["commit"],
    }
    return "\n".join(f"- {name}: {value}" for name, value in facts.items() if value) + "\n"


def page(results):
    text = (Path(__file__).resolve().with_name("page.txt")).read_text()
    results = json.loads(json.dumps(results))  # keys are texts, whether measured just now or read back
    parts = {
        "machine": machine_list(results),
        "sizes": sizes_table(results),
        "seconds": by_size(results, seconds_cell),
        "ratios": by_size(results, ratio_cell),
        "failures": failures(results),
        "differences": by_size(results, difference_cell),
        "peak": peak_table(results),
        "threads": threads_table(results),
        "cores": f"{results['cores']:.2f}",
        "seeding": seeding_table(results),
        "whole": whole_tables(results),
        "memory": by_size(results, memory_cell),
        "program_memory": program_memory(results),
        "repeats": str(results["repeats"]),
    }
    for name, value in parts.items():
        text = text.replace("{" + name + "}", value.rstrip("\n"))
    return text


if __name__ == "__main__":
    print(page(json.loads(Path(sys.argv[1]).read_text())))
