import Base
import Testing

@testable import Store

@Suite("A scratch folder there and back")
struct RoundTripTests {
  private static let own: Set<String> = ["ambit-state"]

  @Test("Random trees come back whole, entry by entry", arguments: 0..<12)
  func randomTrees(_ seed: Int) throws {
    let fixture = try StateFixture()
    _ = RandomTree(at: fixture.scratch, seed: UInt64(seed))
    let before = TreeImage(fixture.scratch)
    let entry = try fixture.save()
    Posix.rename(fixture.scratch, to: fixture.scratch + ".away")
    _ = try fixture.states.restore(entry, to: fixture.scratch)
    #expect(TreeImage(fixture.scratch, without: Self.own) == before)
    #expect(!Posix.exists(fixture.scratch + ".restoring"))
    #expect(entry.summary.files == before.entries.values.count { $0.mode & 0o170000 != 0o040000 })
  }

  @Test("Each of many saves in a row can be restored, and no patch needs another", arguments: 0..<4)
  func manySaves(_ seed: Int) throws {
    let fixture = try StateFixture()
    var tree = RandomTree(at: fixture.scratch, seed: UInt64(100 + seed))
    var saved: [(entry: BuildStateEntry, image: TreeImage)] = []
    for step in 0..<8 {
      if step > 0 { tree.edit() }
      let entry = try fixture.save(commit: "c\(step)")
      saved.append((entry, TreeImage(fixture.scratch, without: Self.own)))
    }
    for (index, (entry, image)) in saved.enumerated() {
      let place = fixture.scratch + "-\(index)"
      _ = try fixture.states.restore(entry, to: place)
      #expect(TreeImage(place, without: Self.own) == image)
      let manifest = try fixture.manifest(of: entry)
      for frame in manifest.frames {
        if let prefix = frame.prefix { #expect(manifest.frames[prefix.frame].prefix == nil) }
      }
    }
    #expect(saved.dropFirst().contains { (try? fixture.manifest(of: $0.entry))?.growth.steps ?? 0 > 0 })
  }

  @Test("A save after a restore stores what has changed and no more")
  func savesLittle() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    var random = SystemRandomNumberGenerator()
    var product = (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    Posix.write(product, to: Array("\(fixture.scratch)/product".utf8))
    let first = try fixture.save()
    _ = try fixture.states.restore(first, to: fixture.scratch + "-2")
    for step in 0..<5 {
      product[step * 1000] ^= 1
      Posix.write(product, to: Array("\(fixture.scratch)-2/product".utf8))
      let next = try fixture.states.save(
        fixture.scratch + "-2", as: fixture.line, commit: "d\(step)", inputs: [])
      #expect(next.summary.writtenBytes < 1000)
      #expect(next.summary.storedBytes > 400_000)
      #expect(try fixture.manifest(of: next).frames.count == 2)
    }
  }

  @Test("A save whose base is gone, or damaged, is a whole one")
  func lostBase() throws {
    let fixture = try StateFixture()
    _ = RandomTree(at: fixture.scratch, seed: 3)
    let first = try fixture.save()
    #expect(fixture.states.drop([first]) == [first])
    let second = try fixture.save(commit: "c2")
    #expect(try fixture.manifest(of: second).growth.steps == 0)
    Posix.write("nonsense", to: "\(fixture.scratch)/\(BaseMark.name)")
    #expect(try fixture.manifest(of: try fixture.save(commit: "c3")).growth.steps == 0)
  }

  @Test("After many small saves comes a whole one")
  func overgrown() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    Posix.write("always the same", to: "\(fixture.scratch)/same")
    var wholes: [Int] = []
    for step in 0..<67 {
      Posix.write("now \(step)", to: "\(fixture.scratch)/changing")
      let entry = try fixture.save()
      if try fixture.manifest(of: entry).growth.steps == 0 { wholes.append(step) }
    }
    #expect(wholes.first == 0 && wholes.count > 1)
  }

  @Test("What belongs to one place or time is left out")
  func leftOut() throws {
    let fixture = try StateFixture()
    for folder in ["", "/repositories", "/checkouts", "/checkouts/a", "/checkouts/a/.git", "/checkouts/b"] {
      Posix.makeFolder(fixture.scratch + folder)
    }
    for file in [
      ".lock", "repositories/x", "checkouts/a/.git/HEAD", "checkouts/b/.GIT", "ambit-plan", "kept",
    ] {
      Posix.write("x", to: "\(fixture.scratch)/\(file)")
    }
    let entry = try fixture.save()
    _ = try fixture.states.restore(entry, to: fixture.scratch + "-2")
    let paths = TreeImage(fixture.scratch + "-2", without: Self.own).description
    #expect(paths == "ambit-plan\ncheckouts\ncheckouts/a\ncheckouts/b\nkept")
  }
}
