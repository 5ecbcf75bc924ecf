"""Writes a small app for scripts/same: an Xcode project around local packages, one of them a submodule, with teams and rules."""

PACKAGES = {
    # folder: what it needs
    "Core/Models": [],
    "Core/Networking": ["Core/Models"],
    "Contracts/Payments": ["Core/Models"],
    "Features/Checkout": ["Contracts/Payments", "Core/Networking"],
    "Features/Settings": ["Core/Models", "Vendor/Logger"],
    "App": ["Features/Checkout", "Features/Settings"],
}
SUBMODULE = "Vendor/Logger"


def name_of(folder):
    return folder.rpartition("/")[2]


def manifest(folder, needs):
    up = "../" * (folder.count("/") + 1)
    packages = ", ".join(f'.package(path: "{up}{need}")' for need in needs)
    products = ", ".join(f'.product(name: "{name_of(need)}", package: "{name_of(need)}")' for need in needs)
    name = name_of(folder)
    return f"""// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "{name}", products: [.library(name: "{name}", targets: ["{name}"])], dependencies: [{packages}],
  targets: [
    .target(name: "{name}", dependencies: [{products}]),
    .testTarget(name: "{name}Tests", dependencies: ["{name}"]),
  ])
"""


def write_package(place, needs, folder):
    name = name_of(folder)
    imports = "".join(f"import {name_of(need)}\n" for need in needs)
    files = {
        "Package.swift": manifest(folder, needs),
        f"Sources/{name}/{name}.swift": f"{imports}\npublic struct {name} {{\n  public init() {{}}\n}}\n",
        f"Tests/{name}Tests/{name}Tests.swift": f"import {name}\nimport Testing\n\n@Test func begins() {{ _ = {name}() }}\n",
        "README.md": f"# {name}\n",
    }
    write_files(place, files)


def write_files(place, files):
    for path, text in files.items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def write(place, git):
    logger = place.with_name(f"{place.name}-logger")
    for folder in (logger, place):
        folder.mkdir(parents=True)
        git(folder, "init", "-q", "-b", "main")
    write_package(logger, [], SUBMODULE)
    git(logger, "add", "-A")
    git(logger, "commit", "-q", "-m", "Log")
    for folder, needs in PACKAGES.items():
        write_package(place / folder, needs, folder)
    write_files(place, {
        ".gitignore": ".build/\n",
        "CODEOWNERS": "* @app/everyone\n/Core/ @app/core\n/Contracts/ @app/core @app/payments\n/Features/Checkout/ @app/payments\n",
        "App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjectVersion = 77;\n}\n",
        "Scripts/lint.sh": "#!/bin/sh\n",
        "workspace.json": """{
  "version": 1,
  "name": "app",
  "defaultBase": "main",
  "tags": [
    {"match": "//Core/*", "tags": ["layer:core"]},
    {"match": "//Features/*", "tags": ["layer:feature"]}
  ],
  "rules": {
    "layers": [
      {"name": "core", "tag": "layer:core"}, {"name": "feature", "tag": "layer:feature", "mayDependOn": ["core"]}
    ]
  }
}
""",
    })
    git(place, "submodule", "--quiet", "add", str(logger), SUBMODULE)
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "Begin")
    write_files(place, {"Features/Checkout/Sources/Checkout/Cart.swift": "struct Cart {}\n"})
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "Add a cart")
