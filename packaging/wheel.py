"""packaging/wheel.py WHEEL OUT: the wheel with every library inside that is not part of each Linux system.

As auditwheel does it: shared libraries go into mixseed.libs under names of their own, the extension module finds them
there, and the wheel is called manylinux_2_N after the oldest glibc that has all symbols.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# What manylinux takes for granted, less what the project wants inside (zlib).
GIVEN = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1"}
FOLDER = "mixseed.libs"
# The newest libstdc++ that a system with this glibc may be expected to have (PEP 600 goes by distributions).
LIBSTDCXX = {(3, 4, 29): (2, 34), (3, 4, 30): (2, 35), (3, 4, 31): (2, 38), (3, 4, 32): (2, 38)}


def told(*words: str | Path) -> str:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def needed(library: Path) -> list[str]:
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", told("readelf", "-dW", library))
    return [name for name in names if name not in GIVEN and not name.startswith("ld-linux")]


def versions(library: Path, family: str) -> list[tuple[int, ...]]:
    found = re.findall(rf"\b{family}_([0-9.]+)", told("readelf", "-VW", library))
    return [tuple(int(part) for part in text.split(".")) for text in found]


def oldest_glibc(libraries: list[Path]) -> tuple[int, ...]:
    least = max(version for library in libraries for version in versions(library, "GLIBC"))[:2]
    for library in libraries:
        for version in versions(library, "GLIBCXX"):
            least = max([least, *(glibc for newest, glibc in LIBSTDCXX.items() if version >= newest)])
    return least


def place_of(name: str, user: Path) -> Path:
    found = re.search(rf"^\s*{re.escape(name)} => (\S+)", told("ldd", user), re.MULTILINE)
    if not found:
        sys.exit(f"packaging/wheel.py: {user.name} needs {name}, which is not on this machine")
    return Path(found.group(1)).resolve()


def bundle(user: Path, libraries: Path, origin: str) -> list[Path]:
    """Copies what `user` needs into the folder and makes it look there; the same for the copies."""
    copies = []
    for name in needed(user):
        source = place_of(name, user)
        mark = hashlib.sha256(source.read_bytes()).hexdigest()[:8]
        stem, rest = name.split(".so", 1)
        copy = libraries / f"{stem}-{mark}.so{rest}"
        if not copy.exists():
            libraries.mkdir(exist_ok=True)
            copy.write_bytes(source.read_bytes())
            copy.chmod(0o755)
            told("patchelf", "--set-soname", copy.name, copy)
            copies += [copy, *bundle(copy, libraries, "$ORIGIN")]
        told("patchelf", "--replace-needed", name, copy.name, user)
    if copies:
        told("patchelf", "--force-rpath", "--set-rpath", origin, user)
    return copies


def record_line(path: Path, root: Path) -> str:
    content = path.read_bytes()
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path.relative_to(root)},sha256={digest},{len(content)}"


def pack(root: Path, info: Path, out: Path) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and path.name != "RECORD")
    record = info / "RECORD"
    record.write_text("\n".join([*(record_line(path, root) for path in files), f"{record.relative_to(root)},,"]) + "\n")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in [*files, record]:
            entry = zipfile.ZipInfo(str(path.relative_to(root)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if path.suffix == ".so" or ".so." in path.name else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, path.read_bytes())


def main(source: Path, out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with zipfile.ZipFile(source) as wheel:
            wheel.extractall(root)
        (module,) = root.glob("mixseed/_core*.so")
        (info,) = root.glob("*.dist-info")
        told("strip", "--strip-unneeded", module)
        libraries = [module, *bundle(module, root / FOLDER, f"$ORIGIN/../{FOLDER}")]
        left = {name for library in libraries for name in needed(library)} - {library.name for library in libraries}
        if left:
            sys.exit(f"packaging/wheel.py: still linked with {', '.join(sorted(left))}")
        machine = re.search(r"linux_(\w+)\.whl$", source.name).group(1)
        tag = "manylinux_{}_{}_{}".format(*oldest_glibc(libraries), machine)
        about = info / "WHEEL"
        about.write_text(about.read_text().replace(f"linux_{machine}", tag))
        target = out / source.name.replace(f"linux_{machine}", tag)
        pack(root, info, target)
    inside = ", ".join(sorted(library.name for library in libraries[1:])) or "nothing"
    print(f"{target}: {target.stat().st_size / 1e6:.2f} MB, with {inside}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
