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

/// The places that the build and the tests of one module were seen to look at though nothing declares them.
package struct Footprint: Equatable, Sendable {
  /// Tests that looked at more places are selected by every change.
  package static let limit = 10_000

  /// Read by builds: inputs of the module, which its key holds.
  package private(set) var builds: Places
  /// Looked at by tests: a change of these selects the module. Its passes hold what they looked at.
  package private(set) var tests: Places
  /// Left by tests where Git ignores it.
  package private(set) var outputs: IgnoredOutputs

  package init(
    builds: Places = Places(), tests: Places = Places(), outputs: IgnoredOutputs = IgnoredOutputs()
  ) {
    self.builds = builds
    self.outputs = outputs
    self.tests = tests.isBeyondLimit ? .everything : tests
  }

  /// Both together. Nothing is forgotten: what is not looked at in one state of the workspace may be in another.
  package func union(_ other: Footprint) -> Footprint {
    let isEverything = tests == .everything || other.tests == .everything
    return Footprint(
      builds: builds.union(other.builds), tests: isEverything ? .everything : tests.union(other.tests),
      outputs: outputs.union(other.outputs))
  }

  package var isEmpty: Bool { builds.isEmpty && tests.isEmpty && outputs.isEmpty }
}

extension Footprint {
  package struct Places: Equatable, Sendable {
    /// Files, and where there was none; also links on the way. As seen from the workspace.
    package var files: Set<RelativePath> = []
    /// Folders of which the names count.
    package var folders: Set<RelativePath> = []
    /// Folders of which everything counts.
    package var trees: Set<RelativePath> = []
    /// Absolute paths outside of the repository.
    package var outside: Set<String> = []

    package init(
      files: Set<RelativePath> = [], folders: Set<RelativePath> = [], trees: Set<RelativePath> = [],
      outside: Set<String> = []
    ) {
      self.files = files
      self.folders = folders
      self.trees = trees
      self.outside = outside
    }

    /// More places than `limit`: every change is seen, also beside the workspace.
    package static let everything = Places(trees: [.root])

    /// All that lies in the repository.
    package var inside: Set<RelativePath> { files.union(folders).union(trees) }
    package var isEmpty: Bool { count == 0 }
    package var count: Int { files.count + folders.count + trees.count + outside.count }
    fileprivate var isBeyondLimit: Bool { count > limit }

    package func union(_ other: Places) -> Places {
      Places(
        files: files.union(other.files), folders: folders.union(other.folders),
        trees: trees.union(other.trees), outside: outside.union(other.outside))
    }

    package func isSubset(of other: Places) -> Bool { union(other) == other }
  }
}

// MARK: Sights

extension Footprint.Places {
  /// The places of sights that no key holds.
  package init(undeclaredIn observation: Observation) {
    self.init(observation.sights.filter { $0.cover == .foreign })
  }

  package init(_ sights: [Observation.Sight]) {
    self.init()
    for sight in sights { insert(sight) }
  }

  /// A test's own products are left out.
  package mutating func insert(_ sight: Observation.Sight) {
    switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): folders.insert(path)
    case (.workspace(let path), .tree): trees.insert(path)
    case (.workspace(let path), _): files.insert(path)
    case (.home, _), (.outside, _): outside.insert(sight.place.text)
    case (.beside, let aspect): outside.insert(Neighbour(sight.place, aspect).text)
    case (.product, _): break
    }
  }

  /// True when the content of a file counts.
  package func holds(_ path: RelativePath) -> Bool {
    files.contains(path) || trees.contains { path.isInside($0) }
  }

  /// True when they hold the place of a sight.
  package func contains(_ sight: Observation.Sight) -> Bool {
    let place = Footprint.Places([sight])
    return !place.isEmpty && place.isSubset(of: self)
  }

  /// True when a change of a file can be seen: of itself, of a link on the way to it, or of a name in a folder.
  package func sees(_ change: FileChange) -> Bool {
    if self == .everything { return true }
    if holds(change.path) { return true }
    // The list of a folder also tells the kind of each name.
    let isName =
      !(change.existedBefore && change.existsNow) || change.kind == .typeChanged || change.mayCoverFolder
    if isName, change.path.withAncestors.contains(where: { folders.contains($0.parent) && !$0.isRoot }) {
      return true
    }
    if change.mayCoverFolder, folders.union(trees).contains(where: { $0.isInside(change.path) }) {
      return true
    }
    // A folder may be where a file or link was, and the other way round.
    return isName && files.contains { $0.isInside(change.path) || change.path.isInside($0) }
  }
}

extension Observation {
  /// True when all of these places were looked at, however well keys hold them today.
  package func covers(_ places: Footprint.Places) -> Bool {
    places.isSubset(of: Footprint.Places(sights))
  }
}

// MARK: As bytes

extension Footprint.Places: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(files, folders, trees, outside) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      files: try reader.value(), folders: try reader.value(), trees: try reader.value(),
      outside: try reader.value())
  }
}

extension Footprint: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(builds, tests, outputs) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(builds: try reader.value(), tests: try reader.value(), outputs: try reader.value())
  }
}
