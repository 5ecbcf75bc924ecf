import Base
import SwiftSources

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
