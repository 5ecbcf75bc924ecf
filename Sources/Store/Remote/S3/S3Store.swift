package import Base

/// The layout of `HTTPStore` in a bucket: `s3://bucket/prefix/<namespace>/ac/<key>` and `.../cas/<hash>`.
package struct S3Store: FileStore {
  package let client: HTTPClient
  private let address: RemoteAddress
  private let place: S3Place
  private let signature: SignatureV4?
  private let date: @Sendable () -> Int

  /// Without a credential only public files can be read. `date` returns the seconds since 1970.
  package init(
    _ client: HTTPClient, _ address: RemoteAddress, _ place: S3Place, _ credential: S3Credential?,
    date: @escaping @Sendable () -> Int
  ) {
    self.client = client
    self.address = address
    self.place = place
    self.date = date
    signature = credential.map { SignatureV4(credential: $0, region: place.region) }
  }

  package func introduction(in _: Namespace) throws(RemoteError) -> String {
    "S3, the bucket \(address.authority) in \(place.endpoint ?? place.region)"
  }

  package func request(
    _ method: String, _ file: String, in namespace: Namespace, body: [UInt8]?
  ) -> HTTPRequest {
    let (scheme, host, folder) = place.base(of: address.authority(in: namespace))
    let own = address.path(in: namespace)
    let parts = [own, address.namesNamespace ? "" : namespace.name, file].filter { !$0.isEmpty }
    let path = SignatureV4.encoded("\(folder)/\(parts.joined(separator: "/"))")
    let headers =
      signature?.headers(method, host: host, path: path, body: body ?? [], at: date()) ?? []
    return HTTPRequest(method, "\(scheme)://\(host)\(path)", headers: headers, body: body)
  }
}

/// The place of a bucket: at Amazon, or at another server with the same protocol.
package struct S3Place: Sendable, Hashable {
  package let region: String
  /// The address of a server that takes the bucket as the first part of a path, as `https://host` or
  /// `http://host:port`. nil for Amazon.
  package let endpoint: String?

  /// Reads the variables of Amazon's own tools.
  package init(_ environment: [String: String]) {
    region = environment.variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    endpoint = environment.variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").map {
      $0.hasSuffix("/") ? String($0.dropLast()) : $0
    }
  }

  /// True when others cannot read the traffic.
  package var isSecure: Bool { endpoint?.hasPrefix("https://") ?? true }

  func base(of bucket: String) -> (scheme: String, host: String, folder: String) {
    guard let endpoint else { return ("https", "\(bucket).s3.\(region).amazonaws.com", "") }
    let scheme = endpoint.hasPrefix("https://") ? "https" : "http"
    let host = endpoint.firstRange(of: "://").map { String(endpoint[$0.upperBound...]) } ?? endpoint
    return (scheme, host, "/\(bucket)")
  }
}

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
      byte.isASCIIWord || "-.~/".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%\(Text.hex(byte).uppercased())"
    }.joined()
  }
}
