import Session
import Store
import TestSupport
import Testing

@testable import Base

/// A module that was seen to look at places is selected by changes of these.
struct FootprintsTests {
  private func change(_ path: RelativePath, _ kind: ChangeKind) -> FileChange {
    FileChange(path: path, kind: kind, origin: .committed, old: nil, new: nil)
  }

  @Test func aChangeOfWhatWasLookedAtIsSeen() {
    let places = Footprint.Places(files: ["a/file", "b/link/under"], folders: ["listed"], trees: ["all"])
    #expect(places.sees(change("a/file", .modified)))
    #expect(places.sees(change("a/file", .added)))
    #expect(places.sees(change("b/link", .deleted)), "what was a folder is gone, or something else")
    #expect(places.sees(change("listed/new", .added)))
    #expect(places.sees(change("listed/new/deeper", .added)), "a folder has come into being")
    #expect(places.sees(change("all/at/any/depth", .modified)))
    #expect(places.sees(change("listed/old", .typeChanged)), "whoever lists is told what each name is")
    #expect(!places.sees(change("a/other", .modified)))
    #expect(!places.sees(change("listed/old", .modified)), "names are as they were")
  }

  @Test func aGivenPathMayBeNewOrAFolder() {
    let places = Footprint.Places(files: ["a/file"], folders: ["listed/deep"], trees: ["all/deep"])
    for path: RelativePath in ["a/file", "a", "listed/deep/new", "listed", "all"] {
      #expect(places.sees(FileChange(path)), "\(path)")
    }
    #expect(!places.sees(FileChange("other")))
  }

  @Test func whatNoKeyHoldsIsLearned() {
    let observation = Observation([
      .init(.workspace("x"), .content, .absent, .foreign),
      .init(.workspace("own"), .content, .absent, .declared),
      .init(.workspace("f"), .names, .folder, .foreign),
      .init(.workspace("t"), .tree, .folder, .foreign),
      .init(.outside(Array("/etc/x".utf8)), .kind, .absent, .foreign),
      .init(.product("a"), .content, .absent, .product),
    ])
    let places = Footprint.Places(undeclaredIn: observation)
    #expect(places == .init(files: ["x"], folders: ["f"], trees: ["t"], outside: ["/etc/x"]))
    #expect(observation.sights.filter { places.contains($0) }.count == 4)
  }

  @Test func whoLooksAtTooMuchIsSelectedByEverything() {
    let many = (0...Footprint.limit).map { RelativePath("f\($0)") }
    let footprint = Footprint(tests: .init(files: Set(many)))
    #expect(footprint.tests == .everything)
    #expect(footprint.tests.sees(change("whatever/it/is", .modified)))
    #expect(footprint.tests.sees(change("../beside", .modified)))
    let halves = [many.prefix(6000), many.dropFirst(6000)].map { Footprint(tests: .init(files: Set($0))) }
    #expect(halves[0].union(halves[1]).union(Footprint(tests: .init(files: ["more"]))) == footprint)
  }

  @Test func whoHasSeenMoreDoesNotBelieveLess() {
    let seen = Observation([
      .init(.workspace("a"), .content, .absent, .declared), .init(.workspace("d"), .names, .absent, .foreign),
    ])
    #expect(seen.covers(Footprint.Places()))
    #expect(seen.covers(Footprint.Places(files: ["a"], folders: ["d"])))
    #expect(!seen.covers(Footprint.Places(files: ["a", "d"])))
    #expect(!seen.covers(Footprint.Places(outside: ["/etc/hosts"])))
    #expect(!seen.covers(.everything))
  }

