import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Both kinds of tree, compared with what `git` and the disk say.
struct TreeTests {
  private func walk(_ tree: some FileTree, _ folder: RelativePath = .root) throws -> [RelativePath] {
    try tree.entries(of: folder).flatMap { entry -> [RelativePath] in
      let path = folder.appending(RelativePath(entry.name))
      #expect(try tree.kind(of: path) == entry.kind, "\(path)")
      return entry.kind == .folder ? try walk(tree, path) : [path]
    }
  }

  private func check(_ tree: some FileTree, _ expected: [RelativePath]) throws {
    #expect(try tree.files { _ in true } == expected)
    #expect(try walk(tree).sorted() == expected)
  }

  @Test(arguments: 101...106)
  func `trees hold what git holds`(seed: Int) throws {
    let sandbox = try GitSandbox()
    try sandbox.makeRepository("repo")
    var edits = RandomEdits(sandbox: sandbox, place: "repo", random: SeededGenerator(seed: UInt64(seed)))
    for _ in 0..<25 { try edits.step() }
    try sandbox.commitAll("repo")
    for _ in 0..<15 { try edits.step() }
    let repository = try Repository.open(containing: sandbox.path("repo"), environment: sandbox.environment)
    func paths(_ output: Data) -> [RelativePath] {
      Array(output).split(separator: 0).map { RelativePath($0) }.sorted()
    }
    let commit = try repository.tree(of: repository.resolve("HEAD"))
    let tracked = paths(try sandbox.git(in: "repo", ["ls-tree", "-r", "-z", "--name-only", "HEAD"]))
    try check(commit, tracked)
    for path in tracked {
      let blob = try sandbox.git(in: "repo", ["cat-file", "blob", "HEAD:\(path)"])
      #expect(try commit.contents(of: path) == Array(blob), "\(path)")
    }
    let disk = try repository.workingTree()
    try sandbox.git("repo", "add -A")
    let present = paths(try sandbox.git(in: "repo", ["ls-files", "-z"]))
    try check(disk, present)
    for path in present {
      let blob = try sandbox.git(in: "repo", ["cat-file", "blob", ":\(path)"])
      #expect(try disk.contents(of: path) == Array(blob), "\(path)")
    }
  }

  @Test func `what is not there`() throws {
    let scene = try Scene()
    try scene.write("*.log\n", ".gitignore")
    try scene.commit()
    try scene.write("x", "x.log")
    try scene.remove("a.txt")
    let repository = try scene.open()
    let disk = try repository.workingTree()
    let commit = try repository.tree(of: repository.resolve("HEAD"))
    for path: RelativePath in ["none", "none/none", "dir/none", "run.sh/x", "x.log", "a.txt"] {
      #expect(try disk.kind(of: path) == nil, "\(path)")
      #expect(try disk.contents(of: path) == nil, "\(path)")
      #expect(try disk.entries(of: path) == [], "\(path)")
      if path == "a.txt" { continue }
      #expect(try commit.kind(of: path) == nil, "\(path)")
      #expect(try commit.contents(of: path) == nil, "\(path)")
      #expect(try commit.entries(of: path) == [], "\(path)")
    }
    #expect(try disk.kind(of: "run.sh") == .executable)
    #expect(try commit.kind(of: "dir") == .folder)
    #expect(try disk.kind(of: .root) == .folder)
  }

  @Test func `folders in folders without end are refused`() throws {
    let scene = try Scene()
    for (depth, code) in [(900, nil), (1100, "unsupported-repository")] {
      let id = try scene.git("hash-object -w a.txt")
      let path = String(repeating: "d/", count: depth) + "f"
      try scene.git("update-index --add --cacheinfo 100644,\(id),\(path)")
      try scene.git("commit -q -m deep\(depth)")
      let found = gitErrorCode {
        let repository = try scene.open()
        let head = try repository.resolve("HEAD")
        _ = try repository.changes(from: repository.resolve("HEAD^"), to: head)
        _ = try repository.tree(of: head).files(where: { _, _ in true })
      }
      #expect(found == code, "\(depth)")
    }
  }
}
