import Digests
import Names
import Platform
import Support

/// The footprints of one workspace on this machine, in one file of the cache.
///
/// What was learned in a run for a pull request must not reach the place of the default branch in a remote cache. So the
/// file tells apart in which namespace each was learned. This machine heeds all of them.
package struct FootprintStore: Sendable {
  private static let form = SealedForm("ambit-footprints", version: 1)
  /// Earlier versions did not say in which namespace they learned. No namespace has this name.
  private static let unknown = ""

  /// nil where nothing is kept.
  private let cacheFolder: String?
  private let name: SHA256Digest

  /// Of the workspace at `root`.
  package init(of root: String, cacheFolder: String?) {
    self.cacheFolder = cacheFolder
    name = SHA256.digest(of: root.utf8)
  }

  /// Empty where nothing is kept, and where the file cannot be read.
  package func read() -> Footprints { content().values.reduce(Footprints()) { $0.union($1) } }

  package func read(learnedIn namespace: String) -> Footprints { content()[namespace] ?? Footprints() }

  /// Adds to what the file holds by then. What cannot be written is learned again.
  package func add(_ new: Footprints, learnedIn namespace: String) {
    guard let path, !new.isEmpty else { return }
    LocalFiles.makeFolders(LocalFiles.folder(of: path))
    // Where no lock is to be had, two runs at once may lose what one of them learned.
    let lock = try? FileLock.acquire("\(path).lock") {}
    var content = content()
    let known = content[namespace] ?? Footprints()
    guard !known.contains(new) else { return }
    content[namespace] = known.union(new)
    LocalFiles.replace(path, with: Self.form.seal(content, for: name))
    withExtendedLifetime(lock) {}
  }

  private var path: String? { cacheFolder.map { "\($0)/footprints-1/\(name)" } }

  private func content() -> [String: Footprints] {
    guard let path, let cacheFolder else { return [:] }
    if let content: [String: Footprints] = Self.form.value(in: LocalFiles.read(path), for: name) {
      return content
    }
    let former = FormerFootprints.read(name, cacheFolder)
    return former.isEmpty ? [:] : [Self.unknown: former]
  }
}

/// The files of the last release: what builds read and what tests looked at lay apart.
private enum FormerFootprints {
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
