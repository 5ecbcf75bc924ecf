import Arguments
package import Graph
package import Reports

extension SelectionPipeline {
  /// With all packages that belong to the workspace by the base's word or by the head's; nil when that is what the head
  /// says anyway. A change that takes a package out of the workspace would else be free to do there what it likes.
  package func widened(for report: AffectedReport) throws(Failure) -> SelectionPipeline? {
    guard let base = report.revisions.base else { return nil }
    // Whoever needs the base's rules is told himself when they cannot be read.
    guard let tree = try? workspace.tree(of: base.commit), let config = try? workspace.config(in: tree) else {
      return nil
    }
    let wider = workspace.config.admitting(config)
    guard wider != workspace.config else { return nil }
    return on(workspace.configured(by: wider))
  }
}

extension WorkspaceConfig {
  /// With the packages and projects of both.
  fileprivate func admitting(_ other: WorkspaceConfig) -> WorkspaceConfig {
    var result = self
    // An empty list is all that there are.
    let isAll = packages.isEmpty || other.packages.isEmpty
    result.packages = isAll ? [] : packages + other.packages.filter { !packages.contains($0) }
    result.exclude = exclude.filter(other.exclude.contains)
    result.xcode = xcode.admitting(other.xcode)
    return result
  }
}

extension SelectionPipeline {
  /// The workspace at the head, whatever changed in it. `allowsEmpty`: also where it has no module.
  package func wholeWorkspace(
    reach: Reach = .packages, allowsEmpty: Bool = false
  ) throws(Failure) -> WorkspaceLoader.Loaded {
    let loaded = try workspace.load(
      try lastCommit(), toolchain, world, ahead: ahead, needsBase: false
    ).loaded
    if !allowsEmpty { try workspace.refuseEmpty(loaded, reach) }
    return loaded
  }

  /// The graph of the last commit is remembered, and mostly that of the working tree as well.
  private func lastCommit() throws(Failure) -> ChangeSource {
    guard workspace.head.isWorkingTree, workspace.head.commit != nil else { return .nothing() }
    var selection = SelectionOptions()
    selection.change = .revisions(base: "HEAD", head: nil, fromMergeBase: false)
    return try ChangeSource.find(selection, in: workspace, world)
  }
}
