import Base
import TestSupport
import Testing

@testable import Graph
@testable import Runner

/// What has to go before a build, told from values alone.
@Suite struct StaleOutputsTests {
  private static let core = ModuleID(package: "Core", name: "Core")
  private static let second: Int64 = 1_000_000_000
  /// The moment at which everything was as the ledger says.
  private static let then = 100 * second

  private static func file(_ path: String, _ text: String) -> TreeFile {
    TreeFile(
      path: RelativePath(path), kind: .file,
      content: ContentID(SHA256.digest(of: Array(text.utf8)).bytes.prefix(ContentID.length)))
  }

  private static func inputs(
    source: String = "s", header: String = "h", others: String = "o", system: String = "x",
    generation: String? = nil, manifest: String = "m"
  ) -> BuildInputs {
    var module = ModuleInputs(others: SHA256.digest(of: Array(others.utf8)))
    module.sources = [file("Core/A.swift", source), file("Core/B.swift", "b")]
    module.headers = [file("Core/include/a.h", header)]
    module.otherFiles = [file("Core/module.modulemap", others)]
    module.generation = generation.map { SHA256.digest(of: Array($0.utf8)) }
    return BuildInputs(
      root: "/w", asOf: then, surroundings: SHA256.digest(of: Array(system.utf8)), modules: [core: module],
      manifests: ["Core": SHA256.digest(of: Array(manifest.utf8))])
  }

  private static func ledger(isSettled: Bool = true) -> Ledger {
    let module = inputs().modules[core]
    return Ledger(
      surroundings: inputs().surroundings,
      modules: [
        core: Ledger.Entry(
          isSettled: isSettled, asOf: then, others: SHA256.digest(of: Array("o".utf8)),
          sources: Set((module?.sources ?? []).map { FileMark($0) }),
          headers: Set((module?.headers ?? []).map { FileMark($0) }))
      ])
  }

  /// One source that goes by its time, and what of it has to go.
  private static func edited(recompiling sources: Set<String> = []) -> StaleOutputs {
    var staleOutputs = StaleOutputs()
    staleOutputs.edited = [core]
    if !sources.isEmpty { staleOutputs.recompiled = [core: sources] }
    return staleOutputs
  }

  /// With files that were written, and changed in any way, so many seconds after the ledger's moment.
  private static func staleOutputs(
    _ now: BuildInputs, from ledger: Ledger = ledger(), written: Double = -50, changed: Double = -50
  ) -> StaleOutputs {
    func moment(_ seconds: Double) -> Int64 { then + Int64(seconds * Double(second)) }
    return StaleOutputs(from: ledger, to: now, [core]) { _ in
      FileTimes(written: moment(written), changed: moment(changed))
    }
  }

  private static func outdated(_ staleOutputs: StaleOutputs) -> Bool { staleOutputs.outdated == [core] }

