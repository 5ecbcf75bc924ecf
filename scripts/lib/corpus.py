"""Reads what runs left, for scripts/corpus, and writes a row of its table and what differs.

A run's cases are counted by name and outcome. XCTest on Linux names a class without its module, so modules are left out
of the names of its cases. A name that begins with "//" is that of a package.
"""

import collections
import json
import pathlib
import re
import statistics
import sys
import xml.etree.ElementTree as Tree

STARTED = re.compile(r"Test Case '(.+?)' started")
ENDED = re.compile(r"Test Case '(.+?)' (passed|failed|skipped) \(")
WHOLE = "// as a whole"


def contents(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def file_of(run, ending):
    return run.with_name(f"{run.name}.{ending}")


def code_of(run):
    return int(contents(file_of(run, "code")))


def took(run):
    return float(contents(file_of(run, "took")))


def report_of(run):
    return json.loads(contents(file_of(run, "json")) or "{}")


def elements(path):
    text = contents(path)
    return list(Tree.fromstring(text.encode()).iter("testcase")) if text else []


def xctest_name(name):
    """`-[Module.Class test]` of macOS and `Class.test` of Linux, both as `Class/test`."""
    inside = re.fullmatch(r"-\[(\S+) (.+)\]", name)
    group, case = inside.groups() if inside else name.rsplit(".", 1)
    return f"{group.rsplit('.', 1)[-1]}/{case}"


def case_of(element):
    group, name = element.get("classname"), element.get("name")
    outcome = "passed"
    for tag, meaning in [("error", "crashed"), ("failure", "failed"), ("skipped", "skipped")]:
        if element.find(tag) is not None:
            outcome = meaning
            break
    # The parenthesis is Swift Testing's. Of XCTest's classes the log names no module.
    if not name.endswith(")"):
        group = group.rsplit(".", 1)[-1]
    return (f"{group}/{name}", outcome)


def is_stand_in(element):
    """Whether it only says that a module passed which named no cases: one with a main program of its own."""
    return element.get("classname") == element.get("name") and case_of(element)[1] == "passed"


def cases_of_swift_test(run):
    """XCTest's cases are in the log: it writes a report only when they run in parallel."""
    cases, begun = collections.Counter(), collections.Counter()
    log = contents(file_of(run, "out"))
    for line in log.splitlines():
        if found := ENDED.search(line):
            cases[xctest_name(found[1]), found[2]] += 1
            begun[found[1]] -= 1
        elif found := STARTED.search(line):
            begun[found[1]] += 1
    cases.update((xctest_name(name), "crashed") for name, count in begun.items() if count > 0)
    cases.update(map(case_of, elements(run.with_name(f"{run.name}-swift-testing.xml"))))
    failed = code_of(run) != 0
    if failed and not cases and "no tests found" in log:
        cases["//", "no tests"] += 1
    elif not cases and failed and not re.search(r"^(Build complete|\[\d+/\d+\] Testing)", log, re.MULTILINE):
        package = contents(file_of(run, "package")).strip()
        cases[f"//{'' if package == '.' else package}", "no build"] += 1
    return cases, failed


def by_swift_test(runs, step):
    answers, seconds = [], 0
    for file in runs.glob(f"{step}-*.package"):
        run = file.with_suffix("")
        answers.append(cases_of_swift_test(run))
        seconds += took(run)
    # `swift test` fails in a package without tests. In a workspace that has tests elsewhere this is no failure.
    tested = [each for each in answers if not each[0]["//", "no tests"]]
    answers = tested or answers
    cases = sum((found for found, _ in answers), collections.Counter())
    failed = any(bad for _, bad in answers)
    cases[WHOLE, "failed" if failed else "passed"] += 1
    return cases, seconds


def by_ambit(runs, step):
    run = runs / step
    cases = collections.Counter()
    code, report = code_of(run), contents(file_of(run, "xml"))
    # A run without a verdict on some of its modules ends with 2, and has a report.
    if code not in (0, 1) and not report:
        log = contents(file_of(run, "out"))
        error = next((line for line in log.splitlines() if line.startswith("error: ")), f"exit code {code}")
        cases["//", "no tests" if "has a test target" in error else f"refused, {error}"] += 1
    else:
        unbuilt = set()
        for suite in Tree.fromstring(report.encode()) if report else []:
            if is_project(suite.get("name").rsplit(":", 1)[0]):
                continue
            properties = {each.get("name"): each.get("value") for each in suite.iter("property")}
            if properties.get("outcome") in ("build-failed", "no-verdict"):
                unbuilt.add(suite.get("name").rsplit(":", 1)[0])
            else:
                cases.update(case_of(each) for each in suite.iter("testcase") if not is_stand_in(each))
        cases.update((name, "no build") for name in unbuilt)
    is_answer = report or cases["//", "no tests"]
    cases[WHOLE, "passed" if code == 0 else "failed" if code == 1 or is_answer else "refused"] += 1
    return cases, took(run)


def differences(ours, theirs, unsteady=()):
    lines = [("-", each) for each in (ours - theirs).elements()] + [("+", each) for each in (theirs - ours).elements()]
    return [(sign, name, outcome) for sign, (name, outcome) in sorted(lines) if name not in unsteady]


def summary(cases):
    counts = collections.Counter()
    for (name, outcome), count in cases.items():
        if name != WHOLE:
            counts[outcome.split(",")[0]] += count
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "no tests"


def ratio(one, other):
    """How many times as long the other takes."""
    return f"{other / one:.1f}x" if one else "-"


def write(path, title, lines):
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n".join([title, *(f"    {line}" for line in lines), "", ""]))


def row(*cells):
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def is_project(folder):
    """`swift test` knows nothing of Xcode's projects, and Ambit leaves their bundles to xcodebuild."""
    return folder.endswith(".xcodeproj")


def tested_folders(report):
    """The folder of the package of each test module that SwiftPM can run."""
    folders = [each["id"][2:].rsplit(":", 1)[0] for each in report.get("modules", [])]
    return [each for each in folders if not is_project(each)]


def packages(report):
    """The folders that are to be tested: the package itself, and those within it that Ambit found."""
    found = report_of(pathlib.Path(report).with_suffix(""))
    folders = {each["package"] for each in found.get("packages", [])} | set(tested_folders(found))
    print("\n".join(sorted({each or "." for each in folders} | {"."})))


def compare(runs, commit, into):
    runs = pathlib.Path(runs)
    plain, took_plain = by_swift_test(runs, "plain")
    again, took_again = by_swift_test(runs, "again")
    # A case that `swift test` answers differently each time says nothing about Ambit.
    unsteady = {name for _, name, _ in differences(plain, again)}
    results, equal = {}, True
    for step in ["cold", "warm", "fresh"]:
        results[step] = by_ambit(runs, step)
        if found := differences(plain, results[step][0], unsteady):
            equal = False
            write(into, f"{runs.name}, {step}:", [f"{sign} {name}\t{outcome}" for sign, name, outcome in found])
    answers = "equal" if equal else "DIFFER"
    if steady := {name for name in unsteady if name != WHOLE}:
        answers += f" but for {len(steady)} unsteady"
    report, build = report_of(runs / "cold"), report_of(runs / "fresh").get("build")
    (cold, took_cold), (warm, took_warm), (fresh, took_fresh) = (results[step] for step in ["cold", "warm", "fresh"])
    row(
        runs.name, commit, len(tested_folders(report)),
        sum(count for (name, _), count in plain.items() if not name.startswith("//")),
        summary(plain), summary(cold), summary(warm),
        f"{summary(fresh)}, {build['state'] if build else 'nothing built'}", answers,
        f"{took_plain:.1f}, {took_cold:.1f} ({ratio(took_plain, took_cold)})",
        f"{took_again:.1f}, {took_warm:.1f} ({ratio(took_again, took_warm)}), {took_fresh:.1f}",
    )
    return equal


def refusal(run):
    """Why there is no answer, in one line; null when there is one, and then whether all modules were selected."""
    text = contents(file_of(run, "out"))
    try:
        said = json.loads(text[text.find("{"):])
    except ValueError:
        said = {}
    if code_of(run) == 0:
        return None, said.get("selection") == "all"
    last = text.strip().splitlines()[-1:] or [f"exit code {code_of(run)}"]
    return " ".join(str(said.get("error", said).get("message", last[0])).split()), False


def affected(runs, commit, into):
    runs = pathlib.Path(runs)
    commits = contents(runs / "commits").split()
    answers = [refusal(runs / each) for each in commits]
    causes = collections.Counter(cause for cause, _ in answers if cause)
    if causes:
        newest = {}
        for each, (cause, _) in zip(commits, answers):
            newest.setdefault(cause, each[:12])
        lines = [f"{count} times, {newest[cause]}: {cause}" for cause, count in causes.most_common()]
        write(into, f"{runs.name}:", lines)
    row(
        runs.name, commit, len(commits), len(commits) - causes.total(), sum(all for _, all in answers), causes.total(),
        f"{statistics.median([took(runs / each) for each in commits]):.1f}" if commits else "-",
    )
    return not causes


def main(command, *arguments):
    sys.exit(0 if {each.__name__: each for each in [packages, compare, affected]}[command](*arguments) in (None, True) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
