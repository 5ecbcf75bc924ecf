package import Support

/// The symbolic links of one revision, with what they say.
///
/// SwiftPM follows links, and so does a compiler; Git and the file trees only report them.
package struct LinkMap: Sendable {
  private let targets: [RelativePath: [UInt8]]
  /// Sorted.
  private let links: [RelativePath]
  /// The workspace's absolute path; nil when nobody knows, and then every absolute target leads outside.
  private let absoluteRoot: RelativePath?

  package init(_ targets: [RelativePath: [UInt8]] = [:], absoluteRoot: String? = nil) {
    self.targets = targets
    links = targets.keys.sorted()
    self.absoluteRoot = absoluteRoot.map { RelativePath(Array($0.utf8)) }
  }

  package static let none = LinkMap()

  package var isEmpty: Bool { links.isEmpty }

  /// The links below a folder, or the one that stands at that path.
  package func links(below folder: RelativePath) -> [RelativePath] {
    if folder.isRoot { return links }
    let start = links.partitionPoint { $0 >= folder }
    return links[start...].prefix { $0.bytes.starts(with: folder.bytes) }.filter { $0.isInside(folder) }
  }

  /// Where an absolute path lies in the workspace; nil for one that leads elsewhere.
  package func relative(absolute path: some Sequence<UInt8>) -> RelativePath? {
    absoluteRoot.flatMap { RelativePath(Array(path)).relative(to: $0) }
  }
}

extension LinkMap {
  /// What a path stands for once every link on the way is followed.
  package struct Resolved: Sendable, Hashable {
    package let path: RelativePath
    /// The links that were followed.
    package let links: [RelativePath]
  }

  /// As many links as the kernel follows.
  private static let longestChain = 40

  /// nil when the way goes in circles or leads out to an absolute path elsewhere.
  package func resolve(_ path: RelativePath) -> Resolved? {
    if isEmpty { return Resolved(path: path, links: []) }
    var pending = path.components.map(Array.init).reversed() as [[UInt8]]
    // Made of what was already resolved, so that `..` may simply take the last one away.
    var walked: [[UInt8]] = []
    var followed: [RelativePath] = []
    while let component = pending.popLast() {
      if component == Self.up {
        if let last = walked.last, last != Self.up { walked.removeLast() } else { walked.append(component) }
        continue
      }
      if component == Self.here { continue }
      walked.append(component)
      let place = Self.join(walked)
      guard let target = targets[place] else { continue }
      followed.append(place)
      guard followed.count <= Self.longestChain else { return nil }
      walked.removeLast()
      var rest = target[...]
      if target.first == UInt8(ascii: "/") {
        // Not normalised: what `..` means after a link is only known when that link was followed.
        guard let root = absoluteRoot?.bytes, target.dropFirst().starts(with: root),
          [nil, UInt8(ascii: "/")].contains(target.dropFirst(root.count + 1).first)
        else { return nil }
        walked = []
        rest = target.dropFirst(root.count + 1)
      }
      pending += rest.split(separator: UInt8(ascii: "/")).map(Array.init).reversed()
    }
    return Resolved(path: Self.join(walked), links: followed)
  }

  private static let up = Array("..".utf8)
  private static let here = Array(".".utf8)

  private static func join(_ components: [[UInt8]]) -> RelativePath {
    RelativePath(Array(components.joined(separator: [UInt8(ascii: "/")])))
  }

  /// What the links below `folder` lead to outside of it, and through it in turn; with links elsewhere
  /// that were followed on the way, and with what `folder` itself is when links lead to it. All sorted.
  package func places(linkedFrom folder: RelativePath, where isFollowed: (RelativePath) -> Bool)
    -> [RelativePath]
  {
    if isEmpty { return [] }
    var roots = [folder]
    var next = 0
    func add(_ place: RelativePath) {
      if !roots.contains(where: { place.isInside($0) }) { roots.append(place) }
    }
    func follow(_ path: RelativePath) {
      guard let resolved = resolve(path) else { return }
      resolved.links.forEach(add)
      add(resolved.path)
    }
    follow(folder)
    while next < roots.count {
      let root = roots[next]
      next += 1
      for link in links(below: root) where root != folder || isFollowed(link) { follow(link) }
    }
    return roots.dropFirst().filter { root in !roots.contains { root != $0 && root.isInside($0) } }.sorted()
  }
}
