package import Cache
package import Digests
package import HTTP

/// The same layout as over HTTP in a bucket: `s3://bucket/prefix/<namespace>/ac/<key>` and `.../cas/<hash>`.
package struct S3Store: RemoteStore {
  private let client: HTTPClient
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

  package func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult? {
    let limits = HTTPLimits(longestBody: RemoteLimits.longestRecord)
    let response = try send("GET", "ac/\(key)", in: namespace, limits)
    return try body(response).map { body throws(RemoteError) in try RemoteRecord.decode(body) }
  }

  package func setRecord(
    _ result: ActionResult, for key: SHA256Digest, in namespace: Namespace
  ) throws(RemoteError) {
    try put(result.encoded, at: "ac/\(key)", in: namespace)
  }

  package func missing(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> Set<ContentDigest> {
    var missing: Set<ContentDigest> = []
    for blob in blobs {
      let response = try send("HEAD", "cas/\(blob.hash)", in: namespace)
      guard try body(response) != nil else {
        missing.insert(blob)
        continue
      }
      let length = response["Content-Length"].flatMap { Int($0) }
      if let length, length != blob.size { missing.insert(blob) }
    }
    return missing
  }

  package func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]? {
    let limits = HTTPLimits(longestBody: blob.size + 1024, moving: blob.size)
    return try body(try send("GET", "cas/\(blob.hash)", in: namespace, limits))
  }

  package func write(
    _ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) {
    try put(bytes, at: "cas/\(blob.hash)", in: namespace)
  }

  package func introduction(in _: Namespace) throws(RemoteError) -> String {
    "S3, the bucket \(address.authority) in \(place.endpoint ?? place.region)"
  }

  package func clock(in namespace: Namespace) throws(RemoteError) -> Int? {
    try send("HEAD", "cas/\(SHA256.digest(of: []))", in: namespace)["Date"].flatMap {
      HTTPDate.seconds($0)
    }
  }

  // MARK: Requests

  /// nil when there is nothing under that name.
  private func body(_ response: HTTPResponse) throws(RemoteError) -> [UInt8]? {
    switch response.status {
    case 200: return response.body
    case 404, 410: return nil
    default: throw RemoteError(status: response)
    }
  }

  private func put(_ bytes: [UInt8], at name: String, in namespace: Namespace) throws(RemoteError) {
    let response = try send("PUT", name, in: namespace, HTTPLimits(moving: bytes.count), bytes)
    guard !response.isSuccess else { return }
    // Somebody else was faster, which is as good; or there is no folder for it, which is not.
    guard response.status == 409 || response.status == 412, try isThere(name, in: namespace) else {
      throw RemoteError(status: response)
    }
  }

  private func isThere(_ name: String, in namespace: Namespace) throws(RemoteError) -> Bool {
    try send("HEAD", name, in: namespace).status == 200
  }

  private func send(
    _ method: String, _ name: String, in namespace: Namespace, _ limits: HTTPLimits = HTTPLimits(),
    _ body: [UInt8]? = nil
  ) throws(RemoteError) -> HTTPResponse {
    let (scheme, host, folder) = place.base(of: address.authority(in: namespace))
    let own = address.path(in: namespace)
    let parts = [own, address.namesNamespace ? "" : namespace.name, name].filter { !$0.isEmpty }
    let path = SignatureV4.encoded("\(folder)/\(parts.joined(separator: "/"))")
    let headers =
      signature?.headers(method, host: host, path: path, body: body ?? [], at: date()) ?? []
    return try client.answer(
      to: HTTPRequest(method, "\(scheme)://\(host)\(path)", headers: headers, body: body, limits: limits))
  }
}
