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

/// Which changes select a test that was seen to look at something.
struct SeenInputsTests {
  private func change(_ path: RelativePath, _ kind: ChangeKind) -> FileChange {
    FileChange(path, kind)
  }

  @Test func aChangeOfWhatWasLookedAtIsSeen() {
    let places = SeenInputs.Places(files: ["a/file", "b/link/under"], folders: ["listed"], trees: ["all"])
    #expect(places.sees(change("a/file", .modified)))
    #expect(places.sees(change("a/file", .added)))
    #expect(places.sees(change("b/link", .deleted)), "what was a folder is gone, or something else")
    #expect(places.sees(change("listed/new", .added)))
    #expect(places.sees(change("listed/new/deeper", .added)), "a folder has come into being")
    #expect(places.sees(change("all/at/any/depth", .modified)))
    #expect(places.sees(change("listed/old", .typeChanged)), "whoever lists is told what each name is")
    #expect(!places.sees(change("a/other", .modified)))
    #expect(!places.sees(change("listed/old", .modified)), "names are as they were")
  }

  @Test func whatIsSeenIsKeptAndNothingIsForgotten() throws {
    let cache = try TemporaryFolder()
    var seen = SeenInputs(of: "/work", cacheFolder: cache.path)
    let module = ModuleID(package: "Core", name: "CoreTests")
    let first = Observation([
      .init(.workspace("x"), .content, .absent, .foreign),
      .init(.workspace("own"), .content, .absent, .declared),
      .init(.workspace("f"), .names, .folder, .foreign),
      .init(.outside(Array("/etc/x".utf8)), .kind, .absent, .foreign),
    ])
    let news = seen.learn(first, of: module)
    #expect(news == SeenInputs.Places(files: ["x"], folders: ["f"], outside: ["/etc/x"]))
    #expect(seen.learn(first, of: module).isEmpty, "it is news once")
    _ = seen.learn(Observation([.init(.workspace("y"), .content, .absent, .foreign)]), of: module)
    #expect(seen[module].files == ["x", "y"])
    seen.save(for: "/work", cacheFolder: cache.path)
    #expect(SeenInputs(of: "/work", cacheFolder: cache.path) == seen)
    #expect(SeenInputs(of: "/elsewhere", cacheFolder: cache.path).modules.isEmpty)
  }

  @Test func whoLooksAtTooMuchIsSelectedByEverything() {
    var seen = SeenInputs()
    let module = ModuleID(package: "Core", name: "CoreTests")
    let sights = (0...SeenInputs.limit).map {
      Observation.Sight(.workspace(RelativePath("f\($0)")), .content, .absent, .foreign)
    }
    _ = seen.learn(Observation(sights), of: module)
    #expect(seen[module].sees(change("whatever/it/is", .modified)))
  }
}