  @Test func whatMeansTheSameElsewhereIsShared() {
    let places = Footprint.Places(
      files: ["a", "../b", "../../c", RelativePath(unchecked: Array("x/../../../d".utf8))],
      folders: [RelativePath(unchecked: Array("/etc".utf8)), "f"],
      trees: [.root, RelativePath(unchecked: Array("nul\0".utf8))], outside: ["/etc/hosts"])
    let module = ModuleID(package: "Core", name: "CoreTests")
    let outputs = IgnoredOutputs(places.files)
    let shared = Footprints([module: Footprint(builds: places, tests: places, outputs: outputs)])
      .shared(from: "apps")
    let expected = Footprint.Places(files: ["a", "../b"], folders: ["f"], trees: [.root])
    #expect(
      shared
        == Footprints([
          module: Footprint(builds: expected, tests: expected, outputs: IgnoredOutputs(expected.files))
        ]))
    let local = Footprint(tests: .init(outside: ["/etc/hosts"]))
    #expect(Footprints([module: local]).shared(from: .root).isEmpty)
  }

  @Test func aMachineThatLearnedTooMuchOfBuildsAddsWhatItsTestsSaw() {
    let module = ModuleID(package: "Core", name: "CoreTests")
    let many = Set((0...Footprints.limit).map { RelativePath("f\($0)") })
    let other = Footprints([module: Footprint(builds: .init(files: many), tests: .init(files: ["t"]))])
    let own = Footprints([module: Footprint(builds: .init(files: ["own"]))])
    #expect(
      own.adoptable(of: other) == Footprints([module: Footprint(tests: .init(files: ["t"]))]))
  }

  // MARK: Any footprints

  private static let wide = (0..<2).map { half in (0..<6000).map { RelativePath("wide/\(half)/\($0)") } }

  private func places(_ random: inout SeededGenerator) -> Footprint.Places {
    func some<Place: Hashable>(_ all: [Place]) -> Set<Place> {
      Set(all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    }
    // Both halves together are beyond the limit.
    let half = Int.random(in: 0..<12, using: &random)
    let chosen = half < 2 ? Self.wide[half] : []
    let paths: [RelativePath] = ["a", "a/b", "c", "../d"]
    return Footprint.Places(
      files: some(paths).union(chosen), folders: some(paths), trees: some(paths + [.root]),
      outside: some(["/etc/hosts", "~/x"]))
  }

  private func footprints(_ random: inout SeededGenerator) -> Footprints {
    var modules: [ModuleID: Footprint] = [:]
    for name in ["ATests", "BTests", "C"] where Bool.random(using: &random) {
      let isEverything = Int.random(in: 0..<8, using: &random) == 0
      modules[ModuleID(package: "P", name: name)] = Footprint(
        builds: places(&random), tests: isEverything ? .everything : places(&random),
        outputs: IgnoredOutputs(places(&random).folders))
    }
    return Footprints(modules)
  }

  @Test func mergingKnowsNoOrderAndOnlyGrows() {
    var random = SeededGenerator(seed: 40)
    let changes = ["a", "a/b", "c", "../d", "wide/1/7", "e"].flatMap { path in
      [ChangeKind.modified, .added, .deleted].map { FileChange(RelativePath(path), $0) }
    }
    for round in 0..<20 {
      let (a, b, c) = (footprints(&random), footprints(&random), footprints(&random))
      let all = a.union(b).union(c)
      #expect(a.union(b) == b.union(a), "round \(round)")
      #expect(a.union(b.union(c)) == all, "round \(round)")
      #expect(a.union(a) == a && all.union(b) == all, "round \(round)")
      #expect(all.contains(a) && all.contains(b) && a.contains(Footprints()), "round \(round)")
      #expect(Footprints(decoding: all.encoded[...]) == all)
      for (module, footprint) in a.modules {
        #expect(footprint.builds.isSubset(of: all[module].builds), "round \(round)")
        #expect(footprint.outputs.places.isSubset(of: all.outputs.places), "round \(round)")
        for change in changes where footprint.tests.sees(change) {
          #expect(all[module].tests.sees(change), "round \(round): \(change.path)")
        }
      }
    }
  }
}
