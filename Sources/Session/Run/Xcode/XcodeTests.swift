package import Base
package import Graph
package import Runner
package import Xcode

/// The affected test bundles that xcodebuild must run, as calls. Bundles that no call runs are listed as skipped.
package struct XcodeTests {
  /// A bundle that does not run.
  package struct Skipped: Equatable {
    package let bundle: ModuleID
    package let code: ModuleReport.Code
    /// A sentence: the value that is missing, and the line to write.
    package let reason: String
  }

  package static let none = XcodeTests(calls: [], skipped: [])

  package private(set) var calls: [XcodeTestCall]
  package private(set) var skipped: [Skipped]

  /// The bundles that calls run.
  package var bundles: [ModuleID] { calls.flatMap(\.bundles) }

  private init(calls: [XcodeTestCall], skipped: [Skipped]) {
    self.calls = calls
    self.skipped = skipped
  }

  /// On a machine without xcodebuild.
  init(skipping bundles: [ModuleID]) {
    self.init(
      calls: [],
      skipped: bundles.map {
        Skipped(bundle: $0, code: .needsXcodebuild, reason: ModuleReport.needsXcodebuild)
      })
  }

  /// With `--filter`: only the bundles themselves know their cases.
  init(unfiltered bundles: [ModuleID]) {
    self.init(
      calls: [],
      skipped: bundles.map {
        Skipped(
          bundle: $0, code: .unsupportedOption,
          reason: "`--filter` does not work for tests that xcodebuild runs")
      })
  }

  /// `macBundles` are the bundles for macOS alone. They need no destination.
  package init(
    _ bundles: [ModuleID], in catalog: TestCatalog, _ entries: [XcodeRunEntry], macBundles: Set<ModuleID>
  ) {
    self = .none
    var all: [XcodeTestCall] = []
    for bundle in bundles {
      let entry = entries.first { $0.match.matches(bundle) }
      do throws(TestCatalog.NoScheme) {
        let found = try catalog.entry(running: bundle, scheme: entry?.scheme, plan: entry?.plan)
        guard let destination = entry?.destination ?? (macBundles.contains(bundle) ? "platform=macOS" : nil)
        else {
          skip(bundle, "no destination is known", "\"destination\": \"platform=iOS Simulator,name=...\"")
          continue
        }
        all.append(
          XcodeTestCall(
            container: found.container, scheme: found.scheme, plan: found.plan, destination: destination,
            bundles: [bundle]))
      } catch {
        let (problem, remedy) = Self.words(for: error)
        skip(bundle, problem, remedy)
      }
    }
    calls = XcodeTestCall.joined(all)
  }

  private mutating func skip(_ bundle: ModuleID, _ problem: String, _ member: String) {
    let remedy = "{\"match\": \"\(bundle)\", \(member)} in \"xcode.run\" of workspace.json"
    skipped.append(Skipped(bundle: bundle, code: .needsXcodeRun, reason: "\(problem): write \(remedy)"))
  }

  private static func words(for problem: TestCatalog.NoScheme) -> (problem: String, member: String) {
    switch problem {
    case .none: ("no shared scheme runs it", "\"scheme\": \"...\"")
    case .leftOut(let scheme, let plan):
      (
        [plan.map { "the plan \"\($0)\"" }, scheme.map { "the scheme \"\($0)\"" }].compactMap(\.self)
          .joined(separator: " of ") + " does not run it", "\"scheme\": \"...\""
      )
    case .unknownScheme(let scheme): ("there is no scheme \"\(scheme)\"", "\"scheme\": \"...\"")
    case .unknownPlan(let plan, let scheme):
      ("the scheme \"\(scheme)\" has no plan \"\(plan)\"", "\"scheme\": \"\(scheme)\"")
    case .ambiguous(let schemes):
      ("the schemes \(list(schemes)) run it", "\"scheme\": \"\(schemes.first ?? "")\"")
    case .ambiguousPlan(let plans, let scheme):
      (
        "the plans \(list(plans)) of the scheme \"\(scheme)\" run it",
        "\"scheme\": \"\(scheme)\", \"plan\": \"\(plans.first ?? "")\""
      )
    case .ambiguousContainer(let containers, let scheme):
      ("\(list(containers.map(\.description))) have a scheme \"\(scheme)\"", "\"scheme\": \"...\"")
    }
  }

  private static func list(_ names: [String]) -> String {
    let quoted = names.prefix(3).map { "\"\($0)\"" }
    let rest = names.count - quoted.count
    return quoted.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
