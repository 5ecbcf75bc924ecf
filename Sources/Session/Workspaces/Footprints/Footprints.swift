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
