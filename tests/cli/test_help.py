"""Help, manual page and completions: all are made from the list of the commands, and all work."""

import re
import shutil
import subprocess

import pytest

LAB = ["run", "tables", "report", "compare", "status", "merge", "plans", "fetch"]
COMMANDS = [(word,) for word in "fit predict score impute bootstrap sample methods convert generate lab".split()]
COMMANDS += [("help",), ("completions",), ("version",)]
COMMANDS += [("lab", word) for word in LAB]


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_help_with_a_command_says_what_the_command_says_about_itself(run, words):
    asked, told = run("help", *words), run(*words, "--help")
    assert (asked.returncode, asked.stderr) == (0, "") and asked.stdout == told.stdout != ""


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_example_of_a_command_is_of_that_command(run, words):
    example = run("help", *words).stdout.split("Example:\n")[1]
    assert example.startswith("  mixseed " + " ".join(words))


@pytest.mark.parametrize("words, expected", [
    (("help", "fitt"), ["fitt", "fit", "predict"]),
    (("help", "lab", "compere"), ["'lab compere'", "compare", "run"]),
    (("help", "fit", "lab"), ["lab", "mixseed fit"]),
    (("help", "fit", "--man"), ["--man"]),
    (("lab",), ["command is required after 'mixseed lab'", "compare", "run"]),
    (("lab", "compere"), ["'lab compere'", "compare", "run"]),
    (("completions", "tcsh"), ["tcsh", "bash", "zsh", "fish"]),
])
def test_what_is_no_command_gets_the_candidates(run, words, expected):
    done = run(*words)
    assert done.returncode == 2 and all(word in done.stderr for word in expected), done.stderr


@pytest.mark.parametrize("words", [words for words in COMMANDS if words != ("lab",)], ids=" ".join)
def test_an_error_points_to_the_help_of_its_own_command(run, words):
    done = run(*words, "--no-such-option")
    assert done.returncode == 2
    assert f"(see mixseed {' '.join(words)} --help)" in done.stderr


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))


def options_by_command(run):
    listed = {}
    for words in COMMANDS:
        help_lines = run("help", *words).stdout.split("Example:")[0].splitlines()
        listed[words] = {name for line in help_lines if line.startswith("  -") for name in options_in(line.split()[0])}
    return listed


def test_every_option_of_the_help_is_in_the_manual_page_and_in_every_completion(run):
    pages = {shell: run("completions", shell).stdout for shell in ("bash", "zsh")}
    pages["man"] = re.sub(r"\\f[BIR]", "", run("help", "--man").stdout).replace("\\-", "-")
    listed = options_by_command(run)
    assert {"--method", "--components", "--output"} <= listed[("fit",)]
    for name, page in pages.items():
        wanted = set().union(*listed.values()) - ({"--help"} if name == "man" else set())
        assert wanted - options_in(page) == set(), name
    fish = run("completions", "fish").stdout
    assert {name for names in listed.values() for name in names if f" -l {name[2:]} " not in fish} == set()


