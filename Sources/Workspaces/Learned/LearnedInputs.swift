import Digests
package import Names
import Platform
package import Support

/// Files that builds were seen to read though nothing declares it: from then on they are inputs of the modules that read
/// them. Kept for each workspace in the cache.
package struct LearnedInputs: Equatable {
  /// More than that is another kind of mistake, and for `inputs` in workspace.json.
  package static let limit = 10_000

  package struct Files: Equatable {
    /// As seen from the workspace; some may not be there.
    package var inside: Set<RelativePath> = []
    /// Absolute paths of what lies outside of the repository.
    package var outside: Set<String> = []
    /// Folders of which the names count, as seen from the workspace.
    package var listed: Set<RelativePath> = []

    var isEmpty: Bool { inside.isEmpty && outside.isEmpty && listed.isEmpty }
    package var count: Int { inside.count + outside.count + listed.count }
  }

  package private(set) var modules: [ModuleID: Files] = [:]

  package subscript(module: ModuleID) -> Files {
    get { modules[module] ?? Files() }
    set { modules[module] = newValue.isEmpty ? nil : newValue }
  }

  var inside: [ModuleID: Set<RelativePath>] { modules.mapValues(\.inside).filter { !$0.value.isEmpty } }
}

// MARK: On disk

extension LearnedInputs {
  private static let version = 3
  private static let form = SealedForm("ambit-learned", version: version)

  private static func path(of root: String, _ cacheFolder: String) -> String {
    "\(cacheFolder)/learned-\(version)/\(SHA256.digest(of: root.utf8))"
  }

  /// Of the workspace at `root`; empty where nothing is kept or what is kept cannot be read.
  package init(of root: String, cacheFolder: String?) {
    modules = cacheFolder.flatMap { Self.form.value(in: LocalFiles.read(Self.path(of: root, $0))) } ?? [:]
  }

  /// What cannot be kept is learned again.
  package func save(for root: String, cacheFolder: String?) {
    guard let cacheFolder else { return }
    LocalFiles.replace(Self.path(of: root, cacheFolder), with: Self.form.seal(modules))
  }
}

extension LearnedInputs.Files: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(inside, outside, listed) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inside: try reader.value(), outside: try reader.value(), listed: try reader.value())
  }
}
