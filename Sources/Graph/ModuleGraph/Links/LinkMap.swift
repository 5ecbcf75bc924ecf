package import Base

/// The symbolic links of one revision, with their targets.
///
/// SwiftPM follows links, and so does a compiler; Git and the file trees only report them.
package struct LinkMap: Sendable {
  private let targets: [RelativePath: [UInt8]]
  /// The paths of the links, sorted.
  private let links: [RelativePath]
  /// The repository's absolute path; nil when it is not known, and then no absolute target is followed.
  private let repositoryRoot: RelativePath?
  /// The components of the workspace's folder in the repository.
  private let nesting: [[UInt8]]
  /// Finds the real spelling of a path; nil on a file system where each path has one spelling.
  private let spelling: Spelling?

  /// `absoluteRoot` is the workspace's absolute path. `nesting` is the workspace's folder in the repository.
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

  /// Returns the path in the spelling of the tree's files. Links are not followed.
  package func spelled(_ path: RelativePath) -> RelativePath { spelling?.of(path) ?? path }

  /// Returns the links below a folder, or the link at that path.
  package func links(below folder: RelativePath) -> [RelativePath] {
    if folder.isRoot { return links }
    let start = links.partitionPoint { $0 >= folder }
    return links[start...].prefix { $0.bytes.starts(with: folder.bytes) }.filter { $0.isInside(folder) }
  }

  /// Returns an absolute path as seen from the workspace; nil when it leads out of the repository.
  package func relative(absolute path: some Sequence<UInt8>) -> RelativePath? {
    guard let repositoryRoot else { return nil }
    return RelativePath(Array(path)).relative(to: repositoryRoot)?.seen(from: Self.join(nesting))
  }

  /// Returns an absolute path as seen from the workspace, also one that leads out of the repository. For the workspace
  /// `/home/shop`, `/opt/Kit` is `../../opt/Kit`. nil when the repository's path is not known.
  func seen(absolute path: some Sequence<UInt8>) -> RelativePath? {
    let path = Array(path)
    return relative(absolute: path) ?? stepsToRoot.map { Self.join($0).appending(RelativePath(path)) }
  }

  /// The steps from the workspace up to the root of the file system.
  private var stepsToRoot: [[UInt8]]? {
    repositoryRoot.map { Array(repeating: Self.up, count: nesting.count + $0.components.count) }
  }

  /// Returns true for a path out of the repository. No change there is seen.
  func leavesRepository(_ path: RelativePath) -> Bool { Self.join(nesting).appending(path).escapesRoot }

  /// Returns the path without a detour out of the workspace and back into it.
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
  /// The path at the end of all links on the way.
  package struct Resolved: Sendable, Hashable {
    package let path: RelativePath
    /// The links that were followed.
    package let links: [RelativePath]
  }

  /// The longest chain of links that the kernel follows.
  private static let longestChain = 40

  /// Returns nil when the links go in circles. A path out of the repository begins with `..`. No link out there is
  /// followed.
  package func resolve(_ path: RelativePath) -> Resolved? {
    if isEmpty { return Resolved(path: spelled(canonical(path)), links: []) }
    var pending = path.components.map(Array.init).reversed() as [[UInt8]]
    // The components here are resolved, so `..` simply removes the last one.
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
        // The path is not normalised: `..` behind a link is only known once that link was followed.
        guard let root = repositoryRoot?.bytes, let stepsToRoot else { return nil }
        let isInside =
          target.dropFirst().starts(with: root)
          && [nil, UInt8(ascii: "/")].contains(target.dropFirst(root.count + 1).first)
        walked = isInside ? nesting.map { _ in Self.up } : stepsToRoot
        if isInside { rest = target.dropFirst(root.count + 1) }
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

  /// Returns the places outside of `folder` that the links below it lead to, directly or through further links. The
  /// result includes the links elsewhere that were followed. When `folder` is itself reached by a link, its real place
  /// counts too. Sorted.
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

/// Finds the real spelling of a path on a file system that accepts several. Example: a manifest says `sources/core`,
/// Git knows `Sources/Core`, and most Macs take both for the same.
package struct Spelling: Sendable {
  let tree: any FileTree
  let names: NameMatching

  /// Returns the path as the tree spells it. A part that does not exist stays as it was given.
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

/// A symbolic link of a package that no target of it follows. Files at its end belong to the package, and to any other
/// owner that they have.
package struct PackageLink: Sendable, Hashable {
  package let path: RelativePath
  /// The places that the link leads to, sorted.
  package let places: [RelativePath]
}

/// Finds the links of each package that belong to no target.
struct PackageLinks {
  let links: LinkMap
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

/// The manifests and symbolic links of a tree, found in one pass over all its files.
struct TreeSurvey {
  /// The paths of the manifests, sorted.
  let manifests: [RelativePath]
  let links: LinkMap

  /// `nesting` is the tree's folder in its repository. Links elsewhere in the repository count too, since links of the
  /// tree may lead to them.
  init(of tree: any FileTree, absoluteRoot: String?, nesting: RelativePath, names: NameMatching)
    throws(Failure)
  {
    let found = try tree.surroundingFiles { name, kind in
      kind == .symbolicLink || PackageFile.isManifest(name)
    }
    manifests = found.filter { file in
      file.kind != .absentSubmodule && PackageFile.isManifest(file.path.lastComponent)
        && !file.path.escapesRoot
    }.map(\.path)
    var targets: [RelativePath: [UInt8]] = [:]
    for link in found where link.kind == .symbolicLink {
      targets[link.path] = try tree.contents(of: link)
    }
    links = LinkMap(
      targets, absoluteRoot: absoluteRoot, nesting: nesting,
      spelling: names.isExact ? nil : Spelling(tree: tree, names: names))
  }
}
