package import Arguments
package import Base
import Runner

/// Shows a working folder at its place, to this process and its children.
struct PlaceMounts {
  let placement: PlacedFolder
  /// A folder of Ambit's own, for files that only this process sees.
  let room: String
  /// The folder in which SwiftPM keeps its locks.
  let temporary: String

  var aside: String { "\(room)/aside" }

  /// The reason that the folder cannot be shown there, in words.
  struct Obstacle: Error {
    let reason: String
  }

  /// Mounts the folder. Call this while there is only one thread.
  /// Returns the folders that were made for the place, innermost first. Other processes see them empty.
  func make() throws(Obstacle) -> [String] {
    let pointers = GitPointers(placement: placement, aside: aside).files()
    let made = try makePlace()
    do throws(DiskError) {
      try OwnMounts.begin()
      try OwnMounts.empty(room)
      LocalFiles.makeFolders(aside)
      if made.isEmpty { try OwnMounts.show(placement.place, at: aside) }
      try OwnMounts.show(placement.origin, at: placement.place)
      for (index, pointer) in pointers.enumerated() {
        let file = "\(room)/\(index)"
        guard LocalFiles.write(Array(pointer.text.utf8), to: file, permissions: 0o644) else {
          throw DiskError.last
        }
        try OwnMounts.show(file, at: pointer.path)
      }
      partLocks()
    } catch {
      Self.remove(made)
      throw Obstacle(reason: OwnMounts.reason(error))
    }
    return made
  }

  /// Gives this process own locks, so that it does not wait for builds at the place itself. If that fails, it waits.
  private func partLocks() {
    let locks = ScratchPlace.swiftPMLocks(
      inWorkspace: placement.origin + placement.workspace, seenAt: placement.place + placement.workspace,
      temporary: temporary)
    for (index, lock) in locks.enumerated() {
      let own = "\(room)/lock-\(index)"
      guard LocalFiles.isThere(lock) || LocalFiles.write([], to: lock, permissions: 0o644),
        LocalFiles.write([], to: own, permissions: 0o644)
      else { continue }
      try? OwnMounts.show(own, at: lock)
    }
  }

  static func remove(_ folders: [String]) { folders.forEach(LocalFiles.removeEmptyFolder) }

  private func makePlace() throws(Obstacle) -> [String] {
    guard !LocalFiles.isThere(placement.place) else { return [] }
    var missing = placement.place
    var made: [String] = []
    while !LocalFiles.isThere(missing) {
      made.append(missing)
      missing = LocalFiles.folder(of: missing)
    }
    guard LocalFiles.makeFolders(placement.place, mode: 0o755) else {
      Self.remove(made)
      throw Obstacle(
        reason: "\"\(placement.place)\" does not exist, and cannot be created: \(DiskError.last.words)")
    }
    return made
  }
}

/// Decides at which paths a working folder may be shown.
/// The path comes from a cache, so it may come from elsewhere. No folder that somebody needs may be hidden.
package struct PlaceRules {
  /// Absolute paths that a run needs besides the working folder.
  let needed: [String]

  package func allow(_ placement: PlacedFolder) -> Bool {
    let (place, origin) = (placement.place, placement.origin)
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard place.hasPrefix("/"), names.count > 1, place != origin,
      !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\n") }),
      !origin.contains("\n")
    else { return false }
    // Inside its own working folder, it would hide a part of itself.
    guard !place.hasPrefix(origin + "/"), !needed.contains(where: { hides(place, $0, origin) }) else {
      return false
    }
    return !LocalFiles.isThere(place) || isFree(place)
  }

  /// Returns true when the place would hide `path`. Paths in the working folder stay visible at the place.
  private func hides(_ place: String, _ path: String, _ origin: String) -> Bool {
    path == place || path.hasPrefix(place + "/") && !path.hasPrefix(origin + "/")
  }

  /// Returns true for a working folder of Git, or an empty folder.
  private func isFree(_ place: String) -> Bool {
    LocalFiles.isFolder(place) && LocalFiles.resolved(place) == place
      && (LocalFiles.isThere("\(place)/.git") || LocalFiles.names(in: place).isEmpty)
  }
}

