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

  /// All that a tag may mean: without a name, the release of a whole repository; else that of a package with this name, in
  /// lower case. Names may have numbers and hyphens in them, so that there may be several.
  static func readings(of tag: String) -> [(name: String?, tag: ReleaseTag)] {
    var found: [(name: String?, tag: ReleaseTag)] = []
    if let whole = reading(tag[...], of: tag) { found.append((nil, whole)) }
    for index in tag.indices where tag[index] == "/" || tag[index] == "-" {
      guard index > tag.startIndex, let one = reading(tag[tag.index(after: index)...], of: tag) else {
        continue
      }
      found.append((tag[..<index].lowercased(), one))
    }
    return found
  }

  private static func reading(_ rest: Substring, of tag: String) -> ReleaseTag? {
    let number = rest.hasPrefix("v") ? rest.dropFirst() : rest
    return SemanticVersion(number).map {
      ReleaseTag(prefix: String(tag[..<number.startIndex]), version: $0)
    }
  }
}
