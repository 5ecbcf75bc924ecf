/// A module that a Swift source file names in an `import`, or asks for in a `canImport`.
package struct SourceImport: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    case module
    /// A `canImport(X)` condition: the file compiles differently when `X` can be found.
    case canImport
  }

  /// The first component of the path: `import struct A.B.C` names `A`.
  package let module: String
  package var kind: Kind = .module
  package var isTestable: Bool = false
  /// The line of the word `import` or `canImport`, from 1.
  package let line: Int
}
