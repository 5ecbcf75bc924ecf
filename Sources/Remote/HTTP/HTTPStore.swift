package import Cache
import Compression
package import Digests
package import HTTP

/// Bazel's layout over HTTP: `<address>/<namespace>/ac/<key>` and `.../cas/<hash>`, each read with GET and written with
/// PUT.
package struct HTTPStore: RemoteStore {
  private let client: HTTPClient
  private let address: RemoteAddress
  private let credential: RemoteCredential?

  package init(_ client: HTTPClient, _ address: RemoteAddress, _ credential: RemoteCredential?) {
    self.client = client
    self.address = address
    self.credential = credential
  }

  package func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult? {
    let limits = HTTPLimits(longestBody: RemoteLimits.longestRecord)
    guard let response = try read("ac/\(key)", limits, in: namespace) else { return nil }
    return try RemoteRecord.decode(response.body)
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
      let response = try client.answer(to: request("HEAD", "cas/\(blob.hash)", in: namespace))
      switch response.status {
      case 200:
        // One of another length was cut off, or is not what its name says.
        let length = response["Content-Length"].flatMap { Int($0) }
        if let length, length != blob.size, response["Content-Encoding"] == nil { missing.insert(blob) }
      case 404, 405, 410: missing.insert(blob)
      default: throw RemoteError(status: response)
      }
    }
    return missing
  }

  package func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]? {
    let limits = HTTPLimits(longestBody: blob.size + 1024, moving: blob.size)
    guard let response = try read("cas/\(blob.hash)", limits, in: namespace) else { return nil }
    guard response["Content-Encoding"]?.lowercased() == "zstd" else { return response.body }
    return ZstdDecompressor()?.decompress(response.body[...], size: blob.size)
  }

  package func write(
    _ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) {
    try put(bytes, at: "cas/\(blob.hash)", in: namespace)
  }

  package func introduction(in _: Namespace) throws(RemoteError) -> String { "Bazel's layout over HTTP" }

  package func clock(in namespace: Namespace) throws(RemoteError) -> Int? {
    let request = request("HEAD", "cas/\(SHA256.digest(of: []))", in: namespace)
    return try client.answer(to: request)["Date"].flatMap { HTTPDate.seconds($0) }
  }

  // MARK: Requests

  private func read(
    _ place: String, _ limits: HTTPLimits, in namespace: Namespace
  ) throws(RemoteError) -> HTTPResponse? {
    var request = request("GET", place, in: namespace)
    request.headers.append(.init("Accept-Encoding", "zstd, identity"))
    request.limits = limits
    let response = try client.answer(to: request)
    switch response.status {
    case 200: return response
    case 404, 410: return nil
    default: throw RemoteError(status: response)
    }
  }

  private func put(_ bytes: [UInt8], at place: String, in namespace: Namespace) throws(RemoteError) {
    var request = request("PUT", place, in: namespace)
    request.body = bytes
    request.limits = HTTPLimits(moving: bytes.count)
    request.headers.append(.init("Content-Type", "application/octet-stream"))
    let response = try client.answer(to: request)
    guard !response.isSuccess else { return }
    // Somebody else was faster, which is as good; or there is no folder for it, which is not.
    guard response.status == 409 || response.status == 412, try isThere(place, in: namespace) else {
      throw RemoteError(status: response)
    }
  }

  private func isThere(_ place: String, in namespace: Namespace) throws(RemoteError) -> Bool {
    try client.answer(to: request("HEAD", place, in: namespace)).status == 200
  }

  private func request(_ method: String, _ place: String, in namespace: Namespace) -> HTTPRequest {
    let folder = address.path(in: namespace)
    let own = address.namesNamespace ? folder : folder.isEmpty ? namespace.name : "\(folder)/\(namespace)"
    let start = "\(address.scheme.rawValue)://\(address.authority(in: namespace))"
    let headers = credential?.header.map { [$0] } ?? []
    return HTTPRequest(method, "\(start)/\(own.isEmpty ? "" : "\(own)/")\(place)", headers: headers)
  }
}
