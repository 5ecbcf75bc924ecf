/// What one source holds.
package struct IndexRecord: Sendable, Hashable {
  package var symbols: [IndexSymbol] = []
  package var occurrences: [IndexOccurrence] = []

  package init(symbols: [IndexSymbol] = [], occurrences: [IndexOccurrence] = []) {
    self.symbols = symbols
    self.occurrences = occurrences
  }
}

/// A place where a symbol is declared or used.
package struct IndexOccurrence: Sendable, Hashable {
  /// The index of its symbol in the record, as are those of relations.
  package let symbol: Int
  package let roles: IndexRoles
  /// Both from 1; columns count bytes.
  package let line: Int
  package let column: Int
  package var relations: [IndexRelation]

  package init(
    symbol: Int, roles: IndexRoles, line: Int, column: Int, relations: [IndexRelation] = []
  ) {
    self.symbol = symbol
    self.roles = roles
    self.line = line
    self.column = column
    self.relations = relations
  }
}

package struct IndexRelation: Sendable, Hashable {
  package let symbol: Int
  package let roles: IndexRoles

  package init(symbol: Int, roles: IndexRoles) {
    self.symbol = symbol
    self.roles = roles
  }
}

/// The library's bits.
package struct IndexRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let declaration = IndexRoles(rawValue: 1 << 0)
  package static let definition = IndexRoles(rawValue: 1 << 1)
  package static let reference = IndexRoles(rawValue: 1 << 2)
  /// The compiler made it, or it is not written there.
  package static let implicit = IndexRoles(rawValue: 1 << 8)

  // What the related symbol is to the one that occurs.
  package static let childOf = IndexRoles(rawValue: 1 << 9)
  package static let baseOf = IndexRoles(rawValue: 1 << 10)
  package static let overrideOf = IndexRoles(rawValue: 1 << 11)
  package static let extendedBy = IndexRoles(rawValue: 1 << 14)
  package static let accessorOf = IndexRoles(rawValue: 1 << 15)
}

/// What the compiler wrote when it compiled one source for one module.
package struct IndexUnit: Sendable, Hashable {
  /// Absolute.
  package let file: String
  /// As the compiler knows it.
  package let module: String
  /// Nanoseconds since 1970.
  package let written: Int64
  /// The record of the source itself.
  package let record: String?
}

/// Why an index cannot be read.
package struct IndexStoreError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The toolchain has no library for it.
    case noLibrary = "no-index-library"
    case unreadable = "unreadable-index"
  }

  package let code: Code
  package let message: String
}
