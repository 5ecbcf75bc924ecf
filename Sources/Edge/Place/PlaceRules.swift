import Platform

/// Which folders a working folder may be shown at. What is kept in caches may come from elsewhere, and nothing that somebody
/// needs shall disappear behind a working folder.
package struct PlaceRules {
  /// Absolute paths of what a run needs besides the working folder.
  let needed: [String]

  package func allow(_ placement: PlacedFolder) -> Bool {
    let (place, origin) = (placement.place, placement.origin)
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard place.hasPrefix("/"), names.count > 1, place != origin,
      !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\n") }),
      !origin.contains("\n")
    else { return false }
    // In its own working folder it would hide a part of itself.
    guard !place.hasPrefix(origin + "/"), !needed.contains(where: { hides(place, $0, origin) }) else {
      return false
    }
    return !LocalFiles.isThere(place) || isFree(place)
  }

  /// What lies in the working folder itself can be seen at its place.
  private func hides(_ place: String, _ path: String, _ origin: String) -> Bool {
    path == place || path.hasPrefix(place + "/") && !path.hasPrefix(origin + "/")
  }

  /// A working folder of Git, whoever's, or nothing yet.
  private func isFree(_ place: String) -> Bool {
    LocalFiles.isFolder(place) && LocalFiles.resolved(place) == place
      && (LocalFiles.isThere("\(place)/.git") || LocalFiles.names(in: place).isEmpty)
  }
}
