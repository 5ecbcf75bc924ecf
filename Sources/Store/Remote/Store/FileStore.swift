package import Base

/// A store of files that are read with GET and written with PUT. It has `ac/<key>` and `cas/<hash>` in a folder for
/// each namespace.
package protocol FileStore: RemoteStore {
  var client: HTTPClient { get }
  /// Makes the request for a file, or the one that uploads `body`, without the limits.
  func request(
    _ method: String, _ file: String, in namespace: Namespace, body: [UInt8]?
  ) -> HTTPRequest
}

extension FileStore {
  package func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult? {
    let limits = HTTPLimits(longestBody: RemoteLimits.longestRecord)
    guard let response = try get("ac/\(key)", limits, in: namespace) else { return nil }
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
      let response = try head("cas/\(blob.hash)", in: namespace)
      switch response.status {
      case 200:
        // A file of another length was cut off, or is not the blob.
        let length = response["Content-Length"].flatMap { Int($0) }
        if let length, length != blob.size, response["Content-Encoding"] == nil { missing.insert(blob) }
      // When the server does not answer HEAD, the blob may be missing.
      case 404, 405, 410: missing.insert(blob)
      default: throw RemoteError(status: response)
      }
    }
    return missing
  }

  package func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]? {
    let limits = HTTPLimits(longestBody: blob.size + 1024, moving: blob.size)
    guard let response = try get("cas/\(blob.hash)", limits, in: namespace) else { return nil }
    guard response["Content-Encoding"]?.lowercased() == "zstd" else { return response.body }
    return ZstdDecompressor()?.decompress(response.body[...], size: blob.size)
  }

  package func write(
    _ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) {
    try put(bytes, at: "cas/\(blob.hash)", in: namespace)
  }

  package func clock(in namespace: Namespace) throws(RemoteError) -> Int? {
    try head("cas/\(SHA256.digest(of: []))", in: namespace)["Date"].flatMap { HTTPDate.seconds($0) }
  }

  private func get(
    _ file: String, _ limits: HTTPLimits, in namespace: Namespace
  ) throws(RemoteError) -> HTTPResponse? {
    var request = request("GET", file, in: namespace, body: nil)
    request.limits = limits
    let response = try client.answer(to: request)
    switch response.status {
    case 200: return response
    case 404, 410: return nil
    default: throw RemoteError(status: response)
    }
  }

  private func head(_ file: String, in namespace: Namespace) throws(RemoteError) -> HTTPResponse {
    try client.answer(to: request("HEAD", file, in: namespace, body: nil))
  }

  private func put(_ bytes: [UInt8], at file: String, in namespace: Namespace) throws(RemoteError) {
    var request = request("PUT", file, in: namespace, body: bytes)
    request.limits = HTTPLimits(moving: bytes.count)
    let response = try client.answer(to: request)
    guard !response.isSuccess else { return }
    // Somebody else was faster, which is just as good. Otherwise the folder is missing, which is an error.
    guard response.status == 409 || response.status == 412, try head(file, in: namespace).status == 200 else {
      throw RemoteError(status: response)
    }
  }
}
