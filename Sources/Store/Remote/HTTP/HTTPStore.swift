package import Base

/// Bazel's layout over HTTP: `<address>/<namespace>/ac/<key>` and `.../cas/<hash>`.
package struct HTTPStore: FileStore {
  package let client: HTTPClient
  private let address: RemoteAddress
  private let credential: RemoteCredential?

  package init(_ client: HTTPClient, _ address: RemoteAddress, _ credential: RemoteCredential?) {
    self.client = client
    self.address = address
    self.credential = credential
  }

  package func introduction(in _: Namespace) throws(RemoteError) -> String { "Bazel's layout over HTTP" }

  package func request(
    _ method: String, _ file: String, in namespace: Namespace, body: [UInt8]?
  ) -> HTTPRequest {
    let folder = address.path(in: namespace)
    let parts = [folder, address.namesNamespace ? "" : namespace.name, file].filter { !$0.isEmpty }
    var headers = credential?.header.map { [$0] } ?? []
    if method == "GET" { headers.append(.init("Accept-Encoding", "zstd, identity")) }
    if body != nil { headers.append(.init("Content-Type", "application/octet-stream")) }
    let start = "\(address.scheme.rawValue)://\(address.authority(in: namespace))"
    return HTTPRequest(method, "\(start)/\(parts.joined(separator: "/"))", headers: headers, body: body)
  }
}
