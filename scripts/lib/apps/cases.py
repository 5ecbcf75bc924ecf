"""Random commits on top of the last one of a repository, each with a random call of `xcodebuild test`: for outputs.py."""

import json
import os
import pathlib
import posixpath
import random
import subprocess
import xml.etree.ElementTree as XML

from .schemes import SCHEME, blueprint, home_of, module
from .tree import Repository, Tree

KINDS = ["edit"] * 10 + ["definition"] * 4 + ["list"] * 2 + ["add"] * 3 + ["delete"] * 3 + ["move"] * 2
DEFINITIONS = ("project.pbxproj", ".xcconfig", "Package.resolved", "contents.xcworkspacedata", ".xcfilelist")
LISTS = (".xcscheme", ".xctestplan")
# Files that xcodebuild reads to know which bundles a call runs.
READ = LISTS + ("project.pbxproj", "contents.xcworkspacedata", "Package.swift")
COMMENTS = {".swift": "// edited\n", ".m": "// edited\n", ".h": "// edited\n", ".md": "\nedited\n", ".sh": "# edited\n"}


class Case:
    """One commit and one call of `xcodebuild test`."""

    def __init__(self, place, base):
        self.place, self.base = place, base
        self.edits, self.words, self.commit = [], [], None
        self.scheme = self.container = self.plan = None
        self.skipped = []


