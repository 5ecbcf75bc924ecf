package import Base

/// The files that a scheme or test plan mentions besides its targets. Its tests may read them.
package struct TestMentions: Sendable, Hashable {
  /// Scripts that run before or after an action, arguments, and values of environment variables.
  package var texts: [String] = []
  /// Other files, such as the places of a journey (GPX) and the products of StoreKit.
  package var files: [RelativePath] = []

  mutating func add(_ other: TestMentions) {
    texts += other.texts
    files += other.files
  }

  /// Adds the value of an environment variable, which may contain spaces.
  mutating func add(variable name: String, value: String) {
    texts.append("\"\(value)\"")
    // Libraries for snapshots read the folder for 64 bits: `ReferenceImages_64` for `ReferenceImages`.
    if name.holds("REFERENCE_IMAGE_DIR") { texts.append("\"\(value)_64\"") }
  }

  /// Adds a path that counts from one of some folders. Xcode writes some from the scheme's folder, others from the
  /// project's.
  mutating func add(file: String, fromOneOf folders: [RelativePath]) {
    for folder in folders {
      let path = XcodeContainer.path(file, from: folder)
      if !path.escapesRoot, !folder.isInside(path) { files.append(path) }
    }
  }
}

extension TestMentions {
  /// Reads one element of a scheme.
  mutating func read(
    _ element: String, _ attributes: [String: String], in scheme: RelativePath, _ base: RelativePath
  ) {
    guard attributes["isEnabled"] != "NO" else { return }
    switch element {
    case "ActionContent": if let script = attributes["scriptText"] { texts.append(script) }
    case "CommandLineArgument": if let argument = attributes["argument"] { texts.append(argument) }
    case "EnvironmentVariable":
      if let value = attributes["value"] { add(variable: attributes["key"] ?? "", value: value) }
    case "LocationScenarioReference", "StoreKitConfigurationFileReference":
      guard let file = attributes["identifier"], file.contains(".") else { return }
      add(file: file, fromOneOf: [base, scheme.parent, scheme.parent.parent, scheme.parent.parent.parent])
    default: break
    }
  }

  /// Reads the configurations and options of a test plan. Every text in them may be a file's name.
  mutating func read(_ node: JSONNode, _ base: RelativePath) {
    for element in node.arrayValue ?? [] { read(element, base) }
    guard let members = node.objectValue, node["containerPath"] == nil else { return }
    for member in members {
      switch (member.key, member.value.stringValue) {
      case ("value", let value?): add(variable: node["key"]?.stringValue ?? "", value: value)
      case ("argument", let argument?): texts.append(argument)
      case (_, let text?): if text.contains(".") || text.contains("/") { add(file: text, fromOneOf: [base]) }
      case (_, nil): read(member.value, base)
      }
    }
  }
}
