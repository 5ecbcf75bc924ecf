import Base

/// Who may have written what: a protected branch, a pull request, a developer. Each has a place of its own in the store,
/// and the server's rules say who writes where.
package struct Namespace: Hashable, Sendable, CustomStringConvertible {
  private static let longest = 64

  package let name: String

  /// Letters, digits, `.`, `_` and `-` in lower case make a path, a host and a name of an instance. What is made of other
  /// characters gets a part of its digest instead, so that two names never become one.
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

/// Where a run writes, and where it reads besides.
package struct NamespaceChain: Sendable, Hashable {
  package let own: Namespace
  /// What everybody reads and few write.
  package let trunk: Namespace

  package init(own: Namespace, trunk: Namespace) {
    self.own = own
    self.trunk = trunk
  }

  /// In the order in which they are asked.
  package var readable: [Namespace] { own == trunk ? [own] : [own, trunk] }
}
