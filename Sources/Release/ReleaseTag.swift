package import Manifests

/// How a package's releases are called in Git: `1.2.3` where the package is all of its repository, else with its name in
/// front, as `Core/1.2.3` or `core-v1.2.3`.
package struct ReleaseTag: Sendable, Hashable {
  /// What stands before the version, a `v` included.
  package let prefix: String
  package let version: SemanticVersion

  package init(prefix: String, version: SemanticVersion) {
    self.prefix = prefix
    self.version = version
  }

  package var name: String { prefix + version.description }

  /// The same form with another version.
  package func with(_ version: SemanticVersion) -> ReleaseTag { ReleaseTag(prefix: prefix, version: version) }

  /// Of one that has none yet.
  package static func first(of name: String, isWholeRepository: Bool, _ version: SemanticVersion)
    -> ReleaseTag
  {
    ReleaseTag(prefix: isWholeRepository ? "" : "\(name)/", version: version)
  }

  /// nil where the tag is none of a package with one of these names. Of a package that is its whole repository, tags
  /// without a name are the releases, and no others, as SwiftPM sees it too.
  package init?(_ tag: String, of names: Set<String>, isWholeRepository: Bool) {
    let starts =
      isWholeRepository
      ? [""] : names.sorted().flatMap { ["\($0)/", "\($0)-"] }
    for start in starts {
      guard tag.lowercased().hasPrefix(start.lowercased()) else { continue }
      let rest = tag.dropFirst(start.count)
      let number = rest.hasPrefix("v") ? rest.dropFirst() : rest
      guard let version = SemanticVersion(number) else { continue }
      self.init(prefix: String(tag.dropLast(number.count)), version: version)
      return
    }
    return nil
  }
}
