package import Base
package import Store

/// What tests were seen to look at though no key of theirs holds it: a change of it selects them from then on. Kept for
/// each workspace in the cache.
package struct SeenInputs: Equatable {
  /// What one module is known by; beyond that, everything selects it.
  static let limit = 10_000

  /// As seen from the workspace.
  package struct Places: Equatable {
    /// Files, and where there was none; also links on the way.
    package var files: Set<RelativePath> = []
    /// Folders of which the names count.
    var folders: Set<RelativePath> = []
    /// Folders of which everything counts.
    package var trees: Set<RelativePath> = []
    /// What lies outside of the repository. It is not in changes, and held by the passes themselves.
    var outside: Set<String> = []

    package init(
      files: Set<RelativePath> = [], folders: Set<RelativePath> = [], trees: Set<RelativePath> = [],
      outside: Set<String> = []
    ) {
      self.files = files
      self.folders = folders
      self.trees = trees
      self.outside = outside
    }

    /// All that lies in the repository.
    package var inside: Set<RelativePath> { files.union(folders).union(trees) }
    package var isEmpty: Bool { files.isEmpty && folders.isEmpty && trees.isEmpty && outside.isEmpty }
    var count: Int { files.count + folders.count + trees.count + outside.count }
  }

  package private(set) var modules: [ModuleID: Places] = [:]

  package subscript(module: ModuleID) -> Places {
    get { modules[module] ?? Places() }
    set { modules[module] = newValue.isEmpty ? nil : newValue }
  }
}

// MARK: Learning

extension SeenInputs {
  /// Adds what the tests of a module looked at; returns what is news. Nothing is forgotten: what is not looked at in one
  /// state of the workspace may be in another.
  package mutating func learn(_ observation: Observation, of module: ModuleID) -> Places {
    var (places, news) = (self[module], Places())
    for sight in observation.sights where sight.cover == .foreign && places.insert(sight) {
      _ = news.insert(sight)
    }
    if places.count > Self.limit { places = Places(trees: [.root]) }
    self[module] = places
    return news
  }
}

extension SeenInputs.Places {
  /// Returns whether it is news; what lies among a test's own products never is.
  package mutating func insert(_ sight: Observation.Sight) -> Bool {
    switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): folders.insert(path).inserted
    case (.workspace(let path), .tree): trees.insert(path).inserted
    case (.workspace(let path), _): files.insert(path).inserted
    case (.home, _), (.outside, _): outside.insert(sight.place.text).inserted
    case (.product, _): false
    }
  }

  /// Whether they hold the place of a sight.
  package func contains(_ sight: Observation.Sight) -> Bool {
    switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): folders.contains(path)
    case (.workspace(let path), .tree): trees.contains(path)
    case (.workspace(let path), _): files.contains(path)
    case (.home, _), (.outside, _): outside.contains(sight.place.text)
    case (.product, _): false
    }
  }

  /// Whether a change of a file can be seen: of itself, of a link on the way to it, or of a name in a folder.
  package func sees(_ change: FileChange) -> Bool {
    if files.contains(change.path) || trees.contains(where: { change.path.isInside($0) }) { return true }
    // Whoever lists a folder is told what each name is, too.
    let isName = !(change.existedBefore && change.existsNow) || change.kind == .typeChanged
    if isName, change.path.withAncestors.contains(where: { folders.contains($0.parent) && !$0.isRoot }) {
      return true
    }
    // What was a file or link may be a folder now, and the other way round.
    return isName && files.contains { $0.isInside(change.path) || change.path.isInside($0) }
  }
}

extension Observation {
  /// Whether all of these places are among those that were looked at, however well keys hold them today.
  package func covers(_ places: SeenInputs.Places) -> Bool {
    var own = SeenInputs.Places()
    for sight in sights { _ = own.insert(sight) }
    return places.files.isSubset(of: own.files) && places.folders.isSubset(of: own.folders)
      && places.trees.isSubset(of: own.trees) && places.outside.isSubset(of: own.outside)
  }
}

// MARK: On disk

extension SeenInputs {
  private static let memory = WorkspaceMemory<[ModuleID: Places]>("seen", version: 2)

  /// Of the workspace at `root`; empty where nothing is kept or what is kept cannot be read.
  package init(of root: String, cacheFolder: String?) {
    modules = Self.memory.value(for: root, cacheFolder: cacheFolder) ?? [:]
  }

  /// What cannot be kept is learned again.
  package func save(for root: String, cacheFolder: String?) {
    Self.memory.keep(modules, for: root, cacheFolder: cacheFolder)
  }
}

extension SeenInputs.Places: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(files, folders, trees, outside) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      files: try reader.value(), folders: try reader.value(), trees: try reader.value(),
      outside: try reader.value())
  }
}
