import Arguments
package import Base
package import Graph
import Reports
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

  /// None of the bundles can run here, for `reason`.
  init(skipping bundles: [ModuleID], _ code: ModuleReport.Code, _ reason: String) {
    self.init(calls: [], skipped: bundles.map { Skipped(bundle: $0, code: code, reason: reason) })
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

/// The part of a run that xcodebuild carries out.
package struct XcodePlan {
  package let tests: XcodeTests
  private let options: XcodeTestCall.Options
  /// nil where nothing is to run.
  private let tools: XcodeTools?
  private let root: String
  private let scratch: String

  fileprivate init(_ tests: XcodeTests, _ tools: XcodeTools?, _ preparation: RunPreparation) {
    (self.tests, self.tools, options) = (tests, tools, preparation.xcodeOptions(for: tests.calls))
    root = preparation.session.workspace.location.root
    scratch = preparation.scratchRoot
  }

  /// The calls as a dry run shows them.
  package var commands: [Command] {
    tests.calls.enumerated().compactMap { number, call in
      tools?.command(call, "\(scratch)/xcode/\(number).xcresult", options, root: root)
    }
  }

  /// The bundles that do not run, with the reasons.
  package var skipped: [ModuleReport] {
    tests.skipped.map { ModuleReport(inXcode: $0.bundle, $0.code, excuse: $0.reason) }
  }

  /// Runs the calls. `report` is about the packages, which run first.
  func run(
    after report: RunReport, of plan: RunPlan, _ preparation: RunPreparation, in place: SettledPlace,
    _ display: RunDisplay
  ) throws(Failure) -> RunReport {
    var result = RunReport(inXcode: skipped)
    guard let tools, !tests.calls.isEmpty else { return result }
    let isOver = plan.settings.failFast && report.outcome == .failed
    guard report.outcome != .stopped, !isOver else {
      result.modules += tests.bundles.map { ModuleReport(inXcode: $0) }
      return result
    }
    guard LocalFiles.makeFolders(scratch),
      let folder = LocalFiles.makeTemporaryFolder(named: "xcode", in: scratch)
    else { throw Failure(code: "scratch-unwritable", message: "cannot write to \"\(scratch)\"") }
    defer { LocalFiles.removeTree(folder) }
    let run = XcodeRun(
      tools, options, failFast: plan.settings.failFast, observer: place.observer(display))
    let ran = run.run(tests.calls, root: root, results: folder)
    result.modules += ran.modules
    (result.packages, result.outcome) = (ran.packages, ran.outcome)
    return place.mapped(result)
  }
}

extension RunPreparation {
  /// Decides how the affected bundles run that SwiftPM cannot run.
  func xcodePlan() throws(Failure) -> XcodePlan {
    guard action == .test else { return XcodePlan(.none, nil, self) }
    let isOther = share.map { $0.shard.number > 1 } ?? false
    let unread =
      namesModules || isOther ? [] : outcome.graphWithProjects.unreadFolders.filter(\.isXcodeProject)
    let affected = affectedBundles
    guard !affected.isEmpty || !unread.isEmpty else { return XcodePlan(.none, nil, self) }
    let workspace = session.workspace
    let catalog = try workspace.testCatalog(of: outcome.graphWithProjects)
    // The dependencies of a bundle in an unreadable project are unknown.
    let unknown = catalog.entries.flatMap(\.bundles).filter { unread.contains($0.package) }
    let bundles = affected.union(unknown).sorted()
    guard let tools = XcodeTools(world.environment) else {
      let skipped = XcodeTests(skipping: bundles, .needsXcodebuild, ModuleReport.needsXcodebuild)
      return XcodePlan(skipped, nil, self)
    }
    // Only the bundles themselves know their cases.
    guard filter == nil else {
      let reason = "`--filter` does not work for tests that xcodebuild runs"
      return XcodePlan(XcodeTests(skipping: bundles, .unsupportedOption, reason), nil, self)
    }
    return XcodePlan(
      XcodeTests(bundles, in: catalog, outcome.config.xcode.run, macBundles: outcome.macBundles), tools, self)
  }

  private var affectedBundles: Set<ModuleID> {
    let inPackages = (share?.tests ?? outcome.report.selection.tests).filter(isForXcode)
    return (share?.bundles ?? RunShare.Bundles(outcome).selected).union(inPackages)
  }

  /// True for a package's module that `xcode.run` gives to xcodebuild. Its `hosts` must say that it does not build on
  /// Linux.
  /// So a wide pattern never takes a test from a machine that can run it.
  func isForXcode(_ module: ModuleID) -> Bool {
    let config = outcome.config
    guard config.xcode.run.contains(where: { $0.match.matches(module) }) else { return false }
    let hosts = config.settings(for: module).hosts
    return !hosts.isEmpty && !hosts.contains(.linux)
  }

  /// A case may take as long as the slowest module may. xcodebuild has no limit for a bundle.
  fileprivate func xcodeOptions(for calls: [XcodeTestCall]) -> XcodeTestCall.Options {
    let configured = calls.flatMap(\.bundles).map { outcome.config.settings(for: $0).test }
    var result = XcodeTestCall.Options()
    result.sanitizers = session.settings.sanitizers
    result.caseSeconds = options.timeoutSeconds ?? configured.compactMap(\.timeout).max()
    result.retries = options.retries ?? configured.compactMap(\.retries).max() ?? 0
    return result
  }
}
