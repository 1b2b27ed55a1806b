"""./dev works from any directory."""

import os
import subprocess


def test_python_runs_a_script_in_the_folder_of_the_caller(root, tmp_path):
    (tmp_path / "script.py").write_text("import mixseed, os, sys; print(os.getcwd(), sys.argv[1:], mixseed.__name__)\n")
    done = subprocess.run([root / "dev", "python", "script.py", "a b"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path} ['a b'] mixseed\n"


def test_install_brings_program_and_modules_for_mpirun(root, tmp_path):
    done = subprocess.run([root / "dev", "install", tmp_path], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (tmp_path / "lib" / "mixseed").iterdir()} == {"mixseed-openmpi.so", "mixseed-mpich.so"}
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    program, data = tmp_path / "bin" / "mixseed", root / "data" / "faithful.csv"
    fit = ["mpirun.openmpi", "--oversubscribe", "-np", "2", program, "fit", data]
    done = subprocess.run([*fit, "-k", "2", "--json"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert '"ranks"' in done.stdout
