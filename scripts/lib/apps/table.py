"""Holds Ambit's answers about commits against the model's, for scripts/apps, and prints a table."""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from .model import Revision, answer, places_of
from .packages import Manifests
from .tree import Repository

HERE = pathlib.Path(__file__).parent
COLUMNS = [
    "repository", "commits", "refused", "a right answer", "Ambit selects", "commits with a missed bundle",
    "with another missed target", "first ms", "median ms", "largest ms"]


def version():
    """Answers of another model are no answers."""
    sources = sorted(each for each in HERE.iterdir() if each.suffix in (".py", ".json") and each.name not in ("cases.py", "outputs.py", "table.py"))
    return hashlib.sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()[:16]


# Of what runs: sources may be edited meanwhile.
VERSION = version()


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


class Model:
    """The model's answers about one repository, each kept in a file."""

    def __init__(self, folder, name, work, manifests):
        self.repository, self.name, self.manifests = Repository(str(folder)), name, manifests
        self.runs = read_json(HERE / "runs.json").get(name)
        self.opened = list(dict.fromkeys(place for run in self.runs or [] for place in places_of(run)))
        self.kept = pathlib.Path(work, "answers", VERSION, name)
        self.kept.mkdir(parents=True, exist_ok=True)
        self.parsed, self.last = {}, (None, None)

    def revision(self, commit):
        if self.last[0] != commit:
            self.last = commit, Revision(self.repository, commit, self.name, self.manifests, self.parsed, self.opened)
        return self.last[1]

    def answer(self, commit, parent):
        path = self.kept / f"{commit}.json"
        known = read_json(path)
        if known is None:
            base = self.revision(parent)
            known = {"app": self.name, "commit": commit, **answer(base, self.revision(commit), self.runs)}
            write_json(path, known)
        return known


def write_json(path, value):
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value) + "\n", encoding="utf-8")
    new.replace(path)


def asked(ambit, folder, commit, cache):
    """What `ambit affected` says: the ids of modules with the kind of their reasons, or why it says nothing; and milliseconds."""
    environment = {key: value for key, value in os.environ.items() if key not in ("AMBIT_BASE", "AMBIT_CACHE_URL", "GITHUB_ACTIONS", "CI")}
    environment["XDG_CACHE_HOME"] = cache
    start = time.monotonic()
    done = subprocess.run(
        [ambit, "affected", "--base", f"{commit}^", "--head", commit, "--json"], cwd=folder, env=environment,
        capture_output=True, stdin=subprocess.DEVNULL)
    took = (time.monotonic() - start) * 1000
    text = done.stdout.decode("utf-8", "replace")
    try:
        said = json.loads(text[text.find("{"):])
    except ValueError:
        said = {}
    if done.returncode == 0 and "modules" in said:
        return {each["id"]: reason_of(each) for each in said["modules"]}, None, took
    last = (done.stderr.decode("utf-8", "replace").strip() or text.strip()).splitlines()[-1:] or [f"exit code {done.returncode}"]
    message = said["error"].get("message") if isinstance(said.get("error"), dict) else None
    return None, " ".join((message or last[0]).split()), took


def reason_of(module):
    reasons = module.get("reason") or [{}]
    return reasons[0].get("kind", "no reason")


def empty_cache(work, name):
    """A cache folder of its own for the program, so that its first answer about a repository is one without a cache."""
    cache = os.path.join(work, "cache-ambit", name)
    shutil.rmtree(cache, ignore_errors=True)
    os.makedirs(cache)
    return cache


def share(some, all):
    return len(some) / len(all) if all else None


def percent(values):
    values = [each for each in values if each is not None]
    return f"{100 * statistics.mean(values):.0f} %" if values else "-"


def print_row(*cells):
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


