import Arguments
package import Edge
package import ModuleGraph

extension SelectionPipeline {
  /// The workspace at the head, whatever changed in it. `allowsEmpty`: also where it has no module.
  package func wholeWorkspace(allowsEmpty: Bool = false) throws(Failure) -> WorkspaceLoader.Loaded {
    let loaded = try workspace.load(
      try lastCommit(), toolchain, world, ahead: ahead, needsBase: false
    ).loaded
    if !allowsEmpty { try workspace.refuseEmpty(loaded.head) }
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
