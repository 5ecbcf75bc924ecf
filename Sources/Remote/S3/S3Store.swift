package import HTTP

/// The same layout as over HTTP in a bucket: `s3://bucket/prefix/<namespace>/ac/<key>` and `.../cas/<hash>`.
package struct S3Store: FileStore {
  package let client: HTTPClient
  private let address: RemoteAddress
  private let place: S3Place
  private let signature: SignatureV4?
  private let date: @Sendable () -> Int

  /// Without a credential only what everybody may read can be read. `date` gives seconds since 1970.
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
