"""Prints and checks all lines that the program can print. scripts/words describes the options."""

import argparse
import collections
import pathlib
import re
import sys

import literals

# Files of examples, for tests and benchmarks.
SILENT_FOLDERS = {"ExampleWorkspace", "example-workspace"}
# Only programmers see these. `hasSuffix` and the like look for texts of others.
HELP_CALLS = {"CommandSpec", "PositionalSpec", "PassthroughSpec", "Example", "option", "toggle"}
SILENT_CALLS = set("fatalError precondition preconditionFailure assert hasPrefix hasSuffix contains firstRange split".split())
CODE = re.compile(
    r"^\s*(</?[a-z!]|[{}@#.]|(import|let|var|func|struct|public|package|private|case|guard|export|extern|set|local) \S+"
    r"|(SELECT|CREATE|INSERT|DELETE|UPDATE|PRAGMA|DROP|ALTER|BEGIN|WITH) |[A-Z]+ /|HTTP/|-\w+ |[\w-]+=|\w+\(|\w+ \[\w+=|classDef )"
)
WORD = re.compile(r"[^\W_]|\{")
SENTENCE_END = re.compile(r"(?<=[.!?])['\"`)]*\s+|\n\s*\n|\n(?=\s*[-*|])")
TWICE = re.compile(r"(?<![\w'`{/-])([a-z]+) \1(?![\w'`}/-])", re.IGNORECASE)
LONGEST = 30

# Functions such as Failure.state add the hints of a reason.
JUDGED = {"Failure", "Failure.usage"}
ERROR = re.compile(r"Failure\.\w+$|.*(Failure|Error|Obstacle|Problem|Trouble|Damage|Doubt)$")
STEPS = "|".join(
    "add ask build call check choose clean close commit correct declare delete drop end fetch fix free give install keep leave"
    " let list look make mark merge move name open pass prepare push put raise read remove rename repeat report resolve run"
    " set shorten start stop take try turn type update upgrade use wait write".split()
)
# A command to type, or a verb in the imperative after a sign: "...; name one of them".
NEXT_STEP = re.compile(rf"[;:,(.] (?:please |first |then |or |so |and |else )*(?:{STEPS})\b|`(?:(?:ambit|git|swift) |-)")


class Line:
    def __init__(self, text, file, line, kind):
        self.text, self.file, self.line, self.kind = text, file, line, kind
        self.room = str(pathlib.PurePath(*file.parent.parts[1:3]))

    @property
    def place(self):
        return f"{self.file}:{self.line}"

    @property
    def sentences(self):
        return [part.strip() for part in SENTENCE_END.split(self.text) if part.strip()]


def words_of(text):
    return [word for word in text.split() if WORD.search(word)]


def is_prose(literal):
    text = literal.text
    if literal.is_compared or any(call.name in SILENT_CALLS for call in literal.calls) or CODE.search(text):
        return False
    # A template of a file is not a line. What help shows has a summary that is one.
    if literal.is_long or text.count("{") > len(words_of(text)):
        return False
    words = re.findall(r"(?<![\w{/.$<-])[A-Za-z]{2,}(?![\w}=(\[/])", text)
    return len(words) >= 2 and any(word[1:].islower() for word in words) and " " in text.strip()


def kind_of(literal, file):
    names = {call.name for call in literal.calls}
    if literal.label in {"hints", "hint", "fixes", "instead"} or file.stem.endswith("Hints"):
        return "hints"
    if any(ERROR.match(name) for name in names):
        return "errors"
    if "Warning" in names:
        return "warnings"
    if names & HELP_CALLS:
        return "help"
    if "Doctor" in file.parts:
        return "doctor"
    if "Rules" in file.parts or "Lint" in file.parts:
        return "lint"
    return "reports"


def collect(root):
    """All lines, and all errors whose text says no next step."""
    lines, stuck = [], []
    for path in sorted((root / "Sources").rglob("*.swift")):
        file = path.relative_to(root)
        if file.parts[1] in SILENT_FOLDERS:
            continue
        source = path.read_text(encoding="utf-8")
        found, calls = literals.read(source)
        lines += [Line(one.text, file, one.line, kind_of(one, file)) for one in found if is_prose(one)]
        for call in calls:
            if call.name not in JUDGED:
                continue
            text = " ".join(one.text for one in call.literals if one.label != "code")
            if is_stuck(text, source[call.start : call.end]):
                stuck.append(Line(text, file, call.line, "errors"))
    return lines, stuck


