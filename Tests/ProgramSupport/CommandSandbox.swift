import Arguments
package import Base
package import ExampleWorkspace
import Foundation
import Session
package import TestSupport

@testable import Features

/// A small real workspace in a Git repository, and the whole program run on it in this process.
package final class CommandSandbox: Sendable {
  package struct Result {
    package let exitCode: Int32
    package let output: String
    package let errors: String

    package var json: JSONNode { get throws { try JSONParser.parse(Array(output.utf8)) } }
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  package let git: GitSandbox
  package let root: String

  /// Core, Cart on top of it, and an app on top of both: committed on `main`.
  ///
  /// All tests of a process share a cache. A test that builds and has no cache of its own has to be `unlikeOthers`, or finds
  /// there what another one has tested.
  package init(unlikeOthers: Bool = false) throws {
    git = try GitSandbox()
    root = git.path("shop")
    try git.makeRepository("shop")
    try write("Packages/Core", name: "Core", dependencies: [])
    try write("Packages/Cart", name: "Cart", dependencies: [("../Core", "Core")])
    try write(
      "Apps/Shop", name: "Shop",
      dependencies: [("../../Packages/Core", "Core"), ("../../Packages/Cart", "Cart")])
    if unlikeOthers { try edit("Packages/Core/Sources/Core/Unlike.swift", "// \(UUID().uuidString)\n") }
    try edit(".gitignore", ".build/\n")
    try edit("CODEOWNERS", "/Packages/ @shop/core\n/Apps/ @shop/apps ann@example.com\n")
    try git.commitAll("shop")
  }

  /// A workspace that somebody has made.
  package init(_ git: GitSandbox, at place: String) {
    self.git = git
    root = git.path(place)
  }

  /// A modular app, committed, with the vendored package as a submodule.
  package init(_ app: ModularApp) throws {
    git = try GitSandbox()
    root = git.path("shop")
    let vendored = app[ModularApp.vendored]
    for (path, text) in app.files(of: vendored) { try git.folder.write(text, to: "logger/\(path)") }
    try git.makeRepository("logger")
    try git.commitAll("logger")
    try git.makeRepository("shop")
    try write(app)
    try git.git("shop", "submodule add -q \(git.path("logger")) \(vendored.folder)")
    try git.commitAll("shop")
  }

  /// Writes what the app has come to be.
  package func write(_ app: ModularApp) throws {
    for (path, text) in app.files(withVendored: false) { try edit(path, text) }
  }

  /// An example workspace, with its history.
  package init(_ example: ExampleWorkspace) throws {
    git = try GitSandbox()
    root = git.path("example")
    try example.write(to: root, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// The example app, with its history.
  package init(_ app: ExampleApp) throws {
    git = try GitSandbox()
    root = git.path("app")
    try app.write(to: root, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  private func write(_ folder: String, name: String, dependencies: [(path: String, name: String)]) throws {
    let packages = dependencies.map { ".package(path: \"\($0.path)\")" }.joined(separator: ", ")
    let products = dependencies.map { ".product(name: \"\($0.name)\", package: \"\($0.name)\")" }.joined(
      separator: ", ")
    try edit(
      "\(folder)/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(packages)],
        targets: [
          .target(name: "\(name)", dependencies: [\(products)]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
        ])

      """)
    try edit("\(folder)/Sources/\(name)/\(name).swift", "public let x = 1\n")
    try edit("\(folder)/Tests/\(name)Tests/Tests.swift", "import Testing\n@Test func t() {}\n")
  }

  package func edit(_ path: String, _ text: String) throws {
    try text.write(toFile: prepared("\(root)/\(path)"), atomically: false, encoding: .utf8)
  }

  private func prepared(_ path: String) throws -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return path
  }

  package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

  package func contents(of path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  package func run(
    _ line: String, in folder: String? = nil, environment more: [String: String] = [:],
    executable: String? = nil, input: [UInt8]? = [], now: @escaping @Sendable () -> Duration = { .zero },
    date: @escaping @Sendable () -> Int = { 0 }, pause: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> Result {
    run(
      words: line.split(separator: " ").map(String.init), in: folder, environment: more,
      executable: executable, input: input, now: now, date: date, pause: pause)
  }

  package func run(
    words: [String], in folder: String? = nil, environment more: [String: String] = [:],
    executable: String? = nil, input: [UInt8]? = [], now: @escaping @Sendable () -> Duration = { .zero },
    date: @escaping @Sendable () -> Int = { 0 }, pause: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> Result {
    var environment = git.environment
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    environment["XDG_CACHE_HOME"] = SharedCache.path
    environment.merge(SharedCache.compiledModules) { $1 }
    environment.merge(more) { $1 }
    let (output, errors) = (Captured(environment), Captured(environment))
    var world = World(
      arguments: words.map { Argument($0) }, environment: environment,
      workingFolder: folder.map { "\(root)/\($0)" } ?? root, output: output, errors: errors,
      readInput: { input }, processors: 2)
    world.executable = executable
    world.now = now
    world.date = date
    world.pause = pause
    let exitCode = Ambit.run(world)
    return Result(exitCode: exitCode, output: output.text, errors: errors.text)
  }
}

/// Takes what the program writes, so that a test can look at it.
private final class Captured: ByteSink {
  private let environment: [String: String]
  private let written = Guarded<[UInt8]>([])

  init(_ environment: [String: String]) { self.environment = environment }

  func capabilities(_ color: ColorChoice) -> TerminalCapabilities {
    TerminalCapabilities(isTerminal: false, columns: nil, environment: environment, choice: color)
  }

  func write(_ bytes: [UInt8]) { written.with { $0 += bytes } }

  var text: String { String(decoding: written.with { $0 }, as: UTF8.self) }
}
