"""Reads packages: manifests by `swift package dump-package`, each once, and pins of remote ones."""

import hashlib
import json
import os
import posixpath
import re
import shutil
import subprocess

from .harmless import is_definition
from .project import digest
from .tree import at_home, joined

MANIFEST = re.compile(r"Package(@swift-[\d.]+)?\.swift")
PLACES = {"test": ("Tests", "Sources", "Source", "src", "srcs"), "plugin": ("Plugins",)}
SOURCES = ("Sources", "Source", "src", "srcs")
# Resources that Xcode takes from a target's folder without being told to.
FOUND_RESOURCES = re.compile(r"(\.xcassets/|\.lproj/|\.xcdatamodeld?/|\.(xib|storyboard|xcstrings|metal|xcmappingmodel)$)")
HEADERS = re.compile(r"\.(h|hh|hpp|inc|def|modulemap|pch)$")


def identity_of(location):
    return posixpath.basename(location.rstrip("/")).removesuffix(".git").lower()


class Manifests:
    """Evaluates manifests, one after another, and remembers them in a folder."""

    def __init__(self, work, swift):
        self.work, self.swift = work, swift
        self.memory, self.failures = {}, {}
        os.makedirs(os.path.join(work, "manifests"), exist_ok=True)

    def dump(self, tree, app, folder, names):
        files = sorted((name, tree.files[joined(folder, name)]) for name in names)
        key = hashlib.sha256(json.dumps([app, folder, files]).encode()).hexdigest()[:32]
        if key not in self.memory:
            cache = os.path.join(self.work, "manifests", key + ".json")
            if not os.path.exists(cache):
                self.evaluate(tree, app, folder, names, cache)
            with open(cache, encoding="utf-8") as file:
                self.memory[key] = json.load(file)
        found = self.memory[key]
        if "error" in found:
            self.failures[folder] = found["error"]
            return None
        return found

    def evaluate(self, tree, app, folder, names, cache):
        top = os.path.join(self.work, f"evaluating-{os.getpid()}")
        shutil.rmtree(top, ignore_errors=True)
        # Deep enough for the ".." of a manifest to stay within.
        at = os.path.join(top, "a/b/c/d", app, folder).rstrip("/")
        os.makedirs(at)
        for name in names:
            with open(os.path.join(at, name), "wb") as file:
                file.write(tree.read(joined(folder, name)) or b"")
        done = subprocess.run(
            [*self.swift, "package", "--package-path", at, "--scratch-path", os.path.join(top, "scratch"), "dump-package"],
            capture_output=True, env={**os.environ, "XDG_CACHE_HOME": os.path.join(self.work, "cache")})
        try:
            result = {"at": at, "dump": json.loads(done.stdout)}
        except ValueError:
            result = {"error": done.stderr.decode("utf-8", "replace").strip()[-300:]}
        with open(f"{cache}.{os.getpid()}", "w", encoding="utf-8") as file:
            json.dump(result, file)
        os.replace(f"{cache}.{os.getpid()}", cache)
        shutil.rmtree(top, ignore_errors=True)


class PackageTarget:
    def __init__(self, package, values):
        self.name, self.kind = values["name"], values["type"]
        self.values = values
        self.folder = package.folder_of(values)
        self.package = package

    @property
    def is_test(self):
        return self.kind == "test"

    def files(self, tree, harmless):
        """Which files below the target's folder it reads, and which it leaves out."""
        if self.folder is None:
            path = self.values.get("path")
            return (tree.covered(joined(self.package.folder, path)) if path else set()), set()
        read, left_out = set(), set()
        start = len(self.folder) + 1 if self.folder else 0
        excluded = self.values.get("exclude", [])
        sources = self.values.get("sources")
        resources = [each["path"] for each in self.values.get("resources", [])]
        named = resources + [self.values.get("publicHeadersPath") or "include"]
        for path in tree.under(self.folder):
            inner = path[start:]
            is_resource = covers(resources, inner)
            # Manifests and pins are compared by their values, wherever they stand.
            if self.package.is_others(path, self) or is_definition(path) and not is_resource:
                continue
            if covers(excluded, inner):
                left_out.add(path)
            elif sources is not None and not (
                    covers(sources, inner) or covers(named, inner) or FOUND_RESOURCES.search(inner) or HEADERS.search(inner)):
                left_out.add(path)
            elif self.is_test or is_resource or not harmless(path):
                read.add(path)
        if not read and tree.gitlinks:
            read = tree.covered(self.folder)
        return read, left_out


