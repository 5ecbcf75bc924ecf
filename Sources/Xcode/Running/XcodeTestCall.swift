package import Base

/// A call of `xcodebuild test`: a scheme on a destination, and the bundles to run.
package struct XcodeTestCall: Sendable, Hashable {
  /// Values that hold for every call of a run.
  package struct Options: Sendable, Hashable {
    /// The sanitizers: `address`, `thread`, `undefined`.
    package var sanitizers: [String] = []
    /// The seconds that a test case may take; nil leaves it to the plan.
    package var caseSeconds: Int?
    /// The number of times that a failing case is run again.
    package var retries = 0

    package init() {}
  }

  /// The project or workspace, or the folder of a package.
  package let container: RelativePath
  package let scheme: String
  package let plan: String?
  /// The text that `-destination` takes.
  package let destination: String
  /// The bundles in the order in which they were added.
  package private(set) var bundles: [ModuleID]

  package init(
    container: RelativePath, scheme: String, plan: String? = nil, destination: String, bundles: [ModuleID]
  ) {
    self.container = container
    self.scheme = scheme
    self.plan = plan
    self.destination = destination
    self.bundles = bundles
  }

  /// Joins calls that differ only in their bundles. The first bundle of each decides the order.
  package static func joined(_ calls: [XcodeTestCall]) -> [XcodeTestCall] {
    var joined: [XcodeTestCall] = []
    for call in calls {
      if let place = joined.firstIndex(where: { $0.isLike(call) }) {
        joined[place].bundles += call.bundles
      } else {
        joined.append(call)
      }
    }
    return joined
  }

  private func isLike(_ other: XcodeTestCall) -> Bool {
    container == other.container && scheme == other.scheme && plan == other.plan
      && destination == other.destination
  }

  /// The folder to call xcodebuild in. It finds a package only in the folder that it is called in.
  package var folder: RelativePath { container.isXcodeContainer ? .root : container }

  /// Returns the words after `xcodebuild`. `results` is the path of a result bundle, at which nothing may exist yet.
  package func arguments(results: String, _ options: Options = Options()) -> [String] {
    var words = ["test"]
    if container.isXcodeContainer {
      words += [container.isXcodeProject ? "-project" : "-workspace", container.description]
    }
    words += ["-scheme", scheme]
    if let plan { words += ["-testPlan", plan] }
    words += ["-destination", destination, "-resultBundlePath", results]
    words += options.sanitizers.compactMap { Self.sanitizers[$0] }.flatMap { [$0, "YES"] }
    if let seconds = options.caseSeconds {
      words += ["-test-timeouts-enabled", "YES", "-maximum-test-execution-time-allowance", "\(seconds)"]
    }
    if options.retries > 0 {
      words += ["-retry-tests-on-failure", "-test-iterations", "\(options.retries + 1)"]
    }
    var seen: Set<String> = []
    return words + bundles.filter { seen.insert($0.name).inserted }.map { "-only-testing:\($0.name)" }
  }

  private static let sanitizers = [
    "address": "-enableAddressSanitizer", "thread": "-enableThreadSanitizer",
    "undefined": "-enableUndefinedBehaviorSanitizer",
  ]
}
