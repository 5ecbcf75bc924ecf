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
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").map {
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
