import Base

/// `inputs`: the role of files and variables that are no sources of a module.
package struct InputsConfig: Sendable, Hashable {
  /// The modules that a file outside every target affects.
  package enum Unowned: String, Sendable, Hashable, CaseIterable {
    /// The file affects its package, or everything when it lies in no package.
    case package
    case all, ignore
  }

  package var global: [PathPattern] = Self.defaultGlobal
  package var ignore: [PathPattern] = []
  package var harmless = HarmlessFiles.table
  package var unowned = Unowned.package
  /// Names of environment variables that builds and tests may see. Keys contain their values.
  package var env: [String] = []

  /// The compiler, and the places that packages come from, are part of every build.
  package static let defaultGlobal: [PathPattern] = [
    ".swift-version", "toolset.json", "*.toolset.json", "**/.swiftpm/configuration/**",
  ]
}

extension InputsConfig.Unowned: ConfigChoice {}

extension InputsConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case global, ignore, harmless, unowned, env }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.global, &global)
    // The harmless names were once the default of this list.
    if try object.extend(.ignore, &ignore) { harmless = .own([]) }
    try object.read(.harmless, into: &harmless)
    try object.read(.unowned, into: &unowned)
    env = try object.variableNames(.env)
  }
}

struct VariableName: ConfigDecodable {
  let text: String

  init(_ value: ConfigValue) throws(Failure) {
    text = try value.identifier("an environment variable")
  }
}

extension ConfigValue {
  /// Returns a name of letters, digits and `_`, as variables and build settings have. `thing` says for the message what
  /// is named.
  func identifier(_ thing: String) throws(Failure) -> String {
    let text = try String(self)
    guard text.utf8.allSatisfy(\.isASCIIWord), text.first?.isNumber == false else {
      throw invalid("\(Self.quote(text)) in \"\(name)\" is not the name of \(thing)")
    }
    return text
  }
}

extension ConfigObject {
  func variableNames(_ key: Key) throws(Failure) -> [String] {
    var names: [VariableName] = []
    try extend(key, &names)
    return names.map(\.text)
  }
}
