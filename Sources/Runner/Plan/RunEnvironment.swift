/// The environment that SwiftPM and tests get: the same everywhere, so that results can be compared
/// and SwiftPM's manifest cache, which is keyed on all of it, stays warm.
package struct RunEnvironment: Sendable, Equatable, Codable {
  /// For SwiftPM, and through `swift test` for the tests it starts.
  package var swiftPM: [String: String]
  /// For tests that are started directly.
  package var tests: [String: String]
  /// The variables whose values can decide a result.
  package var keyed: [String: String]
  /// The names that were set and are not passed on, sorted.
  package var withheld: [String]

  static let personal: Set = ["HOME", "USER", "TMPDIR"]
  private static let keyedNames: Set = ["PKG_CONFIG_PATH", "SDKROOT"]
  private static let network: Set = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSH_AUTH_SOCK"]
  private static let networkPrefixes = ["SSL_CERT_", "GIT_SSH"]
  /// What every shell sets, or what is replaced: not worth a word when a test fails.
  private static let uninteresting: Set = [
    "PATH", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "TERM", "SHELL", "_",
  ]

  /// `toolchainBin` is the folder of the `swift` in use; `declared` names the variables that the
  /// workspace lets through, which makes them part of the keys.
  package static func fixed(
    from environment: [String: String], toolchainBin: String, declared: Set<String> = [],
    on layout: SwiftPMLayout = .ofThisHost
  ) -> RunEnvironment {
    let keyed = environment.filter { keyedNames.contains($0.key) || declared.contains($0.key) }
    let passed = personal.union(layout.toolchainVariables)
    var tests = environment.filter { passed.contains($0.key) }
    tests["PATH"] = layout.searchPath(toolchainBin: toolchainBin)
    tests["LANG"] = "C.UTF-8"
    tests["TZ"] = "UTC"
    tests.merge(keyed) { _, declared in declared }
    let swiftPM = tests.merging(environment.filter { isForNetwork($0.key) }) { fixed, _ in fixed }
    let withheld = environment.keys.filter { swiftPM[$0] == nil && !uninteresting.contains($0) }
    return RunEnvironment(swiftPM: swiftPM, tests: tests, keyed: keyed, withheld: withheld.sorted())
  }

  /// Everything as it is: the way out, whose results say nothing about another machine.
  package static func inherited(_ environment: [String: String]) -> RunEnvironment {
    RunEnvironment(swiftPM: environment, tests: environment, keyed: environment, withheld: [])
  }

  private static func isForNetwork(_ name: String) -> Bool {
    network.contains(name.uppercased()) || networkPrefixes.contains { name.hasPrefix($0) }
  }
}

/// What the libraries that sanitizers are linked with are told through the environment.
enum SanitizerRuntime {
  /// The first report ends the process, so that the case that was running is known, as with any crash. Leaks are not looked
  /// for: XCTest and Swift's own libraries leave some in every process, and each would be a failure.
  private static let options: [String: (variable: String, words: String)] = [
    "address": ("ASAN_OPTIONS", "detect_leaks=0"),
    "thread": ("TSAN_OPTIONS", "halt_on_error=1"),
    "undefined": ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"),
  ]

  /// What `environment` says of the same stands last, where it counts.
  static func variables(
    _ sanitizers: [String], beside environment: [String: String]
  ) -> [String: String] {
    sanitizers.compactMap { options[$0] }.reduce(into: environment) { variables, option in
      let own = environment[option.variable].map { ":\($0)" } ?? ""
      variables[option.variable] = option.words + own
    }
  }
}
