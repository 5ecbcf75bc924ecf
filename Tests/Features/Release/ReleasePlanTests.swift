import Base
import SwiftSources
import TestSupport
import Testing

@testable import Features

@Suite("What to release, and what follows from it")
struct ReleasePlanTests {
  private static func candidate(
    _ name: String, _ last: String?, _ effect: ReleaseEffect = .none,
    needs: [ReleaseCandidate.Need] = [], preview: String? = nil
  ) -> ReleaseCandidate {
    ReleaseCandidate(
      folder: RelativePath(name), name: name, last: last.flatMap { SemanticVersion($0) },
      preview: preview.flatMap { SemanticVersion($0) },
      causes: effect == .none ? [] : [ReleaseCause(effect, "it changed")], needs: needs)
  }

  private static func words(_ candidates: [ReleaseCandidate]) -> [String] {
    ReleasePlan(candidates).releases.map { "\(candidates[$0.candidate].name) \($0.step.rawValue) \($0.next)" }
  }

  @Test("Nothing changed, nothing is released")
  func nothing() {
    #expect(Self.words([Self.candidate("Core", "1.0.0")]).isEmpty)
  }

  @Test("Who keeps out what is to be released follows, the lower one first; who lets it in does not")
  func followers() {
    let candidates = [
      Self.candidate("App", "1.4.0", needs: [.init(1, .range("1.0.0", "2.0.0"), isExposed: false)]),
      Self.candidate("Cart", "1.0.0", needs: [.init(2, .range("1.0.0", "2.0.0"), isExposed: false)]),
      Self.candidate("Core", "1.9.9", .breaking),
      Self.candidate("Free", "1.0.0", needs: [.init(2, .branch("main"), isExposed: true)]),
    ]
    // App lets 1.0.1 of Cart in.
    #expect(Self.words(candidates) == ["Core major 2.0.0", "Cart patch 1.0.1"])
    let cart = ReleasePlan(candidates).releases[1]
    #expect(cart.edits.map(\.new) == [.range("2.0.0", "3.0.0")])
    #expect(
      cart.causes.map(\.reason) == [
        "it requires 1.0.0..<2.0.0 of Core, which becomes 2.0.0"
      ])
  }

  @Test("What is part of what a package offers breaks it too, all the way up")
  func exposure() {
    let candidates = [
      Self.candidate("Core", "1.0.0", .breaking),
      Self.candidate("Cart", "1.0.0", needs: [.init(0, .range("1.0.0", "2.0.0"), isExposed: true)]),
      Self.candidate("UI", "1.0.0", needs: [.init(1, nil, isExposed: true)]),
      Self.candidate("App", "1.0.0", needs: [.init(2, nil, isExposed: false)]),
    ]
    #expect(Self.words(candidates) == ["Core major 2.0.0", "Cart major 2.0.0", "UI major 2.0.0"])
  }

  @Test("The first release, and one that was announced by a preview")
  func firstAndPreview() {
    #expect(Self.words([Self.candidate("Core", nil)]) == ["Core first 0.1.0"])
    #expect(Self.words([Self.candidate("Core", nil, preview: "1.0.0-beta.2")]) == ["Core first 1.0.0"])
    let announced = [Self.candidate("Core", "1.2.0", .inside, preview: "2.0.0-rc.1")]
    #expect(Self.words(announced) == ["Core patch 2.0.0"])
  }

  @Test("Packages that need one another end the plan as well")
  func cycle() {
    let candidates = [
      Self.candidate("A", "1.0.0", .breaking, needs: [.init(1, .exact("1.0.0"), isExposed: true)]),
      Self.candidate("B", "1.0.0", needs: [.init(0, .exact("1.0.0"), isExposed: true)]),
    ]
    #expect(Set(Self.words(candidates)) == ["A major 2.0.0", "B major 2.0.0"])
  }

  @Test(
    "Whatever changed: nothing is kept out, order is from the bottom, and applied it says nothing more",
    arguments: 0..<300)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let candidates = Self.graph(&random)
    let plan = ReleasePlan(candidates)
    let next = Dictionary(uniqueKeysWithValues: plan.releases.map { ($0.candidate, $0) })
    let places = Dictionary(uniqueKeysWithValues: plan.releases.enumerated().map { ($1.candidate, $0) })
    for (index, candidate) in candidates.enumerated() {
      let release = next[index]
      if let last = candidate.last, let release { #expect(release.next > last, "seed \(seed)") }
      if !candidate.causes.isEmpty { #expect(release != nil, "seed \(seed)") }
      for need in candidate.needs {
        guard let version = next[need.candidate]?.next else { continue }
        if let place = places[index], let lower = places[need.candidate] {
          #expect(lower < place, "seed \(seed)")
        }
        let edit = release?.edits.first { $0.dependency == need.candidate }
        #expect((edit?.new ?? need.requirement)?.allows(version) ?? true, "seed \(seed)")
      }
    }
    let applied = candidates.enumerated().map { index, candidate in
      ReleaseCandidate(
        folder: candidate.folder, name: candidate.name, last: next[index]?.next ?? candidate.last,
        preview: nil, causes: [],
        needs: candidate.needs.map { need in
          let edit = next[index]?.edits.first { $0.dependency == need.candidate }
          return .init(need.candidate, edit?.new ?? need.requirement, isExposed: need.isExposed)
        })
    }
    #expect(ReleasePlan(applied).releases.isEmpty, "seed \(seed)")
  }

  private static func graph(_ random: inout SeededGenerator) -> [ReleaseCandidate] {
    let count = Int.random(in: 1...12, using: &random)
    let names = (0..<count).map { "P\($0)" }
    let versions = (0..<count).map { _ in
      Int.random(in: 0..<8, using: &random) == 0
        ? nil
        : SemanticVersion(
          Int.random(in: 0...2, using: &random), Int.random(in: 0...3, using: &random),
          Int.random(in: 0...3, using: &random))
    }
    return (0..<count).map { index in
      let effect =
        Bool.random(using: &random) ? .none : ReleaseEffect.allCases.randomElement(using: &random) ?? .none
      let needs = (0..<index).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { lower in
        let asked = versions[lower] ?? ReleasePlan.firstVersion
        let forms: [PackageDependency.Requirement?] = [
          nil, .exact("\(asked)"), .range("\(asked)", "\(asked.nextMajor)"),
          .range("\(asked)", "\(asked.nextMinor)"),
          .branch("main"),
        ]
        return ReleaseCandidate.Need(
          lower, forms.randomElement(using: &random) ?? nil, isExposed: Bool.random(using: &random))
      }
      return ReleaseCandidate(
        folder: RelativePath(names[index]), name: names[index], last: versions[index], preview: nil,
        causes: effect == .none ? [] : [ReleaseCause(effect, "it changed")], needs: needs)
    }
  }
}
