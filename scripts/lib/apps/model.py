"""What a commit reaches: the graphs of two revisions, held against each other."""

import fnmatch
import posixpath

from .graph import Graph, unowned
from .harmless import is_harmless
from .packages import packages_of
from .plist import PlistError
from .project import Project
from .schemes import home_of, schemes_of, workspace
from .tree import Tree, folders_of


class Revision:
    """One revision of a repository, with the graphs of its containers."""

    def __init__(self, repository, commit, app, manifests, parsed, opened):
        self.tree = Tree(repository, commit)
        self.app, self.parsed = app, parsed
        self.packages, self.broken = packages_of(self.tree, app, manifests)
        self.schemes = schemes_of(self.tree)
        self.run_by = {}
        for scheme in self.schemes:
            for entry, value in scheme.digests.items():
                self.run_by.setdefault(entry, []).append([scheme.name, value])
        self.files_memo, self.graph_memo = {}, {}
        self.places = self.homes()
        self.graphs = {each: self.graph_of(each) for each in self.containers(opened)}
        self.add_rests()

    def project(self, path):
        name = self.tree.files.get(path + "/project.pbxproj")
        if name is None:
            return None
        if (name, path) not in self.parsed:
            data = self.tree.read(path + "/project.pbxproj")
            try:
                self.parsed[name, path] = Project(data, path, self.app) if data is not None else None
            except PlistError:
                self.parsed[name, path] = None
        return self.parsed[name, path]

    def submodule(self, path):
        """The submodule that a path lies in."""
        return next((folder for folder in [path, *folders_of(path)] if folder in self.tree.gitlinks), None)

    def files_of(self, target):
        key = (target.package.folder, target.name)
        if key not in self.files_memo:
            self.files_memo[key] = target.files(self.tree, is_harmless)
        return self.files_memo[key]

    def ending(self, ending, name):
        return sorted(posixpath.dirname(path) for path in self.tree.files if path.endswith(f"{ending}/{name}"))

    def containers(self, opened):
        """Those that are asked for; besides workspaces, projects and packages that are part of none of these."""
        projects = self.ending(".xcodeproj", "project.pbxproj")
        spaces = [each for each in self.ending(".xcworkspace", "contents.xcworkspacedata")
                  if not posixpath.dirname(each).endswith(".xcodeproj") and ".swiftpm/" not in each]
        known = {*projects, *spaces, *self.packages, *self.broken}
        result = [each for each in opened if each in known]
        inner = {each: set(workspace(self.tree, each)) & set(projects) for each in spaces}
        covered = {one for each in result for one in inner.get(each, ())} | set(result)
        for each in spaces:
            if inner[each] - covered or any(self.submodule(place) for place in workspace(self.tree, each)):
                result.append(each)
                covered |= inner[each] | {each}
        result += [each for each in projects if each not in covered]
        local = {folder for each in result for folder in self.graph_of(each).local}
        result += [each for each in sorted({*self.packages, *self.broken}) if each not in local and each not in result]
        return list(dict.fromkeys(result))

    def graph_of(self, container):
        if container not in self.graph_memo:
            self.graph_memo[container] = Graph(self, container)
        return self.graph_memo[container]

    def homes(self):
        """Folders of packages and of projects; true for packages."""
        places = {posixpath.dirname(each): False for each in self.ending(".xcodeproj", "project.pbxproj")}
        for each in self.ending(".xcworkspace", "contents.xcworkspacedata"):
            if not posixpath.dirname(each).endswith(".xcodeproj") and ".swiftpm/" not in each and "/" not in each:
                places.setdefault(posixpath.dirname(each), False)
        places.update({each: True for each in [*self.packages, *self.broken]})
        return places

    def sphere(self, path):
        """The package whose folder is the innermost around a path; none where that is a project's, or where there is none."""
        for folder in folders_of(path):
            if folder in self.places:
                return folder if self.places[folder] else None
        return None

    def add_rests(self):
        owned = set()
        for graph in self.graphs.values():
            for node in graph.nodes.values():
                owned |= node.files
        for folder, files in unowned(self, owned).items():
            for graph in self.graphs.values():
                if f"//{folder}:" in graph.nodes:
                    graph.nodes[f"//{folder}:"].files |= files


