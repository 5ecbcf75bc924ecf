import Base
import Foundation
import GitBridge
import TestSupport
import Testing

struct SubmoduleTests {
  /// `repo` with the submodule `sub`, which holds `inner.txt` in two commits; the pointer is at the first.
  private func scene() throws -> Scene {
    let scene = try Scene()
    try scene.sandbox.makeRepository("library")
    try scene.write("1\n", "../library/inner.txt")
    try scene.sandbox.commitAll("library")
    try scene.git("submodule --quiet add \(scene.sandbox.path("library")) sub")
    try scene.commit("with")
    try scene.write("2\n", "../library/inner.txt")
    try scene.write("2\n", "../library/Package.swift")
    try scene.sandbox.commitAll("library", "second")
    return scene
  }

  private func move(_ scene: Scene) throws {
    try scene.git("-C sub pull -q")
    try scene.commit("moved")
  }

  @Test func `a clean submodule is no change`() throws {
    #expect(try scene().changes() == [])
  }

  @Test func `a moved pointer expands to files`() throws {
    let scene = try scene()
    try move(scene)
    let expected = ["added submodule sub/Package.swift", "modified submodule sub/inner.txt"]
    #expect(try scene.changes(from: "HEAD^", to: "HEAD") == expected)
    #expect(try scene.changes(since: "HEAD^") == expected)
    #expect(try scene.changes() == [])
  }

  @Test func `a change inside knows its submodule`() throws {
    let scene = try scene()
    try scene.write("edited\n", "a.txt")
    try move(scene)
    func submodules() throws -> [RelativePath?] {
      let repository = try scene.open()
      return try repository.changes(from: repository.resolve("HEAD^"), to: repository.resolve("HEAD")).map {
        $0.seen(from: "dir").submodule
      }
    }
    #expect(try submodules() == [nil, "../sub", "../sub"])
    try scene.git("submodule deinit -q -f sub")
    #expect(try submodules() == [nil, "../sub"])
  }

  @Test func `a pointer that came`() throws {
    let scene = try scene()
    #expect(
      try scene.changes(from: "HEAD^", to: "HEAD") == [
        "added committed .gitmodules", "added submodule sub/inner.txt",
      ])
    #expect(
      try scene.changes(since: "HEAD^") == ["added committed .gitmodules", "added submodule sub/inner.txt"])
  }

  @Test func `a tree tells which submodules it met, and whether it could read them`() throws {
    let scene = try scene()
    func met() throws -> [RelativePath: Bool] {
      let repository = try scene.open()
      let tree = try repository.tree(of: try repository.resolve("HEAD"))
      #expect(tree.metSubmodules == [:])
      _ = try tree.files { _, _ in true }
      return tree.metSubmodules
    }
    #expect(try met() == ["sub": true])
    try scene.git("submodule --quiet deinit --force sub")
    #expect(try met() == ["sub": false])
  }

  @Test func `edits inside, committed there and not`() throws {
    let scene = try scene()
    try scene.write("edited\n", "sub/inner.txt")
    try scene.write("new\n", "sub/new.txt")
    let expected = ["modified submodule sub/inner.txt", "added submodule sub/new.txt"]
    #expect(try scene.changes() == expected)
    try scene.git("-C sub add -A")
    try scene.git("-C sub commit -q -m inside")
    #expect(try scene.changes() == expected)
  }

  @Test func `a file that a sparse checkout of the submodule leaves out`() throws {
    let scene = try scene()
    func leftOut(_ isWanted: (RelativePath) -> Bool = { _ in true }) throws -> RelativePath? {
      try scene.open().workingTree().leftOutFile(where: isWanted)
    }
    #expect(try leftOut() == nil)
    try scene.git("-C sub sparse-checkout set --no-cone /* !/inner.txt")
    #expect(try scene.changes() == [])
    #expect(try leftOut() == "sub/inner.txt")
    #expect(try leftOut { $0 != "sub/inner.txt" } == nil)
  }

  @Test func `one that is not checked out is itself the change`() throws {
    let scene = try scene()
    try move(scene)
    try scene.git("submodule deinit -q -f sub")
    #expect(try scene.changes() == [])
    #expect(try scene.changes(from: "HEAD^", to: "HEAD") == ["modified submodule sub"])
    #expect(try scene.changes(since: "HEAD^") == ["modified submodule sub"])
    let tree = try scene.open().workingTree()
    #expect(try tree.kind(of: "sub") == .absentSubmodule)
  }

  @Test func `a folder that became a submodule`() throws {
    let scene = try Scene()
    try scene.write("1\n", "sub/inner.txt")
    try scene.write("1\n", "sub/gone.txt")
    try scene.commit()
    try scene.git("rm -rq sub")
    try scene.sandbox.makeRepository("library")
    try scene.write("1\n", "../library/inner.txt")
    try scene.sandbox.commitAll("library")
    try scene.git("submodule --quiet add \(scene.sandbox.path("library")) sub")
    #expect(
      try scene.changes() == ["added staged .gitmodules", "deleted staged sub/gone.txt"])
    try scene.commit()
    #expect(
      try scene.changes(from: "HEAD^", to: "HEAD") == [
        "added committed .gitmodules", "deleted committed sub/gone.txt",
      ])
  }

  @Test func `trees reach into submodules`() throws {
    let scene = try scene()
    try move(scene)
    let repository = try scene.open()
    for (revision, count) in [("HEAD", 1), ("HEAD^", 0)] {
      let tree = try repository.tree(of: repository.resolve(revision))
      let manifests = try tree.files { $0.elementsEqual("Package.swift".utf8) }
      #expect(manifests == (count == 1 ? ["sub/Package.swift"] : []))
      #expect(try tree.contents(of: "sub/inner.txt") == Array(count == 1 ? "2\n".utf8 : "1\n".utf8))
      #expect(try tree.kind(of: "sub") == .folder || tree.kind(of: "sub") == .absentSubmodule)
    }
    let disk = try repository.workingTree()
    #expect(try disk.files { $0.elementsEqual("Package.swift".utf8) } == ["sub/Package.swift"])
    #expect(
      try disk.entries(of: "sub").map(\.name) == [Array("Package.swift".utf8), Array("inner.txt".utf8)])
    #expect(try disk.contents(of: "sub/inner.txt") == Array("2\n".utf8))
    #expect(try disk.kind(of: "sub") == .folder)
  }
}
