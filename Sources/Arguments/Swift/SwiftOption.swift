/// An option of `swift build` or `swift test`, and Ambit's treatment of it behind `--`.
package struct SwiftOption: Sendable {
  package enum Fate: Sendable {
    /// Given to SwiftPM as it is.
    case passed
    /// Given to `swift build` alone: `swift test` does not know it, or prints more than Ambit can read.
    case passedToBuilds
    /// Ambit's own `--configuration`.
    case configuration
    /// Decides which traits are on, for SwiftPM and for the graph.
    case traits
    case refused(Refusal)
  }

  /// `why` completes the sentence "it ...". `instead` names the alternative.
  package struct Refusal: Sendable {
    package let why: String
    package let instead: String
  }

  package let name: String
  package let takesValue: Bool
  package let fate: Fate

  package static func named(_ name: String) -> SwiftOption? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func flags(_ fate: Fate, _ names: String...) -> [SwiftOption] {
    names.map { SwiftOption(name: $0, takesValue: false, fate: fate) }
  }

  static func options(_ fate: Fate, _ names: String...) -> [SwiftOption] {
    names.map { SwiftOption(name: $0, takesValue: true, fate: fate) }
  }

  static func refused(_ why: String, instead: String) -> Fate {
    .refused(Refusal(why: why, instead: instead))
  }
}

/// Every option of SwiftPM 6.3. A test compares the list with the help of the installed SwiftPM. So a new option is
/// classified before anybody uses it.
extension SwiftOption {
  package static let all: [SwiftOption] = passedOn + places + caches + machines + products + testing + words

  private static let passedOn: [SwiftOption] =
    options(.configuration, "-c", "--configuration")
    + options(.traits, "--traits") + flags(.traits, "--enable-all-traits", "--disable-default-traits")
    + options(
      .passed, "-Xcc", "-Xswiftc", "-Xlinker", "-Xcxx", "-j", "--jobs", "--sanitize", "-debug-info-format",
      "--explicit-target-dependency-import-check", "--experimental-lto-mode", "--netrc-file",
      "--experimental-test-entry-point-path", "--resolver-fingerprint-checking",
      "--resolver-signing-entity-checking", "--default-registry-url")
    + flags(
      .passed, "--enable-dependency-cache", "--disable-dependency-cache", "--disable-sandbox", "--netrc",
      "--enable-netrc", "--disable-netrc", "--enable-keychain", "--disable-keychain",
      "--enable-signature-validation", "--disable-signature-validation", "--enable-prefetching",
      "--disable-prefetching", "--force-resolved-versions", "--disable-automatic-resolution",
      "--only-use-versions-from-resolved-file", "--skip-update", "--disable-scm-to-registry-transformation",
      "--auto-index-store", "--enable-index-store", "--disable-index-store",
      "--enable-parseable-module-interfaces", "--use-integrated-swift-driver", "--enable-test-discovery",
      "--enable-get-task-allow-entitlement", "--disable-get-task-allow-entitlement", "--omit-frame-pointers",
      "--no-omit-frame-pointers", "--experimental-task-backtraces", "--enable-dead-strip",
      "--disable-dead-strip", "--disable-local-rpath", "--experimental-xcframeworks-on-linux",
      "--enable-experimental-prebuilts", "--disable-experimental-prebuilts")
    + flags(
      .passedToBuilds, "--static-swift-stdlib", "--no-static-swift-stdlib", "-v", "--verbose",
      "--very-verbose", "--vv", "--no-color-diagnostics")

  private static let places: [SwiftOption] =
    options(
      refused(
        "moves the build output, and Ambit would use stale output of an earlier build",
        instead: "leave it out; Ambit builds in .build/ambit"),
      "--scratch-path", "--build-path")
    + options(
      refused(
        "names a package, but Ambit chooses the affected packages", instead: "name modules, or use -C DIR"),
      "--package-path")
    + options(
      refused("is set by Ambit to build several packages at once", instead: "leave it out"),
      "--multiroot-data-file")
    + options(
      refused("moves a folder that Ambit and SwiftPM share", instead: "set XDG_CACHE_HOME or HOME for both"),
      "--cache-path", "--config-path", "--security-path")
    + options(
      refused(
        "finds libraries by files that are not part of the cache keys",
        instead: "set PKG_CONFIG_PATH, which is part of the cache keys"),
      "--pkg-config-path")
    + options(
      refused("replaces parts of the toolchain, which the cache keys assume", instead: "leave it out"),
      "--package-manager-resources-directory", "--experimental-prebuilts-download-url",
      "--experimental-prebuilts-root-cert")
    + flags(
      refused(
        "lets two builds write to one folder at the same time",
        instead: "leave it out; Ambit waits for the lock"),
      "--ignore-lock")