/// Shows the working folder at another path when the program starts, and cleans up when it ends.
package enum PlaceEntry {
  /// The empty folders made for the place, and the lock that tells whether another process uses it.
  private static let made = Guarded<(folders: [String], lock: FileLock?)>(([], nil))

  /// Enters the place that the process before this one asked for. Call this while there is only one thread.
  package static func enter() {
    let environment = CurrentProcess.environment
    guard case .wanted(let placement) = PlacementStep(environment) else { return }
    let step = enter(placement, environment)
    CurrentProcess.setVariable(PlacementStep.variable, step.text)
  }

  /// Removes the folders that were made for the place.
  package static func leave() {
    let (folders, lock) = made.with { $0 }
    // Removing a folder would unmount it for every process, so only the last one removes it.
    guard let place = folders.first, let lock, lock.tryLock() else { return }
    CurrentProcess.enter("/")
    OwnMounts.end(at: place)
    PlaceMounts.remove(folders)
  }

  private static func enter(_ placement: PlacedFolder, _ environment: [String: String]) -> PlacementStep {
    guard let room = room(for: placement, environment) else {
      return .refused(placement, "no temporary folder can be used")
    }
    let mounts = PlaceMounts(placement: placement, room: room, temporary: environment["TMPDIR"] ?? "/tmp")
    let folder = CurrentProcess.workingFolder
    let lockName = "\(room)/\(SHA256.digest(of: Array(placement.place.utf8))).lock"
    do throws(PlaceMounts.Obstacle) {
      let lock = try? FileLock.share(lockName)
      let folders = try mounts.make()
      made.with { $0 = (folders, lock) }
    } catch {
      return .refused(placement, error.reason)
    }
    if let folder {
      let seen = placement.entered(folder)
      CurrentProcess.enter(seen)
      CurrentProcess.setVariable("PWD", seen)
    }
    // Git passes the repository's path to its hooks in variables.
    for name in environment.keys where name.hasPrefix("GIT_") {
      guard let path = environment[name] else { continue }
      let seen = placement.seen(path, aside: mounts.aside)
      if seen != path { CurrentProcess.setVariable(name, seen) }
    }
    return .done(placement, aside: mounts.aside)
  }

  /// Returns a folder that only this user can write, outside of both the working folder and the place.
  private static func room(for placement: PlacedFolder, _ environment: [String: String]) -> String? {
    let asked = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    for parent in [asked, "/tmp"].compactMap(\.self) {
      guard let parent = LocalFiles.resolved(parent), placement.seen(parent, aside: "") == parent else {
        continue
      }
      let room = "\(parent)/ambit-places-\(CurrentProcess.user)"
      LocalFiles.makeFolders(room)
      if OwnFiles.isFolder(room) { return room }
    }
    return nil
  }
}

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
  /// cannot use. `obstacle` returns a reason to stay here.
  package func followScratch(
    _ global: GlobalOptions, _ console: CommandOutput, obstacle: (PlacedFolder) -> String?
  ) throws(Failure) {
    if case .refused(_, let reason) = world.placing { return say(reason, console) }
    guard world.placing == nil, hasForeignScratch(global),
      let location = try? WorkspaceLocation.find(world, global),
      let place = ScratchPlace.noted(inWorkspace: location.root), place != location.root
    else { return }
    guard let placement = placement(of: location, at: place), rules.allow(placement) else {
      return say("\"\(place)\" is not a usable place", console)
    }
    if let reason = obstacle(placement) { return say(reason, console) }
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

/// Replaces paths at the place by paths in the working folder, in text for the user.
struct RenamedPaths: Sendable {
  private let names: [(from: [UInt8], to: [UInt8])]

  /// `aside` is the path of the folder that the place hides, if it hides one.
  init(_ placement: PlacedFolder, aside: String?) {
    let all = [(placement.place, placement.origin)] + (aside.map { [($0, placement.place)] } ?? [])
    names = all.map { (Array($0.0.utf8), Array($0.1.utf8)) }
  }

  func text(_ text: String) -> String { String(decoding: bytes(Array(text.utf8)), as: UTF8.self) }

  func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
      if let name = name(at: start, in: bytes) {
        result += bytes[copied..<start] + name.to
        copied = start + name.from.count
        index = copied
      } else {
        index = start + 1
      }
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }

  /// Returns the folder that a path at `start` names. A longer path before it, or a longer name after it, does not
  /// match.
  private func name(at start: Int, in bytes: [UInt8]) -> (from: [UInt8], to: [UInt8])? {
    if start > 0, Self.continues(bytes[start - 1]) { return nil }
    return names.first { name in
      guard bytes[start...].starts(with: name.from) else { return false }
      let end = start + name.from.count
      return end == bytes.count || !Self.continues(bytes[end])
    }
  }

  private static func continues(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte == UInt8(ascii: "-") || byte >= 0x80
  }
}
