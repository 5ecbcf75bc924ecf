import Base
import CZlib
import Foundation
import GitBridge
import TestSupport
import Testing

/// Objects that are there and cannot be read: named as damage, never waited for, never guessed at.
struct DamagedObjectTests {
  private static func file(of revision: String, in scene: Scene) throws -> String {
    let id = try scene.git("rev-parse \(revision)")
    return scene.path(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
  }

  /// Replaces the file of an object by what `change` makes of its bytes.
  private static func damage(
    _ revision: String, in scene: Scene, _ change: (Data) throws -> Data
  ) throws {
    let file = try file(of: revision, in: scene)
    try replace(file, change(Data(contentsOf: URL(fileURLWithPath: file))))
  }

  /// Git makes the files of objects read-only.
  private static func replace(_ file: String, _ bytes: Data) throws {
    try FileManager.default.removeItem(atPath: file)
    try bytes.write(to: URL(fileURLWithPath: file))
  }

  /// Reads everything there is at `main`.
  private static func readAll(_ scene: Scene) throws {
    let repository = try scene.open()
    let tree = try repository.tree(of: repository.resolve("main"))
    for file in try tree.files(where: { _, _ in true }) { _ = try tree.contents(of: file) }
  }

  @Test(arguments: ["main", "main^{tree}", "main:dir", "main:a.txt"])
  func `an object that was cut short is damage at every length`(revision: String) throws {
    let scene = try Scene()
    try Self.readAll(scene)
    let file = try Self.file(of: revision, in: scene)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    for length in 0..<whole.count {
      try Self.replace(file, whole.prefix(length))
      #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository", "\(length)")
    }
  }

  @Test func `a changed byte, a longer file, other formats`() throws {
    let scene = try Scene()
    let file = try Self.file(of: "main", in: scene)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    // The last four bytes are the checksum of all that comes before.
    for offset in [0, 2, 20, whole.count / 2, whole.count - 1] {
      var bytes = whole
      bytes[offset] ^= 0x10
      try Self.replace(file, bytes)
      #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository", "\(offset)")
    }
    for wrong in [whole + Data([0]), Data("garbage".utf8), Data(count: 4096)] {
      try Self.replace(file, wrong)
      #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository")
    }
  }

  @Test(arguments: [
    "blob 1\0aa", "blob 3\0aa", "blob 18446744073709551615\0aa", "blob 99999999999999999\0aa",
    "blob 1000000000\0aa", "blob -2\0aa", "blob 2 \0aa", "blob\0aa", "bolb 2\0aa", "blob 2",
    "blob 0000000000000000000000000002\0aa", "",
  ])
  func `a header that lies`(text: String) throws {
    let scene = try Scene()
    try Self.damage("main:a.txt", in: scene) { _ in Self.compressed(Array(text.utf8)) }
    #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository")
  }

  private static func compressed(_ bytes: [UInt8]) -> Data {
    var size = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(size))
    #expect(compress(&result, &size, bytes, UInt(bytes.count)) == Z_OK)
    return Data(result.prefix(Int(size)))
  }

  @Test func `folders and pipes in the place of an object`() throws {
    let scene = try Scene()
    let file = try Self.file(of: "main", in: scene)
    try FileManager.default.removeItem(atPath: file)
    mkfifo(file, 0o600)
    #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository")
    try FileManager.default.removeItem(atPath: file)
    mkdir(file, 0o700)
    #expect(gitErrorCode { try Self.readAll(scene) } == "corrupt-repository")
    rmdir(file)
    #expect(gitErrorCode { try Self.readAll(scene) } == "unknown-revision")
  }

  @Test func `a damaged tag, and a tag of a commit that is gone`() throws {
    let scene = try Scene()
    try scene.git("tag -a heavy -m words")
    try Self.damage("heavy", in: scene) { $0.prefix(30) }
    #expect(gitErrorCode { _ = try scene.open().resolve("heavy") } == "corrupt-repository")
    try scene.git("tag -a other -m words")
    try FileManager.default.removeItem(atPath: Self.file(of: "main", in: scene))
    #expect(gitErrorCode { _ = try scene.open().resolve("other") } == "missing-object")
  }

  @Test func `a damaged pack gives the right answer or an error`() throws {
    let scene = try Scene()
    for step in 0..<20 {
      try scene.write((0..<step).map { "line \($0)\n" }.joined(), "dir/b.txt")
      try scene.commit()
    }
    try scene.git("repack -q -a -d")
    let folder = scene.path(".git/objects/pack")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".pack") })
    let file = URL(fileURLWithPath: folder + "/" + name)
    let whole = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    for offset in stride(from: 0, to: whole.count, by: 41) {
      try (whole.prefix(offset) + Data(count: min(64, whole.count - offset)) + whole.dropFirst(offset + 64))
        .write(to: file)
      let code = gitErrorCode { try Self.readAll(scene) }
      #expect([nil, "corrupt-repository", "unknown-revision", "missing-object"].contains(code), "\(offset)")
    }
    for length in stride(from: 0, to: whole.count, by: 97) {
      try whole.prefix(length).write(to: file)
      #expect(gitErrorCode { try Self.readAll(scene) } != nil, "\(length)")
    }
  }

  /// As in a sparse checkout of a partial clone. An empty file would be another content.
  @Test func aLeftOutFileWithoutItsObjectIsMissing() throws {
    let scene = try Scene()
    try scene.git("update-index --skip-worktree a.txt")
    try scene.remove("a.txt")
    #expect(try scene.open().workingTree().contents(of: "a.txt") == Array("a\n".utf8))
    try FileManager.default.removeItem(atPath: Self.file(of: "HEAD:a.txt", in: scene))
    #expect(gitErrorCode { _ = try scene.open().workingTree().contents(of: "a.txt") } == "missing-object")
  }
}
