/// `xcode`: projects of Xcode, and how their tests run.
package struct XcodeConfig: Sendable, Hashable {
  /// In file order: the first entry that matches a bundle counts.
  package var run: [XcodeRunEntry] = []

  package init() {}
}

/// How some test bundles run by xcodebuild. Values that are missing are found from the schemes.
package struct XcodeRunEntry: Sendable, Hashable {
  package var match: ModulePattern
  package var scheme: String?
  package var plan: String?
  /// The text that `-destination` takes.
  package var destination: String?
}

// MARK: Decoding

extension XcodeConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case run }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.run, &run)
  }
}

extension XcodeRunEntry: ConfigDecodable {
  enum Key: String, ConfigKey { case match, scheme, plan, destination }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    try object.read(.scheme, into: &scheme)
    try object.read(.plan, into: &plan)
    try object.read(.destination, into: &destination)
  }
}
