"""Screens of 60, 80, 120 and 200 columns, held against recorded ones, and on terminals without colour and without UTF-8."""

import os
import pathlib
import re

import hour
from session import Trouble

RECORDED = pathlib.Path(__file__).parent / "screens"
WIDTHS = (60, 80, 120, 200)
NAME = re.compile(r"//[A-Za-z/]+(?::[A-Za-z-]+)?")
TIME = re.compile(r"\d+(\.\d+)? (ms|s|min)\b")
CORE = "//Packages/Core:Core"

QUESTIONS = (
    "ambit affected", "ambit why //Apps/Shop:ShopTests", "ambit owners", "ambit plan --all", "ambit lint",
    f"ambit query 'rdeps({CORE})'", "ambit metrics", "ambit insights", f"ambit show {CORE}", "ambit show //Packages/Core",
    "ambit show core", "ambit report", "ambit test --dry-run", "ambit ci check ci.yml", "ambit affected --bse main",
)
CI = """jobs:
  test:
    steps:
      - uses: actions/checkout@v4
      - run: ambit test --bse origin/main
"""


def prepare(place, name):
    """A change of a file, one that no module owns, a dependency that a rule forbids, and a CI file with mistakes."""
    folder = place.write_example(name)
    hour.replace(folder / hour.CORE, hour.RIGHT, hour.WRONG)
    (folder / "notes.txt").write_text("notes\n", encoding="utf-8")
    (folder / "ci.yml").write_text(CI, encoding="utf-8")
    storage = folder / "Packages/CoreStorage/Sources/CoreStorage/CoreStorage.swift"
    storage.write_text(storage.read_text(encoding="utf-8") + "import CatalogFeature\n", encoding="utf-8")
    return folder


def screen(session_in, folder, columns, commands):
    """The rows that a terminal shows, and the lines that were written: a row that is full goes on in the next one."""
    session = session_in(folder, columns)
    for command in commands:
        session.start(command)
        session.finish(None)
    return session.screen


def ask_all(place, session_in):
    folder = prepare(place, "shop")
    names = {}
    for columns in WIDTHS:
        shown = screen(session_in, folder, columns, QUESTIONS)
        text = shown.text
        lines = "".join(line if len(line) == columns else line + "\n" for line in shown.lines)
        names[columns] = set(NAME.findall(lines))
        if "…" in text:
            cut = [line for line in shown.lines if "…" in line]
            raise Trouble(f"names are cut in {columns} columns:\n" + "\n".join(cut))
        compare(f"{columns}.txt", text)
    for columns in WIDTHS[:-1]:
        if lost := names[WIDTHS[-1]] - names[columns]:
            raise Trouble(f"{columns} columns lack names that {WIDTHS[-1]} have: {', '.join(sorted(lost))}")
    compare("failures-60.txt", failures(place, session_in, 60))
    compare("failures-120.txt", failures(place, session_in, 120))
    show_plainly(place, session_in, folder)
    return f"{len(QUESTIONS)} questions and 2 runs at {len(WIDTHS)} widths"


def failures(place, session_in, columns):
    """A test that fails, and then a source that does not compile and has many dependents."""
    folder = place.write_example(f"failing-{columns}")
    hour.replace(folder / hour.CORE, hour.RIGHT, hour.WRONG)
    text = screen(session_in, folder, columns, ["ambit test //Packages/Core:CoreTests"]).text
    hour.replace(folder / hour.CORE, hour.WRONG, "depth + " + hour.WRONG)
    return text + screen(session_in, folder, columns, ["ambit test"]).text


def show_plainly(place, session_in, folder):
    """Without colour nothing but text is written; a terminal without UTF-8 gets ASCII, in lines of the same length."""
    usual = screen(session_in, folder, 80, QUESTIONS).lines
    for variable, value in (("NO_COLOR", "1"), ("LANG", "C")):
        before = place.environment.get(variable)
        place.environment[variable] = value
        session = session_in(folder, 80)
        for command in QUESTIONS:
            session.start(command)
            session.finish(None)
            if variable == "NO_COLOR" and "\x1b[" in session.raw.replace("\x1b[K", ""):
                raise Trouble(f"`{command}` writes colours though NO_COLOR is set")
        lines = session.screen.lines
        place.environment.pop(variable)
        if before is not None:
            place.environment[variable] = before
        if variable == "NO_COLOR" and lines != usual:
            raise Trouble("without colour the text is another one")
        if variable == "LANG" and not all(line.isascii() for line in lines):
            raise Trouble("a terminal without UTF-8 gets signs: " + next(line for line in lines if not line.isascii()))
        if [len(line) for line in lines] != [len(line) for line in usual]:
            raise Trouble(f"with {variable}={value} lines have other lengths")


def compare(name, text):
    """AMBIT_RECORD_SCREENS=1 writes the file instead. Times differ in each run."""
    text = "\n".join(line.rstrip() for line in TIME.sub("TIME", text).split("\n")).rstrip("\n") + "\n"
    file = RECORDED / name
    if os.environ.get("AMBIT_RECORD_SCREENS"):
        RECORDED.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    recorded = file.read_text(encoding="utf-8") if file.exists() else ""
    if recorded != text:
        pairs = zip(recorded.split("\n") + [""], text.split("\n") + [""])
        number, (old, new) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        raise Trouble(
            f"{name}, line {number}: '{new}' instead of '{old}'; if that is meant, look at the screens after "
            "`AMBIT_RECORD_SCREENS=1 scripts/test-terminal screens`, and commit them"
        )
