import Arguments
import Base
import Graph
import Reports
import Session
import Xcode

/// The call of xcodebuild that the answer is for.
struct XcodeCallOptions: Sendable, Hashable {
  /// The project, workspace or package that the call opens.
  var container: Argument?
  var scheme: String?
  var plan: String?
  /// The bundles that the call itself leaves out.
  var skipped: [String] = []
  /// The file that the filtered plan is written to.
  var out: Argument?
}

/// The call of xcodebuild that a command line describes, and the tests that it runs.
struct XcodeCall {
  let entries: [TestCatalog.Entry]
  /// Bundles of projects and packages that cannot be read. Their dependencies are unknown.
  let unknown: Set<ModuleID>
  /// Warnings about bundles that schemes or plans list and that do not exist.
  let warnings: [Warning]

  /// `outcome` must include the targets of projects.
  init(
    _ options: XcodeCallOptions, _ outcome: Session.Selected, _ session: Session
  ) throws(Failure) {
    let workspace = session.workspace
    let catalog = try workspace.testCatalog(of: outcome.graph)
    let root = RelativePath(Array(workspace.location.root.utf8))
    let container = options.container.map { session.world.resolvedPath($0.bytes).seen(from: root) }
    do {
      entries = try catalog.entries(scheme: options.scheme, plan: options.plan, in: container)
    } catch {
      throw Self.failure(for: error, in: container)
    }
    unknown = catalog.unknown.intersection(entries.lazy.flatMap(\.bundles))
    warnings = Self.warnings(for: catalog, entries) + Self.warnings(forAbsent: unknown, in: workspace.tree)
  }

  /// Refuses to name bundles of a plan that Xcode makes itself. xcodebuild fails over a bundle that the plan lacks.
  /// Without a named scheme, only a plan with unknown bundles is refused: a list of names would leave those out.
  func refuseOpenPlan(ofNamedScheme isNamed: Bool) throws(Failure) {
    guard let scheme = entries.first(where: { isNamed ? $0.isOpen : $0.mayHaveMore })?.scheme else { return }
    throw Failure(
      code: "automatic-plan",
      message:
        "the scheme \"\(scheme.name)\" lists no tests: only Xcode knows its automatic test plan",
      hints: ["run the whole scheme, or give it a test plan in Xcode"])
  }

  private static func failure(for doubt: TestCatalog.Doubt, in container: RelativePath?) -> Failure {
    let place = container.map { " in \($0)" } ?? ""
    switch doubt {
    case .unknownScheme(let name, let known):
      return Failure(
        code: "unknown-scheme", message: "there is no scheme \"\(name)\"\(place)",
        hints: [
          known.isEmpty
            ? "share the scheme: Ambit reads xcshareddata/xcschemes of a project or workspace"
            : "known schemes: \(NameList.text(known, room: 200))"
        ])
    case .ambiguousScheme(let name, let containers):
      return Failure(
        code: "ambiguous-scheme", message: "\(containers.count) containers have a scheme \"\(name)\"",
        hints: ["choose one with '--project': \(NameList.text(containers.map(\.description), room: 200))"])
    case .unknownPlan(let name, let known):
      return Failure(
        code: "unknown-plan", message: "no requested scheme runs the test plan \"\(name)\"",
        hints: [
          known.isEmpty
            ? "no scheme here has a plan" : "known plans: \(NameList.text(known, room: 200))"
        ])
    case .unreadable(let file):
      return Failure(
        code: "unreadable-test-list",
        message: "\(file) is missing or cannot be read, so its bundles are unknown",
        hints: ["`ambit doctor` shows the problem"])
    }
  }

  private static func warnings(for catalog: TestCatalog, _ entries: [TestCatalog.Entry]) -> [Warning] {
    let files = Set(entries.map { $0.plan?.file ?? $0.scheme.file })
    let stale = catalog.stale.filter { files.contains($0.file) }
    guard let first = stale.first else { return [] }
    let others = stale.count > 1 ? ", and \(stale.count - 1) more like it" : ""
    return [
      Warning(
        code: "stale-testable",
        message:
          "\(first.file) lists the bundle \"\(first.target.name)\" of \(first.target.container), which does not exist"
          + others)
    ]
  }

  private static func warnings(forAbsent bundles: Set<ModuleID>, in tree: some FileTree) -> [Warning] {
    let absent = bundles.sorted().compactMap { bundle in
      AbsentSubmodules.holding(bundle.package, in: tree).map { (bundle, submodule: $0) }
    }
    guard !absent.isEmpty else { return [] }
    let names = NameList.text(absent.map { "\"\($0.0.name)\"" }, room: 200)
    return [
      Warning(
        code: AbsentSubmodules.code,
        message: "bundles of submodules that are not checked out are always named: \(names)",
        hints: [AbsentSubmodules.remedy(Set(absent.map(\.submodule)).sorted())])
    ]
  }
}
