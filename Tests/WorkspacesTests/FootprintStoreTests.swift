import Base
import Session
import TestSupport
import Testing

struct FootprintStoreTests {
  private let cache: TemporaryFolder
  private let store: FootprintStore
  private let module = ModuleID(package: "Core", name: "CoreTests")

  init() throws {
    cache = try TemporaryFolder()
    store = FootprintStore(of: "/work", cacheFolder: cache.path)
  }

  private var file: String { cache.path("footprints-1/\(SHA256.digest(of: "/work".utf8))") }

  private func footprints(_ path: RelativePath) -> Footprints {
    Footprints([module: Footprint(tests: .init(files: [path]))])
  }

  @Test func whatIsAddedStays() {
    #expect(store.read().isEmpty)
    store.add(footprints("a"), learnedIn: "main")
    store.add(footprints("b"), learnedIn: "pr-7")
    store.add(Footprints(), learnedIn: "pr-8")
    #expect(store.read() == footprints("a").union(footprints("b")))
    #expect(store.read(learnedIn: "main") == footprints("a"))
    #expect(store.read(learnedIn: "pr-8").isEmpty)
    #expect(FootprintStore(of: "/elsewhere", cacheFolder: cache.path).read().isEmpty)
    FootprintStore(of: "/work", cacheFolder: nil).add(footprints("a"), learnedIn: "main")
  }

  @Test func allClonesKnowWhatOneHasLearned() {
    func clone(_ root: String, _ clones: String = "host/shop", at folder: RelativePath = .root)
      -> FootprintStore
    {
      FootprintStore(of: root, in: clones, at: folder, cacheFolder: cache.path)
    }
    let learned = Footprints([
      module: Footprint(tests: .init(files: ["a", "../beside"], outside: ["/etc/hosts"]))
    ])
    clone("/one").add(learned, learnedIn: "main")
    #expect(clone("/one").read() == learned)
    // The places outside of the repository may be others elsewhere.
    #expect(clone("/two").read() == footprints("a"))
    #expect(clone("/two").read(learnedIn: "main") == footprints("a"))
    #expect(clone("/two", "host/other").read().isEmpty)
    // A clone without an origin is its own name, and the name of clones of it.
    clone("/three", "/three").add(learned, learnedIn: "main")
    #expect(clone("/four", "/three").read() == learned)
  }

  @Test func aNamespaceLongAgoIsForgottenButNotWhatWasLearnedThere() {
    for number in 0..<40 { store.add(footprints(RelativePath("\(number)")), learnedIn: "pr-\(number)") }
    store.add(footprints("again"), learnedIn: "pr-39")
    #expect(store.read()[module].tests.files.count == 41)
    #expect(store.read(learnedIn: "pr-0").isEmpty)
    #expect(store.read(learnedIn: "pr-39") == footprints("39").union(footprints("again")))
  }

  @Test func runsAtOnceLoseNothing() {
    let runs = 0..<16
    _ = concurrentMap(Array(runs), jobs: runs.count) { run in
      let store = FootprintStore(of: "/work", cacheFolder: cache.path)
      for step in 0..<8 {
        store.add(
          footprints(RelativePath("\(run)/\(step)")), learnedIn: run.isMultiple(of: 2) ? "main" : "pr")
      }
    }
    #expect(store.read()[module].tests.files.count == 16 * 8)
    #expect(store.read(learnedIn: "pr")[module].tests.files.count == 8 * 8)
  }

  @Test func aDamagedFileIsNoneAndIsReplaced() throws {
    store.add(footprints("a"), learnedIn: "main")
    let whole = try #require(LocalFiles.read(file))
    var damaged = (0..<whole.count).map { place in
      var bytes = whole
      bytes[place] ^= 1
      return bytes
    }
    damaged += (0..<whole.count).map { Array(whole.prefix($0)) }
    for bytes in damaged + [whole + [0]] {
      LocalFiles.replace(file, with: bytes)
      #expect(store.read().isEmpty)
    }
    store.add(footprints("b"), learnedIn: "main")
    #expect(store.read() == footprints("b"))
  }

  @Test func aFileOfAnotherWorkspaceIsNone() throws {
    store.add(footprints("a"), learnedIn: "main")
    let other = cache.path("footprints-1/\(SHA256.digest(of: "/other".utf8))")
    LocalFiles.replace(other, with: try #require(LocalFiles.read(file)))
    #expect(FootprintStore(of: "/other", cacheFolder: cache.path).read().isEmpty)
  }
}
