package import Base
import Xcode

/// Checks a workspace against its rules.
package struct Linter {
  private let facts: WorkspaceFacts
  private let unknown: [UnknownPackage]
  /// Files that tests read and nothing declares.
  private let seen: [SeenInput]
  /// The values of the modules that rules have limits for.
  private let measured: [ModuleID: MeasuredModule]
  /// The branch that is checked, and the one that it is to be merged into.
  private let branches: [String]
  /// The effects of the change on interfaces that rules keep stable.
  private let interfaces: [ModuleID: MovedInterface]
  /// The number of threads that read sources.
  private let jobs: Int

  package init(
    _ facts: WorkspaceFacts, unknown: [UnknownPackage] = [], seen: [SeenInput] = [],
    measured: [ModuleID: MeasuredModule] = [:], branches: [String] = [],
    interfaces: [ModuleID: MovedInterface] = [:], jobs: Int = 1
  ) {
    self.facts = facts
    self.unknown = unknown
    self.seen = seen
    self.measured = measured
    self.branches = branches
    self.interfaces = interfaces
    self.jobs = jobs
  }

  /// Returns all findings for the rules of `config`, each once, in the order of reports. `ownership` is only called
  /// when the rules ask for owners.
  package func findings(
    _ config: WorkspaceConfig, _ tags: ModuleTags, ownership: (ModuleNode) -> ModuleOwnership
  ) throws(Failure) -> [LintFinding] {
    let context = RuleContext(facts, config, tags)
    var unused = UnusedCheck(context)
    let found =
      LayerCheck.findings(context) + IsolationCheck.findings(context) + ImporterCheck.findings(context)
      + NameCheck.findings(context) + UndeclaredCheck.findings(context)
      + RedundantCheck(context).findings() + CycleCheck.findings(context) + PinCheck.findings(context)
      + StableCheck(config: config, interfaces: interfaces).findings()
      + InputCheck.findings(context, seen) + MetricsCheck(context: context, measured: measured).findings()
      + OwnerCheck.findings(context, ownership)
      + unknown.map(Self.finding)
    let all =
      try found + ForbiddenCheck(context: context).findings() + ContractCheck(context: context).findings()
      + LocalCheck(context: context, branches: branches).findings()
      + FolderCheck(context: context, jobs: jobs).findings() + unused.findings()
    // Two rules that forbid the same edge have one finding.
    var seen: Set<String> = []
    let each = all.filter { seen.insert($0.fingerprint).inserted }
    return try FindingPlaces(graph: facts.graph, tree: facts.tree).located(each).sorted(
      by: LintFinding.comesFirst)
  }

  private static func finding(_ package: UnknownPackage) -> LintFinding {
    guard !package.folder.isXcodeProject else {
      return LintFinding(
        rule: .unknownManifest, package: package.folder, module: nil,
        message: "the project //\(package.folder) cannot be read: \(package.reason)",
        why: "no rule can be checked while the targets are unknown",
        mend: "fix the file; Xcode shows the same error when it opens the project")
    }
    return LintFinding(
      rule: .unknownManifest, package: package.folder, module: nil,
      message: "the package //\(package.folder) cannot be evaluated: \(package.reason)",
      why: "no rule can be checked while the targets are unknown",
      mend: "fix the manifest; `swift package dump-package` in its folder shows the same error")
  }
}

/// The rules for a workspace, by the ids in findings, baselines and reports.
package enum LintRule: String, Sendable, Hashable, CaseIterable {
  case layer, isolated
  case onlyImportedBy = "only-imported-by"
  case name, forbidden
  case folderBorder = "folder-border"
  case contract, stable
  case undeclaredImport = "undeclared-import"
  case unusedDependency = "unused-dependency"
  case redundantDependency = "redundant-dependency"
  case undeclaredInput = "undeclared-input"
  case cycle, pin, metric, local, owner
  /// A package cannot be evaluated, so it is not known if it follows the rules.
  case unknownManifest = "unknown-manifest"

  package var id: String { rawValue }

  /// The demand of the rule as a sentence.
  package var summary: String {
    switch self {
    case .layer: "A module depends only on layers that its layer may use."
    case .isolated: "Modules of an isolated group never depend on each other."
    case .onlyImportedBy: "Implementation modules are imported only where the app is assembled."
    case .name: "Modules with the same tag have names of one form."
    case .forbidden: "No module has a forbidden dependency."
    case .folderBorder: "Folders of a module use each other's types only where allowed."
    case .contract: "Contract modules expose only allowed kinds of declarations."
    case .stable: "No change breaks the interface of a stable module."
    case .undeclaredImport: "The manifest declares every import."
    case .unusedDependency: "Sources import every declared dependency."
    case .redundantDependency: "The manifest declares each dependency once, and no unused package."
    case .undeclaredInput: "All files that builds and tests read are declared."
    case .cycle: "Modules do not depend on each other in a cycle."
    case .pin: "Packages ask for versions in the required form."
    case .metric: "Metrics of modules stay within their limits."
    case .local: "On some branches no working copy replaces a released package."
    case .owner: "Every module has an owner."
    case .unknownManifest: "Every manifest can be evaluated."
    }
  }
}
