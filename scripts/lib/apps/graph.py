"""The graph of one container: a workspace, a project or a package that is opened or tested for itself."""

import posixpath

from .harmless import is_definition, is_harmless
from .members import Members, snapshots
from .packages import identity_of, pins_of
from .project import digest
from .schemes import workspace
from .tree import joined


class Node:
    def __init__(self, kind):
        self.kind, self.files, self.extra, self.needs = kind, set(), [], set()


class Graph:
    """Nodes by id: targets of projects and of packages, pins of remote packages."""

    def __init__(self, revision, container):
        self.tree, self.revision, self.container = revision.tree, revision, container
        self.nodes, self.notes = {}, set()
        self.projects = [each for each in self.projects_of(container) if each]
        self.pins = pins_of(self.tree, self.pins_path())
        self.local = self.local_packages()
        self.identities = {}
        for folder in self.local:
            self.identities.setdefault(self.identity(folder), []).append(folder)
        self.nodes["pin:?"] = Node("pin")
        self.named = set()
        for folder in sorted(self.local):
            self.add_package(folder)
        self.add_submodules()
        self.add_projects()
        self.nodes["pin:?"].extra = sorted((key, value) for key, value in self.pins.items() if key not in self.named)

    def pins_path(self):
        if self.container.endswith(".xcodeproj"):
            return joined(self.container, "project.xcworkspace/xcshareddata/swiftpm/Package.resolved")
        if self.container.endswith(".xcworkspace"):
            return joined(self.container, "xcshareddata/swiftpm/Package.resolved")
        return joined(self.container, "Package.resolved")

    def projects_of(self, container):
        if container.endswith(".xcodeproj"):
            return [self.revision.project(container)]
        if container.endswith(".xcworkspace"):
            return [self.revision.project(each) for each in workspace(self.tree, container) if each.endswith(".xcodeproj")]
        return []

    def identity(self, folder):
        package = self.revision.packages.get(folder)
        return package.identity if package else identity_of(folder)

    def local_packages(self):
        known = set(self.revision.packages) | self.revision.broken
        found = set()
        if self.container.endswith(".xcworkspace"):
            found |= {each for each in workspace(self.tree, self.container) if each in known}
        elif not self.container.endswith(".xcodeproj"):
            found.add(self.container)
        for project in self.projects:
            found |= {each for each in [*project.local_references.values(), *project.package_folders] if each in known}
            for folder in project.package_folders:
                if folder.endswith("/**"):
                    found |= {each for each in known if each.startswith(folder[:-2])}
        pending = list(found)
        while pending:
            package = self.revision.packages.get(pending.pop())
            for kind, place, *_ in package.dependencies.values() if package else []:
                if kind == "path" and place in known and place not in found:
                    found.add(place)
                    pending.append(place)
        return found

    def stand_ins(self, location):
        """Local packages that stand in for a dependency of the same identity."""
        return self.identities.get(identity_of(location), [])

    def pin(self, location):
        key = identity_of(location)
        self.named.add(key)
        node = self.nodes.setdefault("pin:" + key, Node("pin"))
        node.extra = [self.pins.get(key)]
        # A pin that nothing here names is of a package that a remote one needs.
        node.needs = {"pin:?"}
        return "pin:" + key

    def product(self, folder, name):
        """The nodes that a product of a local package stands for; none when it has no such product."""
        package = self.revision.packages.get(folder)
        if package is None:
            return [f"//{folder}:"] if folder in self.revision.broken else []
        if name in package.products:
            return [f"//{folder}:{each}" for each in package.products[name]]
        return [f"//{folder}:{name}"] if name in package.targets else []

    # Packages

    def add_package(self, folder):
        rest = self.nodes[f"//{folder}:"] = Node("rest")
        package = self.revision.packages.get(folder)
        if package is None:
            rest.files = set(self.tree.under(folder))
            return
        for target in package.targets.values():
            node = self.nodes[f"//{folder}:{target.name}"] = Node("test" if target.is_test else "package")
            node.files, left_out = self.revision.files_of(target)
            if target.is_test:
                node.files = node.files | left_out
            node.needs = {f"//{folder}:"}
            requirements = []
            for each in [*target.values.get("dependencies", []), *(target.values.get("pluginUsages") or [])]:
                node.needs |= self.dependency(package, each, requirements)
            values = {key: value for key, value in target.values.items() if value not in (None, [], {})}
            node.extra = [digest([values, package.wide, sorted(map(repr, requirements))]),
                          sorted(self.revision.run_by.get(f"//{folder}:{target.name}", []))]

    def dependency(self, package, entry, requirements):
        (kind, values), = entry.items()
        name = values[0]
        if kind in ("target", "byName", "plugin") and name in package.targets and not (kind == "plugin" and values[1]):
            return {f"//{package.folder}:{name}"}
        wanted = values[1] if kind in ("product", "plugin") and len(values) > 1 else None
        found, others = set(), set()
        for identity, (how, location, requirement, given) in package.dependencies.items():
            folders = self.folders_for(how, location)
            names = {identity, identity_of(location), (given or "").lower(), *(
                self.revision.packages[each].name.lower() for each in folders if each in self.revision.packages)}
            if wanted and wanted.lower() not in names:
                continue
            if folders:
                found |= {each for folder in folders for each in self.product(folder, name)}
            elif wanted or how == "url":
                requirements.append([identity, requirement])
                others.add(self.pin(location))
        if not found and not others:
            self.notes.add(f"product {name} of {package.folder or 'the root'} is of no package that is known")
        return found or others

    def folders_for(self, how, location):
        if how == "path" and location in self.local:
            return [location]
        return self.stand_ins(location)

    # Projects

    def add_projects(self):
        members = [Members(self.tree, project, target, self.revision.packages) for project in self.projects
                   for target in project.targets.values()]
        products = {}
        for each in members:
            name = f"//{each.project.path}:{each.target.name}"
            node = self.nodes[name] = Node("test" if each.target.is_test else "target")
            node.files, node.extra = each.files, [each.target.digest, each.project.wide, each.extra]
            if each.target.product:
                for key in {each.target.product, stem(each.target.product)}:
                    products.setdefault(key, []).append((name, each))
        for index, path in snapshots(self.tree, members):
            members[index].files.add(path)
        owned = set().union(*(node.files for node in self.nodes.values()))
        for each in members:
            node = self.nodes[f"//{each.project.path}:{each.target.name}"]
            node.files |= each.headers(owned)
            node.needs |= self.edges(each, products)
            node.extra.append(sorted(self.revision.run_by.get(f"//{each.project.path}:{each.target.name}", [])))

    def add_submodules(self):
        """Of projects in submodules there are only names, in schemes. What one needs of another stands in the submodules."""
        places = workspace(self.tree, self.container) if self.container.endswith(".xcworkspace") else []
        moved = {self.revision.submodule(place) for place in places} - {None}
        if not moved:
            return
        node = self.nodes[f"//{self.container}:"] = Node("rest")
        # Such as settings that projects in submodules include from outside.
        shared = [place for place in places if place.endswith((".xcconfig", ".xcassets"))]
        node.files = moved.union(*map(self.tree.covered, shared))
        node.needs = {"pin:?"}
        for entry, digests in self.revision.run_by.items():
            if self.revision.submodule(entry[2:].rpartition(":")[0]):
                self.nodes[entry] = one = Node("test")
                one.needs, one.extra = {f"//{self.container}:"}, [sorted(digests)]

    def edges(self, each, products):
        target, project = each.target, each.project
        needs = {f"//{project.path}:{name}" for name in target.needs if name in project.targets}
        needs |= {f"//{path}:{name}" for path, name in target.foreign if f"//{path}:{name}" in self.nodes}
        for name in {*target.linked, *each.flagged()}:
            made = self.makers(each, name, products)
            # What nothing here makes may come from a project in a submodule.
            needs |= made or {f"//{self.container}:"} & set(self.nodes)
        hosts, driven = each.hosts()
        needs |= {f"//{project.path}:{name}" for name in driven if name in project.targets}
        for host in hosts:
            makers = {name for name, other in products.get(host, []) if other.project is project and fits(each, other)}
            if not makers & needs:
                apps = {f"//{project.path}:{other.name}" for other in project.targets.values()
                        if other.product_type.endswith(".application")}
                needs |= makers or (apps if "$" in host else set())
        for name, kind, location in target.package_products:
            needs |= self.package_product(each, name, kind, location)
        return needs - {f"//{project.path}:{target.name}"}

    def makers(self, each, name, products):
        found = products.get(name) or (products.get(stem(name), []) if not name.endswith((".app", ".appex")) else [])
        return {maker for maker, other in found if fits(each, other) and other.target is not each.target}

    def package_product(self, each, name, kind, location):
        folders = []
        if kind == "local":
            folders = [location] if location in self.local else self.stand_ins(location)
            if not folders and self.revision.submodule(location):
                each.files |= self.tree.covered(location)
        elif kind == "remote":
            folders = self.stand_ins(location)
            if not folders:
                return {self.pin(location)}
        else:
            folders = [folder for folder in self.local if folder in self.revision.broken
                       or name in self.revision.packages[folder].products]
            if not folders:
                self.notes.add(f"product {name} of {each.target.name} names no package, and is of no local one")
                return {self.pin(url) for url, _ in each.project.remotes.values() if not self.stand_ins(url)}
        found = {one for folder in folders for one in self.product(folder, name)}
        if not found:
            self.notes.add(f"product {name} of {each.target.name} is not in {location}")
            found = {f"//{folder}:" for folder in folders}
        return found


def stem(name):
    name = posixpath.splitext(name)[0]
    return name[3:] if name.startswith("lib") else name


def fits(one, other):
    """Whether both can be built for one platform, as far as settings tell."""
    mine, theirs = one.settings.platforms(), other.settings.platforms()
    return not mine or not theirs or bool(mine & theirs)


def unowned(revision, owned):
    """Files of packages that no target reads, by the folder of the package."""
    result = {}
    for path in revision.tree.files:
        if path in owned or is_harmless(path) or is_definition(path):
            continue
        home = revision.sphere(path)
        if home is not None:
            result.setdefault(home, set()).add(path)
    return result
