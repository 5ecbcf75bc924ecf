/// The environment of SwiftPM and tests. It is the same on every machine, so that results can be compared. SwiftPM's
/// manifest cache is keyed on all of it, and stays valid.
package struct RunEnvironment: Sendable, Equatable, Codable {
  /// The environment of SwiftPM. `swift test` passes it on to the tests.
  package var swiftPM: [String: String]
  /// The environment of tests that are started directly.
  package var tests: [String: String]
  /// The variables whose values may decide a result.
  package var keyed: [String: String]
  /// The names of variables that are set and not passed on, sorted.
  package var withheld: [String]

  static let personal: Set = ["HOME", "USER", "TMPDIR"]
  private static let keyedNames: Set = ["PKG_CONFIG_PATH", "SDKROOT"]
  private static let network: Set = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSH_AUTH_SOCK"]
  private static let networkPrefixes = ["SSL_CERT_", "GIT_SSH"]
  /// Variables that every shell sets, or that are replaced. A failed test need not mention them.
  private static let uninteresting: Set = [
    "PATH", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "TERM", "SHELL", "_",
  ]

  /// `toolchainBin` is the folder of the `swift` in use. `declared` names the variables that the workspace passes on.
  /// They become part of the keys.
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

  /// Returns the user's whole environment. Results under it say nothing about another machine.
  package static func inherited(_ environment: [String: String]) -> RunEnvironment {
    RunEnvironment(swiftPM: environment, tests: environment, keyed: environment, withheld: [])
  }

  private static func isForNetwork(_ name: String) -> Bool {
    network.contains(name.uppercased()) || networkPrefixes.contains { name.hasPrefix($0) }
  }
}

/// The environment variables that configure the runtime libraries of sanitizers.
enum SanitizerRuntime {
  /// The first report ends the process, so that the running case is known, as with any crash. Leaks are not reported.
  /// XCTest and Swift's own libraries leak in every process, and each leak would be a failure.
  private static let options: [String: (variable: String, words: String)] = [
    "address": ("ASAN_OPTIONS", "detect_leaks=0"),
    "thread": ("TSAN_OPTIONS", "halt_on_error=1"),
    "undefined": ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"),
  ]

  /// Adds the variables of `sanitizers`. The user's own options come last, where they win.
  static func variables(
    _ sanitizers: [String], beside environment: [String: String]
  ) -> [String: String] {
    sanitizers.compactMap { options[$0] }.reduce(into: environment) { variables, option in
      let own = environment[option.variable].map { ":\($0)" } ?? ""
      variables[option.variable] = option.words + own
    }
  }
}
