import Base
import Runner
import Store

/// A place beside the repository that tests looked at, as footprints keep it: the path from the workspace. The ending says
/// that names in a folder count (`../`), or everything below it (`../**`).
struct Neighbour {
  let text: String

  init(_ place: SeenPlace, _ aspect: Aspect) {
    switch aspect {
    case .names: text = "\(place.text)/"
    case .tree: text = "\(place.text)/**"
    case .content, .kind, .linkKind, .target: text = place.text
    }
  }

  /// Returns nil for the text of another place.
  init?(_ text: String) {
    guard case .beside = SeenPlace(beside: text) else { return nil }
    self.text = text
  }

  var place: SeenPlace { SeenPlace(beside: text.hasSuffix("/**") ? String(text.dropLast(3)) : text) }

  var aspects: [Aspect] {
    if text.hasSuffix("/**") {
      [.tree]
    } else if text.hasSuffix("/") {
      [.names]
    } else {
      [.content, .linkKind, .target]
    }
  }

  /// Returns true when the place looks the same in two views.
  fileprivate func isSame(_ one: DiskView, _ other: DiskView) -> Bool {
    aspects.allSatisfy { one.state(of: place, $0) == other.state(of: place, $0) }
  }
}

extension PlacedFolder {
  /// True when other files may lie beside the repository at the place. With one parent both have the same neighbours, but for
  /// each other.
  var hasOtherNeighbours: Bool { LocalFiles.folder(of: place) != LocalFiles.folder(of: origin) }

  /// Returns the reason not to show the folder at the place: tests were seen to look beside the repository at something
  /// that is not the same there, or a manifest was seen to have another value.
  package func obstacle(knownIn cacheFolder: String?) -> String? {
    guard hasOtherNeighbours else { return nil }
    if let reason = ScratchPlace.reasonToLeave(inWorkspace: origin + workspace) { return reason }
    let memory = DiskMemory()
    let there = DiskView(root: place + workspace, memory: memory)
    let here = DiskView(root: origin + workspace, memory: memory)
    let seen = FootprintStore(of: place + workspace, cacheFolder: cacheFolder).read().modules.mapValues(
      \.tests)
    for (module, places) in seen.sorted(by: { $0.key < $1.key }) {
      if places == .everything { return "\(module) looks at more places than are kept" }
      let other = places.outside.sorted().compactMap { Neighbour($0) }.first { !$0.isSame(there, here) }
      if let other { return "\(module) looks at \"\(other.text)\", which is not the same there" }
    }
    return nil
  }
}
