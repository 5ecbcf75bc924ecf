package import Base

/// `xcode`: Xcode projects, and the settings for running their tests.
package struct XcodeConfig: Sendable, Hashable {
  /// Projects that belong to the workspace, by their folders; empty for all.
  package var projects: [Glob] = []
  /// Projects, workspaces and folders that do not belong to the workspace.
  package var exclude: [Glob] = []
  /// Build settings that select nothing when they change.
  package var neutralSettings: [String] = []
  /// The entries in file order. The first entry that matches a bundle counts.
  package var run: [XcodeRunEntry] = []

  /// Returns true when a project belongs to the workspace. Targets of other projects may still need a project that does
  /// not.
  package func takesProject(_ container: RelativePath) -> Bool {
    (projects.isEmpty || projects.contains { $0.covers(container) }) && !excludes(container)
  }

  package func excludes(_ container: RelativePath) -> Bool { exclude.contains { $0.covers(container) } }

  /// Returns a configuration that takes the projects of both. Only settings that both call neutral are neutral.
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

  init(_ value: ConfigValue) throws(Failure) {
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

  init(_ value: ConfigValue) throws(Failure) {
    text = try value.identifier("a build setting")
  }
}

extension XcodeRunEntry: ConfigDecodable {
  enum Key: String, ConfigKey { case match, scheme, plan, destination }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    try object.read(.scheme, into: &scheme)
    try object.read(.plan, into: &plan)
    try object.read(.destination, into: &destination)
  }
}
