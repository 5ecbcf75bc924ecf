import Base
import TestSupport
import Testing

@testable import Store

@Suite("Inputs of a build")
struct InputTests {
  private static let recorded: Int64 = 1_700_000_000_123_456_789
  private static let cloned: Int64 = 1_750_000_000_000_000_000

  private static func workspace(_ files: [String: String]) throws -> StateFixture {
    let fixture = try StateFixture()
    for (name, text) in files {
      try fixture.temporary.write(text, to: "ws/\(name)")
      Posix.setTime(cloned, of: path(name, fixture))
    }
    return fixture
  }

  private static func path(_ name: String, _ fixture: StateFixture) -> String {
    "\(fixture.line.workspace)/\(name)"
  }

  private static func input(_ path: RelativePath, _ text: String) -> StateInput {
    StateInput(
      path: path, size: text.utf8.count, modified: FileTime(nanoseconds: recorded),
      digest: SHA256.digest(of: text.utf8))
  }

  private static func settled(
    _ fixture: StateFixture, _ paths: [RelativePath], between: () -> Void = {},
    whileHashing: @escaping @Sendable (RelativePath) -> Void = { _ in }
  ) throws(Failure) -> [StateInput] {
    let snapshot = InputSnapshot.take(root: fixture.line.workspace, paths: paths, jobs: 2)
    between()
    return try snapshot.settled(willHash: whileHashing)
  }

  // MARK: Snapshots

  @Test("What lay there before and after is told with its content")
  func settles() throws {
    let fixture = try Self.workspace(["a": "one", "deep/er/b": "two"])
    Posix.makeLink(Self.path("link", fixture), to: "a")
    let inputs = try Self.settled(fixture, ["a", "deep/er/b", "deep", "link", "missing", "a/below"])
    #expect(inputs.map(\.path) == ["a", "deep/er/b"])
    #expect(inputs.map(\.digest) == ["one", "two"].map { SHA256.digest(of: $0.utf8) })
    #expect(inputs.map(\.modified.nanoseconds) == [Self.cloned, Self.cloned])
  }