class Clone:
    """A scratch clone that commits are made in. No file is checked out."""

    def __init__(self, source, folder):
        self.folder = folder
        if not os.path.isdir(folder):
            subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", str(source), folder], check=True)
        self.repository = Repository(folder)
        self.base = self.repository.git("rev-parse", "HEAD").decode().strip()
        self.tree = Tree(self.repository, self.base)
        self.index = os.path.join(folder, ".git", "index-of-cases")
        self.git("read-tree", self.base)
        self.plain = pathlib.Path(self.index).read_bytes()

    def git(self, *arguments, data=None):
        environment = {
            **os.environ, "GIT_INDEX_FILE": self.index, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_NO_LAZY_FETCH": "1", "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_DATE": "1700000000 +0000"}
        for who in ("AUTHOR", "COMMITTER"):
            environment[f"GIT_{who}_NAME"], environment[f"GIT_{who}_EMAIL"] = "t", "t@example.com"
        return subprocess.run(
            ["git", "-C", self.folder, *arguments], input=data, capture_output=True, env=environment, check=True).stdout

    def commit(self, files):
        """A commit with other contents, or none, at some paths: pairs of bytes and a mode."""
        pathlib.Path(self.index).write_bytes(self.plain)
        lines = []
        for path, content in files.items():
            name = path.encode("utf-8", "surrogateescape")
            if content is None:
                lines.append(b"0 " + b"0" * 40 + b"\t" + name)
            else:
                data, mode = content
                lines.append(f"{mode} ".encode() + self.git("hash-object", "-w", "--stdin", data=data).strip() + b"\t" + name)
        self.git("update-index", "-z", "--index-info", data=b"\0".join(lines) + b"\0")
        tree = self.git("write-tree", "--missing-ok").decode().strip()
        return self.git("commit-tree", tree, "-p", self.base, data=b"case\n").decode().strip()


class Stage:
    """A folder with those files of a revision alone that say which bundles a call runs."""

    def __init__(self, clone, folder):
        self.clone, self.folder, self.changed = clone, folder, []
        for path in clone.tree.files:
            if path.endswith(READ):
                self.write(path, clone.tree.read(path))

    def write(self, path, data):
        place = os.path.join(self.folder, path)
        if data is None:
            if os.path.exists(place):
                os.remove(place)
            return
        os.makedirs(os.path.dirname(place), exist_ok=True)
        pathlib.Path(place).write_bytes(data)

    def show(self, files):
        for path in self.changed:
            self.write(path, self.clone.tree.read(path))
        self.changed = [path for path in files if path.endswith(READ)]
        for path in self.changed:
            self.write(path, files[path] and files[path][0])


class Edits:
    """Random edits of the files of a revision."""

    def __init__(self, clone, drawn):
        self.tree, self.drawn = clone.tree, drawn
        files = [each for each in self.tree.sorted
                 if each not in self.tree.gitlinks and each not in self.tree.links and posixpath.basename(each) != "Package.swift"
                 and not posixpath.basename(each).startswith("Package@")]
        self.of_kind = {
            "edit": [each for each in files if not each.endswith(DEFINITIONS + LISTS)],
            "definition": [each for each in files if each.endswith(DEFINITIONS)],
            "list": [each for each in files if each.endswith(LISTS)]}

    def choose(self, count):
        """New contents by path, and what was done."""
        result, told = {}, []
        for _ in range(count):
            kind = self.drawn.choice(KINDS)
            path = self.drawn.choice(self.of_kind.get(kind) or self.of_kind["edit"])
            data = self.tree.read(path)
            if path in result or data is None:
                continue
            told.append(f"{kind} {path}")
            content = data, "100755" if path in self.tree.modes else "100644"
            if kind == "add":
                stem, ending = posixpath.splitext(path)
                result[f"{stem}-added{ending}"] = content
            elif kind == "delete":
                result[path] = None
            elif kind == "move":
                result[path] = None
                result[posixpath.join(posixpath.dirname(path), "moved", posixpath.basename(path))] = content
            else:
                result[path] = self.edited(path, data), content[1]
        return result, told

    def edited(self, path, data):
        if path.endswith(DEFINITIONS + LISTS):
            return self.other_value(data)
        return data + COMMENTS.get(posixpath.splitext(path)[1], "\n").encode()

    def other_value(self, data):
        """One value on some line of a project, scheme, plan or list of pins is another."""
        lines = data.split(b"\n")
        places = list(range(len(lines)))
        self.drawn.shuffle(places)
        for place in places:
            line = lines[place]
            for old, new in ((b"YES", b"NO"), (b"NO", b"YES"), (b"true", b"false"), (b"false", b"true"), (b".0", b".1"), (b".swift", b".swifty")):
                if old in line and b"/" not in line.split(old)[0][-2:]:
                    lines[place] = line.replace(old, new, 1)
                    return b"\n".join(lines)
        return data + b"\n"


class TestList:
    """What one scheme, or one of its plans, runs: the ids of bundles in order."""

    def __init__(self, scheme, container, plan=None, text=b"", entries=(), is_open=False):
        self.scheme, self.container, self.plan, self.text, self.entries = scheme, container, plan, text, entries
        # Xcode makes a plan of its own, and nobody else knows what it runs.
        self.is_open = is_open


def test_lists(tree):
    """Those of all schemes; of each the default plan comes first."""
    result = []
    for path in tree.sorted:
        match = SCHEME.fullmatch(path) if path.endswith(".xcscheme") else None
        if not match:
            continue
        container, name = match.group(1) or "", match.group(2)
        home = home_of(container)
        # A package's own schemes, and those of the workspace within a project.
        package, is_package, _ = f"/{container}/".partition("/.swiftpm/")
        shown = package[1:] if is_package else container.removesuffix("/project.xcworkspace")
        action = XML.fromstring(tree.read(path)).find("TestAction")
        if action is None:
            action = XML.fromstring("<TestAction/>")
        references = sorted(action.iter("TestPlanReference"), key=lambda each: each.get("default") != "YES")
        places = [module(home, each.get("reference", ""), "") for each in references]
        plans = [each[2:-1] for each in places if each and each[2:-1] in tree.files]
        for place in plans:
            text = tree.read(place)
            found = json.loads(text).get("testTargets", [])
            entries = [(module(home, each["target"].get("containerPath", "container:"), each["target"]["name"]), each.get("enabled", True))
                       for each in found]
            result.append(TestList(name, shown, posixpath.basename(place).removesuffix(".xctestplan"), text, entries))
        if not places:
            listed = [(each.find("BuildableReference"), each.get("skipped") != "YES") for each in action.iter("TestableReference")]
            entries = [(module(home, each.get("ReferencedContainer", ""), blueprint(each)), is_run)
                       for each, is_run in listed if each is not None]
            is_open = not entries and action.get("shouldAutocreateTestPlan") == "YES"
            result.append(TestList(name, shown, entries=entries, is_open=is_open))
    return result


def drawn_case(clone, stage, number, seed, name):
    drawn = random.Random(f"{seed} {name} {number}")
    case = Case(clone.folder, clone.base)
    files, case.edits = {}, []
    while not files:
        files, case.edits = Edits(clone, drawn).choose(drawn.randint(1, 5))
    case.commit = clone.commit(files)
    stage.show(files)
    tree = clone.tree
    if any(path.endswith(LISTS) or posixpath.basename(path) == "contents.xcworkspacedata" for path in files):
        tree = Tree(clone.repository, case.commit)
    lists = test_lists(tree)
    if lists and drawn.random() < 0.85:
        tested = drawn.choice([each for each in lists if not each.is_open] or lists)
        case.scheme, case.container = tested.scheme, tested.container
        if tested.plan is not None and drawn.random() < 0.75:
            case.plan = tested.plan
        names = [name.partition(":")[2] for name, _ in tested.entries]
        case.skipped = sorted(set(drawn.choice([*names, "Nobody's Tests"]) for _ in range(drawn.choice([0, 0, 0, 1, 2]))))
    return case, lists
