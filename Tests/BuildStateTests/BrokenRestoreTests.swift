import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Restores that cannot succeed")
struct BrokenRestoreTests {
  private static let own: Set<String> = ["ambit-state"]

  private static func saved(_ seed: UInt64) throws -> (StateFixture, BuildStateEntry, TreeImage) {
    let fixture = try StateFixture()
    var tree = RandomTree(at: fixture.scratch, seed: seed)
    try fixture.save()
    tree.edit()
    let entry = try fixture.save()
    let image = TreeImage(fixture.scratch, without: own)
    Posix.rename(fixture.scratch, to: fixture.temporary.path("away"))
    return (fixture, entry, image)
  }

  private static func path(of blob: ContentDigest, in fixture: StateFixture) -> String {
    "\(fixture.store.folder)/v1/cas/\(blob.hash.description.prefix(2))/\(blob.hash)"
  }

  @Test("Any blob missing or damaged: nothing is there, not even a beginning", arguments: [true, false])
  func blobs(isMissing: Bool) throws {
    let (fixture, entry, _) = try Self.saved(5)
    let before = TreeImage(fixture.temporary.path("ws"))
    for blob in try fixture.manifest(of: entry).blobs {
      let path = Self.path(of: blob, in: fixture)
      let bytes = Posix.read(Array(path.utf8))
      var damaged = bytes
      damaged[bytes.count / 2] ^= 1
      if isMissing { Posix.remove(path) } else { Posix.write(damaged, to: Array(path.utf8)) }
      #expect(fixture.refusal(of: entry) == .damaged)
      #expect(TreeImage(fixture.temporary.path("ws")) == before)
      #expect(fixture.states.find(fixture.line, commit: "c1") == nil)
      Posix.write(bytes, to: Array(path.utf8))
    }
    #expect(fixture.refusal(of: entry) == nil)
  }

  /// Under a seal that fits: what the store finds out by itself is not tried here.
  @Test("A manifest with any byte changed restores what was saved, or nothing")
  func manifestBytes() throws {
    let (fixture, entry, image) = try Self.saved(6)
    let manifest = try fixture.manifest(of: entry)
    let encoded = manifest.encoded
    let contents = image.entries.mapValues(\.content)
    var random = SeededGenerator(seed: 6)
    for _ in 0..<60 {
      var bytes = encoded
      bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      guard let planted = try? fixture.plant(bytes, blobs: manifest.blobs),
        fixture.refusal(of: planted, jobs: 1) == nil
      else {
        #expect(!Posix.exists(fixture.scratch) && !Posix.exists(fixture.scratch + ".restoring"))
        continue
      }
      // A name, a time or a mode may differ: only a broken seal could tell. Contents cannot.
      let known = Set(contents.values)
      for entry in TreeImage(fixture.scratch, without: Self.own).entries.values
      where entry.mode & 0o170000 == 0o100000 {
        #expect(known.contains(entry.content))
      }
      // Whatever modes and names it has now.
      try OpenFolder.open(fixture.line.workspace).removeTree(Array("scratch".utf8)[...])
    }
  }

  @Test("What is there is left alone")
  func occupied() throws {
    let (fixture, entry, image) = try Self.saved(7)
    for make in [
      { Posix.makeFolder($0) }, { Posix.write("mine", to: $0) }, { Posix.makeLink($0, to: "nowhere") },
    ]
      as [(String) -> Void]
    {
      make(fixture.scratch)
      let before = TreeImage(fixture.temporary.path("ws"))
      #expect(fixture.refusal(of: entry) == .occupied)
      #expect(TreeImage(fixture.temporary.path("ws")) == before)
      try FileManager.default.removeItem(atPath: fixture.scratch)
      #expect(throws: Failure.self) {
        try fixture.states.restore(entry, to: fixture.scratch) { make(fixture.scratch) }
      }
      #expect(TreeImage(fixture.temporary.path("ws")).entries.keys == before.entries.keys)
      try FileManager.default.removeItem(atPath: fixture.scratch)
    }
    #expect(fixture.refusal(of: entry) == nil)
    #expect(TreeImage(fixture.scratch, without: Self.own) == image)
  }

  @Test("What a killed restore left is swept away")
  func leftOver() throws {
    let (fixture, entry, image) = try Self.saved(8)
    let begun = fixture.scratch + ".restoring"
    _ = RandomTree(at: begun, seed: 99)
    Posix.makeFolder(begun + "/closed")
    Posix.write("x", to: begun + "/closed/x")
    Posix.setMode(0o000, of: begun + "/closed")
    #expect(fixture.refusal(of: entry) == nil)
    #expect(TreeImage(fixture.scratch, without: Self.own) == image)
    #expect(!Posix.exists(begun))
  }

  @Test("A link planted in its way is removed and not followed")
  func plantedLink() throws {
    let (fixture, entry, image) = try Self.saved(9)
    let victim = fixture.temporary.path("victim")
    Posix.makeFolder(victim)
    Posix.write("precious", to: victim + "/f")
    let before = TreeImage(victim)
    Posix.makeLink(fixture.scratch + ".restoring", to: victim)
    #expect(fixture.refusal(of: entry) == nil)
    #expect(TreeImage(victim) == before)
    #expect(TreeImage(fixture.scratch, without: Self.own) == image)
  }

  @Test("A folder that becomes a link while files are written is not followed")
  func swappedFolder() throws {
    let fixture = try StateFixture()
    let victim = fixture.temporary.path("victim")
    Posix.makeFolder(victim)
    let root = fixture.temporary.path("root")
    Posix.makeFolder(root)
    Posix.makeLink(root + "/g", to: victim)
    var manifest = try fixture.sample()
    manifest.outputs = [.file("g/f", SHA256.digest(of: Array("hello".utf8)), size: 5)]
    let restorer = StateRestorer(manifest, from: fixture.store, to: try OpenFolder.open(root), jobs: 1)
    #expect(throws: Failure.self) { try restorer.run() }
    #expect(TreeImage(victim).entries.isEmpty)
  }

  @Test("States from the future are neither restored nor saved")
  func future() throws {
    let fixture = try StateFixture()
    var manifest = try fixture.sample()
    manifest.outputs[0].modified = FileTime.now.advanced(by: 3_600_000_000_000)
    #expect(fixture.refusal(of: try fixture.plant(manifest)) == .fromTheFuture)
    manifest = try fixture.sample()
    manifest.inputs = [
      StateInput(
        path: "x", size: 0, modified: .now.advanced(by: 3_600_000_000_000), digest: SHA256.digest(of: []))
    ]
    #expect(fixture.refusal(of: try fixture.plant(manifest)) == .fromTheFuture)
    Posix.makeFolder(fixture.scratch)
    Posix.write("x", to: fixture.scratch + "/f")
    Posix.setTime(FileTime.now.nanoseconds + 3_600_000_000_000, of: fixture.scratch + "/f")
    #expect(throws: Failure.self) { try fixture.save() }
  }
}
