package import Base
package import Store

/// The footprints of all modules of one workspace. They only ever grow.
package struct Footprints: Equatable, Sendable {
  /// Builds that read more undeclared places are another kind of mistake, and for `inputs` in workspace.json.
  package static let limit = 10_000

  package private(set) var modules: [ModuleID: Footprint]

  /// Empty footprints are left out.
  package init(_ modules: [ModuleID: Footprint] = [:]) { self.modules = modules.filter { !$0.value.isEmpty } }

  package subscript(module: ModuleID) -> Footprint { modules[module] ?? Footprint() }

  package var isEmpty: Bool { modules.isEmpty }

  package func contains(_ other: Footprints) -> Bool { union(other) == self }

  package func union(_ other: Footprints) -> Footprints {
    Footprints(modules.merging(other.modules) { $0.union($1) })
  }

  /// The number of places that builds read.
  package var buildCount: Int { modules.values.reduce(0) { $0 + $1.builds.count } }
}

// MARK: Lookups

extension Footprints {
  /// The files that builds read in the repository, by module.
  var inputs: [ModuleID: Set<RelativePath>] {
    modules.mapValues(\.builds.files).filter { !$0.value.isEmpty }
  }

  /// The places where tests of any module left files that Git ignores.
  package var outputs: IgnoredOutputs {
    modules.values.reduce(IgnoredOutputs()) { $0.union($1.outputs) }
  }

  /// The places in the repository beside the workspace that were looked at.
  var placesBeside: Set<RelativePath> {
    modules.values.reduce(into: []) { places, footprint in
      let all = footprint.tests.inside.union(footprint.builds.inside)
      places.formUnion(all.lazy.filter(\.escapesRoot))
      if footprint.tests == .everything { places.insert("..") }
    }
  }
}

// MARK: Between machines

extension Footprints {
  /// The part that means the same on every machine that has the repository: no absolute path, and none that leads out of
  /// the repository. The workspace lies in `folder`.
  package func shared(from folder: RelativePath) -> Footprints {
    Footprints(
      modules.mapValues { footprint in
        Footprint(
          builds: footprint.builds.shared(from: folder), tests: footprint.tests.shared(from: folder),
          outputs: IgnoredOutputs(footprint.outputs.places.filter { $0.isShared(from: folder) }))
      })
  }

  /// The part of another machine's footprints that is taken: its builds' reads only as long as all stay below `limit`.
  package func adoptable(of other: Footprints) -> Footprints {
    guard union(other).buildCount > Self.limit else { return other }
    return Footprints(other.modules.mapValues { Footprint(tests: $0.tests, outputs: $0.outputs) })
  }
}

extension Footprint.Places {
  fileprivate func shared(from folder: RelativePath) -> Footprint.Places {
    Footprint.Places(
      files: files.filter { $0.isShared(from: folder) },
      folders: folders.filter { $0.isShared(from: folder) },
      trees: trees.filter { $0.isShared(from: folder) })
  }
}

extension RelativePath {
  /// Another machine may have written anything.
  fileprivate func isShared(from folder: RelativePath) -> Bool {
    RelativePath(bytes) == self && !bytes.contains(0) && !folder.appending(self).escapesRoot
  }
}

// MARK: As bytes

extension Footprints: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(modules) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(try reader.value()) }
}

/// The footprints of one workspace on this machine, in one file of the cache.
///
/// Footprints of a run for a pull request must not reach the namespace of the default branch in a remote cache. So the file
/// keeps those of each namespace apart. This machine heeds all of them.
package struct FootprintStore: Sendable {
  private static let form = SealedForm("ambit-footprints", version: 1)
  /// The last release did not say in which namespace it learned. No namespace has this name.
  private static let unknown = ""
  /// Machines that run for pull requests see many of them. The oldest join `unknown`.
  private static let mostNamespaces = 32

  /// nil where nothing is kept.
  private let cacheFolder: String?
  private let name: SHA256Digest

  /// The store of the workspace at `root`.
  package init(of root: String, cacheFolder: String?) {
    self.cacheFolder = cacheFolder
    name = SHA256.digest(of: root.utf8)
  }

  /// Empty where nothing is kept, and where the file cannot be read.
  package func read() -> Footprints { content().reduce(Footprints()) { $0.union($1.footprints) } }

  package func read(learnedIn namespace: String) -> Footprints {
    content().first { $0.namespace == namespace }?.footprints ?? Footprints()
  }

  /// Adds to what the file holds by then. A later run learns again whatever cannot be written.
  package func add(_ new: Footprints, learnedIn namespace: String) {
    guard let path, !new.isEmpty else { return }
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

  private var path: String? { cacheFolder.map { "\($0)/footprints-1/\(name)" } }

  private func content() -> [Learned] {
    guard let path, let cacheFolder else { return [] }
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
