package import Base

/// The index's facts about one source that an extraction needs.
package struct IndexedFile: Sendable, Hashable {
  /// The path as seen from the workspace.
  package let path: RelativePath
  /// The module's name in the compiler.
  package let module: String
  package internal(set) var declarations: [Declaration] = []
  package internal(set) var uses: [Use] = []

  package struct Declaration: Sendable, Hashable {
    package let usr: String
    package let name: String
    package let kind: IndexSymbol.Kind
    package let subkind: IndexSymbol.Subkind
    package let line: Int
    package let column: Int
    /// True when the compiler made the declaration.
    package let isImplicit: Bool
    /// The enclosing type, extension or protocol.
    package let parent: String?
    /// The declarations that this one implements or overrides.
    package let overrides: [String]
  }

  package struct Use: Sendable, Hashable {
    package let usr: String
    package let name: String
    package let kind: IndexSymbol.Kind
    package let line: Int
    package let column: Int
    package let isImplicit: Bool
    /// The types that have the used symbol as superclass, or conform to it.
    package let derived: [String]
    /// The extension of the used type that begins there.
    package let extensions: [String]
  }

  package init(path: RelativePath, module: String, record: IndexRecord) {
    self.path = path
    self.module = module
    for occurrence in record.occurrences {
      let symbol = record.symbols[occurrence.symbol]
      func related(by role: IndexRoles) -> [String] {
        occurrence.relations.filter { $0.roles.contains(role) }.map { record.symbols[$0.symbol].usr }
      }
      // Parameters are only used inside of their function.
      guard symbol.kind != .parameter, symbol.kind != .module, symbol.subkind != .genericParameter else {
        continue
      }
      if occurrence.roles.isDisjoint(with: [.definition, .declaration]) {
        uses.append(
          Use(
            usr: symbol.usr, name: symbol.name, kind: symbol.kind, line: occurrence.line,
            column: occurrence.column, isImplicit: occurrence.roles.contains(.implicit),
            derived: related(by: .baseOf), extensions: related(by: .extendedBy)))
      } else {
        declarations.append(
          Declaration(
            usr: symbol.usr, name: symbol.name, kind: symbol.kind, subkind: symbol.subkind,
            line: occurrence.line, column: occurrence.column,
            isImplicit: occurrence.roles.contains(.implicit),
            parent: (related(by: .accessorOf) + related(by: .childOf)).first,
            overrides: related(by: .overrideOf)))
      }
    }
  }
}
