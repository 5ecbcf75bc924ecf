/// One entry of `modules`: settings for the modules that its key matches.
package struct ModuleConfig: Sendable, Hashable {
  package var tags: [String] = []
  /// Files that the module reads besides its own, relative to the workspace's root. A pattern that names a folder
  /// covers the files in it.
  package var inputs: [PathPattern] = []
  /// Modules that it needs and its manifest does not name.
  package var dependsOn: [ModulePattern] = []
  package var env: [String] = []
  /// The systems that the module builds on; empty for all.
  package var hosts: [HostSystem] = []
  package var test = TestConfig()

  package init() {}

  /// Joins a later entry for the same module: lists add up, single values are replaced.
  mutating func merge(_ later: ModuleConfig) {
    tags += later.tags
    inputs += later.inputs
    dependsOn += later.dependsOn
    env += later.env
    hosts += later.hosts
    test.timeout = later.test.timeout ?? test.timeout
    test.retries = later.test.retries ?? test.retries
    test.exclusive = later.test.exclusive ?? test.exclusive
    test.observe = later.test.observe ?? test.observe
    test.remote = later.test.remote ?? test.remote
  }
}

package enum HostSystem: String, Sendable, Hashable, CaseIterable {
  case linux, macos, windows
}

/// The way a test module runs. A value of nil leaves the choice to the command line.
package struct TestConfig: Sendable, Hashable {
  /// The limit in seconds.
  package var timeout: Int?
  package var retries: Int?
  /// True when the module runs while no other test module does.
  package var exclusive: Bool?
  /// True when Ambit observes which files the module's tests read.
  package var observe: Bool?
  /// True when the module may run on another machine.
  package var remote: Bool?

  package init() {}
}

/// An entry of `modules` with its key, in file order.
package struct ModuleEntry: Sendable, Hashable {
  package var pattern: ModulePattern
  package var settings: ModuleConfig
}

/// An entry of `tags`.
package struct TagRule: Sendable, Hashable {
  package var match: ModulePattern
  package var tags: [String]
}

// MARK: Decoding

extension HostSystem: ConfigChoice {}

extension ModuleConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case tags, inputs, dependsOn, env, hosts, test }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.tags, &tags)
    try object.extend(.inputs, &inputs)
    try object.extend(.dependsOn, &dependsOn)
    env = try object.variableNames(.env)
    try object.extend(.hosts, &hosts)
    try object.read(.test, into: &test)
  }
}

extension TestConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case timeout, retries, exclusive, observe, remote }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.read(.timeout, into: &timeout)
    try object.read(.retries, into: &retries)
    try object.read(.exclusive, into: &exclusive)
    try object.read(.observe, into: &observe)
    try object.read(.remote, into: &remote)
    if timeout == 0, let value = object[.timeout] {
      throw value.invalid("\"\(value.name)\" must be at least 1 second")
    }
  }
}

extension TagRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, tags }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    tags = []
    try object.extend(.tags, &tags)
  }
}
