package import Base

/// The symbolic links of one revision, with what they say.
///
/// SwiftPM follows links, and so does a compiler; Git and the file trees only report them.
package struct LinkMap: Sendable {
  private let targets: [RelativePath: [UInt8]]
  /// Sorted.
  private let links: [RelativePath]
  /// The repository's absolute path; nil when nobody knows, and then every absolute target leads outside.
  private let repositoryRoot: RelativePath?
  /// Where the workspace lies in the repository.
  private let nesting: [[UInt8]]
  /// nil where a path can be written in one way only.
  private let spelling: Spelling?

  /// `absoluteRoot` is the workspace's; `nesting` is where that lies in the repository.
  package init(
    _ targets: [RelativePath: [UInt8]] = [:], absoluteRoot: String? = nil, nesting: RelativePath = .root,
    spelling: Spelling? = nil
  ) {
    self.spelling = spelling
    self.targets = targets
    links = targets.keys.sorted()
    self.nesting = nesting.components.map(Array.init)
    repositoryRoot = absoluteRoot.map { root in
      let components = RelativePath(Array(root.utf8)).components
      return Self.join(components.dropLast(nesting.components.count).map(Array.init))
    }
  }

  package static let none = LinkMap()

  package var isEmpty: Bool { links.isEmpty }

  /// The path as the files of the tree are really called. Links are not followed.
  package func spelled(_ path: RelativePath) -> RelativePath { spelling?.of(path) ?? path }

  /// The links below a folder, or the one that stands at that path.
  package func links(below folder: RelativePath) -> [RelativePath] {
    if folder.isRoot { return links }
    let start = links.partitionPoint { $0 >= folder }
    return links[start...].prefix { $0.bytes.starts(with: folder.bytes) }.filter { $0.isInside(folder) }
  }

  /// Where an absolute path lies, seen from the workspace; nil for one that leads out of the repository.
  package func relative(absolute path: some Sequence<UInt8>) -> RelativePath? {
    guard let repositoryRoot else { return nil }
    return RelativePath(Array(path)).relative(to: repositoryRoot)?.seen(from: Self.join(nesting))
  }

  /// The path without a way out of the workspace and in again.
  package func canonical(_ path: RelativePath) -> RelativePath {
    guard path.escapesRoot, !nesting.isEmpty else { return path }
    var walked: [[UInt8]] = []
    for component in path.components { append(Array(component), to: &walked) }
    return Self.join(walked)
  }

  private func append(_ component: [UInt8], to walked: inout [[UInt8]]) {
    let isOutside = !walked.isEmpty && walked.count <= nesting.count && walked.allSatisfy { $0 == Self.up }
    if isOutside, nesting[nesting.count - walked.count] == component {
      walked.removeLast()
    } else {
      walked.append(component)
    }
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
    if isEmpty { return Resolved(path: spelled(canonical(path)), links: []) }
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
      append(component, to: &walked)
      var place = Self.join(walked)
      if let spelling {
        place = spelling.of(place)
        walked = place.components.map(Array.init)
      }
      guard let target = targets[place] else { continue }
      followed.append(place)
      guard followed.count <= Self.longestChain else { return nil }
      walked.removeLast()
      var rest = target[...]
      if target.first == UInt8(ascii: "/") {
        // Not normalised: what `..` means after a link is only known when that link was followed.
        guard let root = repositoryRoot?.bytes, target.dropFirst().starts(with: root),
          [nil, UInt8(ascii: "/")].contains(target.dropFirst(root.count + 1).first)
        else { return nil }
        walked = nesting.map { _ in Self.up }
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

/// Finds how a path is really written, where the file system takes other ways to write it for the same: a manifest that
/// says `sources/core` gets `Sources/Core` on most Macs, while Git and the trees know one of them only.
package struct Spelling: Sendable {
  let tree: any FileTree
  let names: NameMatching

  /// The path as the tree has it; as it was given where there is nothing.
  func of(_ path: RelativePath) -> RelativePath {
    if isThere(path) { return path }
    var real = RelativePath.root
    let components = path.components
    for (depth, component) in components.enumerated() {
      let asGiven = real.appending(RelativePath(Array(component)))
      if isThere(asGiven) {
        real = asGiven
        continue
      }
      let key = names.key(of: component)
      let entries = (try? tree.entries(of: real)) ?? []
      guard let entry = entries.first(where: { names.key(of: $0.name) == key }) else {
        return components[depth...].reduce(real) { $0.appending(RelativePath(Array($1))) }
      }
      real = real.appending(RelativePath(entry.name))
    }
    return real
  }

  private func isThere(_ path: RelativePath) -> Bool { (try? tree.kind(of: path)) ?? nil != nil }
}

/// A symbolic link of a package that no target of it follows, and where it leads: what lies there is the package's as
/// well as whoever else's it is.
package struct PackageLink: Sendable, Hashable {
  package let path: RelativePath
  /// Sorted.
  package let places: [RelativePath]
}

/// Finds the links of each package that are nobody's.
struct PackageLinks {
  let links: LinkMap
  /// Of all packages.
  let folders: Set<RelativePath>

  func links(of package: RelativePath, _ modules: [ModuleNode]) -> [PackageLink] {
    links.links(below: package).compactMap { link in
      // A link in the place of a manifest makes what it leads to an input of every target.
      let isManifest = link.parent == package && PackageFile.isManifest(link.lastComponent)
      guard !isManifest, innermostPackage(of: link) == package,
        !modules.contains(where: { $0.kind != .unknown && $0.layout.owns(link) })
      else { return nil }
      let places = links.places(linkedFrom: link) { _ in true }
      return places.isEmpty ? nil : PackageLink(path: link, places: places)
    }
  }

  private func innermostPackage(of path: RelativePath) -> RelativePath? {
    path.withAncestors.last { folders.contains($0) }
  }
}
