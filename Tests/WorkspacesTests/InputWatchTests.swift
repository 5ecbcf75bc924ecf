import Base
import Foundation
import GitBridge
import Graph
import TestSupport
import Testing

@testable import Session
@testable import SwiftSources

struct InputWatchTests {
  private let git: GitSandbox
  private static let library = ModuleID(package: "Core", name: "Core")
  private static let tests = ModuleID(package: "Core", name: "CoreTests")
  private static let source = "Core/Sources/Core/a.swift"

  init() throws {
    git = try GitSandbox()
    try git.makeRepository("shop")
    for path in [Self.source, "Core/Tests/CoreTests/t.swift", "Core/Package.swift", "docs/x.md"] {
      try git.folder.write("// \(path)\n", to: "shop/\(path)")
    }
    try git.commitAll("shop")
  }

  private func look() throws -> (keys: ModuleKeys, tree: WorkingTree) {
    let tree = try Repository.open(containing: git.path("shop"), environment: git.environment).workingTree()
    let manifest = PackageManifest(
      name: "Core", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "Core"),
        TargetDescription(name: "CoreTests", kind: .test, dependencies: [TargetDependency(.target("Core"))]),
      ])
    let graph = try GraphFromFiles.graph(["Core": manifest], tree)
    let scope = KeyScope(nil, in: graph, platforms: nil)
    var files = PlacedFiles(
      try tree.files { _, _ in true }, graph: graph,
      map: ModuleMap(graph: graph, rules: PathRules(harmless: .table)), scope: scope)
    var disk = DiskFiles(of: tree, known: StatCache())
    try files.settle(where: { $0.content == nil }) { open throws(Failure) in try disk.read(open) }
    let surroundings = KeySurroundings(
      toolchain: "", host: HostIdentity(system: "", version: "", libc: ""))
    let lockfile = RelativePath("Core/Package.resolved")
    var lockfiles: [RelativePath: KeyedLockfile] = [:]
    if let bytes = try tree.contents(of: lockfile) {
      lockfiles[lockfile] = KeyedLockfile(pins: try? Lockfile(parsing: bytes), bytes: bytes)
    }
    let inputs = KeyInputs(
      graph: graph, config: .default, surroundings: surroundings, files: files, lockfiles: lockfiles)
    return (ModuleKeys(inputs, scope), tree)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let changed: Set<ModuleID>
  }

  @Test(arguments: [
    Case(testDescription: "nothing", script: "true", changed: []),
    Case(testDescription: "a library's source", script: "echo x > \(source)", changed: [library, tests]),
    Case(testDescription: "a test", script: "echo x > Core/Tests/CoreTests/t.swift", changed: [tests]),
    Case(
      testDescription: "a new source", script: "echo x > Core/Sources/Core/b.swift",
      changed: [library, tests]),
    Case(testDescription: "a deleted source", script: "rm \(source)", changed: [library, tests]),
    Case(
      testDescription: "an edit taken back",
      script: "cp \(source) ../s; echo x > \(source); cp ../s \(source)",
      changed: [library, tests]),
    Case(
      testDescription: "a source that came and went",
      script: "echo x > Core/Sources/Core/b.swift; rm Core/Sources/Core/b.swift",
      changed: [library, tests]),
    Case(
      testDescription: "a folder that came and went",
      script: "mkdir Core/Sources/Core/n; rmdir Core/Sources/Core/n",
      changed: [library, tests]),
    Case(
      testDescription: "what a test leaves nowhere", script: "echo x > Core/tmp; rm Core/tmp", changed: []),
    Case(testDescription: "the manifest", script: "echo x > Core/Package.swift", changed: [library, tests]),
    Case(
      testDescription: "a source folder that was another's for a while",
      script: "mv Core/Sources/Core ../aside; cp -a ../aside Core/Sources/Core; rm -r Core/Sources/Core; "
        + "mv ../aside Core/Sources/Core",
      changed: [library, tests]),
    Case(
      testDescription: "a package that was another's for a while",
      script: "mv Core ../aside; cp -a ../aside Core; rm -r Core; mv ../aside Core",
      changed: [library, tests]),
    Case(
      testDescription: "an editor's swap file that came and went",
      script: "echo x > Core/Sources/Core/.a.swift.swp; rm Core/Sources/Core/.a.swift.swp", changed: []),
    Case(
      testDescription: "new neighbours of the package's folders",
      script: "echo x > Core/Sources/x; rm Core/Sources/x; mkdir Core/.build", changed: []),
    Case(testDescription: "a document", script: "echo x > docs/x.md", changed: []),
    Case(
      testDescription: "a lockfile that came and cannot be read", script: "echo x > Core/Package.resolved",
      changed: [library, tests]),
    Case(
      testDescription: "a lockfile as SwiftPM makes one for others",
      script: #"echo '{"pins": [], "version": 2}' > Core/Package.resolved"#, changed: []),
  ])
  func `what was written while a run ran is noticed`(example: Case) throws {
    let before = try look()
    let moves = FolderMoves(
      of: before.keys.paths.map(\.parent), root: git.path("shop"), outermost: git.path("shop"))
    let watch = InputWatch(before.keys, in: before.tree, workspaceFolder: .root, moves: moves)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", example.script]
    process.currentDirectoryURL = URL(filePath: git.path("shop"))
    try process.run()
    process.waitUntilExit()
    let changed = watch.modulesChanged(since: try look().keys, among: [Self.library, Self.tests])
    #expect(changed == example.changed)
  }

  /// The keys hold its content as Git has it.
  @Test(arguments: [(source, true), ("Core/Tests/CoreTests/t.swift", true), (source, false)])
  func aFileThatASparseCheckoutLeavesOutIsNotRead(file: String, isLeftOut: Bool) throws {
    try git.git("shop", "update-index --skip-worktree \(file)")
    if isLeftOut { try FileManager.default.removeItem(atPath: git.path("shop/\(file)")) }
    let before = try look()
    #expect(before.keys.paths.contains(RelativePath(file)))
    let moves = FolderMoves(
      of: before.keys.paths.map(\.parent), root: git.path("shop"), outermost: git.path("shop"))
    let watch = InputWatch(before.keys, in: before.tree, workspaceFolder: .root, moves: moves)
    let changed = watch.modulesChanged(since: try look().keys, among: [Self.library, Self.tests])
    let readers = file == Self.source ? [Self.library, Self.tests] : [Self.tests]
    #expect(changed == (isLeftOut ? Set(readers) : []))
    #expect(watch.leftOutFile(of: changed) == (isLeftOut ? RelativePath(file) : nil))
  }
}
