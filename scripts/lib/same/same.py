"""Runs the lines of lines.txt with two programs and compares what they say and write, for scripts/same.

Both programs find each workspace at the same path, with a home and a cache of their own that begin empty. Times and
durations are masked, nothing else.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import app

MASKS = [
    (re.compile(r"\d+(\.\d+)?(?= ?(ms|µs|s|min|h)\b)"), "N"),
    (re.compile(r"\bN (ms|µs|s|min|h)( N (ms|s|min))*"), "TIME"),
    (re.compile(r'("[A-Za-z]*([Ss]econds|[Dd]uration)[A-Za-z]*": ?)[\d.e+-]+'), r"\1TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?"), "DATE"),
]
# Long work is told of when it takes long.
PROGRESS = re.compile(r"^(Evaluating|Looking|Reading|Walking) .*\n", re.MULTILINE)
STREAMS = ("standard output", "standard error", "exit code", "files")

Answer = collections.namedtuple("Answer", "output errors code files")


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def masked(text):
    text = PROGRESS.sub("", text)
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return text


# --- Lines ---------------------------------------------------------------------------------------------------------


def read_lines(path):
    """The lines of a file without comments."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


class Line:
    """A command line; one that begins with `+` builds."""

    def __init__(self, text):
        self.builds = text.startswith("+")
        self.text = text.lstrip("+")

    def words(self, names):
        return shlex.split(self.text.format_map(names))


def read_on_purpose(path):
    """Pairs of a pattern for command lines and the reason why what they say differs."""
    pairs = []
    for line in read_lines(path):
        pattern, separator, reason = line.partition(" -- ")
        if not separator:
            fail(f"{path} has a line without ' -- ' and a reason: {line}")
        pairs.append((re.compile(pattern), reason))
    return pairs


# --- Workspaces ----------------------------------------------------------------------------------------------------


class Workspace:
    """What both programs are run in. `place` is the same for both; `template` is what it begins as."""

    def __init__(self, name, work):
        self.name = name
        self.template = work / "templates" / name
        self.place = work / "run" / name
        self.names = {}

    def begin(self):
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.template, self.place, symlinks=True)

    def files(self):
        """What lies there, by path: kind and contents. Build output and Git's own files count only where a hook may be."""
        found = {}
        for folder, folders, files in os.walk(self.place):
            here = pathlib.Path(folder).relative_to(self.place)
            if here == pathlib.Path("."):
                folders[:] = [name for name in folders if name not in (".build", ".git")]
            for name in files:
                path = pathlib.Path(folder) / name
                found[str(here / name)] = self.look(path)
        for path in (self.place / ".git" / "hooks").glob("*"):
            found[f".git/hooks/{path.name}"] = self.look(path)
        return found

    @staticmethod
    def look(path):
        if path.is_symlink():
            return f"link to {os.readlink(path)}"
        mode = "x" if os.access(path, os.X_OK) else "-"
        return f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def git(place, *words):
    settings = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *settings, *words], cwd=place, check=True, stdout=subprocess.DEVNULL)


def make(name, root, template):
    template.parent.mkdir(parents=True, exist_ok=True)
    if name == "app":
        app.write(template, git)
    elif name == "ambit":
        git(root, "clone", "-q", "--no-local", str(root), str(template))
    else:
        packages = {"small": "12", "large": "100"}[name]
        example = [str(root / "scripts" / "example"), str(template), "--packages", packages]
        if subprocess.run(example, stdout=subprocess.DEVNULL).returncode:
            fail(f"{' '.join(example)} failed")


def choose(workspace, program, home):
    """Names for the lines: of the module that most others need, of its package and tests, of a commit and a file."""

    def ask(*words):
        return run(program, workspace, home, words)[0].split("\n")[:-1]

    modules = ask("query", "all")
    tests = set(ask("query", "kind:test"))
    if not modules:
        fail(f"{program} finds no module in the workspace {workspace.name}")
    needed = max(
        (module for module in modules if module not in tests),
        key=lambda module: (int(ask("query", f'rdeps("{module}")', "--format", "count")[0]), module),
    )
    package = needed.rpartition(":")[0]
    owners = json.loads("\n".join(ask("show", needed, "--json")))["module"]["owners"]
    sources = sorted((workspace.place / package[2:]).glob("**/*.swift"))
    sources = [path for path in sources if path.name != "Package.swift" and "/Tests/" not in str(path)]
    first = next(iter(sorted(tests)))
    with_tests = [test for test in sorted(tests) if test.startswith(f"{package}:")]
    return {
        "module": needed,
        "package": package or "//",
        "tests": (with_tests or [first])[0],
        "other": sorted(module for module in modules if module != needed)[0],
        "file": str(sources[0].relative_to(workspace.place)),
        "team": owners[0]["id"] if owners else "@nobody",
    }


