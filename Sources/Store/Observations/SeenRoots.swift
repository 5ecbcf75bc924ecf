package import Base

/// The meaning of the places on a machine for a test: its workspace, its products, or places that it cannot depend on.
package struct SeenRoots: Sendable {
  /// The folders of the workspace and of the repository, without links.
  private let workspace: [UInt8]
  private let repository: [UInt8]
  /// The folders of the products, and where tests see them. They are in a scratch folder, whose other files are
  /// ignored.
  private let products: [[UInt8]]
  /// The paths of the test's own program, which is known already.
  private let program: Set<[UInt8]>
  private let scratch: [[UInt8]]
  private let toolchain: [[UInt8]]
  private let leftOut: [[UInt8]]
  /// The home folder of the test's user. Other users have another one.
  private let home: [UInt8]?

  /// Folders of the system and the toolchain, whose versions are in keys, and temporary folders, which belong to the
  /// process.
  private static let system = [
    "/run", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec",
    "/usr/share", "/usr/include", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/tmp", "/var/tmp",
  ]

  private static let madeUp = ["/proc", "/sys", "/dev"].map { Array($0.utf8) }

  /// `folder` is the workspace's path in the repository. `program` is the name of the test's own program among the
  /// products.
  package init(
    workspace: String, folder: RelativePath, products: [String], program: String? = nil, scratch: [String],
    toolchain: String, temporary: String?, home: String? = nil
  ) {
    // Links are resolved even in paths that no longer exist.
    var walk = LinkWalk()
    func resolved(_ path: String) -> [UInt8] {
      walk.walk(Array(path.utf8), follows: true)?.path ?? Array(path.utf8)
    }
    self.workspace = resolved(workspace)
    repository = Array(self.workspace.dropLast(folder.isRoot ? 0 : folder.bytes.count + 1))
    self.products = products.map(resolved)
    self.program = Set(program.map { name in products.map { resolved("\($0)/\(name)") } } ?? [])
    self.scratch = scratch.map(resolved)
    // In some containers the home folder is `/`, which would contain everything.
    self.home = home.map(resolved).flatMap { $0.count > 1 && $0[0] == UInt8(ascii: "/") ? $0 : nil }
    self.toolchain = [Array(toolchain.utf8), resolved(toolchain)]
    leftOut =
      self.toolchain
      + (Self.system + [temporary].compactMap { $0 }).flatMap { [Array($0.utf8), resolved($0)] }
  }

  /// Returns the place of a path without links, or nil when no test can depend on it.
  func place(of path: [UInt8]) -> SeenPlace? {
    if program.contains(path) { return nil }
    for folder in products {
      if let rest = Self.rest(of: path, below: folder) { return .product(RelativePath(rest)) }
    }
    if Self.isInside(path, scratch) { return nil }
    if let rest = Self.rest(of: path, below: repository) {
      return .workspace(RelativePath(rest).seen(from: folder))
    }
    if Self.isInside(path, leftOut) { return nil }
    return placeElsewhere(path)
  }

  private func placeElsewhere(_ path: [UInt8]) -> SeenPlace {
    if let home, let rest = Self.rest(of: path, below: home) { return .home(RelativePath(rest)) }
    return .outside(path)
  }

  /// Returns the second place of a file outside of the repository: its path from the workspace, by which a test may have
  /// found it.
  ///
  /// Returns nil for files that a test finds by their absolute path: those that share no folder with the repository but
  /// `/` or one that holds home folders, and configuration of the system or the user.
  func beside(_ place: SeenPlace) -> SeenPlace? {
    guard let path = absolute(place) else { return nil }
    let folder = RelativePath(repository).parent
    var common = folder
    while !path.isInside(common) { common = common.parent }
    if common != folder, common.isRoot || home.map({ RelativePath($0).isInside(common) }) == true {
      return nil
    }
    if folder.isRoot, Self.configuration.contains(where: { $0.elementsEqual(path.components.first ?? []) }) {
      return nil
    }
    return .beside(path.seen(from: RelativePath(workspace)))
  }

  /// Returns the path from `/` of a place outside of the repository that is no configuration of the user.
  private func absolute(_ place: SeenPlace) -> RelativePath? {
    switch place {
    case .outside(let path): RelativePath(path)
    case .home(let path) where path.bytes.first != UInt8(ascii: "."):
      home.map { RelativePath($0).appending(path) }
    case .home, .workspace, .product, .beside: nil
    }
  }

  /// Folders of the system beside a repository that lies in `/`.
  private static let configuration = ["etc", "home", "opt", "root", "var"].map { Array($0.utf8) }

  /// Returns true for a path in a scratch folder that is not among the products.
  func isScratch(_ path: [UInt8]) -> Bool {
    Self.isInside(path, scratch) && !Self.isInside(path, products)
  }

  /// Returns the place of a program. Programs count wherever they are, except for those of the toolchain.
  func place(ofProgram path: [UInt8]) -> SeenPlace? {
    if program.contains(path) { return nil }
    return place(of: path) ?? (Self.isInside(path, toolchain) ? nil : placeElsewhere(path))
  }

  /// Returns true for a folder that holds the workspace, so it exists as long as the workspace.
  func holdsWorkspace(_ place: SeenPlace) -> Bool {
    switch place {
    case .outside(let path): Self.rest(of: workspace, below: path) != nil
    case .home(let path):
      home.map {
        Self.rest(of: workspace, below: path.isRoot ? $0 : $0 + [UInt8(ascii: "/")] + path.bytes) != nil
      }
        ?? false
    case .workspace, .product, .beside: false
    }
  }

  /// Returns true for a folder of the repository that holds the products. A program that looks for its own path looks
  /// at it.
  func holdsProducts(_ place: SeenPlace) -> Bool {
    guard case .workspace(let path) = place else { return false }
    let holder = folder.appending(path)
    let absolute = holder.isRoot ? repository : repository + [UInt8(ascii: "/")] + holder.bytes
    return (scratch + products).contains { Self.isInside($0, [absolute]) }
  }

  /// Returns true for a file that only this system has. Keys have the system's version, but another machine with the
  /// same C library may have other files. Libraries that programs are loaded from do not count.
  func isOfThisSystem(_ path: [UInt8]) -> Bool {
    Self.isInside(path, Self.ownSystem) && !Self.fixedZone.contains(path) && !Self.isInside(path, toolchain)
  }

  /// The time zone that all tests get. Without its file the zone is the same.
  private static let fixedZone = ["UTC", "Etc/UTC"].map { Array("/usr/share/zoneinfo/\($0)".utf8) }

  private static let ownSystem = [
    "/run", "/usr/bin", "/usr/sbin", "/usr/libexec", "/usr/share", "/usr/include", "/bin", "/sbin",
  ].map { Array($0.utf8) }

  /// Returns true for files that the system makes up for each process. They say nothing, and look different later.
  func isMadeUp(_ path: [UInt8]) -> Bool { Self.isInside(path, Self.madeUp) }

  /// The workspace's folder in the repository.
  private var folder: RelativePath { RelativePath(Self.rest(of: workspace, below: repository) ?? []) }

  private static func isInside(_ path: [UInt8], _ folders: [[UInt8]]) -> Bool {
    folders.contains { rest(of: path, below: $0) != nil }
  }

  private static func rest(of path: [UInt8], below folder: [UInt8]) -> ArraySlice<UInt8>? {
    guard folder.count > 1 else { return path[1...] }
    guard path.starts(with: folder) else { return nil }
    if path.count == folder.count { return [] }
    return path[folder.count] == UInt8(ascii: "/") ? path[(folder.count + 1)...] : nil
  }
}

