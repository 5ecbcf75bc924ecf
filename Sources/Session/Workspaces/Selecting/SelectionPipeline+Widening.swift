import Arguments
package import Base
package import Graph
package import Reports

extension SelectionPipeline {
  /// Returns a pipeline with all packages that either the base or the head counts to the workspace.
  /// Returns nil when the head alone gives the same.
  /// Otherwise a change could take a package out of the workspace and then break its rules.
  package func widened(for report: AffectedReport) throws(Failure) -> SelectionPipeline? {
    guard let base = report.revisions.base else { return nil }
    // Commands that need the base's rules report their own error.
    guard let tree = try? workspace.tree(of: base.commit), let config = try? workspace.config(in: tree) else {
      return nil
    }
    let wider = workspace.config.admitting(config)
    guard wider != workspace.config else { return nil }
    return on(workspace.configured(by: wider))
  }
}

extension WorkspaceConfig {
  /// Returns the configuration with the packages and projects of both.
  fileprivate func admitting(_ other: WorkspaceConfig) -> WorkspaceConfig {
    var result = self
    // An empty list means all packages.
    let isAll = packages.isEmpty || other.packages.isEmpty
    result.packages = isAll ? [] : packages + other.packages.filter { !packages.contains($0) }
    result.exclude = exclude.filter(other.exclude.contains)
    result.xcode = xcode.admitting(other.xcode)
    return result
  }
}

extension SelectionPipeline {
  /// Loads the workspace at the head, whatever changed in it. With `allowsEmpty` it may have no module.
  package func wholeWorkspace(
    reach: Reach = .packages, allowsEmpty: Bool = false
  ) throws(Failure) -> WorkspaceLoader.Loaded {
    let loaded = try workspace.load(
      try lastCommit(), toolchain, world, ahead: ahead, shelf: shelf, needsBase: false
    ).loaded
    if !allowsEmpty { try workspace.refuseEmpty(loaded, reach) }
    return loaded
  }

  /// Compares with the last commit: its graph is remembered, and mostly equals that of the working tree.
  private func lastCommit() throws(Failure) -> ChangeSource {
    guard workspace.head.isWorkingTree, workspace.head.commit != nil else { return .nothing() }
    var selection = SelectionOptions()
    selection.change = .revisions(base: "HEAD", head: nil, fromMergeBase: false)
    do throws(Failure) {
      return try ChangeSource.find(selection, in: workspace, world)
    } catch  where !error.isStop {
      // Only time is lost without a commit that can be read.
      return .nothing()
    }
  }
}
