package import Base
import CIndexStore

/// An index on disk that a compiler has written.
package final class IndexStore: Sendable {
  private let library: IndexLibrary
  private let handle: Handle

  /// Any number of threads may read, by the library's rules.
  private struct Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
  }

  package init(_ library: IndexLibrary, at path: String) throws(Failure) {
    var error: UnsafeMutableRawPointer?
    guard let store = library.functions.store_create(path, &error) else {
      throw library.problem(error, "the index in \"\(path)\" cannot be opened")
    }
    self.library = library
    handle = Handle(pointer: store)
  }

  deinit { library.functions.store_dispose(handle.pointer) }

  private var functions: ambit_index_functions { library.functions }

  package var unitNames: [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = functions.store_units_apply_f(handle.pointer, 1, names) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(name.text)
        return true
      }
    }
    return names
  }
}

// MARK: Units

extension IndexStore {
  /// Returns nil for a unit without a source below `root`, such as those of the system.
  package func unit(_ name: String, below root: String) throws(Failure) -> IndexUnit? {
    let functions = functions
    var error: UnsafeMutableRawPointer?
    guard let reader = functions.unit_reader_create(handle.pointer, name, &error) else {
      throw library.problem(error, "the unit \"\(name)\" of the index cannot be read")
    }
    defer { functions.unit_reader_dispose(reader) }
    guard functions.unit_reader_has_main_file(reader), !functions.unit_reader_is_system_unit(reader) else {
      return nil
    }
    let file = functions.unit_reader_get_main_file(reader).text
    let absolute =
      file.hasPrefix("/") ? file : functions.unit_reader_get_working_dir(reader).text + "/" + file
    guard absolute.path(below: root) != nil else { return nil }
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    functions.unit_reader_get_modification_time(reader, &seconds, &nanoseconds)
    return IndexUnit(
      file: absolute, module: functions.unit_reader_get_module_name(reader).text,
      written: seconds * 1_000_000_000 + nanoseconds, record: record(of: reader, file: file))
  }

  private static let recordKind: UInt32 = 2

  private struct RecordSearch {
    let functions: ambit_index_functions
    let file: String
    var found: String?
  }

  private func record(of unit: UnsafeMutableRawPointer, file: String) -> String? {
    var search = RecordSearch(functions: functions, file: file)
    withUnsafeMutablePointer(to: &search) { search in
      _ = functions.unit_reader_dependencies_apply_f(unit, search) { context, dependency in
        guard let search = context?.assumingMemoryBound(to: RecordSearch.self), let dependency else {
          return true
        }
        let functions = search.pointee.functions
        guard functions.unit_dependency_get_kind(dependency) == IndexStore.recordKind,
          functions.unit_dependency_get_filepath(dependency).text == search.pointee.file
        else { return true }
        search.pointee.found = functions.unit_dependency_get_name(dependency).text
        return false
      }
    }
    return search.found
  }
}

// MARK: Records

extension IndexStore {
  package func record(_ name: String) throws(Failure) -> IndexRecord {
    let functions = functions
    var error: UnsafeMutableRawPointer?
    guard let reader = functions.record_reader_create(handle.pointer, name, &error) else {
      throw library.problem(error, "the record \"\(name)\" of the index cannot be read")
    }
    defer { functions.record_reader_dispose(reader) }
    var draft = RecordDraft(functions: functions)
    withUnsafeMutablePointer(to: &draft) { draft in
      _ = functions.record_reader_occurrences_apply_f(reader, draft) { context, occurrence in
        if let occurrence { context?.assumingMemoryBound(to: RecordDraft.self).pointee.add(occurrence) }
        return true
      }
    }
    return draft.record
  }
}

/// A record while it is read.
private struct RecordDraft {
  let functions: ambit_index_functions
  var record = IndexRecord()
  /// The indices of symbols by the library's addresses, which are valid while the record is read.
  private var known: [UnsafeMutableRawPointer: Int] = [:]
  private var relations: [IndexRelation] = []

  init(functions: ambit_index_functions) { self.functions = functions }