  @Test(
    "Whatever happens to an input is told, also if its size and time are as before",
    arguments: ["rewritten", "removed", "made", "replaced", "became a link"])
  func changed(_ what: String) throws {
    let fixture = try Self.workspace(["a": "one", "b": "two"])
    let path = Self.path("b", fixture)
    let change = {
      switch what {
      case "rewritten": Posix.write("TWO", to: path)
      case "removed": Posix.remove(path)
      case "made": Posix.write("new", to: Self.path("c", fixture))
      case "replaced":
        Posix.write("TWO", to: path + ".new")
        Posix.rename(path + ".new", to: path)
      default:
        Posix.remove(path)
        Posix.makeLink(path, to: "a")
      }
      if what.hasPrefix("re") { Posix.setTime(Self.cloned, of: path) }
    }
    let named = what == "made" ? "c" : "b"
    let error = #expect(throws: Failure.self) {
      try Self.settled(fixture, ["a", "b", "c"], between: change)
    }
    #expect(error?.code == Failure.State.inputChanged.rawValue)
    #expect(error?.message.contains("\"\(named)\"") == true)
  }

  @Test("An input that is saved while it is read is told")
  func whileHashing() throws {
    let fixture = try Self.workspace(["a": "one", "b": "two"])
    let path = Self.path("b", fixture)
    let write: @Sendable (RelativePath) -> Void = { input in
      guard input == "b" else { return }
      Posix.write("TWO", to: path)
      Posix.setTime(Self.cloned, of: path)
    }
    let error = #expect(throws: Failure.self) {
      try Self.settled(fixture, ["a", "b"], whileHashing: write)
    }
    #expect(error?.code == Failure.State.inputChanged.rawValue)
  }

  @Test("What is written once the build is over is left out", arguments: ["rewritten", "removed", "made"])
  func writtenByTests(_ what: String) throws {
    let fixture = try Self.workspace(["a": "one", "b": "two"])
    let snapshot = InputSnapshot.take(root: fixture.line.workspace, paths: ["a", "b", "c"], jobs: 2)
      .buildEnded()
    switch what {
    case "rewritten":
      Posix.write("TWO", to: Self.path("b", fixture))
      Posix.setTime(Self.cloned, of: Self.path("b", fixture))
    case "removed": Posix.remove(Self.path("b", fixture))
    default: Posix.write("new", to: Self.path("c", fixture))
    }
    #expect(try snapshot.settled().map(\.path) == (what == "made" ? ["a", "b"] : ["a"]))
    let path = Self.path("a", fixture)
    #expect(
      try snapshot.settled(willHash: { _ in Posix.write("ONE", to: path) }).allSatisfy { $0.path != "a" })
  }

  @Test("What is written before the build is over is told, also when it is written again")
  func writtenInTheBuild() throws {
    let fixture = try Self.workspace(["a": "one", "b": "two"])
    let before = InputSnapshot.take(root: fixture.line.workspace, paths: ["a", "b"], jobs: 2)
    Posix.write("TWO", to: Self.path("b", fixture))
    Posix.setTime(Self.cloned, of: Self.path("b", fixture))
    let snapshot = before.buildEnded()
    Posix.write("two", to: Self.path("b", fixture))
    let error = #expect(throws: Failure.self) { try snapshot.settled() }
    #expect(error?.code == Failure.State.inputChanged.rawValue)
  }

  // MARK: Times

  @Test("Equal content gets its recorded time, everything else a later one")
  func times() throws {
    let fixture = try Self.workspace([
      "equal": "one", "d/equal": "x", "edited": "TWO", "longer": "threes", "new": "four",
    ])
    Posix.makeLink(Self.path("link", fixture), to: "equal")
    let inputs = [
      Self.input("equal", "one"), Self.input("d/equal", "x"), Self.input("edited", "two"),
      Self.input("longer", "three"), Self.input("gone", "five"), Self.input("link", "equal"),
    ]
    let newest = FileTime.now.advanced(by: 5_000_000_000)
    let (equal, other) = InputTimes.restore(
      inputs, after: newest, root: fixture.line.workspace,
      paths: ["equal", "d/equal", "edited", "longer", "new", "gone", "link"], jobs: 2)
    #expect(equal == 2 && other == 5)
    for name in ["equal", "d/equal"] { #expect(Posix.time(of: Self.path(name, fixture)) == Self.recorded) }
    for name in ["edited", "longer", "new", "link"] {
      #expect((Posix.time(of: Self.path(name, fixture)) ?? 0) > newest.nanoseconds)
    }
  }

  @Test("Beside another scratch folder no file is made to look older")
  func timesAsTheyAre() throws {
    let fixture = try Self.workspace(["equal": "one", "edited": "TWO", "old": "four", "young": "five"])
    let inputs = [Self.input("equal", "one"), Self.input("edited", "two")]
    let (before, after) = (FileTime(nanoseconds: Self.recorded), FileTime.now)
    let long = after.advanced(by: 60_000_000_000).nanoseconds
    Posix.setTime(long, of: Self.path("young", fixture))
    #expect(Self.cloned < after.nanoseconds && Self.cloned > before.nanoseconds)
    let (equal, other) = InputTimes.restore(
      inputs, after: after, root: fixture.line.workspace, paths: ["equal", "edited", "old", "young"],
      mode: .asTheyAre, jobs: 2)
    #expect(equal == 1 && other == 3)
    #expect(Posix.time(of: Self.path("equal", fixture)) == Self.cloned)
    #expect(Posix.time(of: Self.path("young", fixture)) == long)
    for name in ["edited", "old"] {
      #expect((Posix.time(of: Self.path(name, fixture)) ?? 0) > after.nanoseconds)
    }
  }

  @Test("Whoever writes while times are set is not taken for what was recorded")
  func racingWriter() throws {
    let fixture = try Self.workspace(["a": "one", "b": "two"])
    let path = Self.path("b", fixture)
    let counts = InputTimes.restore(
      [Self.input("a", "one"), Self.input("b", "two")], after: FileTime(nanoseconds: Self.recorded),
      root: fixture.line.workspace, paths: ["a", "b"], jobs: 1
    ) { if $0 == "b" { Posix.write("TWO", to: path) } }
    #expect(counts == (1, 1))
    #expect((Posix.time(of: path) ?? 0) > Self.cloned)
  }

  @Test("The workspace itself may be reached by a link")
  func linkedRoot() throws {
    let fixture = try Self.workspace(["a": "one"])
    let root = fixture.temporary.path("linked")
    Posix.makeLink(root, to: fixture.line.workspace)
    #expect(try InputSnapshot.take(root: root, paths: ["a"], jobs: 1).settled().count == 1)
    let counts = InputTimes.restore(
      [Self.input("a", "one")], after: FileTime(nanoseconds: 0), root: root, paths: ["a"], jobs: 1)
    #expect(counts == (1, 0))
  }

  @Test("No link is followed, be it the file or a folder on the way")
  func links() throws {
    let fixture = try Self.workspace(["real/a": "one"])
    let outside = fixture.temporary.path("outside")
    Posix.makeFolder(outside)
    Posix.write("one", to: outside + "/a")
    Posix.setTime(Self.cloned, of: outside + "/a")
    Posix.makeLink(Self.path("folder", fixture), to: outside)
    Posix.makeLink(Self.path("file", fixture), to: outside + "/a")
    let counts = InputTimes.restore(
      [Self.input("folder/a", "one"), Self.input("file", "one")], after: FileTime(nanoseconds: 0),
      root: fixture.line.workspace, paths: ["folder/a", "file", "real"], jobs: 1)
    #expect(counts == (0, 3))
    #expect(Posix.time(of: outside + "/a") == Self.cloned)
  }
}
