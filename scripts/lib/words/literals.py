"""Finds the string literals of a Swift file, each with the call and the label that it stands in.

This is no parser. It knows comments, strings, interpolations and brackets, and takes the name before a parenthesis for
that of a call.
"""

import dataclasses
import re

SKIPPED = re.compile(r'[^"/(){}\[\]#]+')
STRING = re.compile(r'(#*)("""|")')
CALL = re.compile(r"((?:Failure\.)?[A-Za-z_]\w*)(<[\w., ]*>)?\s*$")
CHAIN = re.compile(r"[A-Za-z_]\w*(?:\([^()]*\))?(?:[?!]?\.[A-Za-z_]\w*)*")
COMPARED = re.compile(r"(\bcase|==|!=|~=)\s*$")
JOINED = re.compile(r"\s*\+\s*")
ESCAPES = {"n": "\n", "t": "\t", "r": "", "0": "", '"': '"', "'": "'", "\\": "\\"}
# The name before these says more.
PLAIN = set("quoted description rawValue name joined sorted map display text value message self escapingControls count".split())


@dataclasses.dataclass
class Call:
    """A parenthesis, and the literals between it and its end."""

    name: str
    start: int
    line: int
    literals: list = dataclasses.field(default_factory=list)
    end: int = 0


@dataclasses.dataclass
class Literal:
    text: str
    start: int
    end: int
    line: int
    # The calls around it, the innermost first.
    calls: tuple = ()
    label: str = ""
    is_compared: bool = False
    is_long: bool = False


class Reader:
    def __init__(self, source):
        self.source = source
        # Calls whose end was not reached yet, if they hold a literal.
        self.open = []
        self.literals = []
        self.calls = []
        self.lines_before = (0, 1)

    def line(self, place):
        at, line = self.lines_before
        if place < at:
            return self.source.count("\n", 0, place) + 1
        line += self.source.count("\n", at, place)
        self.lines_before = (place, line)
        return line

    def code(self, at, stack, ends_at_parenthesis=False):
        """Reads code until its end, or until the parenthesis that closes an interpolation."""
        source, size, depth = self.source, len(self.source), len(stack)
        while at < size:
            skipped = SKIPPED.match(source, at)
            if skipped:
                at = skipped.end()
                continue
            sign = source[at]
            if sign in "([{":
                stack.append((sign, at))
            elif sign in ")]}":
                if ends_at_parenthesis and len(stack) == depth:
                    return at
                if stack:
                    opened, start = stack.pop()
                    if opened == "(":
                        self.close(start, at)
            elif source.startswith("//", at):
                at = source.find("\n", at)
                if at < 0:
                    return size
            elif source.startswith("/*", at):
                at = source.find("*/", at)
                if at < 0:
                    return size
                at += 1
            elif sign in '"#':
                string = STRING.match(source, at)
                if string:
                    at = self.string(at, string, stack)
                    continue
            at += 1
        return at

    def close(self, start, end):
        """Ends a call. Only those that hold literals are kept."""
        for call in reversed(self.open):
            if call.start == start:
                call.end = end
                self.calls.append(call)
                self.open.remove(call)
                return

    def surrounding(self, stack):
        """The calls around a place, the innermost first."""
        found = []
        for sign, start in reversed(stack):
            if sign == "{":
                break
            if sign != "(":
                continue
            call = next((call for call in self.open if call.start == start), None)
            if call is None:
                name = CALL.search(self.source, max(0, start - 60), start)
                call = Call(name.group(1) if name else "", start, self.line(start))
                self.open.append(call)
            found.append(call)
        return tuple(found)

    def string(self, start, opening, stack):
        source, hashes, quote = self.source, opening.group(1), opening.group(2)
        ending, escape = quote + hashes, "\\" + hashes
        special = re.compile(f"{re.escape(ending)}|{re.escape(escape)}")
        at, parts = opening.end(), []
        before = source[max(0, start - 12) : start]
        calls, line = self.surrounding(stack), self.line(start)
        while True:
            found = special.search(source, at)
            if not found:
                return len(source)
            parts.append(source[at : found.start()])
            at = found.end()
            if found.group() == ending:
                break
            sign = source[at : at + 1]
            if sign == "(":
                end = self.code(at + 1, stack, ends_at_parenthesis=True)
                parts.append("{" + named(source[at + 1 : end]) + "}")
                at = end + 1
            elif sign == "u":
                end = source.find("}", at)
                digits = source[at + 2 : end]
                parts.append(chr(int(digits, 16)) if re.fullmatch(r"[0-9A-Fa-f]{1,5}", digits) else "")
                at = end + 1
            elif sign == "\n":
                at += 1
            else:
                parts.append(ESCAPES.get(sign, sign))
                at += 1
        text = "".join(parts)
        literal = Literal(
            text, start, at, line, calls, self.label(calls, stack, start), bool(COMPARED.search(before)), len(quote) == 3
        )
        # Literals of an interpolation may stand between the parts.
        last = next((one for one in self.literals[-8:][::-1] if one.end <= start and one.calls == calls), None)
        if last and not last.is_long and JOINED.fullmatch(source, last.end, start):
            last.text += text
            last.end = at
            return at
        self.literals.append(literal)
        if calls:
            for call in calls:
                call.literals.append(literal)
        return at

    def label(self, calls, stack, start):
        """The label of the argument of the innermost call, also of one that is an array."""
        if not calls:
            return ""
        begins = calls[0].start
        text = self.source[begins:start]
        depth, flat = 0, []
        for sign in text[1:]:
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
            elif depth == 0 and sign == ",":
                flat.clear()
            elif depth == 0:
                flat.append(sign)
        found = re.match(r"\s*([A-Za-z_]\w*):", "".join(flat))
        return found.group(1) if found else ""


def named(expression):
    """A short name for an expression in a line."""
    chain = CHAIN.search(re.sub(r'"[^"]*"', "", expression).replace("Self.", "").replace("self.", ""))
    if not chain:
        return "..."
    names = re.split(r"[?!]?\.", re.sub(r"\([^()]*\)", "", chain.group()))
    while len(names) > 1 and names[-1] in PLAIN:
        names.pop()
    return names[-1]


def read(source):
    """The literals and the calls of a file."""
    reader = Reader(source)
    reader.code(0, [])
    return reader.literals, reader.calls
