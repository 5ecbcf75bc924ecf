package import Arguments
package import Base
import GitBridge
package import Graph
package import Reports
package import SwiftSources
import Xcode

/// A workspace that is open for one command, with the toolchain and all settings. Nothing of it changes: each thing is
/// read once, and `refreshed()` is the only way to look at the files again.
package struct Session {
  package let world: World
  package let global: GlobalOptions
  package private(set) var workspace: OpenWorkspace
  package let toolchain: Toolchain
  package let settings: BuildSettings
  /// The modules that `--modules` lists, or nil.
  package let listed: ModuleList?
  package var ahead: ManifestsAhead?
  /// Graphs that this process already has, for commands that look at many commits.
  var shelf: GraphShelf?

  package static func open(
    _ world: World, _ global: GlobalOptions, _ options: SelectionOptions,
    swiftArguments: SwiftArguments = SwiftArguments()
  ) throws(Failure) -> Session {
    var head: String?
    if case .revisions(_, let revision, _) = options.change { head = revision }
    let listed = try ModuleList.read(options.moduleList, allowsEmpty: options.allowsEmpty, world)
    world.progressLine.begin("Reading the repository")
    let ahead = world.manifestsAhead(global)
    let workspace = try OpenWorkspace.open(world, global, headRevision: head, swiftArguments: swiftArguments)
    let toolchain = try world.locateToolchain(for: workspace.location.root)
    return Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain,
      settings: try BuildSettings(workspace.config, swiftArguments, toolchain: toolchain), listed: listed,
      ahead: ahead)
  }

  /// The same questions with more that is known of the modules.
  package func knowing(_ footprints: Footprints) -> Session {
    var session = self
    session.workspace = workspace.knowing(footprints)
    return session
  }

  /// The same questions to the files as they are now.
  func refreshed() throws(Failure) -> Session { on(try workspace.refreshed(world)) }

  /// The same questions to a workspace in another state.
  package func on(_ workspace: OpenWorkspace) -> Session {
    Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain, settings: settings,
      listed: listed)
  }

  /// Returns a session for other questions than those of the command line, with other build settings.
  package func unlisted(
    on workspace: OpenWorkspace, _ settings: BuildSettings, shelf: GraphShelf? = nil
  ) -> Session {
    Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain, settings: settings,
      listed: nil,
      shelf: shelf)
  }
}

extension Session {
  /// Loads the workspace at the head, whatever changed in it. With `allowsEmpty` it may have no module.
  package func wholeWorkspace(
    kinds: Kinds = .packages, allowsEmpty: Bool = false
  ) throws(Failure) -> WorkspaceLoader.Loaded {
    let loaded = try workspace.load(
      try lastCommit(), toolchain, world, ahead: ahead, shelf: shelf, needsBase: false
    ).loaded
    if !allowsEmpty { try workspace.refuseEmpty(loaded, kinds) }
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

extension Session {
  /// Returns a session with all packages that either the base or the head counts to the workspace.
  /// Returns nil when the head alone gives the same.
  /// Otherwise a change could take a package out of the workspace and then break its rules.
  package func widened(for report: AffectedReport) throws(Failure) -> Session? {
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
