import Base
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