/// Follows a path as the system does, and reports the links on the way.
struct LinkWalk {
  /// The limit of the system.
  private static let mostLinks = 40
  private static let slash = UInt8(ascii: "/")

  struct Walked {
    /// The path without links, `.` and `..`.
    var path: [UInt8]
    /// The links on the way. Their own paths have links only as the last component.
    var links: [[UInt8]] = []
  }

  /// The folders that were walked, by their path as it was asked for.
  private var folders: [[UInt8]: Walked] = [:]

  /// Returns nil for a circle of links. When `follows` is false, a link as the last component is not followed.
  mutating func walk(_ path: [UInt8], follows: Bool) -> Walked? {
    var room = Self.mostLinks
    return walk(path, follows, &room)
  }

  private mutating func walk(_ path: [UInt8], _ follows: Bool, _ room: inout Int) -> Walked? {
    var end = path.count
    while end > 1, path[end - 1] == Self.slash { end -= 1 }
    // A slash behind a link means the target of the link.
    let follows = follows || end < path.count
    let start = path[..<end].lastIndex(of: Self.slash) ?? 0
    let name = path[(start + 1)..<max(end, start + 1)]
    guard var walked = start == 0 ? Walked(path: [Self.slash]) : folder(Array(path[..<start]), &room) else {
      return nil
    }
    if name.isEmpty || name.elementsEqual([UInt8(ascii: ".")]) { return walked }
    if name.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
      walked.path = SeenPlace.parent(of: walked.path)
      return walked
    }
    let here = walked.path == [Self.slash] ? [Self.slash] + name : walked.path + [Self.slash] + name
    guard follows, let target = ByteFiles.linkTarget(at: here) else {
      walked.path = here
      return walked
    }
    room -= 1
    guard room > 0 else { return nil }
    let absolute = target.first == Self.slash ? target : walked.path + [Self.slash] + target
    guard let behind = walk(absolute, true, &room) else { return nil }
    return Walked(path: behind.path, links: walked.links + [here] + behind.links)
  }

  private mutating func folder(_ path: [UInt8], _ room: inout Int) -> Walked? {
    if let known = folders[path] { return known }
    guard let walked = walk(path, true, &room) else { return nil }
    folders[path] = walked
    return walked
  }
}
