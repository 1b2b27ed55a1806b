"""The one entry works from anywhere."""

import subprocess


def test_python_runs_a_script_in_the_folder_of_the_caller(root, tmp_path):
    (tmp_path / "script.py").write_text("import mixseed, os, sys; print(os.getcwd(), sys.argv[1:], mixseed.__name__)\n")
    done = subprocess.run([root / "dev", "python", "script.py", "a b"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path} ['a b'] mixseed\n"
