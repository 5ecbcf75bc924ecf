/// Why bytes are not the message they should be.
package struct ProtobufError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case truncated
    /// A number of more than 64 bits, or a tag of more than 32.
    case overlong
    /// A field number or wire type that does not exist, or a group's end without its start.
    case badTag
    case tooDeep
    /// A field that holds what its meaning forbids: text that is no UTF-8, a digest that is none.
    case badValue
  }

  package let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }
}
