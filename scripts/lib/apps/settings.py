"""Reads build settings: xcconfig files with what they include, and values with variables."""

import posixpath
import re
import shlex

from .tree import is_inside, joined

INCLUDE = re.compile(r'#include(\?)?\s*"([^"]*)"')
ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*((?:\[[^\]]*\])*)\s*=\s*(.*)", re.DOTALL)
VARIABLE = re.compile(r"\$\(([A-Za-z0-9_]+)((?::[^)]*)?)\)|\$\{([A-Za-z0-9_]+)((?::[^}]*)?)\}")
PROJECT_FOLDERS = ("SRCROOT", "PROJECT_DIR", "SOURCE_ROOT", "PROJECT_ROOT")
# Folders named by these settings are searched for headers and module maps.
SEARCHED = (
    "HEADER_SEARCH_PATHS", "USER_HEADER_SEARCH_PATHS", "SYSTEM_HEADER_SEARCH_PATHS", "SWIFT_INCLUDE_PATHS",
    "FRAMEWORK_SEARCH_PATHS", "LIBRARY_SEARCH_PATHS")
WHOLE = ("DEVELOPMENT_ASSET_PATHS",)
HEADERS = (".h", ".hh", ".hpp", ".pch", ".inc", ".def", ".modulemap", ".apinotes", ".swiftmodule", ".a", ".tbd")
LIMIT = 24


def without_comment(line):
    at = line.find("//")
    return (line if at < 0 else line[:at]).strip()


def read_xcconfig(tree, path, seen=()):
    """The assignments of a file and of all that it includes, in order, and the files that were read or looked for."""
    path = tree.found(path)
    text = tree.text(path)
    if text is None or path in seen:
        return [], {path}
    pairs, files = [], {path}
    for line in text.lstrip("\ufeff").splitlines():
        line = line.strip()
        if found := INCLUDE.match(line):
            inner = VARIABLE.sub("", found[2]).lstrip("/") if found[2].startswith("$") else found[2]
            place = joined(posixpath.dirname(path), inner)
            if is_inside(place) and not found[2].startswith(("<", "/")):
                more, read = read_xcconfig(tree, place, (*seen, path))
                pairs += more
                files |= read
        elif found := ASSIGNMENT.fullmatch(without_comment(line)):
            pairs.append((found[1] + found[2], found[3].rstrip(" ;")))
    return pairs, files


class Settings:
    """All values that a target's settings may have: of each configuration, under any condition."""

    def __init__(self, target_name, project_name, folder):
        self.known = {name: [folder] for name in PROJECT_FOLDERS}
        self.known.update(TARGET_NAME=[target_name], TARGETNAME=[target_name], PROJECT_NAME=[project_name])
        self.folder = folder
        self.values = {}
        self.own = {}

    def add(self, pairs, is_own=True):
        for key, value in pairs:
            key = key.split("[")[0]
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str):
                    for values in [self.values] + ([self.own] if is_own else []):
                        into = values.setdefault(key, [])
                        if each not in into:
                            into.append(each)

    def resolved(self, text, depth=0):
        """What a value may be once its variables are known; variables that are not stay as they are."""
        found = VARIABLE.search(text)
        if not found or depth > 6:
            return [text]
        name, change = found[1] or found[3], found[2] or found[4] or ""
        if name == "inherited":
            choices = [""]
        else:
            choices = self.known.get(name) or self.values.get(name)
            if not choices and change.startswith(":default="):
                choices = [change[len(":default="):]]
            if not choices:
                # A NUL keeps it from being looked at again.
                return [each.replace("\0" + name, found[0]) for each in
                        self.resolved(text[:found.start()] + "\0" + name + text[found.end():], depth)]
        result = []
        for choice in choices[:LIMIT]:
            for each in self.resolved(text[:found.start()] + choice + text[found.end():], depth + 1):
                if each not in result and len(result) < LIMIT:
                    result.append(each)
        return result

    def all(self, key):
        return [each for value in self.values.get(key, []) for each in self.resolved(value)]

    def paths(self, text):
        """The places in the repository that a value names."""
        for value in self.resolved(text):
            words = {value.strip('"')}
            try:
                words.update(shlex.split(value))
            except ValueError:
                words.update(value.split())
            for word in words:
                word = word.removeprefix("-I").removeprefix("-F").removeprefix("-L")
                if word and "$" not in word and "\n" not in word:
                    was_rooted = any(word.startswith(root) for root in [self.folder] if root)
                    for place in {joined(self.folder, word)} | ({joined(word)} if was_rooted or not self.folder else set()):
                        if is_inside(place) and place:
                            yield place

    def files(self, tree):
        """The tracked files that settings name, and the headers in the folders that they name."""
        found = set()
        for key, values in self.values.items():
            for value in values:
                if "." not in value and "/" not in value and key not in SEARCHED + WHOLE:
                    continue
                for place in map(tree.found, self.paths(value)):
                    if place in tree.files or (tree.links and tree.followed(place) in tree.files):
                        found |= tree.covered(place)
                    elif key in WHOLE:
                        found |= tree.covered(place)
                    elif key in SEARCHED:
                        folder = place.removesuffix("/**").removesuffix("/*")
                        found |= {each for each in tree.covered(folder) if each.lower().endswith(HEADERS)}
        return found

    def platforms(self):
        """The families of platforms that the target is built for; none when settings do not tell."""
        for values in (self.own, self.values):
            words = set()
            for key in ("SUPPORTED_PLATFORMS", "SDKROOT"):
                for value in values.get(key, []):
                    for word in value.split():
                        words.add(re.sub(r"(simulator|os|osx)?[\d.]*$", "", word.lower()) or word)
                if words and words != {"auto"}:
                    return words
        return set()
