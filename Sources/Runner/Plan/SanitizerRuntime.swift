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
