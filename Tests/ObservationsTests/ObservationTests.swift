import Base
import Foundation
import TestSupport
import Testing

@testable import Store

/// An observation holds only while whoever was observed would do the same again.
struct ObservationTests {
  private let folder: TemporaryFolder
  private let outside: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    outside = try TemporaryFolder()
  }

  private var roots: SeenRoots {
    SeenRoots(
      workspace: folder.path, folder: .root, products: [], scratch: [folder.path("scratch")],
      toolchain: "/nowhere", temporary: nil)
  }

  private func view() -> DiskView { DiskView(root: folder.path, memory: DiskMemory()) }

  private func observe(_ script: String, _ other: SeenRoots? = nil) throws -> (
    output: String, made: Result<Observation, ObservationObstacle>
  ) {
    let (output, maker) = try watch(script, other)
    return (output, maker.made)
  }

  private func watch(
    _ script: String, _ other: SeenRoots? = nil, ignoring ignored: Set<RelativePath> = []
  ) throws -> (
    output: String,
    maker: (
      made: Result<Observation, ObservationObstacle>, met: Observation, outputs: Set<RelativePath>
    )
  ) {
    let observer = ProcessObserver()
    let output = try Command(
      executable: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "OUTSIDE": outside.path],
      workingFolder: folder.path
    ).run(observer: observer)
    let files = try #require(observer.finish())
    var maker = ObservationMaker(other ?? roots, view())
    maker.isIgnored = { ignored.contains($0) }
    let made = maker.make(of: files) { _, _ in .foreign }
    return (output.stdoutText, (made, maker.met { _, _ in .foreign }, maker.outputs))
  }

  @Test(.enabled(if: HostPlatform.isLinux), arguments: 1...24)
  func whoseOutputDiffersSawADifference(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tree = try RandomTree(folder, &random)
    let script = (0..<5).map { _ in tree.command(&random) }.joined(separator: "\n")
    let (before, made) = try observe(script)
    let observation = try made.get()
    #expect(observation.difference(upTo: .product, in: view()) == nil, "unchanged")
    let copy = try #require(Observation(sealed: observation.sealed))
    #expect(copy == observation)
    for _ in 0..<12 {
      let edit = try tree.edit(&random)
      let now = try observe(script).output
      if now != before {
        #expect(
          observation.difference(upTo: .product, in: view()) != nil,
          "after \(edit):\n\(script)\n\(before)\n\(now)")
      }
    }
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func whatNobodyLookedAtMakesNoDifference() throws {
    try folder.write("1", to: "read")
    try folder.write("1", to: "unread")
    let observation = try observe("cat read").made.get()
    try folder.write("2", to: "unread")
    #expect(observation.difference(upTo: .product, in: view()) == nil)
    try folder.write("2", to: "read")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("read"))
  }

  /// A program that asks where it is looks at each folder on the way.
  @Test(.enabled(if: HostPlatform.isLinux))
  func theFoldersAboveProductsAreNoInputs() throws {
    try folder.write("1", to: "out/scratch/main/product")
    try folder.write("1", to: "out/other")
    let script = "test -e out; test -L out; readlink out"
    let roots = SeenRoots(
      workspace: folder.path, folder: .root, products: [folder.path("out/scratch/main")],
      scratch: [folder.path("out/scratch")], toolchain: "/nowhere", temporary: nil)
    func inside(_ script: String) throws -> Set<SeenPlace> {
      let places = try observe(script, roots).made.get().sights.map(\.place)
      return Set(places.filter { if case .workspace = $0 { true } else { false } })
    }
    #expect(try inside(script).isEmpty)
    #expect(try inside("ls out; cat out/other") == [.workspace("out"), .workspace("out/other")])
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func aLinkInACircleMayBecomeAFile() throws {
    let loop = folder.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
    let observation = try observe("cat loop; cat ./loop; cat loop/x").made.get()
    #expect(observation.difference(upTo: .product, in: view()) == nil)
    try FileManager.default.removeItem(atPath: loop)
    try folder.write("x", to: "loop")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("loop"))
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func aLinkAndWhatItLeadsToAreTwoThings() throws {
    try folder.write("one", to: "target")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "target")
    let observation = try observe("readlink link; cat link").made.get()
    #expect(observation.difference(upTo: .product, in: view()) == nil)
    try folder.write("two", to: "target")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("target"))
    try folder.write("one", to: "target")
    try FileManager.default.removeItem(atPath: folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "./target")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("link"))
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func writesIntoTheTreeAndTimesForbidARecord() throws {
    try folder.write("1", to: "file")
    #expect(try observe("echo x > made").made == .failure(.writes(.workspace("made"))))
    #expect(try observe("rm made").made == .failure(.writes(.workspace("made"))))
    #expect(try observe("stat -c %Y file").made == .failure(.times(.workspace("file"))))
    #expect(ObservationObstacle.times(.workspace("file")).forbidsRecord)
    #expect((try? observe("mkdir -p scratch; echo x > scratch/made").made.get()) != nil, "not the tree's")
  }

  /// The places that select a test are known also where its result is not recorded.
  @Test(
    .enabled(if: HostPlatform.isLinux),
    arguments: [
      ("stat -c %Y other; cat file", ["file", "other"]), ("cat file; stat -c %Y other", ["file", "other"]),
      ("echo x > made; cat file; ls folder", ["file", "folder"]), ("cat file; echo x >> file", ["file"]),
      ("echo x > made; cat made", []), ("cat out; echo x > out; cat file", ["file"]),
      ("echo x > made; sh script", ["script", "file"]), ("rm other; cat file", ["file"]),
    ])
  func placesAreKnownBehindAnObstacle(_ script: String, _ places: [RelativePath]) throws {
    for name in ["file", "other", "folder/x", "out"] { try folder.write("1", to: name) }
    try folder.write("cat file", to: "script")
    let maker = try watch(script, ignoring: ["out"]).maker
    #expect(throws: ObservationObstacle.self) { try maker.made.get() }
    let met = maker.met.sights.compactMap { sight -> RelativePath? in
      if case .workspace(let path) = sight.place, !path.isRoot { path } else { nil }
    }
    #expect(Set(met) == Set(places))
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func whatIsMadeAndRemovedLeavesTheTreeAsItWas() throws {
    let observation = try observe("set -C; echo x > made && rm made && mkdir folder && rmdir folder").made
      .get()
    #expect(observation.difference(upTo: .product, in: view()) == nil)
    try folder.write("x", to: "made")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("made"))
  }

  /// Each leaves `log` or `new`, which Git ignores.
  @Test(
    .enabled(if: HostPlatform.isLinux),
    arguments: [
      // The earlier content makes no difference.
      ("echo x > log", ["log"], nil, nil),
      ("echo x > log; cat log", ["log"], nil, nil),
      (
        "perl -e 'use Fcntl; sysopen(F, \"new\", O_WRONLY | O_CREAT | O_EXCL) or exit 1'", ["new"], nil, "new"
      ),
      ("test -e new || echo x > new", ["new"], nil, "new"),
      ("mkdir new; echo x > new/file", ["new", "new/file"], nil, "new"),
      ("cat read; echo x > log", ["log"], nil, "read"),
      // It met what is not known any more.
      ("echo x >> log", ["log"], "log", nil), ("cat log; echo x > log", ["log"], "log", nil),
      ("rm log", ["log"], "log", nil), ("mv log new", ["log", "new"], "log", nil),
      ("ls; echo x > new", ["new"], "new", nil),
      ("echo x > log; perl -MSocket -e 'socket(my $s, PF_INET, SOCK_STREAM, 0)'", ["log"], "log", nil),
      ("echo x > log; echo x > read", ["log"], "read", nil),
    ] as [(String, Set<RelativePath>, RelativePath?, RelativePath?)])
  func whatGitIgnoresIsNoChangeOfTheTree(
    _ script: String, _ outputs: Set<RelativePath>, _ written: RelativePath?, _ met: RelativePath?
  ) throws {
    for name in ["log", "read"] { try folder.write("1", to: name) }
    let maker = try watch(script, ignoring: ["log", "new", "new/file"]).maker
    #expect(maker.outputs == outputs)
    guard let written else {
      let observation = try maker.made.get()
      let left = IgnoredOutputs(outputs)
      #expect(left.met(by: observation) { _ in true } == nil, "of itself it met nothing")
      for name in ["new", "log"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
      #expect(observation.difference(upTo: .product, in: view()) == nil)
      for name in ["read", "new", "log"] { try folder.write("changed", to: name) }
      #expect(observation.difference(upTo: .product, in: view())?.place == met.map { .workspace($0) })
      return
    }
    #expect(maker.made == .failure(.writes(.workspace(written))))
  }

  @Test func whatWasLeftShowsInWhatIsLookedAt() {
    let outputs = IgnoredOutputs(["cache", "cache/a", "folder/log"])
    func met(
      _ path: RelativePath, _ aspect: Aspect, _ state: SeenState = .folder, left: Set<RelativePath>? = nil
    ) -> RelativePath? {
      outputs.met(by: Observation([.init(.workspace(path), aspect, state, .foreign)])) {
        left?.contains($0) ?? true
      }
    }
    #expect(met("cache", .kind) == "cache")
    #expect(met("cache/b", .content) == "cache", "all in a folder that was made is of that run")
    #expect(met("cache/b", .content, .absent) == nil)
    #expect(met("cache/a", .content, left: ["cache/a"]) == "cache/a")
    #expect(met("folder", .names) == "folder/log")
    #expect(met("folder", .names, left: []) == nil, "it is gone, or Git knows it by now")
    #expect(met("folder", .kind) == nil && met("folder/other", .content) == nil)
    #expect(met(.root, .names) == "cache")
    #expect(met(.root, .tree) == "cache" && met("folder", .tree) == "folder/log")
    #expect(IgnoredOutputs(decoding: outputs.encoded[...]) == outputs)
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func whoeverWritesIsNotRecordedWhateverElseItDoes() throws {
    try folder.write("1", to: "listed/file")
    // The folder that it lists changes by its own doing, and that alone would not forbid a record.
    let listing = try observe("ls listed; echo x > listed/made").made
    #expect(listing == .failure(.writes(.workspace("listed/made"))))
    #expect(
      try observe("ls listed; : > seen; perl -MSocket -e 'socket(my $s, PF_INET, SOCK_STREAM, 0)'").made
        == .failure(.writes(.workspace("seen"))))
  }

  /// Each reads nothing, and learns what differs after the edit beside it.
  @Test(
    .enabled(if: HostPlatform.isLinux),
    arguments: [
      ("stat -c %a file", "printf 2 > file"), ("stat -c %s link", "ln -sfn lile link"),
      ("set -C; : > file", "rm file"),
      ("mkdir folder; ls folder", "echo > folder/new"), ("rm -d folder", "rm folder/made; rmdir folder"),
      ("ln -s file link", "rm link"), ("./script", "cp /bin/false tool"),
    ])
  func whatIsNotReadIsLearnedAllTheSame(_ line: String, _ edit: String) throws {
    try folder.write("1", to: "file")
    try folder.write("1", to: "folder/made")
    try folder.write("#!\(folder.path("tool")) x\n", to: "script")
    let scratch = try observe("ln -s file link; cp /bin/true tool; chmod +x script; touch -d 2001-01-01 file")
    #expect(scratch.made == .failure(.writes(.workspace("link"))))
    let observation = try observe(line).made.get()
    #expect(observation.difference(upTo: .product, in: view()) == nil, "unchanged")
    _ = try observe("\(edit); touch -d 2001-01-01 file")
    #expect(observation.difference(upTo: .product, in: view()) != nil)
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func whatAnotherProcessMayFillIsNotSeen() throws {
    _ = try observe("mkfifo pipe")
    guard case .failure(.unseen) = try observe("(echo x > pipe) & cat pipe; wait").made else {
      Issue.record("a pipe that was there before is seen")
      return
    }
    try folder.write("#!tool\n", to: "script")
    _ = try observe("chmod +x script")
    guard case .failure(.unseen) = try observe("./script").made else {
      Issue.record("a relative interpreter is seen")
      return
    }
  }

  /// The state afterwards is not the one that was read.
  @Test(
    arguments: [
      ("file", FileAccess.Kinds.read, "printf 22 >file"), ("file", .read, "chmod u+x file"),
      ("file", .look, "chmod u-w file"), ("file", .read, "printf 2 >file"),
      ("folder", .list, "touch folder/new"),
    ], [false, true])
  func `what changed meanwhile is no record`(
    edit: (path: String, kinds: FileAccess.Kinds, script: String), putsTimesBack: Bool
  ) throws {
    try folder.write("1", to: "file")
    try folder.write("", to: "folder/old")
    let path = Array(folder.path(edit.path).utf8)
    let state = FileAccess.State(of: path, followingLinks: true)
    let access = FileAccess(path: path, kinds: edit.kinds, state: state)
    let script =
      putsTimesBack ? "touch -r \(edit.path) time; \(edit.script); touch -r time \(edit.path)" : edit.script
    _ = try observe(script)
    try #require(FileAccess.State(of: path, followingLinks: true) != state)
    var maker = ObservationMaker(roots, view())
    #expect(
      maker.make(of: ObservedFiles([access])) { _, _ in .foreign }
        == .failure(.changed(.workspace(RelativePath(edit.path)))))
  }

  @Test func whatIsTemporaryOrTheSystemsIsLeftOut() throws {
    try outside.write("1", to: "file")
    let paths = [
      outside.path("file"), "/usr/lib/x", "/proc/self/maps", "/dev/null", folder.path("scratch/x"),
    ]
    var maker = ObservationMaker(roots, view())
    let files = ObservedFiles(
      paths.map { FileAccess($0, .read) } + [FileAccess("/etc/hosts-of-nobody", .look)])
    let observation = try maker.make(of: files) { _, _ in .foreign }.get()
    #expect(observation.sights.map(\.place) == [.outside(Array("/etc/hosts-of-nobody".utf8))])
  }

  @Test func whatIsBelowTheHomeIsOfWhoeverLooks() throws {
    let roots = SeenRoots(
      workspace: folder.path, folder: .root, products: [], scratch: [], toolchain: "/nowhere", temporary: nil,
      home: "/nobody/of/ours")
    var maker = ObservationMaker(roots, view())
    let files = ObservedFiles([
      FileAccess("/nobody/of/ours/.rc", .look), FileAccess("/nobody/of/ours", .look),
    ])
    let observation = try maker.make(of: files) { _, _ in .foreign }.get()
    #expect(observation.sights.map(\.place.text) == ["~", "~/.rc"])
    func others(_ home: String) -> DiskView {
      DiskView(root: folder.path, home: folder.path(home), memory: DiskMemory())
    }
    #expect(observation.difference(upTo: .foreign, in: others("none")) == nil)
    try folder.write("x", to: "other/.rc")
    #expect(observation.difference(upTo: .foreign, in: others("other")) != nil)
    #expect(Observation(sealed: observation.sealed) == observation)
  }

  struct Neighbour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var repository = "/nobody/ours/a/shop"
    let file: String
    let beside: String?
  }

  @Test(arguments: [
    Neighbour(testDescription: "a neighbour", file: "/nobody/ours/a/x/y", beside: "../../x/y"),
    Neighbour(
      testDescription: "farther up", repository: "/nobody/ours/a/b/shop", file: "/nobody/ours/a/x",
      beside: "../../../x"),
    Neighbour(
      testDescription: "beside a repository in the home folder", repository: "/nobody/ours/shop",
      file: "/nobody/ours/x", beside: "../../x"),
    Neighbour(testDescription: "in the home folder of a user", file: "/nobody/ours/x", beside: nil),
    Neighbour(
      testDescription: "configuration of the user", repository: "/nobody/ours/shop", file: "/nobody/ours/.rc",
      beside: nil),
    Neighbour(testDescription: "of another user", file: "/nobody/others/x", beside: nil),
    Neighbour(testDescription: "of the system", file: "/etc/nothing", beside: nil),
    Neighbour(
      testDescription: "of the system beside the repository", repository: "/shop", file: "/etc/nothing",
      beside: nil),
    Neighbour(
      testDescription: "beside a repository at the top", repository: "/shop", file: "/nobody/x",
      beside: "../../nobody/x"),
    Neighbour(testDescription: "in a temporary folder", file: "/tmp/nobody/x", beside: nil),
  ])
  func aFileBesideTheRepositoryCountsByBothOfItsPaths(example: Neighbour) throws {
    let roots = SeenRoots(
      workspace: example.repository + "/inner", folder: "inner", products: [], scratch: [],
      toolchain: "/nowhere", temporary: nil, home: "/nobody/ours")
    var maker = ObservationMaker(roots, view())
    let files = ObservedFiles([FileAccess(example.file, .look)])
    let observation = try maker.make(of: files) { _, _ in .foreign }.get()
    let beside = observation.sights.compactMap { sight in
      if case .beside(let path) = sight.place { path.description } else { nil }
    }
    #expect(beside == [example.beside].compactMap(\.self))
    #expect(Observation(sealed: observation.sealed) == observation)
  }

  /// Nobody knows whether the test went up from its own folder or named an absolute path.
  @Test func aNeighbourCountsByItsPlaceInEachClone() throws {
    for path in ["a/x", "b/x"] { try folder.write("1", to: path) }
    func view(of clone: String) -> DiskView { DiskView(root: folder.path(clone), memory: DiskMemory()) }
    let state = try #require(view(of: "a/shop").state(of: .beside("../x"), .content))
    let observation = Observation([.init(.beside("../x"), .content, state, .foreign)])
    #expect(state == .file(Array("1".utf8), isExecutable: false))
    #expect(observation.difference(upTo: .foreign, in: view(of: "a/fix")) == nil, "a sibling")
    #expect(observation.difference(upTo: .foreign, in: view(of: "b/shop")) == nil, "an equal file")
    #expect(observation.difference(upTo: .foreign, in: view(of: "a/trees/fix")) != nil)
    // A worktree that tests see at the clone's path.
    let placed = DiskView(
      root: folder.path("a/shop"), beside: { [path = folder.path("a/trees")] in Array("\(path)/\($0)".utf8) },
      memory: DiskMemory())
    #expect(observation.difference(upTo: .foreign, in: placed) != nil)
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func foldersStandForTooManyFiles() throws {
    for number in 0..<40 { try folder.write("\(number)", to: "many/f\(number)") }
    try folder.write("x", to: "other")
    let observer = ProcessObserver()
    _ = try Command(
      executable: "/bin/sh", arguments: ["-c", "cat many/* other >/dev/null"],
      environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: folder.path
    ).run(observer: observer)
    var maker = ObservationMaker(roots, view())
    let files = try #require(observer.finish())
    let observation = try maker.make(of: files, limit: 20) { _, _ in .declared }.get()
    #expect(observation.sights.contains { $0.place == .workspace("many") && $0.aspect == .tree })
    #expect(observation.sights.count < 20)
    try folder.write("changed", to: "many/f7")
    #expect(observation.difference(upTo: .declared, in: view())?.place == .workspace("many"))
  }

  /// The same product says nothing of what a build left beside it.
  @Test(
    .enabled(if: HostPlatform.isLinux),
    arguments: [
      ("cat scratch/build.db", true), ("test -e scratch/build.db", true), ("ls scratch/deep", true),
      ("cat link", true), ("cat scratch/products/data", false), ("test -d scratch/deep", false),
      ("cat scratch/nothing", false), ("cat file", false),
    ])
  func outputsBesideTheProductsAreNoticed(_ script: String, _ isNoticed: Bool) throws {
    for path in ["scratch/build.db", "scratch/deep/x", "scratch/products/data", "file"] {
      try folder.write("x", to: path)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "scratch/build.db")
    let roots = SeenRoots(
      workspace: folder.path, folder: .root, products: [folder.path("scratch/products")],
      scratch: [folder.path("scratch")], toolchain: "/nowhere", temporary: nil)
    let observer = ProcessObserver()
    _ = try Command(
      executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: folder.path
    ).run(observer: observer)
    var maker = ObservationMaker(roots, view())
    _ = maker.make(of: try #require(observer.finish())) { _, _ in .foreign }
    #expect(maker.sawScratch == isNoticed)
  }

  @Test func damagedBytesAreNone() throws {
    let sights = [
      Observation.Sight(.workspace("a"), .content, .absent, .foreign),
      Observation.Sight(.outside(Array("/etc/x".utf8)), .names, .folder, .declared),
    ]
    let bytes = Observation(sights).sealed
    #expect(Observation(sealed: bytes) != nil)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x41
      #expect(Observation(sealed: damaged) == nil)
      #expect(Observation(sealed: Array(bytes[..<place])) == nil)
    }
  }

  @Test func worseHeldPlacesComeFirst() {
    let observation = Observation([
      Observation.Sight(.workspace("d"), .content, .absent, .declared),
      Observation.Sight(.workspace("f"), .content, .folder, .foreign),
    ])
    #expect(observation.difference(upTo: .foreign, in: view())?.place == .workspace("f"))
    let held = observation.covered { _, _ in .declared }
    #expect(held.difference(upTo: .foreign, in: view()) == nil)
    #expect(held.difference(upTo: .declared, in: view())?.place == .workspace("f"))
  }
}
