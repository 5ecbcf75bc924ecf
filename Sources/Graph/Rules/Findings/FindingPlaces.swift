import Base
import SwiftSources

/// Says on which line of a manifest stands what a finding is about. A finding that names a source knows
/// its line already.
struct FindingPlaces {
  let graph: WorkspaceGraph
  let tree: any FileTree

  func located(_ findings: [LintFinding]) throws -> [LintFinding] {
    var manifests: [RelativePath: ManifestLines] = [:]
    return try findings.map { finding in
      guard finding.line == nil, finding.rule != .unknownManifest else { return finding }
      if manifests[finding.package] == nil { manifests[finding.package] = try lines(of: finding.package) }
      var located = finding
      located.manifestLine = manifests[finding.package].flatMap { line(of: finding, in: $0) }
      return located
    }
  }

  /// Empty for a package with manifests for several versions of the tools: which one holds depends on
  /// who asks.
  private func lines(of package: RelativePath) throws -> ManifestLines {
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

  /// What a module's dependents may call it: its own name, or a product that holds it.
  private func names(of module: ModuleID) -> Set<String> {
    guard let index = graph.index(of: module) else { return [] }
    let products = graph.packages[graph.modules[index].package].manifest?.products ?? []
    return Set([module.name] + products.filter { $0.targets.contains(module.name) }.map(\.name))
  }
}
