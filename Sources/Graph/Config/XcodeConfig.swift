package import Base

/// `xcode`: projects of Xcode, and how their tests run.
package struct XcodeConfig: Sendable, Hashable {
  /// Projects that belong to the workspace, by their folders; empty: all.
  package var projects: [Glob] = []
  /// Projects and workspaces that do not, and folders without any that do.
  package var exclude: [Glob] = []
  /// Build settings whose change selects nothing.
  package var neutralSettings: [String] = []
  /// In file order: the first entry that matches a bundle counts.
  package var run: [XcodeRunEntry] = []

  package init() {}

  /// True where a project belongs to the workspace. Targets of other projects may still need one that does not.
  package func takesProject(_ container: RelativePath) -> Bool {
    (projects.isEmpty || projects.contains { $0.covers(container) }) && !excludes(container)
  }

  package func excludes(_ container: RelativePath) -> Bool { exclude.contains { $0.covers(container) } }

  /// With what one or the other takes, and only what both call neutral.
  package func admitting(_ other: XcodeConfig) -> XcodeConfig {
    var result = self
    let isAll = projects.isEmpty || other.projects.isEmpty
    result.projects = isAll ? [] : projects + other.projects.filter { !projects.contains($0) }
    result.exclude = exclude.filter(other.exclude.contains)
    result.neutralSettings = neutralSettings.filter(other.neutralSettings.contains)
    return result
  }
}

/// An entry of `run`: scheme, plan and destination of some test bundles. Values that are missing are found from the schemes.
package struct XcodeRunEntry: Sendable, Hashable {
  package var match: ModulePattern
  package var scheme: String?
  package var plan: String?
  /// The text that `-destination` takes.
  package var destination: String?
}

// MARK: Decoding

extension XcodeConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case projects, exclude, run, neutralSettings }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.projects, &projects)
    try object.extend(.exclude, &exclude)
    try object.extend(.run, &run)
    var names: [SettingName] = []
    try object.extend(.neutralSettings, &names)
    neutralSettings = names.map(\.text)
  }
}

/// The name of a build setting, without conditions.
private struct SettingName: ConfigDecodable {
  let text: String

  init(_ value: ConfigValue) throws(ConfigError) {
    text = try value.identifier("a build setting")
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
