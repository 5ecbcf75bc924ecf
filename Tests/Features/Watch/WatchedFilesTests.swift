import Base
import GitBridge
import ProgramSupport
import TestSupport
import Testing

@testable import Features
@testable import Session

@Suite("Which files make a difference") struct WatchedFilesTests {
  private let sandbox: CommandSandbox
  /// With a file in hand that a rule ignores.
  private let files: WatchedFiles

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(".gitignore", "*.log\n/out\n/Packages/Core/Sources/Core/Made\n")
    let repository = try Repository.open(containing: sandbox.root, environment: [:])
    files = WatchedFiles(
      repository, root: Array(sandbox.root.utf8),
      moduleFolders: [Array("\(sandbox.root)/Packages/Core/Sources/Core".utf8)],
      files: [RelativePath("out/deep/kept.log"), RelativePath("README.md")])
  }

  private func bytes(_ path: String) -> [UInt8] { Array("\(sandbox.root)/\(path)".utf8) }

  private func difference(_ paths: String..., existed: Bool = true) -> WatchedFiles.Difference {
    files.difference(Set(paths.map(bytes))) { _ in existed }
  }

  @Test(arguments: [
    (".git", true), ("Packages/Core/.build", true), ("out", false), ("out/deep", false), ("out/other", true),
    ("Packages", false),
    ("Packages/Core/Sources/Core/Made", false), ("Packages/Core/Sources/Core/Made/deep", false),
    ("Apps/out", false),
  ])
  func foldersThatCannotCountAreSkipped(folder: String, isSkipped: Bool) {
    #expect(files.skips(bytes(folder)) == isSkipped)
  }

  @Test func whatIsAsItWasMakesNoDifference() throws {
    try sandbox.edit("a.txt", "1")
    #expect(difference("a.txt").changed == ["a.txt"])
    #expect(difference("a.txt") == .init(touched: ["a.txt"]))
    try sandbox.edit("a.txt", "2")
    #expect(difference("a.txt").changed == ["a.txt"])
    try sandbox.remove("a.txt")
    #expect(difference("a.txt").changed == ["a.txt"])
  }

  @Test func lostChangesMakeEveryFileCountAgain() throws {
    #expect(WatchedFiles.decide(WatchedFiles.Difference.unknown.changed))
    try sandbox.edit("a.txt", "1")
    #expect(difference("a.txt").changed == ["a.txt"])
    files.forget()
    #expect(difference("a.txt").changed == ["a.txt"])
  }

  @Test func whatComesAndGoesOrIsIgnoredMakesNone() throws {
    #expect(difference("sedX1", existed: false) == .init(touched: ["sedX1"]))
    #expect(difference("gone", existed: true).changed == ["gone"])
    try sandbox.edit("run.log", "1")
    try sandbox.edit("Packages/Core/Sources/Core/run.log", "1")
    #expect(
      difference("run.log", "Packages/Core/Sources/Core/run.log").changed == [
        "Packages/Core/Sources/Core/run.log"
      ])
    // What Git has in hand is none that it ignores, whatever the rules say.
    try sandbox.edit("out/deep/kept.log", "1")
    #expect(difference("out/deep/kept.log").changed == ["out/deep/kept.log"])
    for name in ["a.swift~", ".a.swift.swp", "4913", ".#a.swift", "#a.swift#"] {
      try sandbox.edit(name, "1")
      #expect(difference(name) == .init())
    }
  }

  @Test func whatDecidesWhatCountsIsKnown() {
    for path in [
      "a/.gitignore", ".gitmodules", "workspace.json", "P/Package.swift", "P/Package@swift-6.0.swift",
    ] {
      #expect(WatchedFiles.decide([path, "x"]), "\(path)")
    }
    #expect(!WatchedFiles.decide(["Package.resolved", "a/workspace.json.swift", "many files"]))
  }
}
