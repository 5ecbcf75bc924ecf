import Base

/// Signs requests for S3 (AWS Signature Version 4).
struct SignatureV4 {
  let credential: S3Credential
  let region: String

  /// Returns the headers that a request needs besides its own. `path` is absolute and encoded, and there is no query.
  func headers(
    _ method: String, host: String, path: String, body: [UInt8], at seconds: Int
  ) -> [HTTPRequest.Header] {
    let time = Timestamp.text(seconds).filter { $0 != "-" && $0 != ":" }
    let date = String(time.prefix(8))
    let digest = SHA256.digest(of: body).description
    var signed: [HTTPRequest.Header] = [
      .init("host", host), .init("x-amz-content-sha256", digest), .init("x-amz-date", time),
    ]
    if let token = credential.sessionToken { signed.append(.init("x-amz-security-token", token)) }
    let names = signed.map(\.name).joined(separator: ";")
    let lines = signed.map { "\($0.name):\($0.value)\n" }.joined()
    let canonical = [method, path, "", lines, names, digest].joined(separator: "\n")
    let scope = "\(date)/\(region)/s3/aws4_request"
    let text = ["AWS4-HMAC-SHA256", time, scope, SHA256.digest(of: canonical.utf8).description]
      .joined(separator: "\n")
    let key = [date, region, "s3", "aws4_request"].reduce(Array("AWS4\(credential.secretKey)".utf8)) {
      HMAC.sha256($1.utf8, key: $0)
    }
    let signature = HMAC.sha256(text.utf8, key: key).map(Text.hex).joined()
    let authorization =
      "AWS4-HMAC-SHA256 Credential=\(credential.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
    return signed.filter { $0.name != "host" } + [.init("Authorization", authorization)]
  }

  /// Returns a path in which special characters are written as `%XX`. Slashes stay.
  static func encoded(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        String(UnicodeScalar(byte))
      default: "%\(Text.hex(byte).uppercased())"
      }
    }.joined()
  }
}
