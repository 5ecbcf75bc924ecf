"""Records a run of Ambit in a terminal as an animated picture, for scripts/record.

The picture is a terminal that grows downwards. Each text is an element that CSS shows between two times, so that it needs
no script. Without animation it is the last screen.
"""

import argparse
import difflib
import pathlib
import re
import sys
import time
import xml.etree.ElementTree as xml
from xml.sax.saxutils import escape

from screen import UnknownSequence
from session import Place, Session, Trouble, fail

COLUMNS, ROWS = 104, 24
SOURCE = "Features/ProfileFeature/Sources/ProfileFeature/ProfileFeature.swift"
COMMANDS = [
    f"echo 'let limit = 5' >> {SOURCE}",
    "ambit affected",
    "ambit why ShopTests",
    "ambit test",
    "ambit test",
]

# Seconds of the picture: to type a sign, before the first one, to read an answer, of a command's work at most, of a frame at
# least, and of the last screen.
TYPED, BEFORE, READ, WORK, FRAME, END = 0.02, 0.5, 1.8, 4.0, 0.15, 7.0

CELL, LINE, SIZE, MARGIN = 8.4, 19, 14, 16
LARGEST = 60_000


# --- Recording -----------------------------------------------------------------------------------------------------


class Recorder:
    """Frames of a screen: a time of the picture, and the rows from then on."""

    def __init__(self):
        self.frames, self.typed, self.now = [], [], 0.0
        self.work, self.is_working = [], False

    def look(self, screen):
        """Called at every change of the screen."""
        if self.is_working:
            self.work.append((time.monotonic(), screen.snapshot()))

    def type(self, session, command):
        session.show("$ ")
        self.frames.append((self.now, session.screen.snapshot()))
        self.now += BEFORE
        self.typed.append((self.now, len(session.screen.rows) - 1, len(command)))
        session.show(f"{command}\r\n")
        self.frames.append((self.now, session.screen.snapshot()))
        self.now += len(command) * TYPED + BEFORE

    def run(self, session, command):
        self.work, self.is_working = [], True
        begun = time.monotonic()
        try:
            session.run(command)
        finally:
            self.is_working = False
        # Long work goes by faster than it did, and nobody sees what is there for a moment only.
        taken = time.monotonic() - begun
        pace = min(1.0, WORK / taken)
        ends = [clock for clock, _ in self.work[1:]] + [begun + taken]
        shown = begun
        for (clock, rows), end in zip(self.work, ends):
            if max(clock - shown, end - clock) * pace >= FRAME:
                self.frames.append((self.now + (clock - begun) * pace, rows))
                shown = clock
        self.now += taken * pace
        self.frames.append((self.now, session.screen.snapshot()))
        self.now += READ


def record(place):
    """A recorder that has seen all commands, and what each of them said."""
    folder = place.write_example("shop")
    # Nobody waits for what is built before the first edit.
    place.quietly(folder, "ambit", "test", "--base", "HEAD~1")
    recorder = Recorder()
    session = Session(place, folder, COLUMNS, ROWS, recorder.look)
    for command in COMMANDS:
        recorder.type(session, command)
        recorder.run(session, command)
    session.show("$ ")
    recorder.frames.append((recorder.now, session.screen.snapshot()))
    recorder.now += END
    return recorder, session.screen


# --- The picture ---------------------------------------------------------------------------------------------------


