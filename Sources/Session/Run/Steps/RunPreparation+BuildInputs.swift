import Arguments
import Base
import Graph
import Runner

extension RunPreparation {
  /// Returns the inputs of all modules that a plan may build. Older outputs are compared with them.
  ///
  /// The working tree is not listed again: a file that changed since has a time after `asOf`, so nothing that is built
  /// from it counts as settled. The files of a copy are written after its commit was listed.
  func buildInputs(of plan: RunPlan, in place: RevisionRun) throws(Failure) -> BuildInputs {
    guard !plan.groups.isEmpty else { return .unknown }
    let files = place.isCopy ? pipeline.workspace : try pipeline.workspace.ofWorkingTree(world)
    let asOf = place.isCopy ? FileTime.nowOnDisk : files.asOf
    let graph = outcome.graph
    let packages = plan.lookedAtPackages
    let modules = graph.modules.filter { packages.contains(graph.packages[$0.package].folder) }.map(\.id)
    return try KeyPreparation(self, files.head.tree).keys(of: modules)
      .buildInputs(root: pipeline.workspace.location.root, asOf: asOf.nanoseconds)
  }

  /// Reports folders that are moved from now on, of packages that a plan may build.
  func folderMoves(under plan: RunPlan) throws(Failure) -> FolderMoves {
    let location = pipeline.workspace.location
    let tree = pipeline.workspace.head.tree
    var folders: Set<RelativePath> = []
    if !plan.groups.isEmpty {
      let packages = plan.lookedAtPackages
      try Failure.wrapping {
        for package in packages {
          let folder = location.folderInRepository.appending(package)
          let files = try tree.files(below: folder).map { $0.path.seen(from: location.folderInRepository) }
          for file in files { folders.insert(file.parent) }
        }
      }
    }
    return FolderMoves(of: folders, root: location.root, outermost: location.repositoryRoot)
  }

  /// Compares the files that the build read with the declared ones.
  func compilerReads(_ report: RunReport, _ inputs: BuildInputs) -> UndeclaredReads {
    UndeclaredReads(
      report.compilerReads, outcome.graph, inputs, folder: pipeline.workspace.location.folderInRepository,
      tree: pipeline.workspace.tree)
  }
}

extension RunPlan {
  /// The packages whose files a build may read.
  fileprivate var lookedAtPackages: Set<RelativePath> {
    Set(groups.flatMap { $0.plannedPackages ?? [] })
      .union(packages.flatMap { $0.closure.map(\.package) + [$0.folder] })
  }
}

extension KeyPreparation {
  /// Prepares keys for the modules of a run, with the files in `tree`.
  init(_ run: RunPreparation, _ tree: any FileTree) {
    self.init(
      run.pipeline, tree, run.outcome.graph, run.outcome.config, run.pipeline.settings,
      platform: run.options.selection.platform ?? HostPlatform.name)
  }
}
