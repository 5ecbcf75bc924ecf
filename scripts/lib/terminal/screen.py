"""A screen of a terminal, as far as Ambit uses one: text, colours, cursor up, erasing, and lines that wrap."""

import collections
import re
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
# The beginning of a sequence, at the end of a piece of text.
UNFINISHED = re.compile(r"\x1b(\[[?0-9;]*)?$")
COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")

Style = collections.namedtuple("Style", "colour bold dim", defaults=(None, False, False))
Cell = collections.namedtuple("Cell", "text style")
PLAIN = Style()
BLANK = Cell(" ", PLAIN)


class UnknownSequence(Exception):
    """A program wrote a control sequence that this screen does not know."""

    def __init__(self, sequence):
        super().__init__(f"a program writes {sequence}, which scripts/lib/terminal/screen.py does not know")


def width(sign):
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


class Screen:
    """Rows of cells that only grow: a row that a real terminal has scrolled away stays here."""

    def __init__(self, columns):
        self.columns = columns
        self.rows = [[]]
        self.row = self.column = 0
        self.style = PLAIN
        self.rest = ""

    def write(self, text):
        text = self.rest + text
        unfinished = UNFINISHED.search(text)
        self.rest = unfinished.group() if unfinished else ""
        text = text[: len(text) - len(self.rest)]
        at = 0
        while at < len(text):
            sign = text[at]
            if sign == "\x1b":
                sequence = SEQUENCE.match(text, at)
                if not sequence:
                    raise UnknownSequence(repr(text[at : at + 12]))
                self.run(*sequence.groups())
                at = sequence.end()
                continue
            at += 1
            if sign == "\r":
                self.column = 0
            elif sign == "\n":
                self.next_row()
            elif sign == "\b":
                self.column = max(0, self.column - 1)
            elif sign == "\t":
                self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
            elif sign >= " ":
                self.put(sign)

    def next_row(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def put(self, sign):
        size = width(sign)
        if size == 0:
            return
        if self.column + size > self.columns:
            self.next_row()
            self.column = 0
        cells = self.rows[self.row]
        cells.extend([BLANK] * (self.column + size - len(cells)))
        cells[self.column] = Cell(sign, self.style)
        if size == 2:
            cells[self.column + 1] = Cell("", self.style)
        self.column += size

    def run(self, parameters, kind):
        numbers = [int(number) for number in parameters.strip("?").split(";") if number]
        if kind == "m":
            self.dress(numbers or [0])
        elif kind == "A":
            self.row = max(0, self.row - (numbers[0] if numbers else 1))
        elif kind in "KJ" and not numbers:
            del self.rows[self.row][self.column :]
            if kind == "J":
                del self.rows[self.row + 1 :]
        elif not (parameters.startswith("?") and kind in "hl"):
            raise UnknownSequence(f"ESC [{parameters}{kind}")

    def dress(self, numbers):
        for number in numbers:
            if number == 0:
                self.style = PLAIN
            elif number == 1:
                self.style = self.style._replace(bold=True)
            elif number == 2:
                self.style = self.style._replace(dim=True)
            elif 30 <= number <= 37:
                self.style = self.style._replace(colour=COLOURS[number - 30])
            elif number == 39:
                self.style = self.style._replace(colour=None)
            else:
                raise UnknownSequence(f"a style {number}")

    @property
    def lines(self):
        """The text of each row, without blanks at the end."""
        return ["".join(cell.text for cell in cells).rstrip() for cells in self.rows]

    @property
    def text(self):
        return "\n".join(self.lines)

    def snapshot(self):
        """The rows as values, without blanks at the ends that nobody sees."""
        rows = []
        for cells in self.rows:
            end = len(cells)
            while end and cells[end - 1].text == " ":
                end -= 1
            rows.append(tuple(cells[:end]))
        while rows and not rows[-1]:
            rows.pop()
        return tuple(rows)
