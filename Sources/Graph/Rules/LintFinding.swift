package import Base
import SwiftSources
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

/// Findings that a team accepts for now, kept in a file beside the code.
package struct LintBaseline: Sendable, Hashable {
  package let fingerprints: Set<String>

  package init(fingerprints: Set<String> = []) {
    self.fingerprints = fingerprints
  }

  /// Returns nil when the bytes are no baseline.
  package init?(parsing bytes: [UInt8]) {
    guard let document = try? JSONParser.parse(bytes, as: .relaxed), document["version"]?.intValue == 1,
      let entries = document["findings"]?.arrayValue
    else { return nil }
    let named = entries.compactMap { $0["fingerprint"]?.stringValue }
    guard named.count == entries.count else { return nil }
    fingerprints = Set(named)
  }

  package func knows(_ finding: LintFinding) -> Bool { fingerprints.contains(finding.fingerprint) }

  /// Returns the findings that are in both.
  package func intersection(_ other: LintBaseline) -> LintBaseline {
    LintBaseline(fingerprints: fingerprints.intersection(other.fingerprints))
  }

  /// Returns the file for these findings. They are sorted, with one entry each, so that a review shows which came and
  /// went. Only the fingerprint is read again; the rest is for people.
  package static func text(of findings: [LintFinding]) -> String {
    let entries = findings.sorted(by: LintFinding.comesFirst).map { finding -> JSON in
      ["rule": finding.rule.id, "message": finding.message, "fingerprint": finding.fingerprint]
    }
    return JSON(["version": 1, "findings": entries]).prettyJSON + "\n"
  }
}

/// Finds the line of a manifest for each finding. A finding about a source has its line already.
struct FindingPlaces {
  let graph: WorkspaceGraph
  let tree: any FileTree

  func located(_ findings: [LintFinding]) throws(Failure) -> [LintFinding] {
    var manifests: [RelativePath: ManifestLines] = [:]
    return try findings.map { finding throws(Failure) in
      guard finding.line == nil, finding.rule != .unknownManifest else { return finding }
      if manifests[finding.package] == nil { manifests[finding.package] = try lines(of: finding.package) }
      var located = finding
      located.manifestLine = manifests[finding.package].flatMap { line(of: finding, in: $0) }
      return located
    }
  }

  /// Returns no lines for a package with manifests for several versions of the tools, since the user's version decides
  /// which one counts.
  private func lines(of package: RelativePath) throws(Failure) -> ManifestLines {
    let isOneOfSeveral = try tree.entries(of: package).count { PackageFile.isManifest($0.name[...]) } > 1
    let contents = isOneOfSeveral ? nil : try tree.contents(of: package.appending(PackageFile.manifest))
    return ManifestLines(contents ?? [])
  }

  private func line(of finding: LintFinding, in manifest: ManifestLines) -> Int? {
    guard let module = finding.module else { return finding.subject.flatMap(manifest.package) }
    if let other = finding.other ?? finding.chain.dropFirst().first {
      return manifest.dependency(of: module.name, named: names(of: other))
    }
    switch finding.rule {
    case .unusedDependency, .redundantDependency:
      return finding.subject.flatMap { manifest.dependency(of: module.name, named: [$0]) }
    default: return manifest.target(module.name)
    }
  }

  /// Returns the names by which dependents may call a module: its own, or a product with the module.
  private func names(of module: ModuleID) -> Set<String> {
    guard let index = graph.index(of: module) else { return [] }
    let products = graph.packages[graph.modules[index].package].manifest?.products ?? []
    return Set([module.name] + products.filter { $0.targets.contains(module.name) }.map(\.name))
  }
}
