"""Holds what Ambit prints for xcodebuild against its own list of affected modules and the rules of xcodebuild, for scripts/apps --outputs."""

import argparse
import collections
import json
import os
import pathlib
import posixpath
import statistics
import subprocess
import sys
import time

import standin

from .cases import Clone, Stage, drawn_case
from .table import is_repository


class Program:
    def __init__(self, path, folder, work):
        self.path, self.folder, self.seconds = path, folder, 0
        self.environment = {key: value for key, value in os.environ.items()
                            if key not in ("AMBIT_BASE", "AMBIT_CACHE_URL", "GITHUB_ACTIONS", "CI")}
        self.environment["XDG_CACHE_HOME"] = os.path.join(work, "cache-outputs")

    def affected(self, case, *words):
        """The exit code, standard output and the last line of errors."""
        start = time.monotonic()
        done = subprocess.run(
            [self.path, "affected", "--base", case.base, "--head", case.commit, *words], cwd=self.folder,
            env=self.environment, capture_output=True, stdin=subprocess.DEVNULL)
        self.seconds += time.monotonic() - start
        said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.startswith("error")]
        return done.returncode, done.stdout, (said or [""])[0]


def words_of(line):
    """What a shell makes of a line of arguments."""
    script = 'eval "set -- $(cat)"; [ $# = 0 ] || printf "%s\\0" "$@"'
    done = subprocess.run(["sh", "-c", script], input=line, capture_output=True)
    return [each.decode() for each in done.stdout.split(b"\0")[:-1]]


def filtered(text, kept):
    """The bytes of a plan without some of its entries, found by a reader of its own."""
    text = text.decode("utf-8")
    start = text.index('"testTargets"')
    start = text.index("[", start) + 1
    spans, at, decoder = [], start, json.JSONDecoder()
    while True:
        while text[at] in " \t\r\n,":
            at += 1
        if text[at] == "]":
            break
        _, end = decoder.raw_decode(text, at)
        spans.append((at, end))
        at = end
    chosen = [span for span, is_kept in zip(spans, kept) if is_kept]
    pieces = [text[first:end] for first, end in chosen]
    return text[:spans[0][0]], pieces, text[spans[-1][1]:]


