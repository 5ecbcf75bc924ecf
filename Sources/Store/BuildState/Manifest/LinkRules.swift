import Base

/// Checks that the symbolic links of a state stay in its folder and form no circle. They may lead to nothing.
///
/// A restore never writes through a link. But the next build may, so no link may lead out of the folder. A relative
/// target may begin with `..` but not contain it later, where it could pass through another link. An absolute target
/// must be in the folder.
struct LinkRules {
  private static let mostSteps = 40
  private static let slash = UInt8(ascii: "/")
  private static let up = Array("..".utf8)

  private let scratch: [UInt8]
  /// The destinations of links by their path. The destination is nil for a link that is not allowed.
  private let links: [RelativePath: RelativePath?]

  init(scratch: String, _ outputs: [Manifest.Output]) {
    let scratch = Array(scratch.utf8)
    self.scratch = scratch
    var links: [RelativePath: RelativePath?] = [:]
    for output in outputs {
      guard case .link(let target) = output.content else { continue }
      links[output.path] = .some(Self.destination(of: output.path, target, scratch))
    }
    self.links = links
  }

  func check() throws(StateError) {
    for (path, destination) in links {
      guard let destination else {
        throw ManifestRules.refused(path, "is a link that leads out of the folder")
      }
      guard ends(destination) else { throw ManifestRules.refused(path, "is a circular link") }
    }
  }

  /// Returns the path in the folder that a target leads to, before other links are followed.
  private static func destination(of path: RelativePath, _ target: [UInt8], _ scratch: [UInt8])
    -> RelativePath?
  {
    guard !target.isEmpty, target.count <= ManifestRules.longestPath, !target.contains(0) else { return nil }
    var at = path.parent
    var parts = target.split(separator: slash)[...]
    if target.first == slash {
      let prefix = scratch.split(separator: slash)
      guard parts.starts(with: prefix) else { return nil }
      parts = parts.dropFirst(prefix.count)
      at = .root
    }
    while parts.first?.elementsEqual(up) == true {
      guard !at.isRoot else { return nil }
      at = at.parent
      parts.removeFirst()
    }
    guard !parts.contains(where: { $0.elementsEqual(up) }) else { return nil }
    let below = parts.filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    return at.appending(RelativePath(unchecked: Array(below.joined(separator: [slash]))))
  }

  /// Follows links on the way to a path, as often as a system would. Returns false for a circle.
  private func ends(_ path: RelativePath) -> Bool {
    var rest = path.components[...]
    var at = RelativePath.root
    var steps = 0
    while let name = rest.popFirst() {
      at = at.appending(RelativePath(unchecked: Array(name)))
      guard let destination = links[at] else { continue }
      steps += 1
      // `check` reports the link that leads out.
      guard let destination else { return true }
      guard steps <= Self.mostSteps else { return false }
      rest = destination.components[...] + rest
      at = .root
    }
    return true
  }
}
