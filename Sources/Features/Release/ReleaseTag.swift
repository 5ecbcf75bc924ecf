import Graph
import SwiftSources

/// The Git tag of a package's release. It is `1.2.3` for a package that is its whole repository. Other packages have
/// their name in front, as in `Core/1.2.3` or `core-v1.2.3`. workspace.json may set another form.
struct ReleaseTag: Sendable, Hashable {
  /// The text before the version, with the `v` if there is one.
  let prefix: String
  let version: SemanticVersion
  private let suffix: String
  /// The name in Git. The part from `+` on does not belong to the version.
  let name: String

  init(prefix: String, version: SemanticVersion, suffix: String = "") {
    self.init(prefix, version, suffix, name: "\(prefix)\(version)\(suffix)")
  }

  private init(_ prefix: String, _ version: SemanticVersion, _ suffix: String, name: String) {
    (self.prefix, self.version, self.suffix, self.name) = (prefix, version, suffix, name)
  }

  /// Returns the same form with another version.
  func with(_ version: SemanticVersion) -> ReleaseTag {
    ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }

  /// Returns the tag for the first release of a package.
  static func first(of name: String, isWholeRepository: Bool, _ version: SemanticVersion)
    -> ReleaseTag
  {
    ReleaseTag(prefix: isWholeRepository ? "" : "\(name)/", version: version)
  }

  /// Returns the tag for the first release of a package whose tags have a given form.
  static func first(of name: String, _ form: ReleaseTagForm, _ version: SemanticVersion) -> ReleaseTag {
    let (prefix, suffix) = form.surroundings(of: name)
    return ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }
}

// MARK: Reading

extension ReleaseTag {
  /// Returns all meanings of a tag. Without a name it is a release of the whole repository, otherwise of the package
  /// with that name in lower case. Names may contain numbers and hyphens, so a tag may have several meanings.
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

  /// Returns the release of a package with one of these names, if the tag has the form.
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

  /// Returns true when the next tag may have this one's form.
  func looks(like form: ReleaseTagForm, of names: Set<String>) -> Bool {
    Self.reading(name, as: form, of: names) != nil
  }

  private static func reading(_ rest: Substring, of tag: String) -> ReleaseTag? {
    let number = rest.hasPrefix("v") ? rest.dropFirst() : rest
    return SemanticVersion(number).map {
      ReleaseTag(String(tag[..<number.startIndex]), $0, "", name: tag)
    }
  }
}
