"""Tests each module of a package where other files read as something else, for `scripts/corpus --overlay`.

What Ambit built is run by `swift test --skip-build`, in mounts that show another tree at the workspace's path. A file is
an input of a module when its key, or that of a module that it needs, holds the file, or when it was seen to be read.
"""

import json
import pathlib
import shutil
import subprocess
import sys

import corpus

SCRATCH = ".build/ambit/main"
ALTERED = b"this is not what it was\n"
# A package without one of its sources is not loaded.
SOURCES = (".swift", ".c", ".cc", ".cpp", ".m", ".mm", ".s", ".h", ".modulemap")
FILES = ("file", "input", "package-file", "global", "workspace-file")


def answer(ambit, place, *words):
    found = subprocess.run([ambit, *words, "--json"], cwd=place, capture_output=True, check=False)
    return json.loads(found.stdout)


def is_loaded(path):
    """Whether `swift test` reads it to learn what the package is."""
    name = path.rsplit("/", 1)[-1]
    return name in ("Package.resolved", "workspace.json") or name.startswith("Package") and name.endswith(".swift")


class Inputs:
    """The files that modules read, by their keys and by what was seen."""

    def __init__(self, ambit, place):
        self.ambit, self.place, self.known = ambit, place, {}
        self.seen = {}
        for finding in answer(ambit, place, "lint")["findings"]:
            if finding["rule"] == "undeclared-input":
                self.seen.setdefault(finding["module"], set()).add(finding["subject"])

    def of(self, module):
        if module not in self.known:
            self.known[module] = set()
            package = module[2:].rsplit(":", 1)[0]
            files = set(self.seen.get(module, ()))
            for each in answer(self.ambit, self.place, "key", module, "--explain")["modules"][0]["inputs"]:
                name = each["name"]
                if each["kind"] == "dependency":
                    files |= self.of(name.split(" ", 1)[1])
                elif each["kind"] in FILES:
                    files |= {name, f"{package}/{name}" if package else name}
            self.known[module] = files
        return self.known[module]


def test(runs, place, tree, module, step):
    """The outcomes of a module's cases where `tree` lies at the package's path."""
    run = runs / f"{module}-{step}"
    # Of two mounts at one path the later one counts.
    command = ["bwrap", "--dev-bind", "/", "/", "--bind", tree, place, "--bind", runs / "build", place / ".build",
               "--chdir", place, "swift", "test", "--skip-build", "--scratch-path", SCRATCH, "--filter", rf"^{module}\.",
               "--xunit-output", run.with_name(f"{run.name}.xml")]
    with open(run.with_name(f"{run.name}.out"), "wb") as log:
        code = subprocess.run(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False).returncode
    run.with_name(f"{run.name}.code").write_text(str(code), encoding="utf-8")
    return corpus.cases_of_swift_test(run)[0]


def main(ambit, runs, place, commit, into, _engine=""):
    runs, place = pathlib.Path(runs), pathlib.Path(place)
    report = corpus.report_of(runs / "cold")
    modules = sorted(each["id"] for each in report.get("modules", []) if each.get("outcome") == "passed")
    tested = 0
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=place, capture_output=True, check=True).stdout
    files = [each.decode("utf-8", "surrogateescape") for each in tracked.split(b"\0") if each]
    files = [each for each in files if not is_loaded(each) and (place / each).is_file()]
    inputs, cases, others, answers = Inputs(ambit, place), 0, [], {"altered": "equal", "absent": "equal"}
    seen = {module: sorted(found) for module, found in inputs.seen.items()}
    (runs / "seen.json").write_text(json.dumps(seen, indent=2), encoding="utf-8")
    (place / ".build").rename(runs / "build")
    (place / ".build").mkdir()
    for module in (each for each in modules if each.startswith("//:")):
        name = module[3:]
        expected = test(runs, place, place, name, "as-it-is")
        # A main program of its own names no cases, so nothing can be compared.
        if not (named := sum(count for (case, _), count in expected.items() if not case.startswith("//"))):
            continue
        tested, cases = tested + 1, cases + named
        beside = [each for each in files if each not in inputs.of(module)]
        others.append(len(beside))
        for step in answers:
            tree = runs / step
            shutil.rmtree(tree, ignore_errors=True)
            shutil.copytree(place, tree, symlinks=True)
            for each in beside:
                if (step == "altered" or each.lower().endswith(SOURCES)) and not (tree / each).is_symlink():
                    (tree / each).write_bytes(ALTERED)
                else:
                    (tree / each).unlink()
            if found := corpus.differences(expected, test(runs, place, tree, name, step)):
                answers[step] = "DIFFER"
                lines = [f"{sign} {case}\t{outcome}" for sign, case, outcome in found]
                corpus.write(into, f"{runs.name}, {name}, {step}:", lines)
    span = f"{min(others)} to {max(others)}" if others else "-"
    cells = answers.values() if tested else ["-", "-"]
    corpus.row(runs.name, commit, tested, len(corpus.tested_folders(report)) - tested, cases, span, *cells)
    return "DIFFER" not in answers.values()


sys.exit(0 if main(*sys.argv[1:]) else 1)