class Picture:
    def __init__(self, recorder):
        self.length = recorder.now
        self.frames, self.typed = recorder.frames, recorder.typed
        self.last = self.frames[-1][1]
        self.rules, self.names = [], {}

    def percent(self, at):
        return f"{100 * at / self.length:.2f}".rstrip("0").rstrip(".")

    def intervals(self):
        """Each row as long as it stays the same: its number, its cells, and two times, the second None at the end."""
        found = []
        for number in range(max(len(rows) for _, rows in self.frames)):
            cells, begun = (), 0.0
            for at, rows in self.frames:
                now = rows[number] if number < len(rows) else ()
                if now != cells:
                    if cells:
                        found.append((number, cells, begun, at))
                    cells, begun = now, at
            if cells:
                found.append((number, cells, begun, None))
        return found

    def shown(self, begun, ended):
        """The class of what is there between two times."""
        key = (self.percent(begun), ended and self.percent(ended))
        if key not in self.names:
            name = self.names[key] = f"t{len(self.names)}"
            end = f"{key[1]}%{{opacity:0}}" if ended else ""
            self.rules.append(f"@keyframes {name}{{0%{{opacity:0}}{key[0]}%{{opacity:1}}{end}}}")
            self.rules.append(f".{name}{{animation-name:{name}}}")
        return f"{self.names[key]}{' gone' if ended else ''}"

    def scrolled(self):
        """Rows above the screen, by time."""
        steps, before = [], 0
        for at, rows in self.frames:
            # The line below the last text belongs to the screen: there stands the cursor.
            above = max(0, len(rows) - ROWS)
            if above != before:
                steps.append((at, above))
                before = above
        return steps

    def texts(self):
        for number, cells, begun, ended in self.intervals():
            spans = "".join(
                f'<tspan x="{left(column)}"{f""" class="{names}" """.rstrip() if names else ""}>{escape(text)}</tspan>'
                for column, names, text in runs(cells)
            )
            yield f'<text class="{self.shown(begun, ended)}" y="{MARGIN + number * LINE + SIZE}">{spans}</text>'

    def covers(self):
        """A cover moves off the typed text, with a cursor at its edge."""
        for place, (at, row, signs) in enumerate(self.typed):
            begin, end = self.percent(at), self.percent(at + signs * TYPED)
            way = f"{signs * CELL:.1f}px"
            self.rules.append(
                f"@keyframes c{place}{{0%{{opacity:0}}{self.percent(at - BEFORE)}%{{opacity:1;transform:none}}"
                f"{begin}%{{opacity:1;transform:none;animation-timing-function:steps({signs})}}"
                f"{end}%{{opacity:1;transform:translateX({way});animation-timing-function:step-end}}"
                f"{self.percent(at + signs * TYPED + BEFORE)}%,100%{{opacity:0;transform:translateX({way})}}}}"
            )
            self.rules.append(f".c{place}{{animation-name:c{place}}}")
            top = MARGIN + row * LINE
            yield (
                f'<g class="gone c{place}"><rect class="paper" x="{left(2)}" y="{top - 1}" width="{signs * CELL + 1:.1f}"'
                f' height="{LINE}"/><rect class="ink" x="{left(2)}" y="{top + 1}" width="{CELL}" height="{LINE - 3}"/></g>'
            )

    def svg(self, title, description):
        texts, covers = list(self.texts()), list(self.covers())
        steps = self.scrolled()
        end = steps[-1][1] if steps else 0
        moves = "".join(f"{self.percent(at)}%{{transform:translateY({-above * LINE}px)}}" for at, above in steps)
        width, height = round(COLUMNS * CELL) + 2 * MARGIN, ROWS * LINE + 2 * MARGIN
        # An animation without its name stands still, which is what who wants less motion gets.
        style = "\n".join([
            f"text{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}",
            f"text,g{{animation-duration:{self.length:.2f}s;animation-iteration-count:infinite;animation-timing-function:step-end}}",
            f".gone{{opacity:0}}.rows{{transform:translateY({-end * LINE}px)}}",
            colours(
                ("#ffffff", "#d1d9e0", "#1f2328", "#59636e"), ("#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83")
            ),
            "@media (prefers-color-scheme:dark){",
            colours(
                ("#0d1117", "#3d444d", "#e6edf3", "#9198a1"), ("#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf")
            ),
            "}",
            ".bold{font-weight:600}",
            "@media (prefers-reduced-motion:no-preference){",
            f"@keyframes rows{{0%{{transform:none}}{moves}}}.rows{{animation-name:rows}}",
            *self.rules,
            "}",
        ])
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
            ' aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(description)}</desc>',
            f"<style>\n{style}\n</style>",
            f'<clipPath id="screen"><rect x="1" y="{MARGIN}" width="{width - 2}" height="{ROWS * LINE + 4}"/></clipPath>',
            f'<rect class="paper frame" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
            '<g clip-path="url(#screen)"><g class="rows">',
            *texts,
            *covers,
            "</g></g>",
            "</svg>",
            "",
        ])


def left(column):
    return f"{MARGIN + column * CELL:.1f}".removesuffix(".0")


