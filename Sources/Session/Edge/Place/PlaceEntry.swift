import Base

/// The first and the last thing that the program does where its working folder is to be seen elsewhere.
package enum PlaceEntry {
  /// Folders that stand there for the place alone, and what tells whether somebody else is at it.
  private static let made = Guarded<(folders: [String], lock: FileLock?)>(([], nil))

  /// Enters the place that the process before this one asked for. While there is one thread only.
  package static func enter() {
    let environment = CurrentProcess.environment
    guard case .wanted(let placement) = PlacementStep(environment) else { return }
    let step = enter(placement, environment)
    CurrentProcess.setVariable(PlacementStep.variable, step.text)
  }

  /// Leaves nothing behind where others see it.
  package static func leave() {
    let (folders, lock) = made.with { $0 }
    // What is mounted on a folder goes with it for everybody.
    guard let place = folders.first, let lock, lock.tryLock() else { return }
    CurrentProcess.enter("/")
    OwnMounts.end(at: place)
    PlaceMounts.remove(folders)
  }

  private static func enter(_ placement: PlacedFolder, _ environment: [String: String]) -> PlacementStep {
    guard let room = room(for: placement, environment) else {
      return .refused(placement, "no folder among the temporary ones can be used for it")
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
    // Git hands its hooks the way to the repository.
    for name in environment.keys where name.hasPrefix("GIT_") {
      guard let path = environment[name] else { continue }
      let seen = placement.seen(path, aside: mounts.aside)
      if seen != path { CurrentProcess.setVariable(name, seen) }
    }
    return .done(placement, aside: mounts.aside)
  }

  /// A folder that nobody but this user can have made, and that lies in none of the two.
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
