import Digests
import Platform
import Support
import Workspace

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
  private static let version = "1"

  private static func path(of root: String, _ cacheFolder: String) -> String {
    "\(cacheFolder)/learned-\(version)/\(SHA256.digest(of: Array(root.utf8)))"
  }

  /// Of the workspace at `root`; empty where nothing is kept or what is kept cannot be read.
  init(of root: String, cacheFolder: String?) {
    guard let cacheFolder, let bytes = LocalFiles.read(Self.path(of: root, cacheFolder)) else { return }
    for line in bytes.split(separator: 0) {
      let words = line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard words.count == 4, let name = String(validating: words[1], as: UTF8.self) else { continue }
      let module = ModuleID(package: RelativePath(words[0]), name: name)
      if words[2].isEmpty {
        self[module].inside.insert(RelativePath(words[3]))
      } else {
        self[module].outside.insert(String(decoding: words[3], as: UTF8.self))
      }
    }
  }

  /// What cannot be kept is learned again.
  func save(for root: String, cacheFolder: String?) {
    guard let cacheFolder else { return }
    var bytes: [UInt8] = []
    for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
      for file in files.inside.sorted() { bytes += Self.line(module, "", file.bytes) }
      for file in files.outside.sorted() { bytes += Self.line(module, "outside", Array(file.utf8)) }
    }
    LocalFiles.replace(Self.path(of: root, cacheFolder), with: bytes)
  }

  private static func line(_ module: ModuleID, _ place: String, _ file: [UInt8]) -> [UInt8] {
    let words = [module.package.bytes, Array(module.name.utf8), Array(place.utf8), file]
    // A name with such a byte in it cannot be written down, and so is never learned.
    guard !words.contains(where: { $0.contains(0) || $0.contains(UInt8(ascii: "\n")) }) else { return [] }
    return Array(words.joined(separator: [UInt8(ascii: "\n")])) + [0]
  }
}
