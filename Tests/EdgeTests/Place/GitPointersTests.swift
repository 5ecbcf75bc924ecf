import Foundation
import TestSupport
import Testing

@testable import Session

/// Held against what Git itself wrote.
@Suite struct GitPointersTests {
  private let git: GitSandbox

  init() throws {
    git = try GitSandbox()
    try git.makeRepository("logger")
    try git.folder.write("1", to: "logger/file")
    try git.commitAll("logger")
    try git.makeRepository("shop")
    try git.git("shop", "-c protocol.file.allow=always submodule add -q \(git.path("logger")) Vendor/Logger")
    try git.commitAll("shop")
    try git.git("shop", "worktree add -q ../fix -b fix")
    try git.git("fix", "-c protocol.file.allow=always submodule update -q --init")
  }

  private func files(_ folder: String, at place: String) -> [String: String] {
    let placement = PlacedFolder(place: git.path(place), origin: git.path(folder))
    let files = GitPointers(placement: placement, aside: "/aside").files()
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  }

  @Test func `a linked worktree at the clone's place`() throws {
    let files = files("fix", at: "shop")
    let shop = git.path("shop")
    #expect(files["\(shop)/.git"] == "gitdir: /aside/.git/worktrees/fix\n")
    // Where it lies it is a worktree still.
    #expect(files[git.path("fix/.git")] == files["\(shop)/.git"])
    #expect(files["/aside/.git/worktrees/fix/gitdir"] == "\(shop)/.git\n")
    let module = "/aside/.git/worktrees/fix/modules/Vendor/Logger"
    #expect(files["\(shop)/Vendor/Logger/.git"] == "gitdir: \(module)\n")
    let config = try #require(files["\(module)/config"])
    #expect(config.contains("\tworktree = \(shop)/Vendor/Logger\n"))
    // All else stays as Git wrote it.
    let written = try String(
      contentsOfFile: git.path("shop/.git/worktrees/fix/modules/Vendor/Logger/config"), encoding: .utf8)
    func others(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("worktree =") }
    }
    #expect(others(config) == others(written))
    #expect(files.count == 5)
  }

  @Test func `elsewhere what lies in the clone is found there`() throws {
    let files = files("fix", at: "gone")
    #expect(files[git.path("gone/.git")] == "gitdir: \(git.path("shop/.git/worktrees/fix"))\n")
  }

  @Test func `a clone's own pointers are relative and come along`() {
    #expect(files("shop", at: "fix").isEmpty)
  }
}
