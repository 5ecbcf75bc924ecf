package import Base

/// Packages that are built by one invocation, in a scratch folder of their own.
package struct BuildGroup: Sendable, Equatable, Codable {
  package let name: String
  package let scratchFolder: String
  /// Sorted by folder. A single one is built as SwiftPM builds any package.
  package let packages: [PackageRun]
  /// The pins of all of them; nil when they need nothing from outside.
  package let pins: ResolvedPins?
  package let kept: KeptOutputs

  /// All packages of the workspace that SwiftPM has before it when it plans; nil when that cannot be told.
  package var plannedPackages: Set<RelativePath>? {
    packages.reduce(into: []) { all, package in
      if let planned = package.planned { all?.formUnion(planned) } else { all = nil }
    }
  }

  /// In the order in which they are built one after the other, what others need first: a package is compiled otherwise
  /// when it is the root, and is left behind as others need it.
  var inTurn: [PackageRun] {
    let needs = packages.map { Set($0.closure.map(\.package)).count }
    return packages.indices.sorted { (needs[$0], $0) < (needs[$1], $1) }.map { packages[$0] }
  }

  /// What of the workspace may lie in a scratch folder, whoever was affected when it was built: what is not among it is
  /// from former times, and must go.
  package struct KeptOutputs: Sendable, Equatable, Codable {
    package let targets: Set<String>
    /// The names under which products lie there.
    package let products: Set<String>
    /// All that decides which modules come from outside the workspace; with another, those that were built before must
    /// go.
    package let externals: ExternalNeeds
  }
}
