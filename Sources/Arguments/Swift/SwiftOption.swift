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
        "moves what is built, so that Ambit would go on with what an earlier build left in its own folder",
        instead: "Ambit builds in .build/ambit; leave it out"),
      "--scratch-path", "--build-path")
    + options(
      refused("names another package than those that are affected", instead: "name modules, or use -C DIR"),
      "--package-path")
    + options(
      refused("is how Ambit builds several packages at once", instead: "leave it out"),
      "--multiroot-data-file")
    + options(
      refused("moves a folder that Ambit and SwiftPM share", instead: "set XDG_CACHE_HOME or HOME for both"),
      "--cache-path", "--config-path", "--security-path")
    + options(
      refused(
        "decides which libraries are found, by files that no key holds",
        instead: "set PKG_CONFIG_PATH, which is part of the keys"),
      "--pkg-config-path")
    + options(
      refused("replaces parts of the toolchain that keys are made for", instead: "leave it out"),
      "--package-manager-resources-directory", "--experimental-prebuilts-download-url",
      "--experimental-prebuilts-root-cert")
    + flags(
      refused(
        "lets two builds write to one folder at a time", instead: "Ambit waits for the lock; leave it out"),
      "--ignore-lock")

  private static let caches: [SwiftOption] =
    options(chosenByAmbit, "--manifest-cache", "--build-system")
    + flags(
      chosenByAmbit, "--disable-package-manifest-caching", "--enable-build-manifest-caching",
      "--disable-build-manifest-caching")
    + options(
      refused(
        "changes what manifests say to SwiftPM, and not what they say to Ambit",
        instead: "use Context.environment in the manifest, with \"inputs.env\" in workspace.json"),
      "-Xbuild-tools-swiftc", "-Xmanifest")
    + flags(
      refused(
        "resolves packages otherwise than Ambit reads them from the manifests", instead: "leave it out"),
      "--use-registry-identity-for-scm", "--replace-scm-with-registry",
      "--experimental-prune-unused-dependencies")

  private static let chosenByAmbit = refused(
    "is chosen by Ambit, whose results rest on it", instead: "leave it out")

  private static let machines: [SwiftOption] =
    options(
      refused(
        "builds for another machine or with another toolchain than the keys and the tests are for",
        instead: "put the toolchain that you want on PATH"),
      "--triple", "--sdk", "--toolchain", "--arch", "--swift-sdk", "--experimental-swift-sdk",
      "--swift-sdks-path", "--experimental-swift-sdks-path", "--destination", "--toolset")
    + options(
      refused("is for a build system that Ambit does not use", instead: "leave it out"), "-Xxcbuild")

  private static let products: [SwiftOption] =
    options(
      refused(
        "chooses what is built, which is what Ambit does",
        instead: "name modules: `ambit build //Packages/Core:Core`"),
      "--product", "--target")
    + flags(
      refused(
        "chooses what is built, which is what Ambit does",
        instead: "`ambit test` builds tests, `ambit build` what is affected"),
      "--build-tests")
    + flags(
      refused("makes SwiftPM print something instead of building", instead: "call `swift build` with it"),
      "--show-bin-path", "--print-manifest-job-graph", "--print-pif-manifest-graph")
    + flags(
      refused("builds less than a run needs", instead: "call `swift build` with it"),
      "--experimental-prepare-for-indexing", "--experimental-prepare-for-indexing-no-lazy")
    + flags(
      refused("puts products where Ambit does not look for them", instead: "leave it out"),
      "--experimental-build-dylibs-as-frameworks")
    + flags(
      refused(
        "makes tests write data beside the sources, which nobody would join",
        instead: "say `ambit test --coverage`"),
      "--enable-code-coverage", "--disable-code-coverage")

  private static let testing: [SwiftOption] =
    options(
      refused(
        "chooses among test cases, and then what passed is less than the module",
        instead: "use `ambit test --filter REGEX`"), "--filter", "--skip", "-s", "--specifier",
      "--test-product")
    + flags(
      refused("leaves tests out, and then what passed is less than the module", instead: "leave it out"),
      "--enable-xctest", "--disable-xctest", "--enable-swift-testing", "--disable-swift-testing")
    + flags(
      refused("makes `swift test` list instead of testing", instead: "call `swift test` with it"), "-l",
      "--list-tests", "--show-codecov-path", "--show-code-coverage-path", "--show-coverage-path")
    + flags(
      refused("would test what an earlier build left", instead: "leave it out"), "--skip-build")
    + flags(
      refused("is for `swift test`, while Ambit starts tests itself", instead: "use `ambit test --jobs N`"),
      "--parallel", "--no-parallel")
    + options(
      refused("is for `swift test`, while Ambit starts tests itself", instead: "use `ambit test --jobs N`"),
      "--num-workers", "--experimental-maximum-parallelization-width")
    + options(
      refused(
        "is for `swift test`, while Ambit starts tests itself",
        instead: "use `ambit test --junit FILE` or `--json-report FILE`"),
      "--xunit-output", "--event-stream-output-path", "--event-stream-version", "--attachments-path",
      "--test-output", "--configuration-path")
    + flags(
      refused(
        "is for `swift test`, while Ambit starts tests itself", instead: "use `ambit test --junit FILE`"),
      "--experimental-xunit-message-failure")
    + flags(
      refused(
        "is not known to `swift build`, which builds the tests",
        instead: "use `-Xswiftc -enable-testing` or `-Xswiftc -disable-testing`"),
      "--enable-testable-imports", "--disable-testable-imports")

  private static let words: [SwiftOption] =
    flags(
      refused("makes SwiftPM print something instead of building", instead: "call `swift build` with it"),
      "--version", "-h", "-help", "--help")
    + flags(
      refused("hides or colours what Ambit has to read", instead: "use --color or --quiet before the '--'"),
      "-q", "--quiet", "--color-diagnostics")
}
