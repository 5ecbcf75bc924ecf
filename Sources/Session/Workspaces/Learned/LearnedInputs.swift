package import Base

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
  private static let memory = WorkspaceMemory<[ModuleID: Files]>("learned", version: 3)

  /// Of the workspace at `root`; empty where nothing is kept or what is kept cannot be read.
  package init(of root: String, cacheFolder: String?) {
    modules = Self.memory.value(for: root, cacheFolder: cacheFolder) ?? [:]
  }

  /// What cannot be kept is learned again.
  package func save(for root: String, cacheFolder: String?) {
    Self.memory.keep(modules, for: root, cacheFolder: cacheFolder)
  }
}

extension LearnedInputs.Files: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(inside, outside, listed) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inside: try reader.value(), outside: try reader.value(), listed: try reader.value())
  }
}
