package import Arguments
package import Base
import Runner

/// Restarts the program with the workspace shown at the path where its scratch folders were built.
/// Build outputs hold absolute paths, so they can only be reused at that path.
package struct PlaceChange {
  private let world: World
  private let restart: @Sendable (String, String) -> DiskError

  /// nil where the program is not a process of its own.
  package init?(_ world: World) {
    guard let restart = world.restart else { return nil }
    self.world = world
    self.restart = restart
  }

  /// Restarts if the scratch folders were built at another path. Without a restart, the next build removes what it
  /// cannot use.
  package func followScratch(_ global: GlobalOptions, _ console: CommandOutput) throws(Failure) {
    if case .refused(_, let reason) = world.placing { return say(reason, console) }
    guard world.placing == nil, hasForeignScratch(global),
      let location = try? WorkspaceLocation.find(world, global),
      let place = ScratchPlace.noted(inWorkspace: location.root), place != location.root
    else { return }
    guard let placement = placement(of: location, at: place), rules.allow(placement) else {
      return say("\"\(place)\" is not a usable place", console)
    }
    say(begin(placement).words, console)
  }

  /// Returns the working folder with its workspace at `place`, or nil if the folders in the repository differ.
  package func placement(of location: WorkspaceLocation, at place: String) -> PlacedFolder? {
    let inside = location.root.dropFirst(location.repositoryRoot.count)
    guard place.hasSuffix(inside) else { return nil }
    return PlacedFolder(
      place: String(place.dropLast(inside.count)), origin: location.repositoryRoot, workspace: String(inside))
  }

  package var rules: PlaceRules {
    let toolchains = (world.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      .filter { LocalFiles.isProgram("\($0)/swift") }
    return PlaceRules(
      needed: [world.cacheFolder, world.executable, world.environment["HOME"]].compactMap(\.self) + toolchains
    )
  }

  /// Restarts the program. Returns only if that fails.
  package func begin(_ placement: PlacedFolder) -> DiskError {
    world.progressLine.end()
    return restart(PlacementStep.variable, PlacementStep.wanted(placement).text)
  }

  package func say(_ reason: String, _ console: CommandOutput) {
    console.note(
      StyledText("note: ", .dim)
        + StyledText("build output of another working folder cannot be used here: \(reason)"))
  }

  /// Most workspaces lie where they were built. This check must cost nothing for them.
  private func hasForeignScratch(_ global: GlobalOptions) -> Bool {
    var folder =
      global.workspaceFile.map { LocalFiles.folder(of: world.absoluteText($0.bytes)) } ?? world.workingFolder
    while true {
      if let place = ScratchPlace.noted(inWorkspace: folder), place != folder { return true }
      guard folder != "/", !folder.isEmpty else { return false }
      folder = LocalFiles.folder(of: folder)
    }
  }
}
