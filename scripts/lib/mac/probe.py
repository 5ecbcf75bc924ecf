"""A package with two test bundles and a test plan: it asks xcodebuild the same as the example app, in seconds and without a simulator."""

import json
import pathlib

BUNDLES = ["AlphaTests", "BetaTests"]

MANIFEST = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Probe", platforms: [.macOS(.v13)], products: [.library(name: "Probe", targets: ["Probe"])],
  targets: [
    .target(name: "Probe"), .testTarget(name: "AlphaTests", dependencies: ["Probe"]),
    .testTarget(name: "BetaTests", dependencies: ["Probe"]),
  ]
)
"""

TESTS = """import Testing
import XCTest

@testable import Probe

@Test func adds() { #expect(add(1, 2) == 3) }

@Suite struct Sums {
  @Test(arguments: [1, 2]) func none(number: Int) { #expect(add(number, 0) == number) }
  @Test(.disabled("for the report")) func later() {}
}

final class OldTests: XCTestCase {
  func testAdds() { XCTAssertEqual(add(1, 2), 3) }
}
"""

SCHEME = """<?xml version="1.0" encoding="UTF-8"?>
<Scheme LastUpgradeVersion = "1600" version = "1.7">
<BuildAction parallelizeBuildables = "YES" buildImplicitDependencies = "YES">
<BuildActionEntries>
<BuildActionEntry buildForTesting = "YES" buildForRunning = "YES">
<BuildableReference BuildableIdentifier = "primary" BlueprintIdentifier = "Probe" BuildableName = "Probe" BlueprintName = "Probe"
   ReferencedContainer = "container:"></BuildableReference>
</BuildActionEntry>
</BuildActionEntries>
</BuildAction>
<TestAction buildConfiguration = "Debug">
<TestPlans><TestPlanReference reference = "container:All.xctestplan" default = "YES"></TestPlanReference></TestPlans>
</TestAction>
</Scheme>
"""


def plan(bundles):
    entries = [{"target": {"containerPath": "container:", "identifier": each, "name": each}} for each in bundles]
    return json.dumps({
        "configurations": [{"id": "1", "name": "All", "options": {}}], "defaultOptions": {}, "testTargets": entries, "version": 1})


def write(folder):
    files = {
        "Package.swift": MANIFEST, "Sources/Probe/Probe.swift": "func add(_ one: Int, _ other: Int) -> Int { one + other }\n",
        "All.xctestplan": plan(BUNDLES), ".swiftpm/xcode/xcshareddata/xcschemes/Shared.xcscheme": SCHEME,
        **{f"Tests/{each}/{each}.swift": TESTS for each in BUNDLES}}
    for path, text in files.items():
        place = pathlib.Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
