import Base

/// The origin of records: a protected branch, a pull request, a developer. Each has a place of its own in the store.
/// The server's rules say who may write there.
package struct Namespace: Hashable, Sendable, CustomStringConvertible {
  private static let longest = 64

  package let name: String

  /// Lower-case letters, digits, `.`, `_` and `-` are valid in a path, a host and an instance's name. A name with other
  /// characters gets a part of its digest, so that two names never become one.
  package init(_ text: String) {
    let lower = text.lowercased()
    let plain = String(
      String.UnicodeScalarView(lower.unicodeScalars.map { Self.isPlain($0) ? $0 : "-" })
    ).prefix(Self.longest)
    let isWhole = plain == text && !plain.isEmpty && plain.first != "." && plain.first != "-"
    name = isWhole ? text : "x-\(plain.prefix(40))-\(SHA256.digest(of: text.utf8).description.prefix(12))"
  }

  package var description: String { name }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", ".", "_", "-": true
    default: false
    }
  }
}

/// The namespace that a run writes to, and the ones that it reads.
package struct NamespaceChain: Sendable, Hashable {
  package let own: Namespace
  /// The namespace that everybody reads and few may write to.
  package let trunk: Namespace

  package init(own: Namespace, trunk: Namespace) {
    self.own = own
    self.trunk = trunk
  }

  /// The namespaces in the order in which they are asked.
  package var readable: [Namespace] { own == trunk ? [own] : [own, trunk] }
}
