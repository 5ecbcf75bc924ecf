import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import TestSupport

@testable import Runner

/// Two packages with something of each kind, and a scratch folder of one engine.
final class CanaryPlace {
  let folder: TemporaryFolder
  let engine: Engine
  let commands: SwiftCommands
  /// With tests of both libraries, a resource, a C target, an executable, and a module that only other platforms need.
  let nest: PackageRun
  /// Needs a library of the other.
  let guest: PackageRun
  private(set) var said = ""

  struct MissingSwift: Error {}

  init(_ engine: Engine) throws {
    folder = try TemporaryFolder()
    self.engine = engine
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    guard let swift = Executables.find("swift", inSearchPath: path) else { throw MissingSwift() }
    for (file, text) in Self.files { try folder.write(text, to: file) }
    let settings = RunSettings(BuildSettings(engine: engine))
    let plan = FixturePlan.make(
      .test, affected: Set((Self.nestModules + Self.guestModules).map(\.id)),
      in: RunWorkspace(Self.packages, root: folder.path), scratchRoot: folder.path("scratch"),
      settings: settings, swift: swift,
      environment: .fixed(
        from: ["HOME": folder.path("home")], toolchainBin: String(swift.dropLast("/swift".count))))
    commands = plan.swift
    nest = plan.packages[1]
    guest = plan.packages[0]
  }

  var form: any EngineForm { engine.form(on: .ofThisHost) }
  var scratch: String { nest.scratchFolder }
  var products: String { form.productFolder(in: scratch, "debug") }
  var proof: (any BuildProof)? { form.proof(of: scratch, "debug") }

  func module(_ name: String) -> ModuleRun {
    let all = Self.nestModules + Self.guestModules
    let kind = all.first { $0.id.name == name }?.kind
    return ModuleRun(id: ModuleID(package: "Nest", name: name), kind: kind.map { ModuleKind($0) } ?? .library)
  }

  func product(of module: String) -> TestProduct? {
    form.testProducts(of: nest).first { $0.modules.contains(module) }
  }

  /// How many times something was compiled; nil when a command fails.
  func compiled(by commands: [Command]) throws -> Int? {
    var compiled = 0
    for command in commands {
      let start = FileTime.nowOnDisk
      let result = try whole(command)
      said = result.stdoutText + result.stderrText
      guard result.status.isSuccess else { return nil }
      compiled += form.compiled(by: said, in: scratch, since: start)
    }
    form.tidy(scratch, "debug")
    return compiled
  }

  /// An engine that crashes is asked once more, as the runner does: that says nothing of what is taken for granted.
  private func whole(_ command: Command) throws -> ProcessOutput {
    let result = try command.run()
    guard case .signalled = result.status else { return result }
    return try command.run()
  }

  func buildAll() throws -> Int? { try compiled(by: commands.build(nest, .test)) }

  func buildTogether() throws -> Int? {
    let group = BuildGroup(
      name: "main", scratchFolder: scratch, packages: [guest, nest], pins: nil,
      kept: .init(targets: [], products: [:], externals: ExternalNeeds()))
    try MultirootFile.write(group)
    return try compiled(by: [commands.buildTogether(group, withTests: true)])
  }

  /// What a test product says when it is started.
  func start(_ module: String, _ arguments: [String]) throws -> (status: ProcessStatus, text: String) {
    let file = product(of: module)?.file ?? "nothing"
    let result = try Command(
      executable: "\(products)/\(file)", arguments: arguments, environment: commands.environment.tests,
      workingFolder: folder.path("Nest")
    ).run()
    return (result.status, result.stdoutText + result.stderrText)
  }

  func write(_ text: String, to path: String) throws {
    FileTime.awaitNextOnDisk()
    try folder.write(text, to: path)
  }

  func exists(_ path: String) -> Bool { LocalFiles.exists(path) }
}

// MARK: Its packages

extension CanaryPlace {
  private static func sketch(
    _ package: String, _ name: String, _ kind: TargetDescription.Kind, needs: [String] = []
  )
    -> ModuleSketch
  {
    ModuleSketch(
      id: ModuleID(package: RelativePath(package), name: name), kind: kind,
      folder: RelativePath("\(package)/\(kind == .test ? "Tests" : "Sources")/\(name)"),
      needs: needs.map { ModuleID(package: "Nest", name: $0) })
  }

  private static let nestModules = [
    sketch("Nest", "Egg", .regular, needs: ["CEgg"]), sketch("Nest", "CEgg", .regular),
    sketch("Nest", "Idle", .regular), sketch("Nest", "hatch", .executable, needs: ["Egg"]),
    sketch("Nest", "EggTests", .test, needs: ["Egg"]), sketch("Nest", "OldTests", .test, needs: ["Egg"]),
  ]

  private static let guestModules = [sketch("Guest", "GuestTests", .test, needs: ["Egg"])]

  private static let packages = [
    PackageSketch(
      folder: "Guest", name: "Guest", modules: guestModules, dependencies: [.init(.workspace("Nest"))]),
    PackageSketch(folder: "Nest", name: "Nest", modules: nestModules, products: ["Egg"]),
  ]

  private static let files = [
    "Nest/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Nest", products: [.library(name: "Egg", targets: ["Egg"])],
      targets: [
        .target(name: "CEgg"), .target(name: "Idle"),
        .target(
          name: "Egg",
          dependencies: ["CEgg", .target(name: "Idle", condition: .when(platforms: [.windows, .wasi]))],
          resources: [.copy("words")]),
        .executableTarget(name: "hatch", dependencies: ["Egg"]),
        .testTarget(name: "EggTests", dependencies: ["Egg"]), .testTarget(name: "OldTests", dependencies: ["Egg"]),
      ])

    """,
    "Nest/Sources/CEgg/include/egg.h": "int egg(void);\n",
    "Nest/Sources/CEgg/egg.c": "#include \"egg.h\"\nint egg(void) { return 1; }\n",
    "Nest/Sources/Egg/Egg.swift": """
    import CEgg
    import Foundation
    public func size() -> Int { 10 + Int(egg()) }
    public func isThere(_ word: String) -> Bool {
      FileManager.default.fileExists(atPath: Bundle.module.bundlePath + "/words/" + word)
    }

    """,
    "Nest/Sources/Egg/words/one": "one\n",
    "Nest/Sources/Egg/words/two": "two\n",
    "Nest/Sources/Idle/Idle.swift": "public let idle = true\n",
    "Nest/Sources/hatch/main.swift": "import Egg\nprint(size())\n",
    "Nest/Tests/EggTests/EggTests.swift": """
    import Egg
    import Testing
    @Test func isOfThatSize() { #expect(size() == 11) }
    @Test func hasWords() { #expect(isThere("one")) }

    """,
    "Nest/Tests/OldTests/OldTests.swift": """
    import Egg
    import XCTest
    final class Old: XCTestCase { func testSize() { XCTAssertEqual(size(), 11) } }

    """,
    "Guest/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Guest", dependencies: [.package(path: "../Nest")],
      targets: [.testTarget(name: "GuestTests", dependencies: [.product(name: "Egg", package: "Nest")])])

    """,
    "Guest/Tests/GuestTests/GuestTests.swift": """
    import Egg
    import Testing
    @Test func eats() { #expect(size() == 11) }

    """,
  ]
}
