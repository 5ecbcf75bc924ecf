import Base
import Testing

@testable import Store

@Suite struct ActionTreeTests {
  private let digest = ContentDigest(of: Array("content".utf8))

  private func tree(_ entries: [(String, ActionTree.Entry)]) -> ActionTree {
    var tree = ActionTree()
    for (path, entry) in entries { tree.add(entry, at: path.utf8) }
    return tree
  }

  /// What a message of a folder says, in the order in which it says it.
  private func names(_ bytes: [UInt8]) throws -> [String] {
    var names: [String] = []
    var reader = ProtobufReader(bytes[...])
    while let field = try reader.next() {
      guard case .bytes(let node) = field.value else { continue }
      var inner = ProtobufReader(node)
      while let part = try inner.next() {
        if case (1, .bytes(let name)) = (part.number, part.value) {
          names.append("\(field.number) \(String(decoding: name, as: UTF8.self))")
        }
      }
    }
    return names
  }

  @Test("files, folders and links, each kind by its names as bytes")
  func order() throws {
    let entries: [(String, ActionTree.Entry)] = [
      ("/b/x", .file(digest, isExecutable: true)), ("/é", .file(digest, isExecutable: false)),
      ("z", .file(digest, isExecutable: false)), ("B", .file(digest, isExecutable: false)),
      ("empty", .folder), ("l", .link(target: Array("b/x".utf8))), ("a//y/", .link(target: Array("..".utf8))),
    ]
    let encoded = try #require(tree(entries).encoded())
    let root = try #require(encoded.folders[encoded.root])
    #expect(try names(root) == ["1 B", "1 z", "1 é", "2 a", "2 b", "2 empty", "3 l"])
    // Whoever adds the same in another order gets the same.
    #expect(try #require(tree(entries.reversed()).encoded()).root == encoded.root)
    #expect(encoded.folders.allSatisfy { $0.key == ContentDigest(of: $0.value) })
    #expect(encoded.folders[ContentDigest(of: [])] != nil)
  }

  @Test("the bytes are those of the API")
  func bytes() throws {
    let encoded = try #require(tree([("d/run", .file(digest, isExecutable: true))]).encoded())
    let hash = Array(digest.hash.description.utf8)
    let node: [UInt8] =
      [0x0A, 3] + Array("run".utf8) + [0x12, 68, 0x0A, 64] + hash + [0x10, 7] + [0x20, 1]
    let folder = [0x0A, UInt8(node.count)] + node
    #expect(encoded.folders[ContentDigest(of: folder)] == folder)
  }

  @Test("what is there stays")
  func conflicts() {
    var tree = self.tree([("a/file", .file(digest, isExecutable: false)), ("link", .link(target: [65]))])
    let other = ContentDigest(of: [])
    let file = ActionTree.Entry.file(digest, isExecutable: false)
    let isAdded = [
      (ActionTree.Entry.file(other, isExecutable: false), "a/file"), (file, "a/file"), (file, "a/file/below"),
      (file, "link/below"), (.folder, "a/file"), (file, "a"), (.folder, "a"), (.folder, "/"), (file, ""),
    ].map { entry, path in tree.add(entry, at: path.utf8) }
    #expect(isAdded == [false, true, false, false, false, false, true, true, false])
  }

  @Test("two names that look alike are two, and what is no text cannot be told")
  func names() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let both = tree([composed, decomposed].map { ($0, .file(digest, isExecutable: false)) })
    let encoded = try #require(both.encoded())
    #expect(try names(try #require(encoded.folders[encoded.root])).count == 2)

    var invalid = ActionTree()
    invalid.add(.folder, at: [0xFF])
    #expect(invalid.encoded() == nil)
    var target = ActionTree()
    target.add(.link(target: [0xC0]), at: "l".utf8)
    #expect(target.encoded() == nil)
  }
}