def test_groff_has_nothing_to_say_about_the_manual_page(run, tmp_path):
    page = tmp_path / "mixseed.1"
    page.write_text(run("help", "--man").stdout)
    done = subprocess.run(["groff", "-Tutf8", "-man", "-ww", page], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
    assert "--components" in shown and "mixseed lab merge INTO PARTS..." in shown


@pytest.fixture
def complete_in_bash(run, tmp_path):
    """complete(line): what bash offers at the end of the line, with its own idea of where words end."""
    script = tmp_path / "mixseed.bash"
    script.write_text(run("completions", "bash").stdout)
    (tmp_path / "rows of mine.csv").write_text("1\n")
    (tmp_path / "folder").mkdir()

    def complete(line):
        words = [word for word in re.split(r"\s+|([=:])", line) if word]
        if line.endswith(" "):
            words.append("")
        quoted = " ".join("'" + word + "'" for word in words)
        call = f"source mixseed.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _mixseed mixseed; "
        call += 'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-u", "-c", call], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stderr == "", done.stderr
        return set(done.stdout.split("\n")) - {""}

    return complete


@pytest.mark.parametrize("line, expected", [
    ("mixseed ", {word for word, *more in COMMANDS}),
    ("mixseed f", {"fit"}),
    ("mixseed lab ", set(LAB)),
    ("mixseed lab com", {"compare"}),
    ("mixseed fit --se", {"--select", "--seed"}),
    ("mixseed fit rows.csv --select ", {"bic", "aic", "icl"}),
    ("mixseed fit --method ad", {"adaptive"}),
    ("mixseed fit --method=ad", {"adaptive"}),
    ("mixseed fit --method adaptive/c", {"adaptive/cem"}),
    ("mixseed fit --method adaptive:alpha=0.5/c", {"0.5/cem"}),
    ("mixseed fit r", {"rows of mine.csv"}),
    ("mixseed fit rows.csv ", set()),
    ("mixseed fit -k ", set()),
    ("mixseed fit --json r", {"rows of mine.csv"}),
    ("mixseed fit -o r", {"rows of mine.csv"}),
    ("mixseed predict model.json r", {"rows of mine.csv"}),
    ("mixseed lab run qui", {"quick"}),
    ("mixseed lab run --data-dir f", {"folder"}),
    ("mixseed lab compare rows.csv --methods adaptive/cem kmeans", {"kmeans", "kmeans++"}),
    ("mixseed lab compare rows.csv --methods uniform --se", {"--seeds"}),
    ("mixseed lab fetch cit", {"cities"}),
    ("mixseed lab merge all.db a.db r", {"rows of mine.csv"}),
    ("mixseed help la", {"lab"}),
    ("mixseed completions ", {"bash", "zsh", "fish"}),
    ("mixseed generate --sizes ", {"equal", "different"}),
])
def test_bash_offers_what_can_follow(complete_in_bash, line, expected):
    assert complete_in_bash(line) == expected


def test_bash_offers_every_method(run_json, complete_in_bash):
    names = {method["name"] for method in run_json("methods")["methods"]}
    assert complete_in_bash("mixseed fit --method ") == names


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_read_its_script(run, tmp_path, shell):
    assert shutil.which(shell), f"{shell} is not installed"
    script = tmp_path / "script"
    script.write_text(run("completions", shell).stdout)
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line, expected", [
    ("mixseed ", {word for word, *more in COMMANDS}),
    ("mixseed lab ", set(LAB)),
    ("mixseed lab com", {"compare"}),
    ("mixseed fit rows.csv --sele", {"--select"}),
    ("mixseed fit rows.csv --select ", {"bic", "aic", "icl"}),
    ("mixseed fit --method adaptive/c", {"adaptive/cem"}),
    ("mixseed lab run qui", {"quick"}),
])
def test_fish_offers_what_can_follow(run, tmp_path, line, expected):
    (tmp_path / "mixseed.fish").write_text(run("completions", "fish").stdout)
    words = ["fish", "--no-config", "-c", f"source mixseed.fish; complete -C '{line}'"]
    plain = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=plain)
    assert done.stderr == ""
    assert {row.split("\t")[0] for row in done.stdout.splitlines()} == expected


ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= ; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -D -u; zstyle ':completion:*' list-colors ''"
zpty -w shell "zstyle ':completion:*' verbose no; LISTMAX=1000; bindkey '^I' list-choices; print ready''now"
zpty -r -m shell out '*readynow*'
zpty -n -w shell "$1"$'\t'
for ((turn = 0; turn < 300; turn++)); do
  while zpty -r -t shell part; do all+=$part; done
  [[ $all == *$2* ]] && break
  sleep 0.1
done
sleep 0.5
while zpty -r -t shell part; do all+=$part; done
print -r -- "$all"
zpty -d shell
"""


@pytest.mark.parametrize("line, expected", [
    ("mixseed lab ", LAB),
    ("mixseed fit --se", ["--select", "--seed"]),
    ("mixseed fit rows.csv --select ", ["bic", "aic", "icl"]),
    ("mixseed fit --method adaptive/c", ["cem"]),
])
def test_zsh_offers_what_can_follow(run, tmp_path, line, expected):
    (tmp_path / "_mixseed").write_text(run("completions", "zsh").stdout)
    words = ["zsh", "-f", "-c", ZSH, "zsh", line, expected[-1]]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", " ", done.stdout)
    assert all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown) for word in expected), shown
