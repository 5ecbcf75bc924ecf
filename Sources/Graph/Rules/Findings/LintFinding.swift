package import Base
private import Xcode

/// One place where the workspace breaks a rule.
package struct LintFinding: Sendable, Hashable {
  package let rule: LintRule
  /// Never `off`.
  package var severity = Severity.error
  package let package: RelativePath
  /// nil: the finding speaks of the package as a whole.
  package let module: ModuleID?
  /// The far end, where an edge breaks the rule.
  package var other: ModuleID?
  /// What else tells the finding apart from others of the same rule: an imported name, an external package.
  package var subject: String?
  /// A cycle's modules, from the first back to it; else empty.
  package var chain: [ModuleID] = []
  /// nil: the manifest declares it.
  var site: ImportSite?
  var manifestLine: Int?
  /// What is wrong.
  package let message: String
  /// Which rule says so, and what it is for.
  package let why: String
  package let mend: String

  /// Relative to the workspace: the source that imports, or the manifest or project that declares.
  package var file: RelativePath {
    let project = XcodeProject.Form.propertyList.rawValue
    return site?.file ?? package.appending(package.isXcodeProject ? project : PackageFile.manifest)
  }

  /// nil when the place in the file is not certain.
  package var line: Int? { site?.line ?? manifestLine }

  /// Names the finding from run to run: files may be renamed and lines may move.
  package var fingerprint: String {
    let parts = [
      rule.id, "\(package)", module?.name ?? "", other?.description ?? "", subject ?? "",
      chain.map(\.description).joined(separator: " "),
    ]
    // No name holds a line break, so that different parts never make the same text.
    let text = parts.joined(separator: "\n")
    return SHA256.digest(of: text.utf8).description.prefix(32).description
  }

  /// By module, then by rule: the order of all reports.
  package static func comesFirst(_ left: LintFinding, _ right: LintFinding) -> Bool {
    if left.package != right.package { return left.package < right.package }
    let (leftName, rightName) = (left.module?.name ?? "", right.module?.name ?? "")
    if leftName != rightName { return leftName < rightName }
    if left.rule != right.rule { return left.rule.id < right.rule.id }
    if left.other != right.other { return (left.other?.description ?? "") < (right.other?.description ?? "") }
    return (left.subject ?? "") < (right.subject ?? "")
  }
}

/// The rules that a workspace is held to, by the ids that findings, baselines and reports carry.
package enum LintRule: String, Sendable, Hashable, CaseIterable {
  case layer, isolated
  case onlyImportedBy = "only-imported-by"
  case name, forbidden, contract, stable
  case undeclaredImport = "undeclared-import"
  case unusedDependency = "unused-dependency"
  case redundantDependency = "redundant-dependency"
  case undeclaredInput = "undeclared-input"
  case cycle, pin, metric, local, owner
  /// Of a package that cannot be evaluated nobody can say whether it keeps the rules.
  case unknownManifest = "unknown-manifest"

  package var id: String { rawValue }

  /// What the rule demands, in a sentence.
  package var summary: String {
    switch self {
    case .layer: "A module depends only on layers that its own may see."
    case .isolated: "Modules of an isolated group never depend on each other."
    case .onlyImportedBy: "Implementation modules are imported only where the parts are put together."
    case .name: "Modules of a group have names of one form."
    case .forbidden: "Some modules never depend on some others."
    case .contract: "Modules of contracts expose only declarations of some kinds."
    case .stable: "No change breaks the interfaces of some modules."
    case .undeclaredImport: "What a source imports is declared in the manifest."
    case .unusedDependency: "What the manifest declares is imported by some source."
    case .redundantDependency: "The manifest declares each dependency once, and none that nothing uses."
    case .undeclaredInput: "What tests read is declared."
    case .cycle: "Modules do not depend on themselves through others."
    case .pin: "Versions of external packages are asked for in the form that the policy names."
    case .metric: "What is measured of a module keeps within its limits."
    case .local: "On some branches no package is a working copy in the place of a release."
    case .owner: "Every module has an owner."
    case .unknownManifest: "Every manifest can be evaluated."
    }
  }
}
