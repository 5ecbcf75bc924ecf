import Base

/// The address of a remote store: `https://cache.example/team`, `grpcs://{namespace}.cache.example`,
/// `s3://bucket/prefix`.
package struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
  package enum Scheme: String, Sendable, CaseIterable {
    case http, https, grpc, grpcs, s3

    package var isSecure: Bool { self == .https || self == .grpcs || self == .s3 }
  }

  /// The placeholder for the namespace's name, allowed anywhere in an address.
  package static let placeholder = "{namespace}"

  package let scheme: Scheme
  /// Host and port.
  package let authority: String
  /// The path without slashes at its ends.
  package let path: String

  /// Returns nil for a text that is no such address.
  package init?(_ text: String) {
    guard let end = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: String(text[..<end.lowerBound])),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    let rest = text[end.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    // Hosts ignore case. Buckets do not.
    authority = scheme == .s3 ? String(rest[..<slash]) : rest[..<slash].lowercased()
    guard !authority.isEmpty, !authority.contains("@"), !text.contains("?"), !text.contains("#") else {
      return nil
    }
    self.scheme = scheme
    path = rest[slash...].split(separator: "/").joined(separator: "/")
  }

  package var description: String { "\(scheme.rawValue)://\(authority)\(path.isEmpty ? "" : "/\(path)")" }

  /// The host without the port.
  package var host: String {
    guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return authority }
    return String(authority[..<colon])
  }

  package var namesNamespace: Bool {
    authority.contains(Self.placeholder) || path.contains(Self.placeholder)
  }

  func authority(in namespace: Namespace) -> String {
    authority.replacing(Self.placeholder, with: namespace.name)
  }

  func path(in namespace: Namespace) -> String {
    path.replacing(Self.placeholder, with: namespace.name)
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}

package enum RemoteCredential: Sendable, Hashable {
  case bearer(String)
  case basic(user: String, password: String)
  case s3(S3Credential)
  /// libcurl reads the `.netrc` file for each host.
  case netrc

  /// The header, or nil when the credential is sent in another way.
  var header: HTTPRequest.Header? {
    switch self {
    case .bearer(let token): .init("Authorization", "Bearer \(token)")
    case .basic(let user, let password):
      .init("Authorization", "Basic \(Base64.text(of: Array("\(user):\(password)".utf8)))")
    case .s3, .netrc: nil
    }
  }
}

package struct S3Credential: Sendable, Hashable {
  package let accessKey: String
  package let secretKey: String
  package let sessionToken: String?

  package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }
}

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
