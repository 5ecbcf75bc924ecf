import Base

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