  mutating func add(_ occurrence: UnsafeMutableRawPointer) {
    guard let symbol = functions.occurrence_get_symbol(occurrence) else { return }
    var (line, column): (UInt32, UInt32) = (0, 0)
    functions.occurrence_get_line_col(occurrence, &line, &column)
    relations = []
    withUnsafeMutablePointer(to: &self) { draft in
      _ = draft.pointee.functions.occurrence_relations_apply_f(occurrence, draft) { context, relation in
        if let relation { context?.assumingMemoryBound(to: RecordDraft.self).pointee.relate(relation) }
        return true
      }
    }
    record.occurrences.append(
      IndexOccurrence(
        symbol: index(of: symbol), roles: IndexRoles(rawValue: functions.occurrence_get_roles(occurrence)),
        line: Int(line), column: Int(column), relations: relations))
  }

  private mutating func relate(_ relation: UnsafeMutableRawPointer) {
    guard let symbol = functions.symbol_relation_get_symbol(relation) else { return }
    relations.append(
      IndexRelation(
        symbol: index(of: symbol), roles: IndexRoles(rawValue: functions.symbol_relation_get_roles(relation)))
    )
  }

  private mutating func index(of symbol: UnsafeMutableRawPointer) -> Int {
    if let index = known[symbol] { return index }
    let index = record.symbols.count
    known[symbol] = index
    record.symbols.append(
      IndexSymbol(
        usr: functions.symbol_get_usr(symbol).text, name: functions.symbol_get_name(symbol).text,
        kind: IndexSymbol.Kind(rawValue: functions.symbol_get_kind(symbol)) ?? .unknown,
        subkind: IndexSymbol.Subkind(functions.symbol_get_subkind(symbol))))
    return index
  }
}

extension IndexLibrary {
  fileprivate func problem(_ error: UnsafeMutableRawPointer?, _ message: String) -> Failure {
    let reason = error.flatMap { functions.error_get_description($0) }.map { String(cString: $0) }
    if let error { functions.error_dispose(error) }
    return Failure.unreadableIndex(message + (reason.map { ": \(Text.escapingControls($0))" } ?? ""))
  }
}

package final class IndexLibrary: Sendable {
  let functions: ambit_index_functions

  /// - `toolchainCompiler`: the `swiftc` of the toolchain.
  package init(besideCompiler compiler: String) throws(Failure) {
    let folder = LocalFiles.folder(of: LocalFiles.folder(of: compiler)) + "/lib"
    var functions = ambit_index_functions()
    for name in Self.names {
      switch ambit_index_load("\(folder)/\(name)", &functions) {
      case AMBIT_INDEX_LOADED:
        self.functions = functions
        return
      case AMBIT_INDEX_OTHER_LIBRARY:
        throw Failure.noIndexLibrary(
          "the index library \"\(folder)/\(name)\" lacks functions that Ambit calls")
      default: continue
      }
    }
    throw Failure.noIndexLibrary("the toolchain has no index library \"\(Self.names[0])\" in \"\(folder)\"")
  }

  private static let names = ["libIndexStore.so", "libIndexStore.dylib"]
}

extension ambit_index_string {
  /// The library frees its memory, so the text is copied.
  var text: String {
    guard let data, length > 0 else { return "" }
    return data.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }
}

/// A declaration in the compiler's index.
package struct IndexSymbol: Sendable, Hashable {
  /// The symbol's id in all records, which is its mangled name in Swift.
  package let usr: String
  /// The name without the types around it: `total(of:)`.
  package let name: String
  package let kind: Kind
  package var subkind = Subkind.none

  /// The kinds, by the numbers of the index library.
  package enum Kind: UInt32, Sendable, Hashable {
    case unknown = 0
    case module = 1
    case macro = 4
    case `enum` = 5
    case `struct` = 6
    case `class` = 7
    case `protocol` = 8
    case `extension` = 9
    case `typealias` = 11
    case function = 12
    case variable = 13
    case enumCase = 15
    case instanceMethod = 16
    case classMethod = 17
    case staticMethod = 18
    case instanceProperty = 19
    case classProperty = 20
    case staticProperty = 21
    case initializer = 22
    case deinitializer = 23
    case parameter = 25

    package var isType: Bool {
      switch self {
      case .enum, .struct, .class, .protocol, .typealias: true
      default: false
      }
    }
  }

  package enum Subkind: Sendable, Hashable {
    case none
    /// A getter, a setter, or an observer.
    case accessor
    case `subscript`, associatedType, genericParameter
    case other

    init(_ number: UInt32) {
      switch number {
      case 0: self = .none
      case 3, 4, 1000...1003, 1014...1018: self = .accessor
      case 1011: self = .subscript
      case 1012: self = .associatedType
      case 1013: self = .genericParameter
      default: self = .other
      }
    }
  }
}