def edit(workspace):
    """What a user may have done before: a source with another comment, a new file of documentation."""
    with open(workspace.place / workspace.names["file"], "a", encoding="utf-8") as source:
        source.write("// A comment more.\n")
    (workspace.place / "NOTES.md").write_text("Notes\n", encoding="utf-8")


# --- Runs ----------------------------------------------------------------------------------------------------------


def run(program, workspace, home, words):
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LANG": "C.UTF-8",
        "TMPDIR": str(home / "tmp"), "GIT_CONFIG_GLOBAL": os.devnull,
    }
    done = subprocess.run(
        [program, *words], cwd=workspace.place, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
    )
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode


def stand_in(program, work):
    """The program at a place that is the same for both: hooks name it."""
    place = work / "program" / "ambit"
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    shutil.copy2(program, place)
    return str(place)


def answers(program, workspace, lines, home):
    """What a program says to each line, in order."""
    shutil.rmtree(home, ignore_errors=True)
    (home / "tmp").mkdir(parents=True)
    workspace.begin()
    edit(workspace)
    said = {}
    before = workspace.files()
    for line in lines:
        output, errors, code = run(program, workspace, home, line.words(workspace.names))
        after = workspace.files()
        written = [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]
        files = "\n".join(f"{path} {after.get(path, 'is gone')}" for path in written)
        said[line.text] = Answer(masked(output), masked(errors), str(code), files)
        if written:
            workspace.begin()
            edit(workspace)
            before = workspace.files()
    return said


# --- What differs --------------------------------------------------------------------------------------------------


def first_difference(old, new):
    """The first line of each that the other one does not have there."""
    olds, news = old.split("\n"), new.split("\n")
    for number in range(max(len(olds), len(news))):
        one = olds[number] if number < len(olds) else "(nothing)"
        two = news[number] if number < len(news) else "(nothing)"
        if one != two:
            return number + 1, one, two
    return None


def compare(workspace, old, new, on_purpose, used):
    """Prints what differs, and returns how many lines do that should not."""
    wrong = 0
    for text, before in old.items():
        after = new[text]
        different = [
            (stream, *first_difference(one, two)) for stream, one, two in zip(STREAMS, before, after) if one != two
        ]
        if not different:
            continue
        reasons = [pair for pair in on_purpose if pair[0].search(text)]
        if reasons:
            used.update(pair[0].pattern for pair in reasons)
            continue
        wrong += 1
        print(f"\n{workspace.name}: ambit {text}")
        for stream, number, one, two in different:
            print(f"  {stream}, line {number}\n    old  {one[:300]}\n    new  {two[:300]}")
    return wrong


def keep(folder, said):
    """Leaves all that was said where somebody can look at it."""
    text = "".join(
        f"$ ambit {line}\n" + "".join(f"--- {name}\n{part}\n" for name, part in zip(STREAMS, answer))
        for line, answer in said.items()
    )
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text(text, encoding="utf-8")


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/same", allow_abbrev=False)
    parser.add_argument("root", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--build", action="store_true", help="also build and test the example with 12 packages")
    parser.add_argument("--only", action="append", choices=("small", "large", "app", "ambit"), help="only this workspace")
    parser.add_argument("--lines", type=re.compile, help="only the lines in which this is found")
    parser.add_argument("--work", type=pathlib.Path, help="make workspaces here, and keep what was said")
    return parser.parse_args()


def main():
    options = arguments()
    programs = [os.path.abspath(program) for program in (options.old, options.new)]
    for program in programs:
        if not os.access(program, os.X_OK):
            fail(f"there is no program at {program}")
    here = pathlib.Path(__file__).parent
    on_purpose = read_on_purpose(here / "on-purpose.txt")
    lines = [Line(text) for text in read_lines(here / "lines.txt")]
    if options.lines:
        lines = [line for line in lines if options.lines.search(line.text)]
    if not lines:
        fail("no line of lines.txt is meant")
    with tempfile.TemporaryDirectory() as temporary:
        work = (options.work or pathlib.Path(temporary)).absolute()
        wrong, count, used = 0, 0, set()
        for name in options.only or ("small", "large", "app", "ambit"):
            workspace = Workspace(name, work)
            if not workspace.template.exists():
                make(name, options.root, workspace.template)
            home = work / "run" / f"{name}-home"
            (home / "tmp").mkdir(parents=True, exist_ok=True)
            workspace.begin()
            workspace.names = choose(workspace, programs[0], home)
            meant = [line for line in lines if not line.builds or options.build and name == "small"]
            old, new = (answers(stand_in(program, work), workspace, meant, home) for program in programs)
            keep(work / "said" / f"{name}-old.txt", old)
            keep(work / "said" / f"{name}-new.txt", new)
            wrong += compare(workspace, old, new, on_purpose, used)
            count += len(meant)
    for pattern, reason in on_purpose:
        print(f"{'differs on purpose' if pattern.pattern in used else 'did not differ'}: {pattern.pattern} ({reason})")
    print(f"{count} command lines, {wrong} differ")
    sys.exit(1 if wrong else 0)


main()
