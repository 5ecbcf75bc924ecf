package import Platform

/// What surrounds every module of a run alike: the toolchain, the machine's system, and how SwiftPM is called.
package struct KeySurroundings: Sendable, Hashable {
  /// What `swiftc -version` says, the target triple included.
  package var toolchain: String
  package var host: HostIdentity
  /// The platforms whose conditional dependencies count; nil: all.
  package var platforms: Set<String>?
  /// Of its traits, what follows for a module is in that one's key.
  package var build: BuildSettings
  /// The variables whose values can decide a result.
  package var environment: [String: String]
  /// What tests see besides.
  package var testEnvironment: [String: String]
  /// Everything that is set: the modules' own `env` names are looked up in it.
  package var variables: [String: String]

  package init(
    toolchain: String, host: HostIdentity, platforms: Set<String>? = nil,
    build: BuildSettings = BuildSettings(), environment: [String: String] = [:],
    testEnvironment: [String: String] = [:],
    variables: [String: String] = [:]
  ) {
    self.toolchain = toolchain
    self.host = host
    self.platforms = platforms
    self.build = build
    self.environment = environment
    self.testEnvironment = testEnvironment
    self.variables = variables
  }
}
