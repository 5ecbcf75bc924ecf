import Base
import SwiftSources

/// The packages to release in their order, and the requirements to change in manifests.
struct ReleasePlan: Sendable, Hashable {
  /// A requirement that excludes the coming release.
  struct Edit: Sendable, Hashable {
    /// The index of the dependency among the candidates.
    let dependency: Int
    let old: PackageDependency.Requirement
    let new: PackageDependency.Requirement
  }

  struct Release: Sendable, Hashable {
    /// The index among the candidates.
    let candidate: Int
    let step: VersionStep
    let next: SemanticVersion
    /// The causes with the largest effect first. Causes that follow from other releases are included.
    let causes: [ReleaseCause]
    let edits: [Edit]
  }

  /// The releases, dependencies first.
  let releases: [Release]

  /// The first version of a package without a release.
  static let firstVersion = SemanticVersion(0, 1, 0)

  init(_ candidates: [ReleaseCandidate]) {
    var planner = ReleasePlanner(candidates)
    releases = planner.releases()
  }
}

/// Repeats a walk from dependencies to dependents until nothing changes. Effects only grow, so the walk ends.
private struct ReleasePlanner {
  private let candidates: [ReleaseCandidate]
  private let order: [Int]
  private var effects: [ReleaseEffect]

  init(_ candidates: [ReleaseCandidate]) {
    self.candidates = candidates
    order = BottomUp(candidates).order
    effects = candidates.map { $0.causes.map(\.effect).max() ?? .none }
  }

  mutating func releases() -> [ReleasePlan.Release] {
    var isStable = false
    while !isStable {
      isStable = true
      for index in order {
        let effect = (candidates[index].causes + inherited(index)).map(\.effect).max() ?? .none
        guard effect > effects[index] else { continue }
        effects[index] = effect
        isStable = false
      }
    }
    return order.compactMap(release)
  }

  private func release(_ index: Int) -> ReleasePlan.Release? {
    guard let (step, next) = next(index) else { return nil }
    let causes = candidates[index].causes + inherited(index)
    // Causes with the same effect stay in their order.
    let sorted = ReleaseEffect.allCases.reversed().flatMap { effect in
      effect == .none ? [] : causes.filter { $0.effect == effect }
    }
    return ReleasePlan.Release(
      candidate: index, step: step, next: next, causes: sorted, edits: edits(index).map(\.edit))
  }

  private func next(_ index: Int) -> (VersionStep, SemanticVersion)? {
    let candidate = candidates[index]
    guard let last = candidate.last else {
      return (.first, candidate.preview?.release ?? ReleasePlan.firstVersion)
    }
    guard let step = VersionStep(effects[index], after: last) else { return nil }
    let next = step.next(after: last)
    // The next version is at least the one that a preview announced.
    return (step, max(next, candidate.preview?.release ?? next))
  }
}

// MARK: What follows from what others become

extension ReleasePlanner {
  private func edits(_ index: Int) -> [(need: ReleaseCandidate.Need, edit: ReleasePlan.Edit)] {
    candidates[index].needs.compactMap { need in
      guard let old = need.requirement, let (_, next) = next(need.candidate), old.allows(next) == false
      else { return nil }
      return (need, ReleasePlan.Edit(dependency: need.candidate, old: old, new: old.raised(to: next)))
    }
  }

  private func inherited(_ index: Int) -> [ReleaseCause] {
    let edited = edits(index).map { need, edit in
      let name = candidates[edit.dependency].name
      let version = next(edit.dependency).map { "\($0.1)" } ?? ""
      let asks = "it requires \(edit.old.text) of \(name), which becomes \(version)"
      guard need.isExposed, breaks(need.candidate) else { return ReleaseCause(.inside, asks) }
      return ReleaseCause(.breaking, "\(asks) and may be part of its interface")
    }
    let exposed = candidates[index].needs.compactMap { need -> ReleaseCause? in
      guard need.requirement == nil, need.isExposed, breaks(need.candidate) else { return nil }
      let name = candidates[need.candidate].name
      return ReleaseCause(.breaking, "\(name) may be part of its interface, and has a breaking change")
    }
    return edited + exposed
  }

