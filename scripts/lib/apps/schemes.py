"""Reads schemes, plans and workspaces: which test bundles run, and what decides how."""

import json
import posixpath
import re
import xml.etree.ElementTree as Tree

from .project import digest
from .tree import is_inside, joined

SCHEME = re.compile(r"(?:(.*)/)?xcshareddata/xcschemes/([^/]+)\.xcscheme")


def home_of(container):
    """The folder that "container:" means in the schemes of a container."""
    package, inside, _ = f"/{container}/".partition("/.swiftpm/")
    return package[1:] if inside else posixpath.dirname(container.removesuffix("/project.xcworkspace"))


def resolved(home, reference):
    """A path of the repository, by "container:PATH" or "group:PATH"."""
    kind, _, path = reference.partition(":")
    if kind in ("absolute", "developer") or path.startswith("/"):
        return None
    place = joined(home, path)
    return place if is_inside(place) else None


def module(home, reference, name):
    place = resolved(home, reference)
    return None if place is None else f"//{place}:{name}"


def blueprint(reference):
    """The name of a target; some schemes have that of its product alone."""
    return reference.get("BlueprintName") or posixpath.splitext(reference.get("BuildableName", ""))[0]


class Plan:
    def __init__(self, tree, path, home):
        values = json.loads(tree.read(path) or b"{}")
        common = digest([values.get("defaultOptions"), values.get("configurations")])
        self.entries, self.digests = [], {}
        for each in values.get("testTargets", []):
            target = each.get("target", {})
            entry = module(home, target.get("containerPath", "container:"), target.get("name", ""))
            if entry is None:
                continue
            if each.get("enabled", True):
                self.entries.append(entry)
            own = {key: value for key, value in each.items() if key != "target"}
            self.digests[entry] = digest([common, own])


class Scheme:
    def __init__(self, tree, path):
        container, self.name = SCHEME.fullmatch(path).groups()
        self.container = container or ""
        home = home_of(self.container)
        self.entries, self.digests, self.plans, self.missing = [], {}, {}, []
        root = Tree.fromstring(tree.read(path) or b"<Scheme/>")
        action = root.find("TestAction")
        if action is None:
            return
        launch = root.find("LaunchAction") if action.get("shouldUseLaunchSchemeArgsEnv") == "YES" else None
        common = [canonical(each) for each in action if each.tag not in ("Testables", "TestPlans")]
        common += [canonical(each) for each in ([] if launch is None else launch)
                   if each.tag in ("CommandLineArguments", "EnvironmentVariables")]
        build = root.find("BuildAction")
        common += [sorted(action.attrib.items()), [] if build is None else sorted(build.attrib.items())]
        common += [canonical(each) for each in ([] if build is None else build) if each.tag in ("PreActions", "PostActions")]
        for each in action.iter("TestableReference"):
            reference = each.find("BuildableReference")
            if reference is None:
                continue
            entry = module(home, reference.get("ReferencedContainer", ""), blueprint(reference))
            if entry is not None:
                if each.get("skipped") != "YES":
                    self.entries.append(entry)
                self.digests[entry] = digest([common, canonical(each)])
        for each in action.iter("TestPlanReference"):
            place = resolved(home, each.get("reference", ""))
            if place and place in tree.files:
                self.plans[posixpath.basename(place).removesuffix(".xctestplan")] = plan = Plan(tree, place, home)
                for entry, value in plan.digests.items():
                    self.digests[entry] = digest([common, self.digests.get(entry), value])
            else:
                self.missing.append(each.get("reference", ""))

    def tests(self, plan=None):
        """A plan wins over testables; where none is chosen, all plans count."""
        if self.plans:
            chosen = [self.plans[plan]] if plan in self.plans else list(self.plans.values())
            return [entry for each in chosen for entry in each.entries]
        return self.entries


def canonical(element):
    """An element without what says nothing: spaces, the order of attributes, and ids of targets."""
    attributes = sorted((key, value) for key, value in element.attrib.items() if key != "BlueprintIdentifier")
    return [element.tag, attributes, [canonical(each) for each in element]]


def schemes_of(tree):
    result = []
    for path in tree.files:
        if path.endswith(".xcscheme") and SCHEME.fullmatch(path):
            try:
                result.append(Scheme(tree, path))
            except (Tree.ParseError, ValueError):
                continue
    return result


def workspace(tree, path):
    """The places that a workspace refers to."""
    data = tree.read(joined(path, "contents.xcworkspacedata"))
    places = []

    def walk(element, base):
        for each in element:
            kind, _, inner = each.get("location", "").partition(":")
            place = base if kind == "group" else posixpath.dirname(path)
            place = joined(place, inner)
            if kind == "self":
                place = posixpath.dirname(path)
            if each.tag == "FileRef" and kind in ("group", "container", "self") and is_inside(place):
                places.append(place)
            elif each.tag == "Group":
                walk(each, place if kind in ("group", "container") else base)

    try:
        walk(Tree.fromstring(data or b"<Workspace/>"), posixpath.dirname(path))
    except Tree.ParseError:
        return []
    return places