  @Test func whatIsAsItWasStays() {
    #expect(Self.staleOutputs(Self.inputs()) == StaleOutputs())
    #expect(
      Self.staleOutputs(Self.inputs(), written: 5, changed: 5) == StaleOutputs(), "only its time is new")
  }

  @Test func aSwiftSourceGoesByWholeSeconds() {
    let edited = Self.inputs(source: "t")
    #expect(Self.staleOutputs(edited, written: 1, changed: 1) == Self.edited(), "the driver sees that")
    for written in [0.999, 0.001, 0, -1, -100] {
      #expect(
        Self.staleOutputs(edited, written: written, changed: 1) == Self.edited(recompiling: ["A.swift"]),
        "written \(written) s after the build")
    }
    #expect(Self.edited(recompiling: ["A.swift"]).keepsPlan)
  }

  @Test func otherSourcesGoByNanoseconds() {
    func inputs(_ text: String) -> BuildInputs {
      var inputs = Self.inputs()
      inputs.modules[Self.core]?.sources = [Self.file("Core/a.c", text)]
      return inputs
    }
    var ledger = Self.ledger()
    ledger.modules[Self.core]?.sources = [FileMark(Self.file("Core/a.c", "s"))]
    #expect(Self.staleOutputs(inputs("t"), from: ledger, written: 1e-9) == Self.edited())
    #expect(Self.staleOutputs(inputs("t"), from: ledger, written: 0) == Self.edited(recompiling: ["a.c"]))
  }

  /// It may have held anything while it was compiled, and may hold the same as before again.
  @Test func aSourceWrittenDuringTheBuildIsCompiledAgain() {
    var ledger = Self.ledger()
    let mark = FileMark(Self.file("Core/A.swift", "s"))
    ledger.modules[Self.core]?.sources.remove(mark)
    ledger.modules[Self.core]?.sources.insert(mark.withoutContent)
    for written in [-9.0, 0, 9] {
      #expect(
        Self.staleOutputs(Self.inputs(), from: ledger, written: written)
          == Self.edited(recompiling: ["A.swift"]))
    }
  }

  @Test func aHeaderGoesByWholeSeconds() {
    let edited = Self.inputs(header: "i")
    var reopened = Self.edited()
    reopened.reopened = [Self.core]
    #expect(Self.staleOutputs(edited, written: 1, changed: 1) == reopened)
    #expect(Self.outdated(Self.staleOutputs(edited, written: 0.9, changed: 1)), "caches take it for the same")
    #expect(Self.outdated(Self.staleOutputs(edited, written: -9, changed: 1)))
    #expect(reopened.keepsPlan)
  }

  @Test func allSourcesAreCompiledWithOtherFlags() {
    var inputs = Self.inputs()
    inputs.modules[Self.core]?.flags = SHA256.digest(of: [1])
    var reopened = Self.edited()
    reopened.reopened = [Self.core]
    #expect(Self.staleOutputs(inputs) == reopened)
  }

  @Test func whatNobodyWatchesGoesByContentAlone() {
    #expect(Self.outdated(Self.staleOutputs(Self.inputs(others: "p"), written: 5, changed: 5)))
    #expect(!Self.staleOutputs(Self.inputs(others: "p")).keepsPlan)
  }

  @Test func anotherSystemLeavesNothing() {
    #expect(Self.staleOutputs(Self.inputs(system: "y")) == .everything)
  }

  @Test func aModuleThatIsNotWrittenDownIsOutdated() {
    var ledger = Self.ledger()
    ledger.modules = [:]
    #expect(Self.outdated(Self.staleOutputs(Self.inputs(), from: ledger)))
  }

  @Test func afterABuildThatDidNotEndNothingMayHaveBeenTouched() {
    let open = Self.ledger(isSettled: false)
    #expect(Self.staleOutputs(Self.inputs(), from: open) == StaleOutputs())
    #expect(Self.outdated(Self.staleOutputs(Self.inputs(), from: open, written: -50, changed: 0)))
    var sources = Self.inputs()
    sources.modules[Self.core]?.headers = []
    sources.modules[Self.core]?.otherFiles = []
    #expect(
      Self.staleOutputs(sources, from: open, written: 9, changed: 9)
        == Self.edited(recompiling: ["A.swift", "B.swift"]), "compiled or not, nobody knows what")
    #expect(Self.staleOutputs(Self.inputs(), changed: 9) == StaleOutputs(), "that build came to its end")
  }

  @Test func whatPluginsReadIsMadeAgainAndManifestsAreAskedAgain() {
    let before = SharedLedger(
      isSettled: true, asOf: Self.then, generations: [Self.core: SHA256.digest(of: Array("g".utf8))],
      manifests: ["Core": .init(meaning: SHA256.digest(of: [1]), text: SHA256.digest(of: [2]))])
    func added(_ now: SharedLedger, from ledger: SharedLedger = before, changed: Int64 = 0) -> StaleOutputs {
      var staleOutputs = StaleOutputs()
      staleOutputs.add(from: ledger, to: now, [Self.core], Self.inputs(generation: "g")) { _ in
        FileTimes(written: 0, changed: changed)
      }
      return staleOutputs
    }
    #expect(added(before) == StaleOutputs())
    #expect(added(before, from: SharedLedger()).regenerated == [Self.core])
    var other = before
    other.generations[Self.core] = SHA256.digest(of: [9])
    #expect(added(other).regenerated == [Self.core])
    var open = before
    open.isSettled = false
    #expect(added(before, from: open).regenerated == [])
    #expect(added(before, from: open, changed: Self.then).regenerated == [Self.core])

    var said = before
    said.manifests["Core"]?.meaning = SHA256.digest(of: [3])
    #expect(added(said).isManifest, "the same words mean something else")
    said.manifests["Core"]?.text = SHA256.digest(of: [4])
    #expect(!added(said).isManifest, "SwiftPM sees that the manifest is another")
  }
}
