package import SwiftSources

/// What became of a package since its last release, as those see it who use it.
package enum ReleaseEffect: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Nothing that a release would bring anybody.
  case none
  /// What it does may be another thing, what it offers is the same.
  case inside
  /// It offers more.
  case added
  /// Who uses it may have to change something.
  case breaking
  /// Nobody can tell, so that it counts as breaking.
  case unknown

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package var isBreaking: Bool { self >= .breaking }
}

/// Why a package has to be released.
package struct ReleaseCause: Sendable, Hashable {
  package let effect: ReleaseEffect
  /// One sentence without a full stop.
  package let reason: String
  /// `Sources/Core/Price.swift:3`, from the workspace's root.
  package let place: String?

  package init(_ effect: ReleaseEffect, _ reason: String, place: String? = nil) {
    self.effect = effect
    self.reason = reason
    self.place = place
  }
}

/// From one version to the next.
package enum VersionStep: String, Sendable, Hashable, CaseIterable {
  case first, patch, minor, major

  /// Before 1.0 nothing is promised for good: the minor number says what breaks, and the patch number all else.
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
