package import Base

/// Keeps the footprints of one workspace on this machine. Each working folder has a file. All clones of the repository
/// share another one, with the places that mean the same in each of them.
package struct FootprintStore: Sendable {
  private let own: FootprintFile?
  private let shared: FootprintFile?
  private let folder: RelativePath

  /// The store of the workspace at the absolute path `root`. `clones` is its name in all clones, and `folder` its folder
  /// in the repository. Nothing is kept without a cache folder.
  package init(
    of root: String, in clones: String? = nil, at folder: RelativePath = .root, cacheFolder: String?
  ) {
    self.folder = folder
    own = cacheFolder.map { FootprintFile(of: root, cacheFolder: $0) }
    shared = cacheFolder.flatMap { cacheFolder in
      clones.flatMap { $0 == root ? nil : FootprintFile(of: $0, cacheFolder: cacheFolder) }
    }
  }

  package func read() -> Footprints { joined { $0.read() } }

  package func read(learnedIn namespace: String) -> Footprints { joined { $0.read(learnedIn: namespace) } }

  package func add(_ new: Footprints, learnedIn namespace: String) {
    own?.add(new, learnedIn: namespace)
    shared?.add(new.shared(from: folder), learnedIn: namespace)
  }

  private func joined(_ read: (FootprintFile) -> Footprints) -> Footprints {
    [own, shared].compactMap(\.self).reduce(Footprints()) { $0.union(read($1)) }
  }
}

/// One file of footprints in the cache.
///
/// Footprints of a run for a pull request must not reach the namespace of the default branch in a remote cache. So the file
/// keeps those of each namespace apart. This machine heeds all of them.
private struct FootprintFile: Sendable {
  private static let form = SealedForm("ambit-footprints", version: 1)
  /// The last release did not say in which namespace it learned. No namespace has this name.
  private static let unknown = ""
  /// Machines that run for pull requests see many of them. The oldest join `unknown`.
  private static let mostNamespaces = 32

  private let cacheFolder: String
  private let name: SHA256Digest

  init(of workspace: String, cacheFolder: String) {
    self.cacheFolder = cacheFolder
    name = SHA256.digest(of: workspace.utf8)
  }

  /// Empty when the file cannot be read.
  func read() -> Footprints { content().reduce(Footprints()) { $0.union($1.footprints) } }

  func read(learnedIn namespace: String) -> Footprints {
    content().first { $0.namespace == namespace }?.footprints ?? Footprints()
  }

  /// Adds to what the file holds by then. A later run learns again whatever cannot be written.
  func add(_ new: Footprints, learnedIn namespace: String) {
    guard !new.isEmpty else { return }
    LocalFiles.makeFolders(LocalFiles.folder(of: path))
    // Without a lock two runs at once may lose what one of them learned.
    let lock = try? FileLock.acquire("\(path).lock") {}
    var content = content()
    guard Self.add(new, learnedIn: namespace, to: &content) else { return }
    while content.count > Self.mostNamespaces,
      let oldest = content.firstIndex(where: { $0.namespace != Self.unknown })
    {
      _ = Self.add(content.remove(at: oldest).footprints, learnedIn: Self.unknown, to: &content)
    }
    LocalFiles.replace(path, with: Self.form.seal(content, for: name))
    withExtendedLifetime(lock) {}
  }

  /// Returns whether it is news. The namespace in which something was learned last stands last.
  private static func add(_ new: Footprints, learnedIn namespace: String, to content: inout [Learned]) -> Bool
  {
    let place = content.firstIndex { $0.namespace == namespace }
    let known = place.map { content[$0].footprints } ?? Footprints()
    guard !known.contains(new) else { return false }
    if let place { content.remove(at: place) }
    content.append(Learned(namespace: namespace, footprints: known.union(new)))
    return true
  }

  private var path: String { "\(cacheFolder)/footprints-1/\(name)" }

  private func content() -> [Learned] {
    if let content: [Learned] = Self.form.value(in: LocalFiles.read(path), for: name) {
      return content
    }
    let previous = OldFootprints.read(name, cacheFolder)
    return previous.isEmpty ? [] : [Learned(namespace: Self.unknown, footprints: previous)]
  }
}

/// The footprints that were learned in one namespace.
private struct Learned {
  let namespace: String
  let footprints: Footprints
}

extension Learned: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(namespace, footprints) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(namespace: try reader.value(), footprints: try reader.value())
  }
}

/// The files of the last release: what builds read and what tests looked at lay apart.
private enum OldFootprints {
  private static let seen = SealedForm("ambit-seen", version: 2)
  private static let learned = SealedForm("ambit-learned", version: 3)

  static func read(_ name: SHA256Digest, _ cacheFolder: String) -> Footprints {
    let tests = seen.value(
      [ModuleID: Footprint.Places].self, in: LocalFiles.read("\(cacheFolder)/seen-2/\(name)"))
    let builds = learned.value(
      [ModuleID: BuildReads].self, in: LocalFiles.read("\(cacheFolder)/learned-3/\(name)"))
    return Footprints((tests ?? [:]).mapValues { Footprint(tests: $0) })
      .union(Footprints((builds ?? [:]).mapValues { Footprint(builds: $0.places) }))
  }

  private struct BuildReads: ByteCodable {
    let places: Footprint.Places

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
      let (files, outside): (Set<RelativePath>, Set<String>) = (try reader.value(), try reader.value())
      places = Footprint.Places(files: files, folders: try reader.value(), outside: outside)
    }

    func write(to writer: inout ByteWriter) { writer.values(places.files, places.outside, places.folders) }
  }
}
