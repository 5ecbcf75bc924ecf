import Base
import Foundation
import GitBridge
import Store
import TestSupport
import Testing

@testable import Session

/// What a commit says of places is what a checkout of it shows, or nothing.
struct TreeViewTests {
  @Test func aCommitShowsWhatItsCheckoutDoes() throws {
    let git = try GitSandbox()
    try git.makeRepository("work")
    let root = git.path("work")
    for path in ["a.txt", "folder/b.txt", "folder/deep/c.txt", "tool"] {
      try git.folder.write("text of \(path)\n", to: "work/\(path)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/tool")
    try FileManager.default.createSymbolicLink(atPath: "\(root)/link", withDestinationPath: "folder")
    try git.commitAll("work")
    let repository = try Repository.open(containing: root, environment: git.environment)
    let tree = SubTree(of: try repository.tree(of: repository.resolve("HEAD")), at: .root)
    let disk = DiskView(root: root, memory: DiskMemory())
    let view = TreeView(tree: tree, disk: disk)
    var told = 0
    let paths: [RelativePath] = [
      "a.txt", "folder", "folder/b.txt", "folder/deep", "folder/deep/c.txt", "tool", "link", "link/b.txt",
      "none",
      "folder/none", "a.txt/none",
    ]
    for path in paths {
      for aspect in Aspect.allCases {
        guard let state = view.state(of: .workspace(path), aspect) else { continue }
        told += 1
        #expect(state == disk.state(of: .workspace(path), aspect), "\(aspect) of \(path)")
      }
    }
    #expect(told > 30)
    #expect(view.state(of: .workspace("link/b.txt"), .content) == nil, "what lies behind links is not told")
    #expect(view.state(of: .outside(Array("/none".utf8)), .content) == .absent)
  }
}