class Comparison:
    """One repository's row, and what is listed below the table. Shares are of the bundles that run at the last commit."""

    def __init__(self, bundles):
        self.bundles = bundles
        self.right, self.selected, self.times = [], [], []
        self.missed, self.elsewhere = {}, {}
        self.beyond, self.examples, self.refused = collections.Counter(), {}, {}
        self.commits = 0

    def add(self, wanted, found, refusal, took):
        self.commits += 1
        commit = wanted["commit"][:12]
        # A bundle that did not run yet is right where the model selects it all the same.
        right = {each for each in self.bundles if each in (wanted["bundles"] if each in wanted["run"] else wanted["targets"])}
        self.right.append(share(right, self.bundles))
        if took is None:
            return
        self.times.append(took)
        if found is None:
            self.refused.setdefault(refusal, []).append(commit)
            # Without a verdict everything runs.
            self.selected.append(1 if self.bundles else None)
            return
        self.selected.append(share([each for each in self.bundles if each in found], self.bundles))
        causes = {**{each: wanted["targets"].get(each) for each in right}, **wanted["causes"]}
        if missed := [each for each in sorted(causes) if each not in found]:
            self.missed[commit] = [(each, causes[each]) for each in missed]
        if others := [each for each in wanted["targets"] if each not in found and each not in causes]:
            self.elsewhere[commit] = [(each, wanted["targets"][each]) for each in sorted(others)]
        for each in self.bundles:
            if each in found and each not in right:
                self.beyond[found[each]] += 1
                self.examples[found[each]] = f"{commit} {each}"

    def row(self, name):
        asked_any = bool(self.times)
        print_row(
            name, self.commits, sum(map(len, self.refused.values())) if asked_any else "-", percent(self.right),
            percent(self.selected), len(self.missed) if asked_any else "-", len(self.elsewhere) if asked_any else "-",
            *(f"{each:.0f}" for each in (self.times[0], median_of_rest(self.times), max(self.times[1:] or self.times)))
            if asked_any else "---")

    def details(self, name, limit):
        for commit, entries in self.missed.items():
            for entry, cause in entries[:limit]:
                yield f"{name}, {commit}, a missed bundle: {entry}, because of {cause}"
            if len(entries) > limit:
                yield f"{name}, {commit}: {len(entries) - limit} more missed bundles"
        for commit, entries in self.elsewhere.items():
            more = f", and {len(entries) - 1} more" if len(entries) > 1 else ""
            yield f"{name}, {commit}, another missed target: {entries[0][0]}, because of {entries[0][1]}{more}"
        for refusal, commits in self.refused.items():
            yield f"{name}, refused {len(commits)} times, {commits[-1]}: {refusal}"
        for cause, count in self.beyond.most_common():
            yield f"{name}, selected beyond a right answer by {cause}: {count} bundles, the last {self.examples[cause]}"


def median_of_rest(times):
    """The first answer is the one without a cache."""
    return statistics.median(times[1:] or times)


def is_repository(folder):
    return folder.is_dir() and subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "--quiet", "--verify", "HEAD"], capture_output=True).returncode == 0


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/apps", add_help=False)
    parser.add_argument("folder")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--work", required=True)
    parser.add_argument("--ambit")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--limit", type=int, default=20)
    return parser.parse_args()


def main():
    options = arguments()
    manifests = Manifests(options.work, ["nice", "swift"])
    details, is_good, compared = [], True, 0
    if not options.lines:
        print_row(*COLUMNS)
        print(f"|---{'|--:' * (len(COLUMNS) - 1)}|", flush=True)
    for folder in sorted(pathlib.Path(options.folder).iterdir()):
        if options.only and folder.name not in options.only or not is_repository(folder):
            continue
        model = Model(folder, folder.name, options.work, manifests)
        answers = []
        for commit, parent in model.repository.commits(options.commits):
            answers.append(model.answer(commit, parent))
            if options.lines:
                print(json.dumps(answers[-1]), flush=True)
        comparison = Comparison(answers[-1]["run"] if answers else [])
        cache = empty_cache(options.work, folder.name) if options.ambit else None
        for wanted in answers:
            commit = wanted["commit"]
            found = asked(options.ambit, folder, commit, cache) if options.ambit else (None, None, None)
            comparison.add(wanted, *found)
        model.repository.close()
        for place, error in sorted(manifests.failures.items()):
            details.append(f"{folder.name}, the manifest of '{place or '.'}' has no values: {' '.join(error.split())[-160:]}")
        manifests.failures.clear()
        compared += 1
        is_good = is_good and not comparison.missed and not comparison.refused
        if not options.lines:
            comparison.row(folder.name)
            details += comparison.details(folder.name, options.limit)
    if not compared:
        print(f"error: no folder of '{options.folder}' that was asked for has a commit", file=sys.stderr)
        return 2
    if details and not options.lines:
        print("\n" + "\n".join(f"- {each}" for each in details))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