def colours(four, six):
    paper, frame, ink, dim = four
    named = zip(("red", "green", "yellow", "blue", "magenta", "cyan"), six)
    return (
        f".paper{{fill:{paper}}}.frame{{stroke:{frame}}}text,.ink{{fill:{ink}}}.dim{{fill:{dim}}}"
        + "".join(f".{name}{{fill:{colour}}}" for name, colour in named)
    )


def runs(cells):
    """Pieces of a row with one style: column, names of classes, text. A column of a table begins one, for fonts of any width."""
    pieces = []
    for column, cell in enumerate(cells):
        if cell.text == "":
            continue
        style = cell.style
        names = " ".join(filter(None, (style.colour, style.bold and "bold", style.dim and "dim")))
        is_new = not pieces or pieces[-1][1] != names or (pieces[-1][2].endswith("  ") and cell.text != " ")
        if is_new:
            pieces.append([column, names, ""])
        pieces[-1][2] += cell.text
    return [(column + len(text) - len(text.lstrip()), names, text.strip()) for column, names, text in pieces if text.strip()]


# --- Comparing -----------------------------------------------------------------------------------------------------

MASKS = [
    (re.compile(r"\d+(\.\d+)?(?= ?(ms|s|min|h)\b)"), "N"),
    (re.compile(r"\bN (ms|s|min|h)( N (ms|s|min))*"), "TIME"),
    (re.compile(r"\b[0-9a-f]{8,40}\b"), "COMMIT"),
]


def plain(lines):
    """Lines without what differs from one run to the next: times, commits, and which test module ends first."""
    masked = []
    for line in lines:
        for pattern, replacement in MASKS:
            line = pattern.sub(replacement, line)
        masked.append(re.sub(r" {2,}", "  ", line.rstrip()))
    ordered, results = [], []
    for line in masked + [""]:
        if line.startswith("✓ "):
            results.append(line)
            continue
        ordered += sorted(results) + [line]
        results = []
    while ordered and ordered[-1] in ("", "$"):
        ordered.pop()
    return ordered


def lines_of(picture):
    """The lines of a picture's last screen, and those above it."""
    space = "{http://www.w3.org/2000/svg}"
    rows = {}
    for text in xml.fromstring(picture).iter(f"{space}text"):
        if "gone" in text.get("class").split():
            continue
        row = round((float(text.get("y")) - MARGIN - SIZE) / LINE)
        line = ""
        for span in text.iter(f"{space}tspan"):
            line = line.ljust(round((float(span.get("x")) - MARGIN) / CELL)) + span.text
        rows[row] = line
    return [rows.get(row, "") for row in range(max(rows, default=-1) + 1)]


def check(path, screen):
    kept, new = plain(lines_of(path.read_text(encoding="utf-8"))), plain(screen.lines)
    if kept == new:
        print(f"✔ {path.name} shows what a run says today, {len(new)} lines")
        return
    print("\n".join(difflib.unified_diff(kept, new, "the picture", "the run", lineterm="", n=1)), file=sys.stderr)
    fail(f"{path} shows what Ambit no longer says; scripts/record makes the picture anew")


def main():
    parser = argparse.ArgumentParser(prog="scripts/record", allow_abbrev=False)
    parser.add_argument("ambit", help=argparse.SUPPRESS)
    parser.add_argument("example", help=argparse.SUPPRESS)
    parser.add_argument("default", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail when the picture shows another run")
    parser.add_argument("--out", type=pathlib.Path, help="the picture (default: docs/recording.svg)")
    options = parser.parse_args()
    path = options.out or options.default
    if options.check and not path.is_file():
        fail(f"there is no picture {path}; scripts/record makes it", 2)
    try:
        with Place(options.ambit, options.example) as place:
            recorder, screen = record(place)
    except (Trouble, UnknownSequence) as trouble:
        fail(trouble)
    if options.check:
        check(path, screen)
        return
    said = [line for line in screen.lines if line and line != "$"]
    picture = Picture(recorder).svg("A change, what it reaches, and its tests", "\n".join(["In a terminal:", *said]))
    if len(picture.encode()) > LARGEST:
        fail(f"the picture has {len(picture.encode())} bytes, and may have {LARGEST}")
    path.write_text(picture, encoding="utf-8")
    print(f"{path}: {len(picture.encode())} bytes, {recorder.now:.0f} seconds")


main()
