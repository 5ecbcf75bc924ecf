/// An owner as CODEOWNERS names it.
package struct Owner: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// A user, team or group: `@ann`, `@shop/payments`.
    case name
    case email
    /// GitLab's `@@developer`.
    case role
  }

  package let kind: Kind
  package let text: String

  package var description: String { text }

  /// Returns nil when `token` does not name an owner on that host.
  init?(_ token: some Sequence<UInt8>, dialect: CodeOwners.Dialect) {
    let bytes = Array(token)
    guard let kind = Self.kind(of: bytes[...], dialect) else { return nil }
    self.kind = kind
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static let at = UInt8(ascii: "@")

  private static func kind(of token: ArraySlice<UInt8>, _ dialect: CodeOwners.Dialect) -> Kind? {
    guard token.first == at else { return isEmail(token) ? .email : nil }
    let name = token.dropFirst()
    if dialect == .gitlab, name.first == at { return isRole(name.dropFirst()) ? .role : nil }
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // GitLab nests groups to any depth; GitHub has organisations and their teams.
    guard parts.count <= (dialect == .github ? 2 : 20) else { return nil }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) } ? .name : nil
  }

  private static func isRole(_ name: ArraySlice<UInt8>) -> Bool {
    let role = String(decoding: name, as: UTF8.self).lowercased()
    return ["developer", "maintainer", "owner"].contains { role == $0 || role == $0 + "s" }
  }

  private static func isEmail(_ token: ArraySlice<UInt8>) -> Bool {
    let parts = token.split(separator: at, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && token.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>(),;:\"[]\\".utf8.contains($0) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
