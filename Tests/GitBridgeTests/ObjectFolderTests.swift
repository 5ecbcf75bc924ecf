import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Objects that lie in other folders than the repository's own.
struct ObjectFolderTests {
  private static func answers(_ place: String, _ sandbox: GitSandbox) throws -> [String] {
    let repository = try Repository.open(containing: sandbox.path(place), environment: sandbox.environment)
    let tree = try repository.tree(of: repository.resolve("HEAD"))
    return try tree.files(where: { _, _ in true }).map {
      "\($0.path) \(String(decoding: try tree.contents(of: $0) ?? [], as: UTF8.self).count)"
    }
  }

  @Test(arguments: [true, false])
  func `borrowed objects, through a chain, relative or absolute`(isPacked: Bool) throws {
    let scene = try Scene()
    let expected = try Self.answers("repo", scene.sandbox)
    if isPacked { try scene.git("repack -q -a -d") }
    try scene.git("clone -q --shared . ../second")
    try scene.sandbox.git("second", "clone -q --shared . ../third")
    #expect(try Self.answers("third", scene.sandbox) == expected)
    try scene.sandbox.folder.write(
      "# ours\n../../../second/.git/objects\n", to: "third/.git/objects/info/alternates")
    #expect(try Self.answers("third", scene.sandbox) == expected)
    try scene.sandbox.folder.write(
      "/nowhere\n\(scene.sandbox.path("third/.git/objects"))\n", to: "third/.git/objects/info/alternates")
    #expect(gitErrorCode { _ = try Self.answers("third", scene.sandbox) } == "unknown-revision")
  }

  @Test func `a borrowed object that was cut short is damage`() throws {
    let scene = try Scene()
    try scene.git("clone -q --shared . ../second")
    let id = try scene.git("rev-parse HEAD")
    let file = scene.path(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
    let half = try Data(contentsOf: URL(fileURLWithPath: file)).prefix(40)
    try FileManager.default.removeItem(atPath: file)
    try half.write(to: URL(fileURLWithPath: file))
    #expect(gitErrorCode { _ = try Self.answers("second", scene.sandbox) } == "corrupt-repository")
  }

  @Test func `short names find loose objects, and are ambiguous when several fit`() throws {
    let scene = try Scene()
    var starts: [Substring: Int] = [:]
    // Of a few hundred names some share their first four digits; only commits may be meant.
    for step in 0..<12 {
      try scene.write("\(step)\n", "a.txt")
      try scene.commit("step\(step)")
    }
    let all = try scene.git("cat-file --batch-all-objects --batch-check").split(separator: "\n")
    for line in all { starts[line.prefix(4), default: 0] += 1 }
    let repository = try scene.open()
    for commit in try scene.git("rev-list HEAD").split(separator: "\n") where starts[commit.prefix(4)] == 1 {
      #expect(try repository.resolve(String(commit.prefix(4))).description == commit)
      #expect(try repository.resolve(String(commit.prefix(11))).description == commit)
    }
    let id = try scene.git("rev-parse HEAD")
    let twin = String(id.prefix(38)) + (id.hasSuffix("00") ? "11" : "00")
    let folder = scene.path(".git/objects/\(id.prefix(2))/")
    try FileManager.default.copyItem(atPath: folder + id.dropFirst(2), toPath: folder + twin.dropFirst(2))
    #expect(gitErrorCode { _ = try repository.resolve(String(id.prefix(12))) } == "invalid-revision")
  }
}