def covers(folders, path):
    folders = [each.rstrip("/").removeprefix("./") for each in folders]
    return any(path == each or path.startswith(each + "/") or each in ("", ".") for each in folders)


class Package:
    def __init__(self, tree, clone, folder, found):
        dump = found["dump"]
        self.tree, self.clone, self.folder, self.name = tree, clone, folder, dump["name"]
        self.identity = identity_of(folder) if folder else identity_of(found["at"])
        self.dependencies = {}
        for each in dump.get("dependencies", []):
            for kind, entries in each.items():
                for entry in entries:
                    self.dependency(kind, entry, found["at"])
        targets = ("dependencies", "targets", "products", "packageKind", "name")
        self.wide = digest({key: value for key, value in dump.items() if key not in targets})
        self.products = {each["name"]: each.get("targets", []) for each in dump.get("products", [])}
        self.targets, self.all_values = {}, dump.get("targets", [])
        for values in self.all_values:
            self.targets[values["name"]] = PackageTarget(self, values)
        self.folders = sorted((each.folder for each in self.targets.values() if each.folder), key=len, reverse=True)

    def dependency(self, kind, entry, at):
        requirement = entry.get("requirement")
        if kind == "fileSystem":
            place = os.path.relpath(entry["path"], at)
            location = ("path", at_home(joined(self.folder, place), self.clone))
        else:
            remote = entry.get("location", {}).get("remote") or entry.get("location", {}).get("local") or [entry["identity"]]
            location = ("url", remote[0]["urlString"] if isinstance(remote[0], dict) else str(remote[0]))
        name = entry.get("nameForTargetDependencyResolutionOnly") or entry.get("explicitNameForTargetDependencyResolutionOnly")
        # What the package is called may be the name given here, the identity, or the last part of the path.
        self.dependencies[entry["identity"].lower()] = (*location, requirement, name)

    def folder_of(self, values):
        if values["type"] == "binary":
            return None
        if values.get("path") is not None:
            return joined(self.folder, values["path"])
        for place in PLACES.get(values["type"], SOURCES):
            folder = joined(self.folder, place, values["name"])
            if folder in self.tree.folders:
                return folder
        # A target that is the only one of its kind may have the whole of a usual folder.
        is_test = values["type"] == "test"
        if [each["type"] == "test" for each in self.all_values].count(is_test) == 1:
            for place in PLACES["test"][:1] if is_test else SOURCES:
                if joined(self.folder, place) in self.tree.folders:
                    return joined(self.folder, place)
        return joined(self.folder, "Tests" if is_test else "Sources", values["name"])

    def is_others(self, path, target):
        """Whether another target of the package, further in, has the file."""
        mine = target.folder or ""
        return any(len(each) > len(mine) and path.startswith(each + "/") for each in self.folders)


def packages_of(tree, app, manifests):
    """All packages of a revision by folder, and the folders whose manifests have no values."""
    names = {}
    for path in tree.files:
        if MANIFEST.fullmatch(posixpath.basename(path)):
            names.setdefault(posixpath.dirname(path), []).append(posixpath.basename(path))
    result, broken = {}, set()
    for folder, each in sorted(names.items()):
        if "Package.swift" in each:
            found = manifests.dump(tree, app, folder, each)
            if found:
                result[folder] = Package(tree, app, folder, found)
            else:
                broken.add(folder)
    return result, broken


def pins_of(tree, path):
    """What a Package.resolved pins, by identity."""
    try:
        values = json.loads(tree.read(path) or b"{}")
    except ValueError:
        return {}
    pins = values.get("pins") or values.get("object", {}).get("pins", [])
    result = {}
    for each in pins:
        location = each.get("location") or each.get("repositoryURL", "")
        state = {key: value for key, value in each.get("state", {}).items() if value is not None}
        result[(each.get("identity") or identity_of(location)).lower()] = digest([location, state])
        result.setdefault(identity_of(location), result[(each.get("identity") or identity_of(location)).lower()])
    return result
