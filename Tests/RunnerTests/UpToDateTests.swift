import Base
import Foundation
import Runner
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Graph

/// What is as its last build left it is not built again; whatever may make a difference is.
@Suite struct UpToDateTests {
  private let stand: StandInSwift
  /// What lies with the stand-in would count as its toolchain's.
  private let elsewhere: TemporaryFolder

  init() throws {
    elsewhere = try TemporaryFolder()
    stand = try StandInSwift(packages: ["A", "B"], build: Self.build)
    try stand.folder.write(elsewhere.path, to: "elsewhere")
    try stand.folder.write("a", to: "A/Sources/A.swift")
    try stand.folder.write("b", to: "B/Sources/B.swift")
    try stand.folder.write("header", to: "A/Sources/a.h")
    try elsewhere.write("undeclared", to: "read")
  }

  /// Beside test products a bundle of resources, and what a compiler says it read.
  private static let build = #"""
    test -e "$root/meanwhile" && . "$root/meanwhile"
    test -e "$root/fails" && exit 1
    made $(roots)
    mkdir -p "$scratch/debug/A_A.resources"
    test -e "$scratch/debug/A_A.resources/text" || echo text > "$scratch/debug/A_A.resources/text"
    test -e "$scratch/debug/other" || echo other > "$scratch/debug/other"
    for name in $(roots); do
      echo "x: $root/A/Sources/A.swift $(cat "$root/elsewhere")/read" > "$scratch/debug/${name}Tests.build/x.d"
    done
    """#

  /// What is not read from the disk.
  struct Given: Sendable {
    var others = "o"
    var generation: String?
    var meaning = "m"
    var system = "s"
    var settings = RunSettings()
    var only: [String]?
    var edit: @Sendable (inout PackageSketch) -> Void = { _ in }
  }

  private func digest(_ text: String) -> SHA256Digest { SHA256.digest(of: text.utf8) }

  private func file(_ path: String) -> TreeFile? {
    guard let bytes = LocalFiles.read(stand.folder.path(path)) else { return nil }
    return TreeFile(
      path: RelativePath(path), kind: .file,
      content: ContentID(SHA256.digest(of: bytes).bytes.prefix(ContentID.length)))
  }

  private func inputs(_ given: Given) -> BuildInputs { inputs(given, of: stand) }

  private func inputs(_ given: Given, of stand: StandInSwift) -> BuildInputs {
    FileTime.awaitNextOnDisk()
    var inputs = BuildInputs(
      root: stand.folder.path, asOf: FileTime.nowOnDisk.nanoseconds, surroundings: digest(given.system))
    for name in stand.names {
      var module = ModuleInputs(others: digest(given.others))
      module.sources = [file("\(name)/Sources/\(name).swift")].compactMap(\.self)
      module.headers = [file("\(name)/Sources/a.h")].compactMap(\.self)
      module.generation = given.generation.map(digest)
      inputs.modules[ModuleID(package: RelativePath(name), name: name)] = module
      inputs.modules[stand.id(name)] = ModuleInputs(others: digest(""))
      inputs.modules[ModuleID(package: RelativePath(name), name: "\(name)New")] = ModuleInputs(
        others: digest(""))
      inputs.manifests[RelativePath(name)] = digest(given.meaning)
    }
    return inputs
  }

  /// How many builds a run took.
  @discardableResult private func run(_ given: Given = Given()) throws -> Int {
    let before = stand.builds.count
    var plan = stand.plan(given.settings, needs: ["B": ["A"]], only: given.only, edit: given.edit)
    plan.inputs = inputs(given)
    let report = try stand.run(plan)
    let fails = FileManager.default.fileExists(atPath: stand.folder.path("fails"))
    #expect(report.outcome == (fails ? .failed : .passed), "\(report.packages) \(report.modules)")
    return stand.builds.count - before
  }

  private func write(_ text: String, to path: String) throws { try stand.folder.write(text, to: path) }
  private func remove(_ path: String) { LocalFiles.removeTree(stand.folder.path(path)) }

  // MARK: What makes no difference

  @Test func whatIsAsItWasLeftIsNotBuilt() throws {
    #expect(try run() == 1)
    #expect(try run() == 0)
    // Tests of one of them alone, and a time without a change.
    try write("a", to: "A/Sources/A.swift")
    #expect(try run(Given(only: ["B"])) == 0)
    // Nor what neither of them has made.
    try write("something else", to: "scratch/main/debug/other")
    try write("not compiled", to: "README.md")
    #expect(try run() == 0)
  }

  @Test func whatWasSaidBeforeIsSaidAgain() throws {
    try run()
    var plan = stand.plan(needs: ["B": ["A"]])
    plan.inputs = inputs(Given())
    let observer = RecordingObserver()
    let report = try stand.run(plan, observer: observer)
    #expect(
      report.modules.map(\.outcome) == [.passed, .passed]
        && report.modules.allSatisfy { $0.cases.passed == 1 })
    #expect(report.packages.map(\.outcome) == [.built, .built])
    #expect(report.build.invocations == 0 && report.build.groups == 1 && report.build.state == .warm)
    let read = report.compilerReads.modules[stand.id("A")]?.files
    #expect(read?.contains(elsewhere.path("read")) == true)
    #expect(!observer.events.contains { if case .buildStarted = $0 { true } else { false } })
  }

  // MARK: What makes one

  private static let edits: [(String, @Sendable (Self) throws -> Void)] = [
    ("a source", { try $0.write("another", to: "A/Sources/A.swift") }),
    ("a header", { try $0.write("another", to: "A/Sources/a.h") }),
    ("a manifest", { try $0.write("// more", to: "A/Package.swift") }),
    ("a new file", { try $0.write("new", to: "A/Sources/New.swift") }),
    ("a manifest for one version", { try $0.write("", to: "A/Package@swift-6.swift") }),
    ("a file that is gone", { $0.remove("A/Sources/a.h") }),
    ("a product", { try $0.write("#!/bin/sh\nexit 1", to: "scratch/main/debug/APackageTests.xctest") }),
    (
      "a product that cannot be run",
      { chmod($0.stand.folder.path("scratch/main/debug/APackageTests.xctest"), 0o750) }
    ),
    ("a product that is gone", { $0.remove("scratch/main/debug/BPackageTests.xctest") }),
    ("a resource beside the products", { try $0.write("else", to: "scratch/main/debug/A_A.resources/text") }),
    ("a resource too many", { try $0.write("", to: "scratch/main/debug/A_A.resources/more") }),
    ("what was read and not declared", { try $0.elsewhere.write("other", to: "read") }),
    ("no record", { $0.remove("scratch/main/ambit-record") }),
    ("a damaged record", { try $0.write("ambit", to: "scratch/main/ambit-record") }),
    ("no scratch folder", { $0.remove("scratch/main") }),
  ]

  @Test(arguments: edits) func aDifferenceIsBuilt(
    name: String, edit: @Sendable (Self) throws -> Void
  ) throws {
    try run()
    try edit(self)
    #expect(try run() > 0, "\(name)")
    // And stands again.
    #expect(try run() == 0, "\(name)")
  }

  @Test(arguments: [
    Given(others: "x"), Given(generation: "x"), Given(meaning: "x"), Given(system: "x"),
    Given(settings: RunSettings(BuildSettings(arguments: ["-Xswiftc", "-DX"]))),
    Given(edit: {
      $0.products.append(ProductDescription(name: "\($0.name)New", kind: .library(.automatic), targets: []))
    }),
    Given(edit: { package in
      package.modules.append(
        ModuleSketch(id: ModuleID(package: package.folder, name: "\(package.name)New"), kind: .regular))
    }),
  ]) func anotherGroundIsBuiltOn(given: Given) throws {
    try run()
    #expect(try run(given) > 0)
    #expect(try run(given) == 0)
  }

  // MARK: What is never sure

  @Test(arguments: [
    "touch \"$root/A/Sources/A.swift\"", "touch \"$root/B/Package.swift\"",
    "touch \"$(cat \"$root/elsewhere\")/read\"",
    "touch \"$root/A/Sources/New.swift\"; rm \"$root/A/Sources/New.swift\"",
  ]) func whatWasWrittenMeanwhileDoesNotStand(meanwhile: String) throws {
    try write(meanwhile, to: "meanwhile")
    try run()
    remove("meanwhile")
    #expect(try run() > 0)
    #expect(try run() == 0)
  }

  @Test(
    arguments: [
      { $0.modules[1].hasUndeclaredImports = true }, { $0.dependencies = [.init(.unknown)] },
      { $0.dependencies = [.init(.remote("far"))] },
      { package in
        let plugin = ModuleID(package: package.folder, name: "\(package.name)New")
        package.modules.append(
          ModuleSketch(id: plugin, kind: .plugin, folder: RelativePath("\(package.folder)/Plugins")))
        package.modules[0].needs = [plugin]
      },
    ] as [@Sendable (inout PackageSketch) -> Void])
  func whatCannotBeToldIsBuilt(edit: @escaping @Sendable (inout PackageSketch) -> Void) throws {
    for name in stand.names { try write("let x = prebuildCommand()", to: "\(name)/Plugins/P.swift") }
    let given = Given(edit: edit)
    try run(given)
    #expect(try run(given) > 0)
  }

  /// B's tests read a source of C without saying so: it is declared, but not by anything that B needs.
  @Test func whatOthersDeclareIsNotDeclared() throws {
    let stand = try StandInSwift(
      packages: ["B", "C"],
      build: #"""
        made $(roots)
        for name in $(roots); do echo "x: $(cat "$root/read")" > "$scratch/debug/${name}Tests.build/x.d"; done
        """#)
    try stand.folder.write(elsewhere.path("C.swift"), to: "read")
    try elsewhere.write("c", to: "C.swift")
    for name in stand.names { try stand.folder.write("", to: "\(name)/Sources/\(name).swift") }
    func run(_ only: [String]) throws -> Int {
      let before = stand.builds.count
      var plan = stand.plan(only: only)
      plan.inputs = inputs(Given(), of: stand)
      plan.inputs.modules[ModuleID(package: "C", name: "C")]?.outside = [
        OutsideFile(path: elsewhere.path("C.swift"), content: digest("constant"))
      ]
      _ = try stand.run(plan)
      return stand.builds.count - before
    }
    #expect(try run(["B"]) == 1)
    #expect(try run(["B"]) == 0)
    try elsewhere.write("d", to: "C.swift")
    #expect(try run(["B"]) == 1)
  }

  @Test func whatWasReadAndIsGoneDoesNotStand() throws {
    try run()
    LocalFiles.remove(elsewhere.path("read"))
    #expect(try run() > 0)
    // The compiler of this test still says that it read it.
    #expect(try run() > 0)
  }

  @Test func whatFailedDoesNotStand() throws {
    try run()
    try write("edited", to: "A/Sources/A.swift")
    try write("", to: "fails")
    try run()
    remove("fails")
    #expect(try run() > 0)
  }

  /// Without inputs there is nothing to compare.
  @Test func whoKnowsNothingBuilds() throws {
    try run()
    let before = stand.builds.count
    _ = try stand.run(stand.plan(needs: ["B": ["A"]]))
    #expect(stand.builds.count > before)
  }
}
