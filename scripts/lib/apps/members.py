"""Which tracked files a target of a project reads."""

import posixpath
import re

from .project import C_FAMILY, digest
from .settings import Settings, read_xcconfig
from .tree import is_inside, joined

WORD = re.compile(r"""(?:\$[({]?(?:SRCROOT|PROJECT_DIR|SOURCE_ROOT)[)}]?/)?[\w@+~.\-][\w@+~./\-]*""")
QUOTED = re.compile(r"""["']([^"'\n]{1,300})["']""")
ROOTED = re.compile(r"^\$[({]?(?:SRCROOT|PROJECT_DIR|SOURCE_ROOT)[)}]?/")
LOCALIZED = re.compile(r"/Localized/(?:(.*)/)?([^/]+)")


class Members:
    """What one target reads in one revision: `files`, and of its settings `extra`."""

    def __init__(self, tree, project, target, package_folders):
        self.tree, self.project, self.target = tree, project, target
        self.settings = Settings(target.name, project.name, project.folder)
        self.files = set()
        pairs = [self.chain(target.configurations, True), self.chain(project.project_configurations, False)]
        self.extra = digest(pairs)
        for path in target.paths:
            self.files |= tree.covered(path)
        for folder, left_out in target.folders:
            self.files |= self.synchronised(folder, left_out, package_folders)
        for folder, name in target.included:
            for path in self.exception(folder, name):
                self.files |= tree.covered(path)
        self.files |= self.settings.files(tree)
        self.scripts()
        self.has_c = target.has_c or any(path.endswith(C_FAMILY) for path in self.files) or bool(
            self.settings.values.get("SWIFT_OBJC_BRIDGING_HEADER"))

    def chain(self, configurations, is_own):
        result = []
        for name, values, base in configurations:
            self.settings.add(list(values.items()), is_own)
            pairs = []
            if base:
                pairs, read = read_xcconfig(self.tree, base)
                self.settings.add(pairs, is_own)
                # A file that is not there is one that would be read.
                pairs = [*pairs, *(("not there", path) for path in sorted(read) if path not in self.tree.files)]
                self.files |= {folder for path in read for folder in self.tree.covered(path) if folder in self.tree.gitlinks}
            result.append([name, pairs])
        return sorted(result)

    def exception(self, folder, name):
        """The places that an exception of a synchronised folder names."""
        if found := LOCALIZED.fullmatch(name):
            base = joined(folder, found[1] or "")
            names = {path[len(base) + 1 if base else 0:].split("/")[0] for path in self.tree.under(base)}
            return [joined(base, each, found[2]) for each in names if each.endswith(".lproj")]
        return [joined(folder, name)]

    def synchronised(self, folder, left_out, package_folders):
        places = {place for name in left_out for place in self.exception(folder, name)}
        start = len(folder) + 1 if folder else 0
        result = set()
        nested = [each + "/" for each in package_folders if each != folder and each.startswith(folder + "/" if folder else "")]
        for path in self.tree.under(folder) or self.tree.covered(folder):
            inner = path[start:]
            if path in places or any(each in places for each in parents(path, folder)):
                continue
            if any(part.startswith(".") for part in inner.split("/")) or ".xcodeproj/" in inner or ".xcworkspace/" in inner:
                continue
            # A package in the folder is one of its own.
            if nested and path.startswith(tuple(nested)):
                continue
            result.add(path)
        return result

    def scripts(self):
        for value in self.target.script_paths:
            for place in self.settings.paths(value):
                self.files |= self.tree.covered(place)
        for value in self.target.file_lists:
            for place in map(self.tree.found, self.settings.paths(value)):
                self.files |= self.tree.covered(place)
                for line in (self.tree.text(place) or "").splitlines():
                    if line.strip() and not line.startswith("#"):
                        for inner in self.settings.paths(line.strip()):
                            self.files |= self.tree.covered(inner)
        for text in self.target.texts:
            for word in {*WORD.findall(text), *QUOTED.findall(text)}:
                word = ROOTED.sub("", word)
                if "$" in word or word.startswith("/"):
                    continue
                place = self.tree.found(joined(self.project.folder, word))
                if is_inside(place) and (place in self.tree.files or "/" in word and self.tree.links):
                    self.files |= {path for path in self.tree.covered(place) if path == place or path in self.tree.links}

    def hosts(self):
        """Names of applications that the target's tests run in, and of targets that they drive."""
        names = set()
        for value in self.settings.all("TEST_HOST"):
            names |= {part for part in value.split("/") if part.endswith((".app", ".appex"))}
        return names, {value for value in self.settings.all("TEST_TARGET_NAME") if value and "$" not in value}

    def flagged(self):
        """Products that linker flags name."""
        words = [word for value in self.settings.all("OTHER_LDFLAGS") for word in value.replace('"', " ").split()]
        names = set()
        for index, word in enumerate(words):
            if word in ("-framework", "-weak_framework", "-reexport_framework") and index + 1 < len(words):
                names.add(words[index + 1] + ".framework")
            elif word.startswith("-l") and len(word) > 2:
                names |= {f"lib{word[2:]}.a", f"lib{word[2:]}.dylib"}
        # A list in a project file has the flag and the name as two values.
        values = [value for value in self.settings.values.get("OTHER_LDFLAGS", [])]
        if "-framework" in values:
            names |= {value + ".framework" for value in values if not value.startswith("-")}
        return names

    def headers(self, owned):
        """Headers that no target has: targets that compile C read them by name."""
        if not self.has_c:
            return set()
        folders = {posixpath.dirname(path) for path in self.files if path.endswith(C_FAMILY)}
        found = {path for path in self.project.headers if path in self.tree.files}
        found |= {path for folder in folders for path in self.tree.under(folder)
                  if path.endswith((".h", ".hpp", ".pch")) and posixpath.dirname(path) == folder}
        return found - owned


def parents(path, top):
    path = posixpath.dirname(path)
    while path and path != top:
        yield path
        path = posixpath.dirname(path)


def snapshots(tree, members):
    """Files in `__Snapshots__` beside sources of tests, for each of the tests: pairs of an index and a path."""
    wanted = {}
    for path in tree.files:
        at = path.find("/__Snapshots__/")
        if at >= 0:
            wanted.setdefault(path[:at], []).append(path)
    for index, each in enumerate(members):
        if not wanted or not each.target.is_test:
            continue
        folders = {posixpath.dirname(path) for path in each.files}
        for folder, paths in wanted.items():
            if folder in folders or any(one.startswith(folder + "/") for one in folders):
                for path in paths:
                    yield index, path
