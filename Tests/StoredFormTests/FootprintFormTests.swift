import Base
import Session
import Store
import TestSupport
import Testing

/// Footprints of a workspace, as this release and the last one keep them.
struct FootprintFormTests {
  private let cache: TemporaryFolder
  private let store: FootprintStore
  private let workspace = SHA256.digest(of: "/work/shop".utf8)

  private static let core = ModuleID(package: "Packages/Core", name: "Core")
  private static let coreTests = ModuleID(package: "Packages/Core", name: "CoreTests")
  private static let appTests = ModuleID(package: ".", name: "AppTests")
  private static let seen = Footprints([
    coreTests: Footprint(
      tests: .init(
        files: ["Fixtures/a.json", "../shared/b.txt", "gone"], folders: ["Fixtures"], trees: ["Snapshots"],
        outside: ["/etc/hosts", "~/.config/tool"])),
    appTests: Footprint(tests: .init(files: ["data/[1] x.txt"])),
  ])
  private static let learned = Footprints([
    core: Footprint(builds: .init(files: ["data/flags.inc", "Fixtures/a.json"], folders: ["Templates"])),
    coreTests: Footprint(
      builds: .init(
        files: ["data/flags.inc", "Fixtures/a.json"], folders: ["Templates"],
        outside: ["/usr/include/zlib.h"])),
  ])

  init() throws {
    cache = try TemporaryFolder()
    store = FootprintStore(of: "/work/shop", cacheFolder: cache.path)
  }

  /// nil for what is not read.
  private func read(_ bytes: [UInt8], in folder: String) -> Footprints? {
    LocalFiles.replace(cache.path("\(folder)/\(workspace)"), with: bytes)
    let found = store.read()
    return found.isEmpty ? nil : found
  }

  @Test func footprints() throws {
    store.add(Self.seen, learnedIn: "main")
    store.add(Self.learned, learnedIn: "pr-7")
    let left = Footprints([Self.appTests: Footprint(outputs: IgnoredOutputs(["run.log", "cache"]))])
    store.add(left, learnedIn: "user-ada")
    let written = LocalFiles.read(cache.path("footprints-1/\(workspace)"))
    try GoldenFile("footprints-1").hold(Self.seen.union(Self.learned).union(left), written: written) {
      bytes in
      let found = read(bytes, in: "footprints-1")
      #expect(found == nil || store.read(learnedIn: "main") == Self.seen)
      return found
    }
  }

  @Test func whatTestsLookedAt() throws {
    try GoldenFile("seen-2").hold(Self.seen, written: nil) { read($0, in: "seen-2") }
  }

  @Test func whatBuildsRead() throws {
    try GoldenFile("learned-3").hold(Self.learned, written: nil) { read($0, in: "learned-3") }
  }

  @Test func bothAreMergedAndStayUntilSomethingIsLearned() throws {
    try whatTestsLookedAt()
    try whatBuildsRead()
    let root = try #require(LocalFiles.read(cache.path("learned-3/\(workspace)")))
    // The last variant of each was damaged.
    #expect(store.read().isEmpty && !root.isEmpty)
    for name in ["seen-2", "learned-3"] {
      let file = cache.path("\(name)/\(workspace)")
      LocalFiles.replace(file, with: Array(try #require(LocalFiles.read(file)).dropLast()))
    }
    let previous = Self.seen.union(Self.learned)
    #expect(store.read() == previous)
    #expect(store.read(learnedIn: "main").isEmpty, "nobody knows where that was learned")
    let new = Footprints([Self.core: Footprint(builds: .init(files: ["new"]))])
    store.add(new, learnedIn: "main")
    LocalFiles.remove(cache.path("seen-2/\(workspace)"))
    #expect(store.read() == previous.union(new))
    #expect(store.read(learnedIn: "main") == new)
  }
}
