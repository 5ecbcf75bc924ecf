"""Reads revisions of a Git repository: which files each has, and their bytes."""

import bisect
import glob
import os
import posixpath
import subprocess

LINK, GITLINK = "120000", "160000"
QUIET = {**os.environ, "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def joined(*parts):
    """The parts as one path without "." and inner ".."; "" is the root of the repository."""
    path = posixpath.normpath(posixpath.join(*[part for part in parts if part] or ["."]))
    return "" if path == "." else path


def is_inside(path):
    return not (path.startswith("/") or path == ".." or path.startswith("../"))


def at_home(path, clone):
    """A path that leaves the repository and comes back by the name of its clone."""
    inside = f"../{clone}"
    return joined(path[len(inside) + 1:]) if path == inside or path.startswith(inside + "/") else path


def folders_of(path):
    """The folders that a path lies in, the innermost first; the last is ""."""
    while path:
        path = posixpath.dirname(path)
        yield path


class Repository:
    def __init__(self, folder):
        self.folder = folder
        # The objects of submodules that the clone has.
        top = subprocess.run(["git", "-C", folder, "rev-parse", "--absolute-git-dir"], capture_output=True, env=QUIET)
        objects = glob.glob(glob.escape(os.path.join(os.fsdecode(top.stdout).strip(), "modules")) + "/**/objects", recursive=True)
        self.environment = {**QUIET, "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(sorted(objects))}
        self.batch = subprocess.Popen(
            ["git", "-C", folder, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment,
            stderr=subprocess.DEVNULL)
        self.memory = {}

    def git(self, *arguments):
        done = subprocess.run(["git", "-C", self.folder, *arguments], capture_output=True, env=self.environment)
        if done.returncode:
            raise RuntimeError(done.stderr.decode("utf-8", "replace").strip() or f"git {arguments[0]} failed")
        return done.stdout

    def commits(self, count, head="HEAD"):
        """The last commits of first parents that have a parent, the oldest first, each with that parent."""
        lines = self.git("rev-list", "--first-parent", "--parents", f"--max-count={count}", head).decode().split("\n")
        pairs = [line.split()[:2] for line in lines if len(line.split()) > 1]
        return [(commit, parent) for commit, parent in reversed(pairs)]

    def blob(self, name):
        """The bytes of an object; none where this clone lacks it."""
        if name in self.memory:
            return self.memory[name]
        self.batch.stdin.write(name.encode() + b"\n")
        self.batch.stdin.flush()
        head = self.batch.stdout.readline().split()
        if len(head) != 3:
            return None
        data = self.batch.stdout.read(int(head[2]))
        self.batch.stdout.read(1)
        if len(data) < 200_000:
            self.memory[name] = data
        return data

    def close(self):
        self.batch.stdin.close()
        self.batch.wait()


class Tree:
    """The files of one revision."""

    def __init__(self, repository, revision):
        self.repository = repository
        self.files, self.modes, self.links, self.gitlinks = {}, {}, {}, set()
        self.folders = {""}
        self.list(revision, "")
        self.sorted = sorted(self.files)
        self.spelled = None

    def list(self, revision, top):
        """Adds the files of a revision, and those of its submodules where the clone has the commit that is recorded."""
        for line in self.repository.git("ls-tree", "-r", "-z", revision).split(b"\0"):
            if not line:
                continue
            head, path = line.split(b"\t", 1)
            mode, kind, name = head.decode().split()
            path = joined(top, path.decode("utf-8", "surrogateescape"))
            if mode == GITLINK and self.repository.blob(name) is not None:
                self.list(name, path)
            else:
                self.add(path, mode, kind, name)

    def add(self, path, mode, _, name):
        self.files[path] = name
        if mode == GITLINK:
            self.gitlinks.add(path)
        elif mode == LINK:
            target = self.repository.blob(name)
            if target is not None:
                self.links[path] = joined(posixpath.dirname(path), target.decode("utf-8", "surrogateescape"))
        if mode == "100755":
            self.modes[path] = mode
        folder = posixpath.dirname(path)
        while folder not in self.folders:
            self.folders.add(folder)
            folder = posixpath.dirname(folder)

    def found(self, path):
        """The path as Git spells it: macOS's file systems do not tell upper from lower case, and projects rely on that."""
        if path in self.files or path in self.folders:
            return path
        if self.spelled is None:
            self.spelled = {each.lower(): each for each in [*self.folders, *self.files]}
        return self.spelled.get(path.lower(), path)

    def read(self, path):
        name = self.files.get(path)
        return None if name is None or path in self.gitlinks else self.repository.blob(name)

    def text(self, path):
        data = self.read(path)
        return None if data is None else data.decode("utf-8", "replace")

    def under(self, folder):
        """All files below a folder."""
        if not folder:
            return self.sorted
        prefix = folder + "/"
        first = bisect.bisect_left(self.sorted, prefix)
        return self.sorted[first:bisect.bisect_left(self.sorted, folder + "0", first)]

    def followed(self, path):
        """The path behind symbolic links among its folders."""
        for _ in range(8):
            for folder in [path, *folders_of(path)] if self.links else []:
                if folder in self.links:
                    path = joined(self.links[folder], path[len(folder) + 1:])
                    break
            else:
                break
        return path

    def covered(self, path):
        """The files that a path stands for: itself, all below it, links on the way, or the submodule that it lies in."""
        path = self.found(path)
        if path in self.files:
            found = {path}
        else:
            found = set(self.under(path)) if path in self.folders and path else set()
        if not found and self.gitlinks:
            found = {folder for folder in folders_of(path) if folder in self.gitlinks}
        if self.links and is_inside(path):
            found |= {folder for folder in [path, *folders_of(path)] if folder in self.links}
            behind = self.followed(path)
            if behind != path and is_inside(behind):
                found |= self.covered(behind)
        return found

    def state(self, path):
        return self.files[path] + ("x" if path in self.modes else "")
