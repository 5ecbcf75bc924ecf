package import Base
package import Graph
package import SwiftSources

/// The executed lines of tests, by the modules whose code they are.
package struct WorkspaceCoverage {
  /// The files of modules that are no tests.
  package let files: CoveredFiles
  package let byModule: [ModuleIndex: [RelativePath]]

  package init(_ all: some Sequence<CoveredFiles>, _ graph: WorkspaceGraph) {
    var byFolder: [RelativePath: [ModuleIndex]] = [:]
    for (index, module) in graph.modules.numbered where module.kind != .unknown {
      if let folder = module.layout.folder { byFolder[folder, default: []].append(index) }
    }
    var byModule: [ModuleIndex: [RelativePath]] = [:]
    let merged = CoveredFiles.merged(all)
    files = merged.filtered { path in
      let owners = path.withAncestors.flatMap { byFolder[$0] ?? [] }.filter {
        graph.modules[$0].layout.owns(path)
      }
      // Files of test modules do not count as code to cover.
      guard !owners.isEmpty, !owners.contains(where: { graph.modules[$0].kind.isTest }) else {
        return false
      }
      for owner in owners { byModule[owner, default: []].append(path) }
      return true
    }
    self.byModule = byModule.mapValues { $0.sorted() }
  }

  /// Returns nil for a module of which nothing was measured.
  package func coverage(of module: ModuleIndex) -> LineCoverage? {
    byModule[module].map { paths in
      paths.compactMap { files.coverage(of: $0) }.reduce(LineCoverage(), +)
    }
  }
}

extension LineCoverage {
  /// Formats as `84.2 %`. The value is never rounded up: 99.99 % is no 100 %.
  package static func text(_ percent: Double) -> String {
    let tenths = Int(percent * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
