import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What is known of Swift Build's folders and projects, on stand-ins for them.
@Suite struct SwiftBuildTests {
  private let folder: TemporaryFolder
  private let engine = SwiftBuildEngine(layout: .linux)

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let intermediates = "out/Intermediates.noindex/Shop.build/Debug-linux"
  private static let products = "out/Products/Debug-linux"

  private func write(_ paths: String...) throws {
    for path in paths { try folder.write("x", to: path) }
  }

  private func remains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(path)) }

  @Test func whatIsOfAModuleGoesWithIt() throws {
    let objects = "Objects-normal/x86_64"
    try write(
      "\(Self.intermediates)/my-tool-1EFB2725-testable.build/\(objects)/main.o",
      "\(Self.intermediates)/shop.build/\(objects)/Modules/my_tool.swiftmodule",
      "\(Self.intermediates)/Cart.build/\(objects)/Cart.o", "\(Self.products)/Cart.o",
      "\(Self.products)/my_tool.swiftmodule/x86_64.swiftmodule", "\(Self.products)/Shop_my-tool.bundle/a.txt",
      "\(Self.products)/Shop_Cart.bundle/a.txt")
    engine.outputs(in: folder.path).remove { $0 == "my_tool" }
    for gone in ["my-tool-1EFB2725-testable.build", "shop.build"] {
      #expect(!remains("\(Self.intermediates)/\(gone)"), "\(gone)")
    }
    #expect(!remains("\(Self.products)/my_tool.swiftmodule"))
    #expect(!remains("\(Self.products)/Shop_my-tool.bundle"))
    #expect(remains("\(Self.intermediates)/Cart.build/\(objects)/Cart.o"))
    #expect(remains("\(Self.products)/Cart.o") && remains("\(Self.products)/Shop_Cart.bundle/a.txt"))
    engine.outputs(in: folder.path).removeObjects { $0 == "Cart" }
    #expect(!remains("\(Self.intermediates)/Cart.build/\(objects)/Cart.o"))
    #expect(!remains("\(Self.products)/Cart.o"))
  }

  @Test(arguments: [
    ("/s/out/Products/Debug-linux/Core.swiftmodule/x86_64-unknown-linux-gnu.swiftmodule", "Core"),
    (
      "/s/out/Intermediates.noindex/C.build/Debug-linux/C.build/Objects-normal/x86_64/Modules/C.swiftmodule",
      "C"
    ),
    ("/s/out/Products/Debug-linux/Core.o", nil),
  ])
  func whatACompilerReadsIsOfAModule(path: String, module: String?) {
    #expect(engine.module(readFrom: Array(path.utf8)[...]) == module)
  }

  @Test func aProjectProvesWhatItNames() throws {
    try folder.write(
      """
      [{"type": "workspace", "contents": {"name": "Shop"}},
       {"type": "target", "contents": {"name": "Cart"}},
       {"type": "target", "contents": {"name": "Lost"}},
       {"type": "target", "contents": {"name": "CartTests-product"}},
       {"type": "target", "contents": {"name": "CartTests-test-runner"}}]
      """, to: "manifest.pif")
    try write("\(Self.intermediates)/Cart.build/x", "\(Self.intermediates)/CartTests.build/x")
    let proof = try #require(engine.proof(of: folder.path, "debug"))
    let id = { (name: String) in ModuleID(package: "Shop", name: name) }
    #expect(proof.holds(ModuleRun(id: id("Cart"), kind: .library)))
    #expect(proof.holds(ModuleRun(id: id("CartTests"), kind: .test)))
    #expect(!proof.holds(ModuleRun(id: id("Lost"), kind: .library)))
    #expect(!proof.holds(ModuleRun(id: id("Cart"), kind: .test)))
    let product = try #require(engine.testProducts(ofPackage: "Shop", testModules: ["CartTests"]).first)
    #expect(!proof.holds(product))
    try write("\(Self.products)/CartTests-test-runner")
    #expect(proof.holds(product))
    #expect(engine.proof(of: folder.path("elsewhere"), "debug") == nil)
    #expect(engine.hasBuilt("debug", in: folder.path) && !engine.hasBuilt("release", in: folder.path))
  }

  @Test func onlyAListAsItIsWrittenIsEmpty() {
    let head = "func run() {}\npublic func __allDiscoveredTests() -> [XCTestCaseEntry] {\n    return [\n"
    #expect(SwiftBuildProof.listsNothing(head + "    ]\n}\n\n@main struct Runner {}"))
    #expect(!SwiftBuildProof.listsNothing(head + "        testCase([(\"testA\", A.testA)]),\n    ]\n}\n"))
    #expect(!SwiftBuildProof.listsNothing("public func allTests() { return [ ] }"))
    #expect(!SwiftBuildProof.listsNothing(""))
  }

  /// The engine leaves out `Left`. It keeps the folder of an earlier build by name.
  @Test func whatTheEngineLeavesOutIsBuiltByNameEveryTime() throws {
    try folder.write(
      #"""
      #!/bin/sh
      root=$(cd "$(dirname "$0")/../.." && pwd)
      scratch=$root/scratch/swiftbuild-main
      made=$scratch/out/Intermediates.noindex/A.build/Debug-linux
      case "$*" in
        *"--target Left"*)
          grep -q broken "$root/A/Left/left.swift" && { echo "$root/A/Left/left.swift:1:1: error: broken"; exit 1; }
          mkdir -p "$made/Left.build" ;;
        *)
          mkdir -p "$made/A.build" "$scratch/out/Products/Debug-linux"
          names='{"type": "target", "contents": {"name": "A"}}, {"type": "target", "contents": {"name": "Left"}}'
          echo "[$names]" > "$scratch/manifest.pif" ;;
      esac
      """#, to: "toolchain/bin/swift")
    let swift = folder.path("toolchain/bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
    try folder.write("", to: "A/Package.swift")
    try folder.write("a", to: "A/Main/a.swift")
    try folder.write("left", to: "A/Left/left.swift")
    let ids = ["A", "Left"].map { ModuleID(package: "A", name: $0) }
    let modules = [
      ModuleSketch(id: ids[0], kind: .regular, folder: "A/Main"),
      ModuleSketch(id: ids[1], kind: .regular, folder: "A/Left"),
    ]
    let plan = FixturePlan.make(
      .build, affected: Set(ids), builds: Set(ids),
      in: RunWorkspace([PackageSketch(folder: "A", name: "A", modules: modules)], root: folder.path),
      scratchRoot: folder.path("scratch"), settings: RunSettings(BuildSettings(engine: .swiftbuild)),
      swift: swift, environment: .fixed(from: [:], toolchainBin: "/nowhere"))
    let first = try plan.run()
    #expect(first.packages.map(\.outcome) == [.built], "\(first.packages)")
    #expect(remains("scratch/swiftbuild-main/out/Intermediates.noindex/A.build/Debug-linux/Left.build"))
    try folder.write("broken", to: "A/Left/left.swift")
    #expect(try plan.run().packages.map(\.outcome) == [.buildFailed])
  }

  /// Roots follow one another, those that others need first, and each test module has its own runner.
  @Test func commands() {
    let packages = ["A", "B"].map { name in
      let library = ModuleID(package: RelativePath(name), name: name)
      return PackageSketch(
        folder: RelativePath(name), name: name,
        modules: [
          ModuleSketch(
            id: library, kind: .regular,
            needs: name == "A" ? [ModuleID(package: "B", name: "B")] : []),
          ModuleSketch(
            id: ModuleID(package: RelativePath(name), name: "\(name)Tests"), kind: .test, needs: [library]),
        ], dependencies: name == "A" ? [.init(.workspace("B"), traits: [.init(name: "default")])] : [])
    }
    let all = packages.flatMap { $0.modules.map(\.id) }
    let plan = FixturePlan.make(
      .test, affected: Set(all), in: RunWorkspace(packages), scratchRoot: "/s",
      settings: RunSettings(BuildSettings(engine: .swiftbuild)))
    let builds = plan.commands.all.filter { $0.arguments.first == "build" }
    #expect(
      builds.map { $0.arguments.suffix(3).joined(separator: " ") } == [
        "--package-path /w/B --build-tests", "--package-path /w/A --build-tests",
      ])
    for build in builds {
      #expect(build.arguments.contains("swiftbuild") && build.arguments.contains("/s/swiftbuild-main"))
    }
    let runners = Set(plan.commands.all.filter { $0.arguments.first != "build" }.map(\.executable))
    #expect(
      runners == [
        "/s/swiftbuild-main/out/Products/Debug-linux/ATests-test-runner",
        "/s/swiftbuild-main/out/Products/Debug-linux/BTests-test-runner",
      ])
  }
}
