package import Base

/// What the places on a machine are to a test: its workspace, its products, or nothing that it could depend on.
package struct SeenRoots: Sendable {
  /// The workspace's and the repository's folders, without links.
  private let workspace: [UInt8]
  private let repository: [UInt8]
  /// Where products lie, and where tests see them: in a scratch folder, of which nothing else is looked at.
  private let products: [[UInt8]]
  /// What is run: whoever asks about places beside it knows it already.
  private let program: Set<[UInt8]>
  private let scratch: [[UInt8]]
  private let toolchain: [[UInt8]]
  private let leftOut: [[UInt8]]
  /// The folder of whoever runs the test: others have another one.
  private let home: [UInt8]?

  /// What the system and the toolchain are: both are in keys by their versions. What is in temporary folders is the
  /// process's own, and what the system makes up anew at every look says nothing.
  private static let system = [
    "/run", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec",
    "/usr/share", "/usr/include", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/tmp", "/var/tmp",
  ]

  private static let madeUp = ["/proc", "/sys", "/dev"].map { Array($0.utf8) }

  /// - `folder` is where the workspace lies in the repository, `program` the name of what is run among the products.
  package init(
    workspace: String, folder: RelativePath, products: [String], program: String? = nil, scratch: [String],
    toolchain: String, temporary: String?, home: String? = nil
  ) {
    // Also of what is gone by now.
    var walk = LinkWalk()
    func resolved(_ path: String) -> [UInt8] {
      walk.walk(Array(path.utf8), follows: true)?.path ?? Array(path.utf8)
    }
    self.workspace = resolved(workspace)
    repository = Array(self.workspace.dropLast(folder.isRoot ? 0 : folder.bytes.count + 1))
    self.products = products.map(resolved)
    self.program = Set(program.map { name in products.map { resolved("\($0)/\(name)") } } ?? [])
    self.scratch = scratch.map(resolved)
    // In some containers everything lies below it, and so nothing in particular.
    self.home = home.map(resolved).flatMap { $0.count > 1 && $0[0] == UInt8(ascii: "/") ? $0 : nil }
    self.toolchain = [Array(toolchain.utf8), resolved(toolchain)]
    leftOut =
      self.toolchain
      + (Self.system + [temporary].compactMap { $0 }).flatMap { [Array($0.utf8), resolved($0)] }
  }

  /// Where a path without links lies; nil for what nobody depends on.
  func place(of path: [UInt8]) -> SeenPlace? {
    if program.contains(path) { return nil }
    for folder in products {
      if let rest = Self.rest(of: path, below: folder) { return .product(RelativePath(rest)) }
    }
    if scratch.contains(where: { Self.rest(of: path, below: $0) != nil }) { return nil }
    if Self.rest(of: path, below: repository) != nil {
      let repositoryPath = RelativePath(Self.rest(of: path, below: repository) ?? [])
      let folder = RelativePath(Self.rest(of: workspace, below: repository) ?? [])
      return .workspace(repositoryPath.seen(from: folder))
    }
    if leftOut.contains(where: { Self.rest(of: path, below: $0) != nil }) { return nil }
    return placeElsewhere(path)
  }

  private func placeElsewhere(_ path: [UInt8]) -> SeenPlace {
    if let home, let rest = Self.rest(of: path, below: home) { return .home(RelativePath(rest)) }
    return .outside(path)
  }

  /// True when something lies in a scratch folder, and not among the products.
  func isScratch(_ path: [UInt8]) -> Bool {
    scratch.contains { Self.rest(of: path, below: $0) != nil }
      && !products.contains { Self.rest(of: path, below: $0) != nil }
  }

  /// Programs count wherever they lie, but for those of the toolchain.
  func place(ofProgram path: [UInt8]) -> SeenPlace? {
    if program.contains(path) { return nil }
    return place(of: path)
      ?? (toolchain.contains { Self.rest(of: path, below: $0) != nil } ? nil : placeElsewhere(path))
  }

  /// A folder that holds the workspace is there as long as that is.
  func holdsWorkspace(_ place: SeenPlace) -> Bool {
    switch place {
    case .outside(let path): Self.rest(of: workspace, below: path) != nil
    case .home(let path):
      home.map {
        Self.rest(of: workspace, below: path.isRoot ? $0 : $0 + [UInt8(ascii: "/")] + path.bytes) != nil
      }
        ?? false
    case .workspace, .product: false
    }
  }

  /// True when products lie somewhere below a folder of the repository: a program that asks where it is itself looks at it.
  func holdsProducts(_ place: SeenPlace) -> Bool {
    guard case .workspace(let path) = place else { return false }
    let folder = RelativePath(Self.rest(of: workspace, below: repository) ?? []).appending(path)
    let absolute = folder.isRoot ? repository : repository + [UInt8(ascii: "/")] + folder.bytes
    return (scratch + products).contains { Self.rest(of: $0, below: absolute) != nil }
  }

  /// Whether something is this system's alone, though keys have its version: another machine with the same C library may
  /// have more or less of it. What programs are loaded from does not count.
  func isOfThisSystem(_ path: [UInt8]) -> Bool {
    Self.ownSystem.contains { Self.rest(of: path, below: $0) != nil } && !Self.fixedZone.contains(path)
      && !toolchain.contains { Self.rest(of: path, below: $0) != nil }
  }

  /// What all tests are told their time zone is; without its file it is the same.
  private static let fixedZone = ["UTC", "Etc/UTC"].map { Array("/usr/share/zoneinfo/\($0)".utf8) }

  private static let ownSystem = [
    "/run", "/usr/bin", "/usr/sbin", "/usr/libexec", "/usr/share", "/usr/include", "/bin", "/sbin",
  ].map { Array($0.utf8) }

  /// What the system makes up for each process: it says nothing, and something else to whoever looks later.
  func isMadeUp(_ path: [UInt8]) -> Bool {
    Self.madeUp.contains { Self.rest(of: path, below: $0) != nil }
  }

  private static func rest(of path: [UInt8], below folder: [UInt8]) -> ArraySlice<UInt8>? {
    guard folder.count > 1 else { return path[1...] }
    guard path.starts(with: folder) else { return nil }
    if path.count == folder.count { return [] }
    return path[folder.count] == UInt8(ascii: "/") ? path[(folder.count + 1)...] : nil
  }
}
