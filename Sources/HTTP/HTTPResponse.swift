import Support

/// What a server answered: whole, or there is none.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// In their order, those that came behind the body among them.
  package let headers: [HTTPRequest.Header]
  package let body: [UInt8]

  package init(status: Int, headers: [HTTPRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The last header of a name, which is not case-sensitive.
  package subscript(name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The beginning of the body on one line, for errors.
  package var excerpt: String {
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return Text.escapingControls(line)
  }
}

/// Why there is no response.
package struct HTTPError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// There is no libcurl, or a request that is none.
    case unusable
    case unreachable, untrusted, timedOut, broken, tooLong, stopped
  }

  package let kind: Kind
  /// In libcurl's words.
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = Text.escapingControls(reason)
  }
}
