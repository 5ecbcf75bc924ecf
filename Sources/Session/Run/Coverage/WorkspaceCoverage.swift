package import Arguments
package import Base
package import Graph
package import Reports
package import Runner
package import SwiftSources

/// The executed lines of tests, by the modules whose code they are.
package struct WorkspaceCoverage {
  private let graph: WorkspaceGraph
  /// The files of modules that are no tests.
  let files: CoveredFiles
  private let byModule: [ModuleIndex: [RelativePath]]

  package init(_ all: some Sequence<CoveredFiles>, _ graph: WorkspaceGraph) {
    self.graph = graph
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

  func report(owners: (ModuleNode) -> [String], testCount: Int, missing: [ModuleID]) -> CoverageReport {
    CoverageReport(
      files: files,
      modules: byModule.sorted { $0.key < $1.key }.compactMap { index, paths in
        let module = graph.modules[index]
        return coverage(of: index).map {
          .init(id: module.id, owners: owners(module), files: paths, coverage: $0)
        }
      },
      testCount: testCount, missing: missing)
  }
}

extension CoverageReport {
  /// The coverage of a run: what its test modules executed, now or when they passed before.
  package init(_ report: RunReport, _ outcome: Session.Selected) {
    let measured = report.modules.compactMap(\.coverage)
    let missing = report.modules.filter { $0.coverage == nil && $0.excuse == nil }.map(\.id)
    self = WorkspaceCoverage(measured, outcome.graph).report(
      owners: { outcome.owners(of: $0).owners }, testCount: measured.count, missing: missing.sorted())
  }
}

/// Shows the coverage of a run, and writes it to files where the user asks for them.
package struct CoverageOutput {
  package let report: CoverageReport

  package init(_ report: CoverageReport) { self.report = report }

  package var warnings: [Warning] {
    guard let first = report.missing.first else { return [] }
    let others = report.missing.count > 1 ? " and \(report.missing.count - 1) more" : ""
    return [
      Warning(
        code: "no-coverage",
        message: "the coverage lacks \(first)\(others), which left no data",
        hints: [
          "modules leave none if they are not built, stop or crash, or if the toolchain lacks llvm-cov"
        ])
    ]
  }

  package func write(to folder: Argument?, _ world: World) throws(Failure) {
    guard let folder else { return }
    let place = world.absoluteText(folder.bytes)
    guard LocalFiles.makeFolders(place, mode: 0o755) else {
      throw Failure(
        code: "unwritable", message: "the folder \(folder.quoted) of '--coverage-out' cannot be created",
        hints: ["name another folder, or create it"])
    }
    for (name, bytes) in [
      ("coverage.lcov", TraceFile.text(report.files)),
      ("coverage.json", Array(CoverageJSON.text(report).utf8)),
    ] where !LocalFiles.write(bytes, to: "\(place)/\(name)", permissions: 0o644) {
      throw Failure(
        code: "unwritable",
        message: "\(name) cannot be written to \(folder.quoted), the folder of '--coverage-out'",
        hints: ["check the folder's permissions and free space"])
    }
  }
}
