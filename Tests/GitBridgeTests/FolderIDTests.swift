import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Ids of folders and listings of folders, compared with what `git` says.
struct FolderIDTests {
  @Test(arguments: 201...208)
  func `folders have the ids that git gives them`(seed: Int) throws {
    let sandbox = try GitSandbox()
    try sandbox.makeRepository("repo")
    var edits = RandomEdits(sandbox: sandbox, place: "repo", random: SeededGenerator(seed: UInt64(seed)))
    for _ in 0..<25 { try edits.step() }
    try sandbox.commitAll("repo")
    for _ in 0..<seed % 4 { try edits.step() }
    let repository = try Repository.open(containing: sandbox.path("repo"), environment: sandbox.environment)
    let commit = try repository.tree(of: repository.resolve("HEAD"))
    let disk = try repository.workingTree()
    let folders = try folders(of: disk)
    try sandbox.git("repo", "add -A")
    let staged = try sandbox.git("repo", "write-tree")
    for folder in folders {
      #expect(try commit.folderID(of: folder)?.description == tree("HEAD", folder, sandbox), "\(folder)")
      let id = try disk.folderID(of: folder)
      if let id { #expect(try id.description == tree(staged, folder, sandbox), "\(folder)") }
      if seed % 4 == 0 { #expect(id != nil, "\(folder)") }
    }
  }

  @Test(arguments: 301...304)
  func `listings of folders are cut from the whole`(seed: Int) throws {
    let sandbox = try GitSandbox()
    try sandbox.makeRepository("repo")
    var edits = RandomEdits(sandbox: sandbox, place: "repo", random: SeededGenerator(seed: UInt64(seed)))
    for _ in 0..<25 { try edits.step() }
    try sandbox.commitAll("repo")
    for _ in 0..<10 { try edits.step() }
    let repository = try Repository.open(containing: sandbox.path("repo"), environment: sandbox.environment)
    for tree: any FileTree in [
      try repository.tree(of: repository.resolve("HEAD")), try repository.workingTree(),
    ] {
      let all = try tree.files { _, _ in true }
      for folder in try folders(of: tree) + all.map(\.path) + ["none"] {
        #expect(try tree.files(below: folder) == all.filter { $0.path.isInside(folder) }, "\(folder)")
      }
      for file in all { #expect(try tree.contents(of: file) == tree.contents(of: file.path)) }
    }
  }

  private func folders(of tree: some FileTree) throws -> [RelativePath] {
    Set(try tree.files { _, _ in true }.flatMap { [$0.path.parent, $0.path.parent.parent] }).sorted()
  }

  private func tree(_ revision: String, _ folder: RelativePath, _ sandbox: GitSandbox) throws -> String? {
    let output = try? sandbox.git(in: "repo", ["rev-parse", "--verify", "-q", "\(revision):\(folder)"])
    return output.map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }
}
