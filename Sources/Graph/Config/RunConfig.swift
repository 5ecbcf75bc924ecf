package import Base

/// `run`: the way SwiftPM and tests run.
package struct RunConfig: Sendable, Hashable {
  package enum Environment: String, Sendable, Hashable, CaseIterable {
    /// A small environment that is the same everywhere, with the variables of `inputs.env`.
    case fixed
    /// The caller's environment. Results of such a run are not recorded.
    case inherit
  }

  package enum Execution: String, Sendable, Hashable, CaseIterable {
    case local
    /// Test modules run on the workers of the remote cache's server.
    case remote
    /// Test modules run here while there are free slots, and the others on the server.
    case auto
  }

  /// The runs in which a test module is skipped when its product equals one that passed.
  package enum Gates: String, Sendable, Hashable, CaseIterable {
    case always, never
    /// All runs except those of CI on the default branch. These test what pull requests skipped.
    case pullRequests = "pull-requests"
  }

  package var engine = EngineChoice.auto
  package var configuration = BuildConfiguration.debug
  package var traits: [String] = []
  package var swiftArguments: [String] = []
  /// The number of jobs; nil for the number of processors.
  package var jobs: Int?
  package var environment = Environment.fixed
  package var execution = Execution.local
  package var gates = Gates.always
  /// The number of test modules that may run on the server at a time.
  package var remoteJobs = 16
  /// The properties of the wanted worker, in the words of its server.
  package var platform: [String: String] = [:]
}

/// `cache`: the results that may be reused, and their place. It never decides a result.
package struct CacheConfig: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, CaseIterable {
    case auto, off
  }

  package var localLimit = ByteSize(bytes: 20_000_000_000)
  package var state = State.auto
  package var remote: RemoteConfig?

  package init() {}
}

package struct RemoteConfig: Sendable, Hashable {
  package enum Mode: String, Sendable, Hashable, CaseIterable {
    case off, read
    case readWrite = "read-write"
  }

  package var url: String
  package var mode = Mode.read
  package var requireSignature = false
}

// MARK: Decoding

extension EngineChoice: ConfigChoice {}
extension BuildConfiguration: ConfigChoice {}
extension RunConfig.Environment: ConfigChoice {}
extension RunConfig.Execution: ConfigChoice {}
extension RunConfig.Gates: ConfigChoice {}
extension CacheConfig.State: ConfigChoice {}
extension RemoteConfig.Mode: ConfigChoice {}

extension RunConfig: ConfigDecodable {
  enum Key: String, ConfigKey {
    case engine, configuration, traits, swiftArguments, jobs, environment, execution, gates, remoteJobs,
      platform
  }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.engine, into: &engine)
    try object.read(.configuration, into: &configuration)
    try object.extend(.traits, &traits)
    try object.extend(.swiftArguments, &swiftArguments)
    try object.read(.jobs, into: &jobs)
    try object.read(.environment, into: &environment)
    try object.read(.execution, into: &execution)
    try object.read(.gates, into: &gates)
    try object.read(.remoteJobs, into: &remoteJobs)
    for (name, value) in try object[.platform]?.members() ?? [] {
      platform[try String(name)] = try String(value)
    }
    for (key, count) in [(Key.jobs, jobs), (.remoteJobs, remoteJobs)] where count == 0 {
      if let value = object[key] { throw value.invalid("\"\(value.name)\" must be at least 1") }
    }
  }
}

extension CacheConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case localLimit, state, remote }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.localLimit, into: &localLimit)
    try object.read(.state, into: &state)
    try object.read(.remote, into: &remote)
  }
}

extension RemoteConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case url, mode, requireSignature }

  static let schemes = ["http", "https", "grpc", "grpcs", "s3"]

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    url = try object.require(.url)
    try object.read(.mode, into: &mode)
    try object.read(.requireSignature, into: &requireSignature)
    let hasScheme = Self.schemes.contains { url.hasPrefix("\($0)://") && url.utf8.count > $0.utf8.count + 3 }
    // Everybody can read a credential in a committed file, and URLs are also logged.
    let authority = url.split(separator: "/").dropFirst().first ?? ""
    guard hasScheme, !authority.contains("@"), url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      let problem =
        authority.contains("@") ? "must not contain a user or password" : "must be a URL that starts with"
      let schemes =
        authority.contains("@") ? "" : " " + Self.schemes.map { "\($0)://" }.joined(separator: ", ")
      throw (object[.url] ?? value).invalid("\"\(value.name).url\" \(problem)\(schemes)")
    }
  }
}
