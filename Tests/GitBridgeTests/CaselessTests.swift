import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// On a file system that does not go by case, what Git knows by one name may lie there under another one. `git` is the
/// oracle; it found out about the file system when it made the repository.
@Suite(.enabled(if: CaselessFolder.canBeMade, "takes root, a loop device, FUSE and exfat-fuse"))
struct CaselessTests {
  private let folder: CaselessFolder
  private let sandbox: GitSandbox
  private let base: String

  init() throws {
    folder = try CaselessFolder()
    sandbox = try GitSandbox()
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path("repo"), withDestinationPath: folder.path)
    try sandbox.makeRepository("repo")
    for name in ["README", "Sources/Core/Core.swift", "Sources/Core/More.swift", "Tests/CoreTests/A.swift"] {
      try sandbox.folder.write(name, to: "repo/\(name)")
    }
    try sandbox.folder.write("Ignored/\n", to: "repo/.gitignore")
    base = try sandbox.commitAll("repo")
  }

  private func path(_ relative: String) -> String { "\(folder.path)/\(relative)" }

  private func rename(_ old: String, _ new: String) throws {
    try FileManager.default.moveItem(atPath: path(old), toPath: path("renaming"))
    try FileManager.default.moveItem(atPath: path("renaming"), toPath: path(new))
  }

  private func lines() throws -> [GitOracle.Line] {
    try folder.forgetNames()
    let repository = try Repository.open(containing: folder.path, environment: sandbox.environment)
    return GitOracle.lines(try repository.changesInWorkingTree(since: repository.resolve(base)))
  }

  private func agrees(_ what: String) throws {
    let ours = try lines()
    let theirs = try GitOracle.workingTree(sandbox, "repo", since: base)
    #expect(GitOracle.agree(ours, theirs), "\(what)\n\(ours)\n\(theirs)")
  }

  @Test func `another case is no change`() throws {
    #expect(try sandbox.git("repo", "config core.ignorecase") == "true")
    try rename("README", "readme")
    try rename("Sources", "sources")
    try rename("sources/Core/Core.swift", "sources/Core/CORE.swift")
    #expect(try lines().isEmpty)
    try agrees("renamed")
  }

  @Test func `what is changed has the name that Git knows`() throws {
    try rename("Sources", "sources")
    try "other".write(toFile: path("sources/core/core.swift"), atomically: false, encoding: .utf8)
    #expect(try lines().map(\.path) == ["Sources/Core/Core.swift"])
    try agrees("changed")
    try FileManager.default.removeItem(atPath: path("sources/Core/Core.swift"))
    #expect(try lines().map(\.path) == ["Sources/Core/Core.swift"])
    try agrees("removed")
  }

  @Test func `what is new in a folder of another case lies in Git's`() throws {
    try rename("Sources", "sources")
    try sandbox.folder.write("x", to: "repo/sources/Core/New.swift")
    try sandbox.folder.write("x", to: "repo/ignored/x")
    try agrees("new")
    #expect(try lines().map(\.path) == ["Sources/Core/New.swift"])
  }

  @Test(arguments: 1...4) func `agrees with git`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["Core", "core", "CORE", "More", "more"]
    func place() -> String {
      let folder =
        ["Sources/Core", "sources/core", "SOURCES/Core", "Tests/CoreTests", "tests/coretests"]
        .randomElement(using: &random) ?? ""
      return "\(folder)/\(names.randomElement(using: &random) ?? "").swift"
    }
    for step in 1...12 {
      let (one, other) = (place(), place())
      switch UInt.random(in: 0..<4, using: &random) {
      case 0: try sandbox.folder.write("\(random.next())", to: "repo/\(one)")
      case 1: try? FileManager.default.removeItem(atPath: path(one))
      case 2: try? rename(one, other)
      default: try? rename("Sources", ["Sources", "sources", "SOURCES"].randomElement(using: &random) ?? "")
      }
      try agrees("seed \(seed), step \(step)")
    }
  }
}

/// What names that may be the same do where they are not: these are two files.
@Suite struct CaseSensitiveTests {
  @Test func `a configuration from elsewhere hides no file`() throws {
    let scene = try Scene()
    try scene.git("config core.ignorecase true")
    try scene.git("config core.precomposeunicode true")
    try scene.write("x", "A.TXT")
    try scene.write("x", "Dir/c.txt")
    let repository = try scene.open()
    let changed = try repository.changesInWorkingTree(since: repository.headCommit()).map(\.path)
    #expect(changed == ["A.TXT", "Dir/c.txt"])
    // Gone under the one name, there under the other.
    try scene.remove("a.txt")
    let again = try scene.open()
    #expect(
      try again.changesInWorkingTree(since: again.headCommit()).map(\.path) == [
        "A.TXT", "Dir/c.txt", "a.txt",
      ])
  }
}
