import Base
import Foundation
import GitBridge
import TestSupport
import Testing

struct WorkingTreeTests {
  @Test func `no change`() throws {
    #expect(try Scene().changes() == [])
  }

  @Test func `the origin is the last layer`() throws {
    let scene = try Scene()
    try scene.write("x\n", "committed.txt")
    try scene.write("x\n", "staged.txt")
    try scene.write("x\n", "unstaged.txt")
    try scene.commit()
    try scene.write("xx\n", "staged.txt")
    try scene.git("add staged.txt")
    try scene.write("xx\n", "unstaged.txt")
    try scene.write("x\n", "untracked.txt")
    try scene.git("rm -q --cached a.txt")
    try scene.write("other\n", "a.txt")
    #expect(
      try scene.changes(since: "HEAD^") == [
        "modified untracked a.txt", "added committed committed.txt", "added staged staged.txt",
        "added unstaged unstaged.txt", "added untracked untracked.txt",
      ])
  }

  @Test func `changed and changed back is no change`() throws {
    let scene = try Scene()
    try scene.write("other\n", "a.txt")
    try scene.commit()
    try scene.write("a\n", "a.txt")
    #expect(try scene.changes(since: "HEAD^") == [])
    #expect(try scene.changes() == ["modified unstaged a.txt"])
  }

  @Test func `a file that changed after the listing is known as such`() throws {
    let scene = try Scene()
    try scene.write("before\n", "a.txt")
    FileTime.awaitNextOnDisk()
    let tree = try scene.open().workingTree()
    FileTime.awaitNextOnDisk()
    #expect(!tree.hasChanged("a.txt"))
    try scene.write("after!\n", "a.txt")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: scene.path("a.txt"))
    #expect(tree.hasChanged("a.txt"))
    #expect(!tree.hasChanged("run.sh"))
    #expect(!tree.hasChanged("absent.txt"))
  }

  @Test func `modes`() throws {
    let scene = try Scene()
    chmod(scene.path("a.txt"), 0o664)
    #expect(try scene.changes() == [])
    chmod(scene.path("a.txt"), 0o755)
    #expect(try scene.changes() == ["mode-changed unstaged a.txt"])
    try scene.git("config core.fileMode false")
    #expect(try scene.changes() == [])
  }

  @Test func `types`() throws {
    let scene = try Scene()
    try scene.remove("a.txt")
    try FileManager.default.createSymbolicLink(atPath: scene.path("a.txt"), withDestinationPath: "run.sh")
    try scene.remove("dir")
    try scene.write("now a file\n", "dir")
    try scene.remove("run.sh")
    try scene.write("now a folder\n", "run.sh/inner")
    #expect(
      try scene.changes() == [
        "type-changed unstaged a.txt", "added untracked dir", "deleted unstaged dir/b.txt",
        "deleted unstaged run.sh", "added untracked run.sh/inner",
      ])
  }

  @Test func `emptied is not deleted`() throws {
    let scene = try Scene()
    try scene.write("", "a.txt")
    try scene.remove("run.sh")
    #expect(try scene.changes() == ["modified unstaged a.txt", "deleted unstaged run.sh"])
  }

  @Test func `same size and same time is seen`() throws {
    let scene = try Scene()
    let path = scene.path("a.txt")
    let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try scene.write("z\n", "a.txt")
    try FileManager.default.setAttributes([.modificationDate: times ?? Date()], ofItemAtPath: path)
    #expect(try scene.changes() == ["modified unstaged a.txt"])
  }

  @Test func `ignore files of every kind`() throws {
    let scene = try Scene()
    try scene.write("*.user\n", "../home/excludes")
    try scene.git("config core.excludesFile ~/excludes")
    try scene.write("*.info\n", ".git/info/exclude")
    try scene.write("*.log\n/top\nsub/*.tmp\nkept/*\n!kept/this\n", ".gitignore")
    try scene.write("!back.log\n", "dir/.gitignore")
    try scene.commit()
    for path in [
      "x.user", "x.info", "x.log", "top", "dir/top", "sub/x.tmp", "sub/d/x.tmp", "kept/this",
      "kept/that", "dir/back.log", "dir/x.log", "dir/.hidden",
    ] { try scene.write("x\n", path) }
    #expect(
      try scene.changes() == [
        "added untracked dir/.hidden", "added untracked dir/back.log", "added untracked dir/top",
        "added untracked kept/this", "added untracked sub/d/x.tmp",
      ])
  }

  @Test func `index flags`() throws {
    let scene = try Scene()
    try scene.git("update-index --skip-worktree a.txt")
    try scene.git("update-index --assume-unchanged dir/b.txt")
    try scene.write("changed\n", "dir/b.txt")
    try scene.remove("a.txt")
    #expect(try scene.changes() == ["modified unstaged dir/b.txt"])
    try scene.write("present\n", "a.txt")
    #expect(try scene.changes() == ["modified unstaged a.txt", "modified unstaged dir/b.txt"])
    try scene.write("new\n", "intent")
    try scene.git("add -N intent")
    #expect(try scene.changes().contains("added unstaged intent"))
  }

  @Test(arguments: ["2", "3", "4"])
  func `index versions`(version: String) throws {
    let scene = try Scene()
    try scene.git("config index.version \(version)")
    for name in 0..<40 { try scene.write("x\(name)\n", "deep/er/file\(name % 7)/\(name)") }
    try scene.commit()
    try scene.git("update-index --index-version \(version) --force-write-index")
    if version != "2" { try scene.git("update-index --skip-worktree deep/er/file1/1") }
    #expect(try scene.changes() == [])
    try scene.write("y\n", "deep/er/file3/3")
    #expect(try scene.changes() == ["modified unstaged deep/er/file3/3"])
  }

  @Test func `untracked nested repository`() throws {
    let scene = try Scene()
    try scene.sandbox.makeRepository("repo/nested")
    try scene.write("x\n", "nested/inner.txt")
    #expect(try scene.changes() == ["added untracked nested/inner.txt"])
  }

  /// Its files belong to another branch.
  @Test(arguments: ["wt", ".worktrees/deep"], [true, false])
  func `another worktree of the clone inside counts as ignored`(place: String, isRelative: Bool) throws {
    let scene = try Scene()
    try scene.git("worktree add -q --detach \(place)")
    let name = place.split(separator: "/").last ?? ""
    let up = String(repeating: "../", count: place.split(separator: "/").count)
    if isRelative { try scene.write("gitdir: \(up).git/worktrees/\(name)\n", "\(place)/.git") }
    try scene.write("x\n", "\(place)/new.txt")
    #expect(try scene.changes() == [])
    let tree = try scene.open().workingTree()
    #expect(tree.worktrees.map(\.description) == [place])
    #expect(try tree.files(below: .root).map(\.path) == ["a.txt", "dir/b.txt", "run.sh"])
    // Inside of it, its own files count.
    #expect(try scene.open(place).workingTree().files(below: .root).count == 4)
  }

  @Test func `a pointer that leads elsewhere is no worktree of the clone`() throws {
    let scene = try Scene()
    try scene.sandbox.makeRepository("other")
    try scene.sandbox.folder.write("x\n", to: "other/x.txt")
    try scene.sandbox.commitAll("other")
    try scene.sandbox.git("other", "worktree add -q --detach ../repo/foreign")
    try scene.git("clone -q --separate-git-dir ../apart.git ../other apart")
    try scene.git("worktree add -q --detach gone")
    try FileManager.default.removeItem(atPath: scene.path(".git/worktrees/gone"))
    #expect(
      try scene.changes() == [
        "added untracked apart/x.txt", "added untracked foreign/x.txt", "added untracked gone/a.txt",
        "added untracked gone/dir/b.txt", "added untracked gone/run.sh",
      ])
    #expect(try scene.open().workingTree().worktrees == [])
  }

  @Test func `unmerged paths are named`() throws {
    let scene = try Scene()
    try scene.git("checkout -q -b other")
    try scene.write("theirs\n", "a.txt")
    try scene.commit()
    try scene.git("checkout -q main")
    try scene.write("ours\n", "a.txt")
    try scene.commit()
    _ = try? scene.git("merge -q other")
    do {
      _ = try scene.open().changesInWorkingTree(since: nil)
      Issue.record("unmerged paths were accepted")
    } catch {
      #expect(error.code == "unmerged-paths")
      #expect(try scene.open().unmergedPaths() == ["a.txt"])
      #expect(error.message.contains("'a.txt'"))
    }
  }

  @Test func `bytes that are no text`() throws {
    let scene = try Scene()
    let name: [UInt8] = [0x66, 0xFF, 0xFE]
    let file = Array(scene.path("dir/").utf8) + name + [0]
    let descriptor = file.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o644) } ?? -1
    }
    close(descriptor)
    let repository = try scene.open()
    let changes = try repository.changesInWorkingTree(since: repository.headCommit())
    #expect(changes.map(\.path) == [RelativePath(Array("dir/".utf8) + name)])
    #expect(try repository.workingTree().contents(of: changes[0].path) == [])
  }

  @Test func `line ends and other filters`() throws {
    let scene = try Scene()
    try scene.write("*.txt text eol=crlf\n*.id ident\n", ".gitattributes")
    try scene.write("$Id$\n", "x.id")
    try scene.commit()
    // As `git checkout` would write them, with new times.
    try scene.write("a\r\n", "a.txt")
    try scene.write("$Id: 0123456789012345678901234567890123456789 $\n", "x.id")
    #expect(try scene.changes() == [])
    try scene.write("a\r\nb\r\n", "a.txt")
    #expect(try scene.changes() == ["modified unstaged a.txt"])
  }

  @Test func `large files stand for their pointers`() throws {
    let scene = try Scene()
    // What `git lfs` would have committed for the bytes "hello\n".
    let digest = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize 6\n"
    try scene.write(pointer, "big.bin")
    try scene.commit()
    try scene.write("*.bin filter=lfs diff=lfs merge=lfs -text\n", ".gitattributes")
    try scene.commit()
    #expect(try scene.changes() == [])
    try scene.write("hello\n", "big.bin")
    #expect(try scene.changes() == [])
    try scene.write("hallo\n", "big.bin")
    #expect(try scene.changes() == ["modified unstaged big.bin"])
  }

  @Test func `nothing is written`() throws {
    let scene = try Scene()
    try scene.write("*.txt text eol=crlf\n", ".gitattributes")
    try scene.commit()
    try scene.write("x\r\n", "a.txt")
    chmod(scene.path("run.sh"), 0o644)
    try scene.write("new\n", "new.txt")
    func state() throws -> [String] {
      let root = scene.sandbox.path("repo")
      return try FileManager.default.subpathsOfDirectory(atPath: root).sorted().map { path in
        let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + path)
        let date = attributes[.modificationDate] as? Date
        return "\(path) \(date?.timeIntervalSince1970 ?? 0) \(attributes[.systemFileNumber] ?? 0)"
      }
    }
    let before = try state()
    #expect(try scene.changes().count == 3)
    #expect(try scene.changes(from: "HEAD^", to: "HEAD").count == 1)
    _ = try scene.open().workingTree().files { _ in true }
    #expect(try state() == before)
  }
}
