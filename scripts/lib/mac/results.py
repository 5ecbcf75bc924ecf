"""Reads what xcodebuild leaves: result bundles, objects and JSON documents."""

import json
import pathlib

from .run import CheckFailed


def need(holds, text):
    if not holds:
        raise CheckFailed(text)


def document(text, start):
    """A JSON document among other lines."""
    return json.JSONDecoder().raw_decode(text, text.index(start))[0]


def compiled(derived):
    """The targets for which there are objects of a compiler."""
    found = set()
    for place in pathlib.Path(derived, "Build", "Intermediates.noindex").rglob("*.o"):
        found |= {part.removesuffix(".build") for part in place.parts if part.endswith(".build")}
    return found


def shape(value):
    """The keys of a document with the kinds of their values; of values themselves only those that name a kind or an outcome."""
    if isinstance(value, dict):
        kinds = {key: [text] for key, text in value.items() if key in ("nodeType", "result") and isinstance(text, str)}
        return {key: kinds.get(key) or shape(each) for key, each in sorted(value.items())}
    if isinstance(value, list):
        joined = None
        for each in value:
            joined = merged(joined, shape(each))
        return [] if joined is None else [joined]
    return type(value).__name__


def merged(one, other):
    if one is None or one == other:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: merged(one.get(key), other[key]) if key in other else one[key] for key in sorted({*one, *other})}
    if isinstance(one, list) and isinstance(other, list):
        if all(isinstance(each, str) for each in one + other):
            return sorted({*one, *other})
        joined = merged(one[0] if one else None, other[0]) if other else one[0]
        return [joined]
    return other


def node_types(nodes):
    """The paths of kinds in the tree of results: which kind stands below which."""
    found = set()
    pending = [(each, "") for each in nodes]
    while pending:
        node, above = pending.pop()
        path = f"{above} > {node.get('nodeType')}" if above else str(node.get("nodeType"))
        found.add(path)
        pending += [(each, path) for each in node.get("children", [])]
    return sorted(found)


class Results:
    """What xcresulttool says of a result bundle."""

    def __init__(self, checks, bundle):
        done = checks.run(["xcrun", "xcresulttool", "get", "test-results", "tests", "--path", str(bundle), "--compact"], 60).wanted()
        self.value = document(done.text, "{")
        self.nodes = self.value["testNodes"]

    def bundles(self):
        found, pending = [], list(self.nodes)
        while pending:
            node = pending.pop()
            if "bundle" in node.get("nodeType", "").lower():
                found.append(node["name"])
            pending += node.get("children", [])
        return sorted(found)