class Check:
    """Compares the answers about one case; `problems` are pairs of a cause and what was seen."""

    def __init__(self, program, lists, stage, work):
        self.program, self.lists, self.stage, self.problems = program, lists, stage, []
        self.started = None
        self.file = os.path.join(work, "filtered.xctestplan")

    def no(self, cause, text):
        self.problems.append((cause, text))

    def run(self, case):
        code, output, error = self.program.affected(case, "--json")
        if code:
            return self.no("refused", f"--json: {error}")
        said = json.loads(output)
        self.affected = set(said["tests"])
        call = ["--exit-code"]
        if case.scheme is not None:
            call += ["--scheme", case.scheme, "--project", case.container or "."]
        if case.plan is not None:
            call += ["--plan", case.plan]
        for each in case.skipped:
            call += ["--skip-testing", each]
        case.words = call
        wanted = self.wanted(case)
        self.bundles(case, call, wanted)
        self.matrix(case, call, wanted)
        if case.plan is not None:
            self.plan(case, call, wanted)
        return None

    def wanted(self, case):
        """The lists that the call runs, each with the ids that are to be printed for it."""
        chosen = [each for each in self.lists if case.scheme in (None, each.scheme) and (case.scheme is None or each.container == case.container)]
        if case.plan is not None:
            chosen = [each for each in chosen if each.plan == case.plan]
        elif case.scheme is not None:
            chosen = chosen[:1]
        result = []
        for each in chosen:
            ids = [name for name, is_run in each.entries
                   if is_run and name in self.affected and name.partition(":")[2] not in case.skipped]
            result.append((each, list(dict.fromkeys(ids))))
        return result

    def bundles(self, case, call, wanted):
        ids = list(dict.fromkeys(each for _, some in wanted for each in some))
        names = [each.partition(":")[2] for each in ids]
        code, output, error = self.program.affected(case, "--format", "xcodebuild", *call)
        if code not in (0, 3):
            return self.no("refused", f"xcodebuild: {error}")
        words = words_of(output)
        extra = [each for each in words if each.removeprefix("-only-testing:") not in names]
        if case.scheme is None and any(each.is_open for each, _ in wanted):
            affected = {each.partition(":")[2] for each in self.affected}
            extra = [each for each in extra if each.removeprefix("-only-testing:") not in affected]
            words_wanted = [each for each in words if each.removeprefix("-only-testing:") in names]
        else:
            words_wanted = words
        if extra or sorted(words_wanted) != sorted(f"-only-testing:{each}" for each in names):
            self.no("arguments are not the affected bundles", f"{words} instead of {names}")
        if code != (0 if words else 3):
            self.no("a wrong exit code", f"{code} with {len(names)} bundles")
        code, output, error = self.program.affected(case, "--format", "fastlane", *call)
        lines = output.decode().split("\n")[:-1]
        if [f"-only-testing:{each}" for each in lines] != words:
            self.no("lines are not the arguments", f"{lines} and {words}")
        if case.scheme is not None:
            self.as_xcodebuild(words, wanted, case)

    def as_xcodebuild(self, words, wanted, case):
        """What xcodebuild makes of the arguments: it refuses names that the plan does not run, and runs all of a name."""
        run = [name for each, _ in wanted for name, is_run in each.entries if is_run]
        started = set()
        for word in words:
            name = word.removeprefix("-only-testing:")
            if "/" in name:
                self.no("an argument that reads as a test case", name)
            found = [each for each in run if each.partition(":")[2] == name]
            if not found:
                self.no("an argument that xcodebuild refuses", name)
            started |= set(found)
        ids = {each for _, some in wanted for each in some}
        if started - ids:
            self.no("a bundle runs that is not affected", ", ".join(sorted(started - ids)))
        if ids - started:
            self.no("an affected bundle is not run", ", ".join(sorted(ids - started)))
        if not words:
            return
        named = {".xcodeproj": ["-project", case.container], ".xcworkspace": ["-workspace", case.container]}.get(
            posixpath.splitext(case.container)[1], [])
        folder = self.stage if named else os.path.join(self.stage, case.container)
        plan = [] if case.plan is None else ["-testPlan", case.plan]
        call = [*named, "-scheme", case.scheme, *plan, "-destination", "platform=macOS", "test"]
        standin.KNOWN.clear()
        try:
            members, _ = standin.check(call, folder)
            skips = [f"-skip-testing:{each}" for each in case.skipped if each in members]
            self.started, _ = standin.check([*call, *skips, *words], folder)
        except standin.Refused as refused:
            return self.no("a call that the stand-in refuses", str(refused))
        if sorted(self.started) != sorted({each.partition(":")[2] for each in ids}):
            self.no("the stand-in runs other bundles", f"{self.started} instead of {sorted(ids)}")
        return None

    def matrix(self, case, call, wanted):
        code, output, error = self.program.affected(case, "--format", "scheme-matrix", *call)
        if code not in (0, 3):
            return self.no("refused", f"scheme-matrix: {error}")
        is_open = {(each.container or ".", each.scheme) for each, _ in wanted if each.is_open}
        found = sorted((each["project"], each["scheme"], each["plan"] or "", each["bundles"]) for each in json.loads(output)
                       if (each["project"], each["scheme"]) not in is_open)
        right = sorted((each.container or ".", each.scheme, each.plan or "", [name.partition(":")[2] for name in ids])
                       for each, ids in wanted if ids)
        if found != right:
            self.no("another matrix", f"{found} instead of {right}")

    def plan(self, case, call, wanted):
        if os.path.exists(self.file):
            os.remove(self.file)
        code, _, error = self.program.affected(case, "--format", "xctestplan", "--out", self.file, *call)
        if code not in (0, 3):
            return self.no("refused", f"xctestplan: {error}")
        tested, ids = wanted[0]
        if os.path.exists(self.file) != bool(ids):
            return self.no("a plan without bundles", f"{len(ids)} bundles")
        if not ids:
            return None
        text = pathlib.Path(self.file).read_bytes()
        kept = [name in ids and is_run for name, is_run in tested.entries]
        start, pieces, end = filtered(tested.text, kept)
        written = text.decode("utf-8")
        if not written.startswith(start) or not written.endswith(end):
            self.no("other bytes of the plan", "its start or end")
        here = filtered(text, [True] * len(json.loads(text)["testTargets"]))[1]
        if here != pieces:
            self.no("other entries in the plan", f"{len(here)} instead of {len(pieces)}")
        before, after = json.loads(tested.text), json.loads(text)
        before.pop("testTargets")
        after.pop("testTargets")
        if before != after:
            self.no("other bytes of the plan", "its options")
        return None


def checked(folder, options):
    work = os.path.join(options.work, "outputs", folder.name)
    os.makedirs(work, exist_ok=True)
    clone = Clone(folder, os.path.join(work, "clone"))
    stage = Stage(clone, os.path.join(work, "stage"))
    program = Program(options.ambit, clone.folder, options.work)
    counts, seconds, problems = collections.Counter(), [], []
    planned = started = bundles = 0
    for number in range(options.first, options.first + options.cases):
        case, lists = drawn_case(clone, stage, number, options.seed, folder.name)
        check, program.seconds = Check(program, lists, stage.folder, work), 0
        check.run(case)
        seconds.append(program.seconds)
        started += check.started is not None
        bundles += len(check.started or ())
        planned += case.plan is not None
        for cause, text in check.problems:
            counts[cause] += 1
            problems.append((cause, number, text, " ".join(case.words), "; ".join(case.edits)))
    clone.repository.close()
    print(f"| {folder.name} | {options.cases} | {planned} | {started} | {bundles} | {counts.pop('refused', 0)} | {sum(counts.values())} | "
          f"{1000 * statistics.median(seconds):.0f} |", flush=True)
    return problems


def main():
    parser = argparse.ArgumentParser(prog="scripts/apps --outputs", add_help=False)
    parser.add_argument("folder")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--cases", type=int, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--work", required=True)
    parser.add_argument("--ambit", required=True)
    options = parser.parse_args()
    print("| repository | cases | with a plan | calls with arguments | bundles | refused | disagreements | median ms a case |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    folders = [each for each in sorted(pathlib.Path(options.folder).iterdir())
               if (not options.only or each.name in options.only) and is_repository(each)]
    problems = {each.name: checked(each, options) for each in folders}
    for name, found in problems.items():
        told = collections.Counter()
        for cause, number, text, words, edits in found:
            told[cause] += 1
            if told[cause] <= 5:
                print(f"- {name}, case {number}, {cause}: {text} [{words}] [{edits}]")
    if not folders:
        print(f"error: no folder of '{options.folder}' that was asked for has a commit", file=sys.stderr)
        return 2
    return 1 if any(problems.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
