package import Graph
package import SwiftSources

/// How a package's releases are called in Git: `1.2.3` where the package is all of its repository, else with its name in
/// front, as `Core/1.2.3` or `core-v1.2.3`; or as workspace.json says.
package struct ReleaseTag: Sendable, Hashable {
  /// What stands before the version, a `v` included.
  package let prefix: String
  package let version: SemanticVersion
  private let suffix: String
  /// As Git has it: what `+` begins is no part of the version.
  package let name: String

  package init(prefix: String, version: SemanticVersion, suffix: String = "") {
    self.init(prefix, version, suffix, name: "\(prefix)\(version)\(suffix)")
  }

  private init(_ prefix: String, _ version: SemanticVersion, _ suffix: String, name: String) {
    (self.prefix, self.version, self.suffix, self.name) = (prefix, version, suffix, name)
  }

  /// The same form with another version.
  package func with(_ version: SemanticVersion) -> ReleaseTag {
    ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }

  /// Of one that has none yet.
  package static func first(of name: String, isWholeRepository: Bool, _ version: SemanticVersion)
    -> ReleaseTag
  {
    ReleaseTag(prefix: isWholeRepository ? "" : "\(name)/", version: version)
  }

  /// Of one whose releases look like this.
  package static func first(of name: String, _ form: ReleaseTagForm, _ version: SemanticVersion) -> ReleaseTag
  {
    let (prefix, suffix) = form.surroundings(of: name)
    return ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }
}

// MARK: Reading

extension ReleaseTag {
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

  /// What it says of a package with one of these names, if it looks like that.
  static func reading(_ tag: String, as form: ReleaseTagForm, of names: Set<String>) -> ReleaseTag? {
    for name in names.sorted() {
      let (prefix, suffix) = form.surroundings(of: name)
      guard tag.hasPrefix(prefix) else { continue }
      let rest = tag.dropFirst(prefix.count)
      guard rest.hasSuffix(suffix), let version = SemanticVersion(rest.dropLast(suffix.count)) else {
        continue
      }
      return ReleaseTag(prefix, version, suffix, name: tag)
    }
    return nil
  }

  /// Whether the next one may look like this one.
  package func looks(like form: ReleaseTagForm, of names: Set<String>) -> Bool {
    Self.reading(name, as: form, of: names) != nil
  }

  private static func reading(_ rest: Substring, of tag: String) -> ReleaseTag? {
    let number = rest.hasPrefix("v") ? rest.dropFirst() : rest
    return SemanticVersion(number).map {
      ReleaseTag(String(tag[..<number.startIndex]), $0, "", name: tag)
    }
  }
}
