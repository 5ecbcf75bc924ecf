import Arguments
package import Base
import Graph
import Reports
package import Runner
import Xcode

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
    root = preparation.pipeline.workspace.location.root
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
    let workspace = pipeline.workspace
    let catalog = try workspace.testCatalog(of: outcome.graphWithProjects)
    // The dependencies of a bundle in an unreadable project are unknown.
    let unknown = catalog.entries.flatMap(\.bundles).filter { unread.contains($0.package) }
    let bundles = affected.union(unknown).sorted()
    guard let tools = XcodeTools(world.environment) else {
      return XcodePlan(XcodeTests(skipping: bundles), nil, self)
    }
    guard filter == nil else { return XcodePlan(XcodeTests(unfiltered: bundles), nil, self) }
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
    result.sanitizers = pipeline.settings.sanitizers
    result.caseSeconds = options.timeoutSeconds ?? configured.compactMap(\.timeout).max()
    result.retries = options.retries ?? configured.compactMap(\.retries).max() ?? 0
    return result
  }
}
