import Base

/// A source of the workspace with its facts in the index.
package struct IndexedSource: Sendable, Hashable {
  /// The absolute path.
  package let file: String
  /// The module's name in the compiler.
  package let module: String
  /// The time at which the compiler wrote the facts, in nanoseconds since 1970.
  package let written: Int64
  package let record: IndexRecord

  package init(file: String, module: String, written: Int64 = 0, record: IndexRecord) {
    self.file = file
    self.module = module
    self.written = written
    self.record = record
  }
}

extension IndexedSource {
  /// Returns the sources below `root` in several stores, each once for every module that compiles it. The newest unit
  /// counts, since a store keeps older ones. Sorted by file, then by module.
  package static func all(
    in stores: [IndexStore], below root: String, jobs: Int,
    modules isWanted: @escaping @Sendable (String) -> Bool
  ) throws(IndexStoreError) -> [IndexedSource] {
    let newest = try newest(in: stores, below: root, jobs: jobs, modules: isWanted)
    return try concurrentMap(newest, jobs: jobs) { unit, store throws(IndexStoreError) in
      // A source without a declaration or a use has no record.
      let record = try unit.record.map { name throws(IndexStoreError) in try store.record(name) }
      return IndexedSource(
        file: unit.file, module: unit.module, written: unit.written, record: record ?? IndexRecord())
    }
  }

  /// Returns the units of all sources, without reading their records.
  package static func units(
    in stores: [IndexStore], below root: String, jobs: Int
  ) throws(IndexStoreError) -> [IndexUnit] {
    try newest(in: stores, below: root, jobs: jobs) { _ in true }.map(\.unit)
  }

  private static func newest(
    in stores: [IndexStore], below root: String, jobs: Int,
    modules isWanted: @escaping @Sendable (String) -> Bool
  ) throws(IndexStoreError) -> [(unit: IndexUnit, store: IndexStore)] {
    var newest: [Key: (unit: IndexUnit, store: IndexStore)] = [:]
    for store in stores {
      let units = try concurrentMap(store.unitNames, jobs: jobs) { name throws(IndexStoreError) in
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
