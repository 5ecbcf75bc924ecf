import Digests
import Names
import Platform
import Support

/// Files that builds were seen to read though nothing declares it: from then on they are inputs of the modules that read
/// them. Kept for each workspace in the cache.
struct LearnedInputs: Equatable {
  /// More than that is another kind of mistake, and for `inputs` in workspace.json.
  static let limit = 10_000

  /// Relative to the workspace; what lies outside of the repository as an absolute path. Both sorted.
  struct Files: Equatable {
    var inside: Set<RelativePath> = []
    var outside: Set<String> = []

    var isEmpty: Bool { inside.isEmpty && outside.isEmpty }
  }

  private(set) var modules: [ModuleID: Files] = [:]

  subscript(module: ModuleID) -> Files {
    get { modules[module] ?? Files() }
    set { modules[module] = newValue.isEmpty ? nil : newValue }
  }

  var inside: [ModuleID: Set<RelativePath>] { modules.mapValues(\.inside) }
}

// MARK: On disk

extension LearnedInputs {
  private static let version = 2
  private static let form = SealedForm("ambit-learned", version: version)

  private static func path(of root: String, _ cacheFolder: String) -> String {
    "\(cacheFolder)/learned-\(version)/\(SHA256.digest(of: root.utf8))"
  }

  /// Of the workspace at `root`; empty where nothing is kept or what is kept cannot be read.
  init(of root: String, cacheFolder: String?) {
    modules = cacheFolder.flatMap { Self.form.value(in: LocalFiles.read(Self.path(of: root, $0))) } ?? [:]
  }

  /// What cannot be kept is learned again.
  func save(for root: String, cacheFolder: String?) {
    guard let cacheFolder else { return }
    LocalFiles.replace(Self.path(of: root, cacheFolder), with: Self.form.seal(modules))
  }
}

extension LearnedInputs.Files: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inside, outside) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inside: try reader.value(), outside: try reader.value())
  }
}