def is_stuck(text, source):
    """True for an error that is written out and says nothing of what to do. One whose text is a variable is not judged."""
    if re.search(r"\bhints:", source) or len(words_of(text)) < 3:
        return False
    return not NEXT_STEP.search(text)


def rules(path, separator):
    """The lines of a list: a pattern and what belongs to it."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        pattern, sign, rest = line.partition(separator)
        if not sign or not rest.strip():
            sys.exit(f"error: {path.name}:{number} needs a pattern, '{separator.strip()}' and a text after it")
        found.append((re.compile(pattern.strip(), re.IGNORECASE), rest.strip()))
    return found


def findings(lines, stuck, avoided):
    """Pairs of a line and a complaint."""
    for line in stuck:
        yield line, "names no next step; add a hint, or end it with '; do this'"
    for line in lines:
        for sentence in line.sentences:
            count = len(words_of(sentence))
            if count > LONGEST:
                yield line, f"a sentence of {count} words; {LONGEST} is the most"
        prose = re.sub(r"`[^`]*`|'[^' ]*'|\{[^}]*\}", "...", line.text)
        twice = TWICE.search(prose)
        if twice:
            yield line, f"the word '{twice.group(1)}' stands there twice"
        for pattern, instead in avoided:
            found = pattern.search(prose)
            if found:
                yield line, f"'{found.group()}'; write: {instead}"


def check(lines, stuck, folder):
    avoided, right = rules(folder / "avoid.txt", " => "), rules(folder / "right.txt", " -- ")
    used, broken = set(), 0
    for line, complaint in findings(lines, stuck, avoided):
        reason = next((pattern for pattern, _ in right if pattern.search(shown(line.text))), None)
        if reason:
            used.add(reason)
            continue
        broken += 1
        print(f"error: {line.place}: {complaint}\n  {shown(line.text)}", file=sys.stderr)
    for pattern, _ in right:
        if pattern not in used:
            broken += 1
            print(f"error: right.txt lists what nothing is found in any more: {pattern.pattern}", file=sys.stderr)
    print(f"{len(lines)} lines, {broken} findings, {len(right)} exceptions")
    return 1 if broken else 0


def shown(text):
    return re.sub(r"\s+", " ", text).strip()


def page(lines):
    written = ["# Every line that Ambit can print", "", f"`scripts/words` wrote this page: {len(lines)} lines.", ""]
    rooms = collections.defaultdict(list)
    for line in lines:
        rooms[line.room].append(line)
    for room in sorted(rooms):
        written += [f"## {room}", ""]
        written += [f"- {shown(line.text)} ({line.file.name}:{line.line}, {line.kind})" for line in rooms[room]]
        written.append("")
    return "\n".join(written)


def figures(lines):
    kinds = collections.defaultdict(list)
    for line in lines:
        kinds[line.kind].append(line)
    print("| kind | lines | words | words a sentence | longest |\n|---|--:|--:|--:|--:|")
    for kind, members in [*sorted(kinds.items()), ("all", lines)]:
        counts = [len(words_of(sentence)) for line in members for sentence in line.sentences]
        mean = sum(counts) / len(counts) if counts else 0
        print(f"| {kind} | {len(members)} | {sum(counts)} | {mean:.1f} | {max(counts, default=0)} |")
    print("\nThe longest sentences:")
    longest = sorted(
        ((len(words_of(sentence)), line.place, sentence) for line in lines for sentence in line.sentences), reverse=True
    )
    for count, place, sentence in longest[:20]:
        print(f"{count} {place}\n  {shown(sentence)}")


def main():
    options = argparse.ArgumentParser(prog="scripts/words", add_help=False)
    options.add_argument("root", type=pathlib.Path)
    options.add_argument("--out", type=pathlib.Path)
    options.add_argument("--figures", action="store_true")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    lines, stuck = collect(chosen.root)
    if chosen.check:
        sys.exit(check(lines, stuck, pathlib.Path(__file__).parent))
    if chosen.figures:
        figures(lines)
    elif chosen.out:
        chosen.out.write_text(page(lines), encoding="utf-8")
    else:
        print(page(lines))


main()