  /// A package without a release breaks nobody.
  private func breaks(_ index: Int) -> Bool {
    candidates[index].last != nil && effects[index].isBreaking
  }
}

/// The candidates, each after its dependencies. Packages that need one another, which SwiftPM refuses, have any order.
private struct BottomUp {
  private let candidates: [ReleaseCandidate]
  private var isSeen: [Bool]
  private(set) var order: [Int] = []

  init(_ candidates: [ReleaseCandidate]) {
    self.candidates = candidates
    isSeen = Array(repeating: false, count: candidates.count)
    for index in candidates.indices { visit(index) }
  }

  private mutating func visit(_ start: Int) {
    guard !isSeen[start] else { return }
    isSeen[start] = true
    // The path is an array, since a chain of packages may be deeper than the stack.
    var path: [(index: Int, next: Int)] = [(start, 0)]
    while let last = path.last {
      let needs = candidates[last.index].needs
      guard last.next < needs.count else {
        order.append(last.index)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let needed = needs[last.next].candidate
      guard !isSeen[needed] else { continue }
      isSeen[needed] = true
      path.append((needed, 0))
    }
  }
}

/// The effect of the changes since a package's last release on its users.
enum ReleaseEffect: String, Sendable, Hashable, CaseIterable, Comparable {
  /// A release would change nothing for users.
  case none
  /// The behaviour may have changed; the interface is the same.
  case inside
  /// The interface has more than before.
  case added
  /// Users may have to change something.
  case breaking
  /// The effect is not known, so it counts as breaking.
  case unknown

  static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  var isBreaking: Bool { self >= .breaking }
}

/// A reason for releasing a package.
struct ReleaseCause: Sendable, Hashable {
  let effect: ReleaseEffect
  /// The reason as a sentence without a full stop.
  let reason: String
  /// The place from the workspace's root: `Sources/Core/Price.swift:3`.
  let place: String?

  init(_ effect: ReleaseEffect, _ reason: String, place: String? = nil) {
    self.effect = effect
    self.reason = reason
    self.place = place
  }
}

/// The step from one version to the next.
enum VersionStep: String, Sendable, Hashable, CaseIterable {
  case first, patch, minor, major

  /// Before 1.0 there are no promises: the minor number rises for breaking changes, the patch number for all others.
  init?(_ effect: ReleaseEffect, after last: SemanticVersion) {
    switch effect {
    case .none: return nil
    case .inside: self = .patch
    case .added: self = last.major == 0 ? .patch : .minor
    case .breaking, .unknown: self = last.major == 0 ? .minor : .major
    }
  }

  func next(after last: SemanticVersion) -> SemanticVersion {
    switch self {
    case .first: last
    case .patch: last.nextPatch
    case .minor: last.nextMinor
    case .major: last.nextMajor
    }
  }
}

/// A package with everything that decides if it has to be released.
struct ReleaseCandidate: Sendable, Hashable {
  /// A package of the workspace that the candidate depends on.
  struct Need: Sendable, Hashable {
    /// The index of that package among the candidates.
    let candidate: Int
    /// The required versions; nil when the package is used from its folder.
    let requirement: PackageDependency.Requirement?
    /// True when the interface of the candidate mentions that of the other package.
    let isExposed: Bool

    init(_ candidate: Int, _ requirement: PackageDependency.Requirement?, isExposed: Bool) {
      self.candidate = candidate
      self.requirement = requirement
      self.isExposed = isExposed
    }
  }

  let folder: RelativePath
  let name: String
  /// The version of the last release; nil when there is none.
  let last: SemanticVersion?
  /// The newest preview of a coming release.
  let preview: SemanticVersion?
  let causes: [ReleaseCause]
  let needs: [Need]
}
