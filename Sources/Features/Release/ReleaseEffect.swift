package import SwiftSources

/// The effect of the changes since a package's last release on its users.
package enum ReleaseEffect: String, Sendable, Hashable, CaseIterable, Comparable {
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

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package var isBreaking: Bool { self >= .breaking }
}

/// A reason for releasing a package.
package struct ReleaseCause: Sendable, Hashable {
  package let effect: ReleaseEffect
  /// The reason as a sentence without a full stop.
  package let reason: String
  /// The place from the workspace's root: `Sources/Core/Price.swift:3`.
  package let place: String?

  package init(_ effect: ReleaseEffect, _ reason: String, place: String? = nil) {
    self.effect = effect
    self.reason = reason
    self.place = place
  }
}

/// The step from one version to the next.
package enum VersionStep: String, Sendable, Hashable, CaseIterable {
  case first, patch, minor, major

  /// Before 1.0 there are no promises: the minor number rises for breaking changes, the patch number for all others.
  package init?(_ effect: ReleaseEffect, after last: SemanticVersion) {
    switch effect {
    case .none: return nil
    case .inside: self = .patch
    case .added: self = last.major == 0 ? .patch : .minor
    case .breaking, .unknown: self = last.major == 0 ? .minor : .major
    }
  }

  package func next(after last: SemanticVersion) -> SemanticVersion {
    switch self {
    case .first: last
    case .patch: last.nextPatch
    case .minor: last.nextMinor
    case .major: last.nextMajor
    }
  }
}
