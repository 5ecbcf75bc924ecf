import Base
import Foundation
import GitBridge
import TestSupport
import Testing

struct DiskFileTests {
  @Test func `contents are what lies on disk, not what Git stores`() throws {
    let scene = try Scene()
    try scene.write("*.txt text eol=lf\n", ".gitattributes")
    try scene.write("a\r\nb\r\n", "a.txt")
    try scene.commit()
    let tree = try scene.open().workingTree()
    let stored = try tree.files(below: "a.txt")
    var disk = DiskFiles(of: tree, known: StatCache())
    let read = try disk.read(stored)
    #expect(read.map(\.content) != stored.map(\.content))
    #expect(try read.first?.content?.description == scene.git("hash-object --no-filters a.txt"))
    #expect(try stored.first?.content?.description == scene.git("hash-object a.txt"))
  }

  @Test func `kinds are those on disk, and what is gone stays as given`() throws {
    let scene = try Scene()
    try scene.write("#!", "tool")
    try scene.git("update-index --refresh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.path("tool"))
    let files = ["tool", "gone"].map { TreeFile(path: RelativePath($0), kind: .file, content: nil) }
    var disk = DiskFiles(of: try scene.open().workingTree(), known: StatCache())
    let read = try disk.read(files)
    #expect(read[0].kind == .executable)
    #expect(read[1] == files[1])
  }

  @Test func `a file written just now is not remembered`() throws {
    let scene = try Scene()
    try scene.write("one", "a")
    let old = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: scene.path("a"))
    var disk = DiskFiles(of: try scene.open().workingTree(), known: StatCache())
    _ = try disk.read([TreeFile(path: "a", kind: .file, content: nil)])
    // Its status changed just now: whoever wrote it again in the same moment would leave no trace.
    #expect(disk.learned == nil)
  }
}
