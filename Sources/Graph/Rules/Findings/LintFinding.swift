package import Base
private import Xcode

/// A place where the workspace breaks a rule.
package struct LintFinding: Sendable, Hashable {
  package let rule: LintRule
  /// The severity, which is never `off`.
  package var severity = Severity.error
  package let package: RelativePath
  /// The module; nil when the finding concerns the whole package.
  package let module: ModuleID?
  /// The target of the edge that breaks the rule.
  package var other: ModuleID?
  /// A name that tells the finding apart from others of the same rule: an imported name, an external package, a folder
  /// with the type that it names.
  package var subject: String?
  /// The modules of a cycle, from the first back to it; empty for other rules.
  package var chain: [ModuleID] = []
  /// The place of the import; nil when the manifest declares the dependency.
  var site: ImportSite?
  var manifestLine: Int?
  /// The error in a sentence.
  package let message: String
  /// The rule and its purpose.
  package let why: String
  package let mend: String

  /// The file relative to the workspace: the importing source, or the declaring manifest or project.
  package var file: RelativePath {
    let project = XcodeProject.Form.propertyList.rawValue
    return site?.file ?? package.appending(package.isXcodeProject ? project : PackageFile.manifest)
  }

  /// The line; nil when it is not certain.
  package var line: Int? { site?.line ?? manifestLine }

  /// The column, which only some rules know.
  package var column: Int? { site?.column }

  /// Identifies the finding from run to run, even after files are renamed or lines move.
  package var fingerprint: String {
    let parts = [
      rule.id, "\(package)", module?.name ?? "", other?.description ?? "", subject ?? "",
      chain.map(\.description).joined(separator: " "),
    ]
    // No name contains a line break, so different parts never give the same text.
    let text = parts.joined(separator: "\n")
    return SHA256.digest(of: text.utf8).description.prefix(32).description
  }

  /// Returns the order of all reports: by module, then by rule.
  package static func comesFirst(_ left: LintFinding, _ right: LintFinding) -> Bool {
    if left.package != right.package { return left.package < right.package }
    let (leftName, rightName) = (left.module?.name ?? "", right.module?.name ?? "")
    if leftName != rightName { return leftName < rightName }
    if left.rule != right.rule { return left.rule.id < right.rule.id }
    if left.other != right.other { return (left.other?.description ?? "") < (right.other?.description ?? "") }
    return (left.subject ?? "") < (right.subject ?? "")
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
