import SwiftSources

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
