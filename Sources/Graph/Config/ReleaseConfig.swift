/// `release`: the form of release tags, where it is not the usual one.
package struct ReleaseConfig: Sendable, Hashable {
  /// The rules for tags. A tag of a package may have the form of any rule that matches the package. The first one gives
  /// the form of the next tag.
  package var tags: [ReleaseTagRule] = []

  package init() {}
}

package struct ReleaseTagRule: Sendable, Hashable {
  /// A pattern for packages.
  package var match: ModulePattern
  package var tag: ReleaseTagForm
}

/// The form of a tag: `{name}/{version}`, `release/{version}`, `{name}_{version}`.
package struct ReleaseTagForm: Sendable, Hashable {
  static let version = "{version}"
  static let name = "{name}"

  private let before: String
  private let after: String

  /// Returns the text before and after the version, in a tag of the package with that name.
  package func surroundings(of package: String) -> (prefix: String, suffix: String) {
    (before.replacing(Self.name, with: package), after.replacing(Self.name, with: package))
  }
}

// MARK: Decoding

extension ReleaseConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case tags }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.tags, &tags)
  }
}

extension ReleaseTagRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, tag }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    tag = try object.require(.tag)
    if !match.isForPackages, let place = object[.match] {
      throw place.invalid("\"\(place.name)\" must name packages, like \"//Packages/*\"")
    }
  }
}

extension ReleaseTagForm: ConfigDecodable {
  init(_ value: ConfigValue) throws(ConfigError) {
    let text = try String(value)
    if let problem = Self.problem(in: text) { throw value.invalid("\"\(value.name)\" \(problem)") }
    let parts = text.split(separator: Self.version, omittingEmptySubsequences: false)
    (before, after) = (String(parts[0]), String(parts[1]))
  }

  private static func problem(in text: String) -> String? {
    let parts = text.split(separator: version, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "must contain {version} exactly once" }
    let bare = parts.joined().replacing(name, with: "")
    guard !bare.contains("{"), !bare.contains("}") else {
      return "may use braces only for {name} and {version}"
    }
    guard text.split(separator: name, omittingEmptySubsequences: false).count < 3 else {
      return "must not contain {name} more than once"
    }
    // The form with an example of a name and a version.
    return isReference(text.replacing(name, with: "n").replacing(version, with: "1.0.0"))
      ? nil : "is not a valid name of a Git tag"
  }

  /// Returns true for a valid name by the rules of `git check-ref-format` that is not an option.
  private static func isReference(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
    let isForbidden = { (scalar: Unicode.Scalar) in
      scalar.value <= 0x20 || scalar.value == 0x7F || "~^:?*[\\".unicodeScalars.contains(scalar)
    }
    return isPlain && !text.hasPrefix("-") && !text.hasSuffix(".") && !text.contains("..")
      && !text.contains("@{") && !text.unicodeScalars.contains(where: isForbidden)
  }
}
