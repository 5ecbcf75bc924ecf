package import Arguments
package import Base
import Runner

/// Begins the program anew where the workspace is seen at the place that its scratch folders were built at.
package struct PlaceChange {
  private let world: World
  private let restart: @Sendable (String, String) -> DiskError

  /// nil where the program is not a process of its own.
  package init?(_ world: World) {
    guard let restart = world.restart else { return nil }
    self.world = world
    self.restart = restart
  }

  /// For a workspace in whose scratch folders is what was built elsewhere. Where it cannot be seen there nothing happens:
  /// whoever builds removes what cannot serve.
  package func followScratch(_ global: GlobalOptions, _ console: CommandOutput) throws(Failure) {
    if case .refused(_, let reason) = world.placing { return say(reason, console) }
    guard world.placing == nil, hasForeignScratch(global),
      let location = try? WorkspaceLocation.find(world, global),
      let place = ScratchPlace.noted(inWorkspace: location.root), place != location.root
    else { return }
    guard let placement = placement(of: location, at: place), rules.allow(placement) else {
      return say("\"\(place)\" is no place for it", console)
    }
    say(begin(placement).words, console)
  }

  /// The working folder whose workspace lies at `place`; nil where it would lie elsewhere in the repository.
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

  /// Returns only when the program cannot begin anew.
  package func begin(_ placement: PlacedFolder) -> DiskError {
    world.progressLine.end()
    return restart(PlacementStep.variable, PlacementStep.wanted(placement).text)
  }

  package func say(_ reason: String, _ console: CommandOutput) {
    console.note(
      StyledText("note: ", .dim)
        + StyledText("what was built in another working folder cannot be used here: \(reason)"))
  }

  /// Most workspaces stand where they were built, which is to cost nothing.
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
