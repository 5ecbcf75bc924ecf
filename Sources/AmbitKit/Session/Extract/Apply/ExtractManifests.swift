import Extraction
import Manifests
import ModuleGraph
import Names
import Reports
import Scaffold
import Support

/// What the manifests of those come to say that have to depend on the new package.
struct ExtractManifests {
  let edits: [FileEdit]

  /// Proves by evaluation that they say what they should before any is written.
  init(_ report: ExtractReport, _ pipeline: SelectionPipeline, _ graph: WorkspaceGraph) throws(Failure) {
    let byPackage = Dictionary(grouping: report.plan.dependents.map(\.module), by: \.package)
    var rewrites: [PackageRewrite] = []
    for (folder, modules) in byPackage.sorted(by: { $0.key < $1.key }) {
      guard let index = graph.index(of: modules[0]) else { continue }
      let targets = Set(modules.map(\.name))
      let addition = DependencyAddition(
        path: report.folder.seen(from: folder).description, package: report.plan.name,
        product: report.plan.name)
      rewrites.append(
        try PackageRewrite(
          graph.packages[graph.modules[index].package], in: pipeline.workspace,
          byHand:
            "let \(targets.sorted().joined(separator: ", ")) depend on \(report.plan.name) by hand, after the plan "
            + "that `ambit extract` shows without --write",
          expect: { addition.add(to: &$0, targets: targets) },
          rewrite: { (text: [UInt8]) throws(ManifestSwitch.Problem) in
            try addition.added(to: text, targets: targets)
          }))
    }
    try rewrites.verify("a dependency on \(report.plan.name)", pipeline)
    let nesting = pipeline.workspace.location.folderInRepository
    edits = rewrites.flatMap(\.rewrites).map {
      FileEdit(path: nesting.appending($0.path), before: $0.before, after: $0.after)
    }
  }
}
