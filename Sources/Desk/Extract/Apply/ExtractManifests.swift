import Edge
import Extraction
import Manifests
import ModuleGraph
import Names
import Reports
import Rules
import Scaffold
import Support
import Workspaces

/// What the manifests of those come to say that have to depend on the new package, and of those that need something no longer.
struct ExtractManifests {
  let edits: [FileEdit]
  /// What somebody has to see to.
  let notes: [String]

  /// Proves by evaluation that they say what they should before any is written.
  init(_ report: ExtractReport, _ pipeline: SelectionPipeline, _ graph: WorkspaceGraph) throws(Failure) {
    let removals = UnneededDependencies(report.plan.unneeded, graph).removals
    var notes: [String] = []
    let rewrites: [PackageRewrite]
    do throws(Failure) {
      rewrites = try Self.rewrites(report, pipeline, graph, removals)
    } catch  where !removals.isEmpty {
      // What is superfluous does no harm.
      rewrites = try Self.rewrites(report, pipeline, graph, [:])
      notes = report.plan.unneeded.map { one in
        "\(one.target) does not need \(one.module) any more, and its manifest says so in a way that is not understood: "
          + "take the dependency out by hand"
      }
    }
    self.notes = notes
    let nesting = pipeline.workspace.location.folderInRepository
    edits = rewrites.flatMap(\.rewrites).map {
      FileEdit(path: nesting.appending($0.path), before: $0.before, after: $0.after)
    }
  }

  private static func rewrites(
    _ report: ExtractReport, _ pipeline: SelectionPipeline, _ graph: WorkspaceGraph,
    _ removals: [RelativePath: DependencyRemoval]
  ) throws(Failure) -> [PackageRewrite] {
    let byPackage = Dictionary(grouping: report.plan.dependents.map(\.module), by: \.package)
    var rewrites: [PackageRewrite] = []
    for folder in Set(byPackage.keys).union(removals.keys).sorted() {
      guard let package = graph.packages.first(where: { $0.folder == folder }) else { continue }
      let targets = Set((byPackage[folder] ?? []).map(\.name))
      let addition = DependencyAddition(
        path: report.folder.seen(from: folder).description, package: report.plan.name,
        product: report.plan.name)
      let removal = removals[folder]
      rewrites.append(
        try PackageRewrite(
          package, in: pipeline.workspace,
          byHand:
            "let \(targets.sorted().joined(separator: ", ")) depend on \(report.plan.name) by hand, after the plan "
            + "that `ambit extract` shows without --write",
          expect: { manifest in
            removal?.remove(from: &manifest)
            if !targets.isEmpty { addition.add(to: &manifest, targets: targets) }
          },
          rewrite: { (text: [UInt8]) throws(ManifestSwitch.Problem) in
            let rest = try removal?.removed(from: text) ?? text
            return targets.isEmpty ? rest : try addition.added(to: rest, targets: targets)
          }))
    }
    try rewrites.verify("a dependency on \(report.plan.name)", pipeline)
    return rewrites
  }
}

/// What manifests need not say any more.
struct UnneededDependencies {
  /// By the folder of the package.
  private(set) var removals: [RelativePath: DependencyRemoval] = [:]

  init(_ unneeded: [ExtractionPlan.Unneeded], _ graph: WorkspaceGraph) {
    for (folder, all) in Dictionary(grouping: unneeded, by: \.target.package) {
      guard let package = graph.packages.indices.first(where: { graph.packages[$0].folder == folder }),
        let manifest = graph.packages[package].manifest
      else { continue }
      let gone = Dictionary(grouping: all, by: \.target).mapValues { Set($0.map(\.module)) }
      let removal = Self.removal(gone, of: package, manifest, graph)
      if !removal.isEmpty { removals[folder] = removal }
    }
  }

  /// A product goes where nothing is needed of all that it stands for, and a package with the last that any target names of it.
  private static func removal(
    _ gone: [ModuleID: Set<ModuleID>], of package: PackageIndex, _ manifest: PackageManifest,
    _ graph: WorkspaceGraph
  ) -> DependencyRemoval {
    let resolver = DependencyTargets(of: package, in: graph)
    var references: [String: Set<TargetDependency.Reference>] = [:]
    var (left, kept): (Set<PackageIndex>, Set<PackageIndex>) = ([], [])
    for target in manifest.targets {
      let id = ModuleID(package: graph.packages[package].folder, name: target.name)
      guard let module = graph.index(of: id) else { continue }
      for dependency in target.dependencies {
        let modules = resolver.modules(of: dependency, in: module)
        let packages = Set(modules.map { graph.modules[$0].package })
        let isGone =
          !modules.isEmpty && modules.allSatisfy { gone[id]?.contains(graph.modules[$0].id) == true }
        guard isGone, dependency.condition == .always, dependency.moduleAliases.isEmpty else {
          kept.formUnion(packages)
          continue
        }
        references[target.name, default: []].insert(dependency.reference)
        left.formUnion(packages)
      }
    }
    // What plugins are used for is written elsewhere.
    let hasPlugins = manifest.targets.contains { !$0.pluginUsages.isEmpty }
    var paths: Set<String> = []
    for (dependency, edge) in zip(manifest.dependencies, graph.packages[package].dependencies)
    where !hasPlugins {
      guard case .path(let path) = dependency.source, let index = edge.package, index != package,
        left.contains(index), !kept.contains(index)
      else { continue }
      paths.insert(path)
    }
    return DependencyRemoval(references: references, paths: paths)
  }
}
