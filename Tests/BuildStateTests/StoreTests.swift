import Base
import TestSupport
import Testing

@testable import Store

@Suite("States in the store")
struct StoreTests {
  @Test("A state is found under its line and commit, with its inputs")
  func find() throws {
    let fixture = try StateFixture()
    _ = RandomTree(at: fixture.scratch, seed: 1)
    let inputs = [StateInput.named("b"), .named("a")]
    let entry = try fixture.save(inputs: inputs)
    #expect(fixture.states.find(fixture.line, commit: "c1") == entry)
    #expect(fixture.states.find(fixture.line, commit: "c2") == nil)
    #expect(entry.summary.inputs == 2 && entry.summary.writtenBytes == entry.summary.storedBytes)
    #expect(try fixture.states.restore(entry, to: fixture.scratch + "-2") == [.named("a"), .named("b")])
  }

  @Test("Lines differ by every field, its order, and the place")
  func lines() {
    let lines = [
      StateLine([("a", "b")], workspace: "/w", scratch: "/s"),
      StateLine([("ab", "")], workspace: "/w", scratch: "/s"),
      StateLine([("a", "b"), ("c", "d")], workspace: "/w", scratch: "/s"),
      StateLine([("c", "d"), ("a", "b")], workspace: "/w", scratch: "/s"),
      StateLine([("a", "b")], workspace: "/x", scratch: "/s"),
      StateLine([("a", "b")], workspace: "/w", scratch: "/x"),
      StateLine([], workspace: "/w", scratch: "/s"),
    ]
    #expect(Set(lines.map(\.digest)).count == lines.count)
    #expect(Set(lines.flatMap { [$0.key(commit: "1"), $0.key(commit: "2")] }).count == 2 * lines.count)
  }

  @Test("All states are listed, newest first, and nothing else is")
  func all() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    var result = ActionResult()
    result.standardOutput.raw = Array("a test".utf8)
    fixture.store.setRecord(result, for: SHA256.digest(of: "test".utf8))
    let entries = try ["c1", "c2", "c3"].map { try fixture.save(commit: $0) }
    #expect(fixture.states.all() == entries.reversed())
  }

  @Test("A dropped state takes with it what no other needs")
  func drop() throws {
    let fixture = try StateFixture()
    var tree = RandomTree(at: fixture.scratch, seed: 2)
    let first = try fixture.save(commit: "c1")
    let image = TreeImage(fixture.scratch, without: ["ambit-state"])
    tree.edit()
    let second = try fixture.save(commit: "c2")
    let both = fixture.store.statistics().blobs.count
    #expect(fixture.states.drop([second]) == [second])
    #expect(fixture.states.all() == [first])
    let one = try fixture.manifest(of: first).blobs.count + 1
    #expect(fixture.store.statistics().blobs.count == one && both > one)
    _ = try fixture.states.restore(first, to: fixture.scratch + "-2")
    #expect(TreeImage(fixture.scratch + "-2", without: ["ambit-state"]) == image)
    #expect(fixture.states.drop([first]) == [first])
    #expect(fixture.store.statistics().blobs.count == 0)
  }

  @Test("Several states go at once, with the blobs that only they need")
  func dropSeveral() throws {
    let fixture = try StateFixture()
    var tree = RandomTree(at: fixture.scratch, seed: 5)
    let entries = try ["c1", "c2", "c3"].map { commit in
      tree.edit()
      return try fixture.save(commit: commit)
    }
    let dropped = [entries[0], entries[2]]
    #expect(fixture.states.drop(dropped) == dropped)
    #expect(fixture.states.all() == [entries[1]])
    _ = try fixture.states.restore(entries[1], to: fixture.scratch + "-2")
    #expect(fixture.states.drop(fixture.states.all()) == [entries[1]])
    #expect(fixture.store.statistics().blobs.count == 0)
  }

  @Test("A store that takes nothing is told")
  func readOnly() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    Posix.write("x", to: fixture.scratch + "/f")
    // Whoever is root writes everywhere; a file in a folder's place stops him too.
    for shard in 0..<256 { try fixture.temporary.write("", to: "store/v1/cas/\(Text.hex(UInt8(shard)))") }
    let error = #expect(throws: Failure.self) { try fixture.save() }
    #expect(error?.code == Failure.State.unwritable.rawValue)
    #expect(!Posix.exists("\(fixture.scratch)/\(BaseMark.name)"))
  }

  // MARK: Folders that cannot be saved

  @Test(
    "What a state cannot hold is told by its name, and nothing is saved",
    arguments: ["pipe", "link out", "absolute link", "circle"])
  func refused(_ what: String) throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    Posix.makeFolder(fixture.scratch + "/d")
    let odd = fixture.scratch + "/d/odd"
    switch what {
    case "pipe": Posix.makePipe(odd)
    case "link out": Posix.makeLink(odd, to: "../../marker")
    case "absolute link": Posix.makeLink(odd, to: "/etc")
    default: Posix.makeLink(odd, to: "odd")
    }
    let error = #expect(throws: Failure.self) { try fixture.save() }
    #expect(error?.code == Failure.State.refused.rawValue)
    #expect(error?.message.contains("\"d/odd\"") == true)
    #expect(fixture.states.all().isEmpty)
  }

  @Test("Special bits of modes are lost, second names are files of their own")
  func modes() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    Posix.write("x", to: fixture.scratch + "/f")
    Posix.setMode(0o6755, of: fixture.scratch + "/f")
    Posix.makeHardLink(fixture.scratch + "/g", to: fixture.scratch + "/f")
    let entry = try fixture.save()
    _ = try fixture.states.restore(entry, to: fixture.scratch + "-2")
    let image = TreeImage(fixture.scratch + "-2")
    #expect(image.entry("f")?.mode == 0o100755 && image.entry("g")?.mode == 0o100755)
    Posix.write("y", to: fixture.scratch + "-2/g")
    #expect(TreeImage(fixture.scratch + "-2").entry("f")?.content == Array("x".utf8))
  }

  @Test("A file that is written while it is saved stops the save")
  func writtenMeanwhile() throws {
    let fixture = try StateFixture()
    Posix.makeFolder(fixture.scratch)
    Posix.write("one", to: fixture.scratch + "/f")
    let folder = try OpenFolder.open(fixture.scratch)
    let reader = ScratchReader(folder: folder, jobs: 1)
    let found = try ScratchWalk.found(in: folder)
    let files = try reader.digests(of: found)
    Posix.write("two", to: fixture.scratch + "/f")
    #expect(throws: Failure.self) { try reader.digests(of: found) }
    #expect(throws: Failure.self) { try FrameMaker(reader).bundle(files) }
  }
}
