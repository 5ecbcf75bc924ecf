"""Makes one Xcode project of a workspace of packages: project_of_packages.py GRAPH FOLDER

GRAPH is what `ambit graph --format json` prints in FOLDER. Each module becomes a target of All.xcodeproj with the same files,
listed one by one, and the same dependencies. Manifests and workspace.json are deleted.
"""

import json
import pathlib
import subprocess
import sys

PRODUCTS = {
    "executable": "com.apple.product-type.tool",
    "test": "com.apple.product-type.bundle.unit-test",
}


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Objects:
    def __init__(self):
        self.lines = []

    def add(self, isa, **values):
        key = f"{len(self.lines):024X}"
        body = " ".join(f"{name} = {self.text(value)};" for name, value in values.items())
        self.lines.append(f"\t\t{key} = {{isa = {isa}; {body} }};")
        return key

    def text(self, value):
        if isinstance(value, list):
            return "(" + ", ".join(map(self.text, value)) + ")"
        return quoted(value)

    def configurations(self, **settings):
        body = " ".join(f"{name} = {quoted(value)};" for name, value in settings.items())
        key = f"{len(self.lines):024X}"
        self.lines.append(f"\t\t{key} = {{isa = XCBuildConfiguration; name = Debug; buildSettings = {{ {body} }}; }};")
        return self.add("XCConfigurationList", buildConfigurations=[key], defaultConfigurationName="Debug")


def module_folder(module):
    package, name = module["package"], module["id"].rsplit(":", 1)[1]
    return f"{package}/{'Tests' if module['kind'] == 'test' else 'Sources'}/{name}/"


def project(graph, tracked):
    objects = Objects()
    files, targets, references, products = {}, {}, [], []
    for module in graph["modules"]:
        folder = module_folder(module)
        files[module["id"]] = [path for path in tracked if path.startswith(folder)]
    needed = {}
    for edge in graph["edges"]:
        needed.setdefault(edge["from"], []).append(edge["to"])

    kinds = {module["id"]: module["kind"] for module in graph["modules"]}

    def target(identifier):
        if identifier in targets:
            return targets[identifier]
        name = identifier.rsplit(":", 1)[1]
        dependencies = [objects.add("PBXTargetDependency", target=target(other)) for other in needed.get(identifier, [])]
        sources = []
        for path in files[identifier]:
            reference = objects.add("PBXFileReference", path=path, sourceTree="SOURCE_ROOT")
            references.append(reference)
            sources.append(objects.add("PBXBuildFile", fileRef=reference))
        product = objects.add("PBXFileReference", path=name, sourceTree="BUILT_PRODUCTS_DIR")
        products.append(product)
        targets[identifier] = objects.add(
            "PBXNativeTarget",
            name=name,
            productName=name,
            productReference=product,
            productType=PRODUCTS.get(kinds[identifier], "com.apple.product-type.framework"),
            buildConfigurationList=objects.configurations(PRODUCT_NAME=name),
            buildPhases=[objects.add("PBXSourcesBuildPhase", files=sources)],
            dependencies=dependencies,
        )
        return targets[identifier]

    for module in graph["modules"]:
        target(module["id"])
    made = objects.add("PBXGroup", name="Products", sourceTree="<group>", children=products)
    root = objects.add(
        "PBXProject",
        mainGroup=objects.add("PBXGroup", sourceTree="<group>", children=[*references, made]),
        productRefGroup=made,
        buildConfigurationList=objects.configurations(SDKROOT="iphoneos"),
        targets=list(targets.values()),
    )
    body = "\n".join(objects.lines)
    return (
        "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {};\n\tobjectVersion = 56;\n"
        f"\tobjects = {{\n{body}\n\t}};\n\trootObject = {root};\n}}\n"
    )


def main():
    graph = json.loads(pathlib.Path(sys.argv[1]).read_text())
    folder = pathlib.Path(sys.argv[2])
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=folder, check=True, capture_output=True, text=True).stdout
    tracked = [path for path in listed.split("\0") if path]
    text = project(graph, tracked)
    for path in tracked:
        if path.endswith("Package.swift") or path == "workspace.json":
            (folder / path).unlink()
    (folder / "All.xcodeproj").mkdir()
    (folder / "All.xcodeproj/project.pbxproj").write_text(text)


main()
