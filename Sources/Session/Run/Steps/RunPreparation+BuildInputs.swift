import Arguments
import Base
import Graph
import Runner

extension RunPreparation {
  /// Returns the inputs of all modules that a plan may build, as they are now. Older outputs are compared with them.
  /// Call this when all files lie where they are built.
  func buildInputs(of plan: RunPlan, in place: RevisionRun) throws(Failure) -> BuildInputs {
    guard !plan.groups.isEmpty else { return .unknown }
    let asOf = FileTime.nowOnDisk.nanoseconds
    let head = pipeline.workspace.head
    let tree = place.isCopy ? head.tree : try pipeline.workspace.reopened(self).head.tree
    let graph = outcome.graph
    let packages = plan.lookedAtPackages
    let modules = graph.modules.filter { packages.contains(graph.packages[$0.package].folder) }.map(\.id)
    return try KeyPreparation(self, tree).keys(of: modules)
      .buildInputs(root: pipeline.workspace.location.root, asOf: asOf)
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