  private static let caches: [SwiftOption] =
    options(chosenByAmbit, "--manifest-cache", "--build-system")
    + flags(
      chosenByAmbit, "--disable-package-manifest-caching", "--enable-build-manifest-caching",
      "--disable-build-manifest-caching")
    + options(
      refused(
        "changes manifests for SwiftPM, but not for Ambit",
        instead: "use Context.environment in the manifest, with \"inputs.env\" in workspace.json"),
      "-Xbuild-tools-swiftc", "-Xmanifest")
    + flags(
      refused(
        "resolves packages differently from Ambit", instead: "leave it out"),
      "--use-registry-identity-for-scm", "--replace-scm-with-registry",
      "--experimental-prune-unused-dependencies")

  private static let chosenByAmbit = refused(
    "is chosen by Ambit, and results depend on it", instead: "leave it out")

  private static let machines: [SwiftOption] =
    options(
      refused(
        "builds for another machine or toolchain than the cache keys and tests",
        instead: "put the toolchain on PATH"),
      "--triple", "--sdk", "--toolchain", "--arch", "--swift-sdk", "--experimental-swift-sdk",
      "--swift-sdks-path", "--experimental-swift-sdks-path", "--destination", "--toolset")
    + options(
      refused("is for a build system that Ambit does not use", instead: "leave it out"), "-Xxcbuild")

  private static let products: [SwiftOption] =
    options(
      refused(
        "chooses the modules to build, which Ambit does itself",
        instead: "name modules: `ambit build //Packages/Core:Core`"),
      "--product", "--target")
    + flags(
      refused(
        "chooses the modules to build, which Ambit does itself",
        instead: "use `ambit test` for tests, or `ambit build` for affected modules"),
      "--build-tests")
    + flags(
      refused("prints information instead of building", instead: "run `swift build` with it"),
      "--show-bin-path", "--print-manifest-job-graph", "--print-pif-manifest-graph")
    + flags(
      refused("builds less than a run needs", instead: "run `swift build` with it"),
      "--experimental-prepare-for-indexing", "--experimental-prepare-for-indexing-no-lazy")
    + flags(
      refused("moves products to a folder that Ambit does not read", instead: "leave it out"),
      "--experimental-build-dylibs-as-frameworks")
    + flags(
      refused(
        "makes tests write coverage data that Ambit would not merge",
        instead: "use `ambit test --coverage`"),
      "--enable-code-coverage", "--disable-code-coverage")

  private static let testing: [SwiftOption] =
    options(
      refused(
        "runs only some test cases, but Ambit records results of whole modules",
        instead: "use `ambit test --filter REGEX`"), "--filter", "--skip", "-s", "--specifier",
      "--test-product")
    + flags(
      refused("leaves tests out, but Ambit records results of whole modules", instead: "leave it out"),
      "--enable-xctest", "--disable-xctest", "--enable-swift-testing", "--disable-swift-testing")
    + flags(
      refused("makes `swift test` list instead of testing", instead: "run `swift test` with it"), "-l",
      "--list-tests", "--show-codecov-path", "--show-code-coverage-path", "--show-coverage-path")
    + flags(
      refused("tests the output of an earlier build", instead: "leave it out"), "--skip-build")
    + flags(
      refused("is for `swift test`, but Ambit starts tests itself", instead: "use `ambit test --jobs N`"),
      "--parallel", "--no-parallel")
    + options(
      refused("is for `swift test`, but Ambit starts tests itself", instead: "use `ambit test --jobs N`"),
      "--num-workers", "--experimental-maximum-parallelization-width")
    + options(
      refused(
        "is for `swift test`, but Ambit starts tests itself",
        instead: "use `ambit test --junit FILE` or `--json-report FILE`"),
      "--xunit-output", "--event-stream-output-path", "--event-stream-version", "--attachments-path",
      "--test-output", "--configuration-path")
    + flags(
      refused(
        "is for `swift test`, but Ambit starts tests itself", instead: "use `ambit test --junit FILE`"),
      "--experimental-xunit-message-failure")
    + flags(
      refused(
        "is unknown to `swift build`, which builds the tests",
        instead: "use `-Xswiftc -enable-testing` or `-Xswiftc -disable-testing`"),
      "--enable-testable-imports", "--disable-testable-imports")

  private static let words: [SwiftOption] =
    flags(
      refused("prints information instead of building", instead: "run `swift build` with it"),
      "--version", "-h", "-help", "--help")
    + flags(
      refused("hides or colours output that Ambit reads", instead: "use --color or --quiet before the '--'"),
      "-q", "--quiet", "--color-diagnostics")
}
