import Base
import Foundation
import TestSupport
import Testing

@testable import Store

/// Manifests as no save writes them, well sealed in the store: each is refused before anything is written.
@Suite("Hostile manifests")
struct HostileManifestTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let change: @Sendable (inout Manifest) -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (inout Manifest) -> Void) {
      self.name = name
      self.change = change
    }

    /// Another path for the file.
    init(path: String) { self.init(path: Array(path.utf8), name: "path \(path.prefix(20))") }

    init(path: [UInt8], name: String) {
      self.init(name) { $0.outputs[0].path = RelativePath(unchecked: path) }
    }

    /// Other outputs beside the file "f".
    init(_ name: String, _ outputs: [Manifest.Output]) {
      self.init(name) { $0.outputs += outputs }
    }
  }

  private static let paths = [
    "..", "../f", "a/../../f", "/etc/f", "/", "", ".", "./f", "a//f", "f/", "a/./f", ".git", ".git/config",
    ".GIT/hooks",
    "a/.Git", String(repeating: "n", count: 256), String(repeating: "a/", count: 2100) + "f",
  ].map { Case(path: $0) }

  private static let cases =
    paths + [
      Case(path: [0x66, 0, 0x67], name: "zero byte"),
      Case("in no folder", [.link("g/h", to: "x")]),
      Case("below a file", [.link("f/x", to: "y")]),
      Case("below a link", [.link("l", to: "."), .link("l/x", to: "y")]),
      Case("twice", [.link("f", to: "y")]),
      Case("out of order", [.link("a", to: "y")]),
      Case("file and folder", [.folder("f")]),
      Case("absolute link", [.link("l", to: "/etc/passwd")]),
      Case("link out", [.link("l", to: "../x")]),
      Case("link out by way of a link", [.link("l", to: "."), .link("m", to: "l/../..")]),
      Case("absolute link out", { $0.outputs += [.link("l", to: "/tmp/ws/scratch/../x")] }),
      Case("link to itself", [.link("l", to: "l")]),
      Case("links in a circle", [.link("l", to: "m/x"), .link("m", to: "l")]),
      Case("empty link", [.link("l", to: "")]),
      Case("link with a zero byte", [.link("l", to: "a\0b")]),
      Case("set-user-id", { $0.outputs[0].permissions = 0o4755 }),
      Case("sticky", { $0.outputs[0].permissions = 0o1644 }),
      Case("frame that is not there", { $0.move(to: Manifest.Slice(frame: 1, offset: 0, size: 5)) }),
      Case("negative frame", { $0.move(to: Manifest.Slice(frame: -1, offset: 0, size: 5)) }),
      Case("past the frame", { $0.move(to: Manifest.Slice(frame: 0, offset: 1, size: 5)) }),
      Case("negative offset", { $0.move(to: Manifest.Slice(frame: 0, offset: -1, size: 5)) }),
      Case("offset near the largest", { $0.move(to: Manifest.Slice(frame: 0, offset: .max, size: 5)) }),
      Case("more than memory", { $0.move(to: Manifest.Slice(frame: 0, offset: 0, size: .max)) }),
      Case("blob that is not there", { $0.frames[0].blob = 1 }),
      Case("past the blob", { $0.frames[0].stored += 1 }),
      Case("blob offset near the largest", { $0.frames[0].offset = .max }),
      Case("huge frame", { $0.frames[0].raw = 1 << 40 }),
      Case("empty frame", { $0.frames[0].raw = 0 }),
      Case("patch of itself", { $0.frames[0].prefix = Manifest.Slice(frame: 0, offset: 0, size: 1) }),
      Case("patch of nothing", { $0.frames[0].prefix = Manifest.Slice(frame: 7, offset: 0, size: 1) }),
      Case("input outside", { $0.inputs = [.named("../x")] }),
      Case("input twice", { $0.inputs = [.named("x"), .named("x")] }),
      Case("input of Git's", { $0.inputs = [.named(".git/config")] }),
    ]

  @Test("Refused before anything is written", arguments: cases)
  func refused(_ hostile: Case) throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample()
    hostile.change(&manifest)
    let before = TreeImage(fixture.temporary.path("ws"))
    let code = fixture.refusal(of: try fixture.plant(manifest))
    #expect(code == .refused || code == .damaged)
    #expect(TreeImage(fixture.temporary.path("ws")) == before)
  }

  @Test("The manifest that the others are made from is fine")
  func sample() throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample()
    manifest.outputs += [.folder("g"), .link("g/in", to: "../f"), .link("h", to: "\(fixture.scratch)/g")]
    #expect(fixture.refusal(of: try fixture.plant(manifest)) == nil)
    #expect(TreeImage(fixture.scratch).entry("f")?.content == Array("hello".utf8))
  }

  @Test("A state of another key is none")
  func otherKey() throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample()
    manifest.key = fixture.line.key(commit: "other")
    #expect(fixture.refusal(of: try fixture.plant(manifest)) == .damaged)
  }

  @Test("A frame that holds more than it says ends at what it says")
  func bomb() throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample([UInt8](repeating: 0, count: 5_000_000))
    manifest.frames[0].raw = 1000
    manifest.outputs = [.file("f", SHA256.digest(of: [UInt8](repeating: 0, count: 1000)), size: 1000)]
    #expect(fixture.refusal(of: try fixture.plant(manifest)) == .damaged)
    #expect(!Posix.exists(fixture.scratch + ".restoring"))
  }

  @Test("A manifest that holds more than it may ends there too")
  func manifestBomb() throws {
    let fixture = try StateFixture()
    let manifest = try fixture.sample()
    let zeros = try #require(ZstdCompressor()?.compress([UInt8](repeating: 0, count: 1 << 22)))
    #expect(fixture.refusal(of: try fixture.plant(compressed: zeros, blobs: manifest.blobs)) == .damaged)
    #expect(ZstdDecompressor.size(of: zeros[...], limit: 1 << 21) == nil)
  }

  @Test("More than the disk has room for")
  func disk() throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample([UInt8](repeating: 0, count: 1 << 20))
    let digest = SHA256.digest(of: [UInt8](repeating: 0, count: 1 << 20))
    // The same mebibyte under 200,000 names; each may be there, but not all of them.
    manifest.outputs = (0..<200_000).map {
      .file(String(format: "%07d", $0), digest, size: 1 << 20)
    }
    let folder = try OpenFolder.open(fixture.temporary.path)
    let free = try #require(folder.freeBytes)
    let entry = try fixture.plant(manifest)
    guard free < UInt64(manifest.outputs.count) << 20 else { return }
    #expect(fixture.refusal(of: entry) == .diskFull)
    #expect(!Posix.exists(fixture.scratch + ".restoring"))
  }
}

extension Manifest {
  fileprivate mutating func move(to slice: Slice) {
    guard case .file(_, let digest) = outputs[0].content else { return }
    outputs[0].content = .file(slice, digest)
  }
}

extension StateInput {
  static func named(_ path: String) -> StateInput {
    StateInput(
      path: RelativePath(unchecked: Array(path.utf8)), size: 1, modified: FileTime(nanoseconds: 0),
      digest: SHA256.digest(of: path.utf8))
  }
}