def compare(base, head):
    """Nodes of one container that a change reaches, each with the first cause."""
    tree, old_tree = head.tree if head else None, base.tree if base else None
    old, new = (each.nodes if each else {} for each in (base, head))
    causes = {}
    for name in {*old, *new}:
        cause = difference(old.get(name), new.get(name), old_tree, tree)
        if cause:
            causes[name] = cause
    users = {}
    for nodes in (old, new):
        for name, node in nodes.items():
            for need in node.needs:
                users.setdefault(need, set()).add(name)
    pending = sorted(causes)
    while pending:
        name = pending.pop(0)
        for user in sorted(users.get(name, ())):
            if user not in causes:
                causes[user] = causes[name]
                pending.append(user)
    return causes


def difference(old, new, old_tree, tree):
    if old is None:
        return "a new target"
    if new is None:
        return "a target that is gone"
    # A file that begins to belong to a target, or ceases to, is no change of those that belong to none.
    is_rest = new.kind == "rest"
    for path in sorted(old.files | new.files):
        before = old_tree.state(path) if path in (old_tree.files if is_rest else old.files) else None
        after = tree.state(path) if path in (tree.files if is_rest else new.files) else None
        if before != after:
            return path
    if old.extra != new.extra:
        return "pins" if new.kind == "pin" else "definition"
    if old.needs != new.needs:
        return "dependencies"
    return None


def places_of(run):
    """The containers that a run may open: with several, the first that a revision has."""
    return run["container"] if isinstance(run["container"], list) else [run["container"]]


def tests_of(revision, runs):
    """The bundles that are run: pairs of a container and an id, in order."""
    result = {}
    for run in runs or every_run(revision):
        container = next((each for each in places_of(run) if each in revision.graphs), None)
        if container is None:
            continue
        graph = revision.graphs[container]
        if run.get("scheme"):
            entries = scheme_tests(revision, container, run)
        else:
            package = f"//{run.get('package', container)}:*"
            entries = [name for name, node in graph.nodes.items() if node.kind == "test" and fnmatch.fnmatchcase(name, package)]
        for entry in entries:
            if entry in graph.nodes:
                result[container, entry] = None
    return list(result)


def scheme_tests(revision, container, run):
    """A scheme of the container wins over one of the same name elsewhere, such as in a project of a workspace."""
    named = [each for each in revision.schemes if each.name == run["scheme"] and run.get("from", each.container) == each.container]
    own = [each for each in named if each.container == container or home_of(each.container) == container]
    return [entry for each in own or named for entry in each.tests(run.get("plan"))]


def every_run(revision):
    """Without a list of what runs: all bundles that any scheme tests, in each container that has them."""
    for scheme in revision.schemes:
        for container, graph in revision.graphs.items():
            if any(entry in graph.nodes for entry in scheme.tests()):
                yield {"container": container, "scheme": scheme.name, "from": scheme.container}


def answer(base, head, runs):
    """Of one commit: the bundles that run, those that are affected with their causes, and all affected targets that it leaves."""
    causes, targets, by_container = {}, {}, {}
    for container in sorted({*base.graphs, *head.graphs}):
        now = head.graphs.get(container)
        found = by_container[container] = compare(base.graphs.get(container), now)
        for name, cause in found.items():
            if now and name in now.nodes and now.nodes[name].kind in ("test", "target", "package"):
                targets.setdefault(name, cause)
    run = tests_of(head, runs)
    for container, entry in run:
        if entry in by_container[container]:
            causes.setdefault(entry, by_container[container][entry])
    return {"run": sorted({entry for _, entry in run}), "bundles": sorted(causes), "causes": causes, "targets": targets}
