/// A declaration in the compiler's index.
package struct IndexSymbol: Sendable, Hashable {
  /// The symbol's id in all records, which is its mangled name in Swift.
  package let usr: String
  /// The name without the types around it: `total(of:)`.
  package let name: String
  package let kind: Kind
  package let subkind: Subkind

  package init(usr: String, name: String, kind: Kind, subkind: Subkind = .none) {
    self.usr = usr
    self.name = name
    self.kind = kind
    self.subkind = subkind
  }

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
