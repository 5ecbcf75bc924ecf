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
