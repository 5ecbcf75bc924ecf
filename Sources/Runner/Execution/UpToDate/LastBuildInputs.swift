import Base
import Graph

/// Digests of the inputs of packages. Later builds compare them.
struct LastBuildInputs {
  private let job: GroupJob
  private let listings: [RelativePath: PackageListing]
  /// The inputs that all packages of a group share.
  private let common: [UInt8]
  private let modules: [ModuleID: SHA256Digest]
  /// The plugins that may run a command before every build.
  private let restless: Set<ModuleID>

  init(_ job: GroupJob, _ listings: [RelativePath: PackageListing]) {
    self.job = job
    self.listings = listings
    let kept = job.group.kept
    var writer = ByteWriter()
    writer.values(
      job.inputs.surroundings, job.installed, kept.targets, kept.products, kept.externals.text)
    common = writer.bytes
    let inputs = job.ownInputs
    modules = inputs.compactMapValues(\.digest)
    restless = Set(inputs.keys.filter(job.workspace.runsBeforeBuilds))
  }

  /// Returns all modules that a build of the whole package may compile. nil when others may count: undeclared imports
  /// depend on what else was built, and a command before every build may do anything.
  func modules(builtWith package: PackageRun) -> Set<ModuleID>? {
    job.workspace.surelyBuilt(with: package.folder).flatMap { $0.isDisjoint(with: restless) ? $0 : nil }
  }

  /// Returns the digest of all inputs of a package's build, with those of the modules `needed`. nil when some are
  /// unknown.
  func digest(of package: PackageRun, madeOf needed: Set<ModuleID>) -> SHA256Digest? {
    guard let planned = package.planned else { return nil }
    var writer = ByteWriter()
    writer.raw(common)
    writer.values(job.commands.build(package, job.action).map(\.shellLine))
    for folder in planned.union(needed.map(\.package)).sorted() {
      guard let listing = listings[folder], let meaning = job.inputs.manifests[folder] else { return nil }
      writer.values(folder, listing.planned, meaning)
    }
    for module in needed.sorted() {
      guard let digest = modules[module] else { return nil }
      writer.values(module, digest)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

extension RunWorkspace {
  fileprivate func surelyBuilt(with folder: RelativePath) -> Set<ModuleID>? {
    guard let package = graph.package(at: folder) else { return nil }
    let needed = needed(by: graph.packages[package].modules)
    let packages = Set(needed.map { graph.modules[$0].package } + [package])
    guard pins[package] != nil || !packages.contains(where: needsRemotes),
      !needed.contains(where: importsUndeclared)
    else { return nil }
    return Set(needed.map { graph.modules[$0].id })
  }

  /// True when the package needs external ones. Without pins they may have another version today.
  func needsRemotes(_ package: PackageIndex) -> Bool {
    graph.packages[package].dependencies.contains { $0.target == .remote }
  }

  fileprivate func runsBeforeBuilds(_ module: ModuleID) -> Bool {
    guard let index = graph.index(of: module), graph.modules[index].kind == .plugin,
      let folder = sourceFolder(of: module)
    else { return false }
    return SourceWords.hold(anyOf: ["prebuildCommand"], below: folder)
  }
}

extension BuildInputs {
  func absolutePath(of file: RelativePath) -> String {
    "\(root == "/" ? "" : root)/\(String(decoding: file.bytes, as: UTF8.self))"
  }
}

extension ModuleInputs {
  /// nil when the content of a file is unknown.
  var digest: SHA256Digest? {
    var writer = ByteWriter()
    writer.values(others, generation)
    for files in [sources, headers] {
      writer.count(files.count)
      for file in files {
        guard let content = file.content else { return nil }
        file.path.write(to: &writer)
        writer.values(file.kind == .executable, content)
      }
    }
    return SHA256.digest(of: writer.bytes)
  }
}

/// The packages that the system's package manager has installed. They bring headers and libraries that no other input
/// covers.
enum InstalledPackages {
  /// The lists in plain text. Two machines with the same packages have the same text.
  private static let lists = ["/var/lib/dpkg/status", "/lib/apk/db/installed"]
  /// The databases that are too large to read. Their sizes and times are compared.
  private static let databases = [
    "/var/lib/rpm/rpmdb.sqlite", "/usr/lib/sysimage/rpm/rpmdb.sqlite", "/var/lib/rpm/Packages",
    "/var/lib/pacman/local", "/nix/var/nix/db/db.sqlite",
  ]

  static var digest: SHA256Digest {
    let digest = SHA256()
    for list in lists { digest.update(LocalFiles.read(list) ?? []) }
    for database in databases { digest.update((LocalFiles.stamp(of: database) ?? "").utf8) }
    return digest.finish()
  }
}
