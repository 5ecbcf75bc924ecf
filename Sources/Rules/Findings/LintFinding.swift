package import Config
private import Digests
import ModuleGraph
package import Names
package import Support

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

  /// Relative to the workspace: the source that imports, or the manifest that declares.
  package var file: RelativePath { site?.file ?? package.appending(PackageFile.manifest) }

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
