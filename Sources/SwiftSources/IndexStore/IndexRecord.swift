package import Base

/// The symbols and occurrences of one source.
package struct IndexRecord: Sendable, Hashable {
  package var symbols: [IndexSymbol] = []
  package var occurrences: [IndexOccurrence] = []
}

/// A place where a symbol is declared or used.
package struct IndexOccurrence: Sendable, Hashable {
  /// The index of its symbol in the record. Relations have such indices, too.
  package let symbol: Int
  package let roles: IndexRoles
  /// The line from 1. `column` counts bytes, also from 1.
  package let line: Int
  package let column: Int
  package var relations: [IndexRelation] = []
}

package struct IndexRelation: Sendable, Hashable {
  package let symbol: Int
  package let roles: IndexRoles
}

/// The roles, by the bits of the index library.
package struct IndexRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let declaration = IndexRoles(rawValue: 1 << 0)
  package static let definition = IndexRoles(rawValue: 1 << 1)
  package static let reference = IndexRoles(rawValue: 1 << 2)
  /// The compiler made the occurrence, or it is not written at this place.
  package static let implicit = IndexRoles(rawValue: 1 << 8)

  // Roles of a related symbol towards the occurring one.
  package static let childOf = IndexRoles(rawValue: 1 << 9)
  package static let baseOf = IndexRoles(rawValue: 1 << 10)
  package static let overrideOf = IndexRoles(rawValue: 1 << 11)
  package static let extendedBy = IndexRoles(rawValue: 1 << 14)
  package static let accessorOf = IndexRoles(rawValue: 1 << 15)
}

/// The unit that the compiler wrote for one source of one module.
package struct IndexUnit: Sendable, Hashable {
  /// The absolute path of the source.
  package let file: String
  /// The module's name in the compiler.
  package let module: String
  /// The time in nanoseconds since 1970.
  package let written: Int64
  /// The name of the source's record.
  package let record: String?
}

extension Failure {
  /// A toolchain without the index library.
  static func noIndexLibrary(_ message: String) -> Failure {
    Failure(
      code: "no-index-library", message: message,
      hints: ["install a complete toolchain from https://swift.org/install"])
  }

  static func unreadableIndex(_ message: String) -> Failure {
    Failure(
      code: "unreadable-index", message: message,
      hints: ["delete the build output and run it again: rm -r .build/ambit"])
  }
}

/// A source of the workspace with its facts in the index.
package struct IndexedSource: Sendable, Hashable {
  /// The absolute path.
  package let file: String
  /// The module's name in the compiler.
  package let module: String
  /// The time at which the compiler wrote the facts, in nanoseconds since 1970.
  package let written: Int64
  package let record: IndexRecord
}

extension IndexedSource {
  /// Returns the sources below `root` in several stores, each once for every module that compiles it. The newest unit
  /// counts, since a store keeps older ones. Sorted by file, then by module.
  package static func all(
    in stores: [IndexStore], below root: String, jobs: Int,
    modules isWanted: @escaping @Sendable (String) -> Bool
  ) throws(Failure) -> [IndexedSource] {
    let newest = try newest(in: stores, below: root, jobs: jobs, modules: isWanted)
    return try concurrentMap(newest, jobs: jobs) { unit, store throws(Failure) in
      // A source without a declaration or a use has no record.
      let record = try unit.record.map { name throws(Failure) in try store.record(name) }
      return IndexedSource(
        file: unit.file, module: unit.module, written: unit.written, record: record ?? IndexRecord())
    }
  }

  /// Returns the units of all sources, without reading their records.
  package static func units(
    in stores: [IndexStore], below root: String, jobs: Int
  ) throws(Failure) -> [IndexUnit] {
    try newest(in: stores, below: root, jobs: jobs) { _ in true }.map(\.unit)
  }

  private static func newest(
    in stores: [IndexStore], below root: String, jobs: Int,
    modules isWanted: @escaping @Sendable (String) -> Bool
  ) throws(Failure) -> [(unit: IndexUnit, store: IndexStore)] {
    var newest: [Key: (unit: IndexUnit, store: IndexStore)] = [:]
    for store in stores {
      let units = try concurrentMap(store.unitNames, jobs: jobs) { name throws(Failure) in
        try store.unit(name, below: root)
      }
      for case let unit? in units where isWanted(unit.module) {
        let key = Key(file: unit.file, module: unit.module)
        if let known = newest[key], known.unit.written >= unit.written { continue }
        newest[key] = (unit, store)
      }
    }
    return newest.sorted { $0.key < $1.key }.map(\.value)
  }

  private struct Key: Hashable, Comparable {
    let file: String
    let module: String

    static func < (left: Key, right: Key) -> Bool { (left.file, left.module) < (right.file, right.module) }
  }
}
