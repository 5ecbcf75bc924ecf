import Foundation
import HTTP
import Remote
import ServerSupport
import TestSupport
import Testing

/// A store on a real server of each kind.
struct LiveStore {
  let store: any RemoteStore
  /// Kept as long as it is used.
  let server: ServerProcess

  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case nginx, casd, moto

    var testDescription: String { rawValue }

    var program: String {
      switch self {
      case .nginx: Servers.nginx
      case .casd: Servers.casd
      case .moto: Servers.moto
      }
    }

    static var expected: [Kind] { allCases.filter { Servers.isExpected($0.program) } }
  }

  static let webDAV = """
    server {
      listen 127.0.0.1:{port};
      root {folder}/files;
      location / { dav_methods PUT DELETE; create_full_put_path on; }
    }
    """

  init(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let client = HTTPClient(HTTPSurroundings([:]))
    let token = RemoteCredential.bearer("token")
    switch kind {
    case .nginx:
      let (process, port) = try Servers.nginx(Self.webDAV, in: folder)
      let address = try address("http://127.0.0.1:\(port)/team")
      (server, store) = (process, HTTPStore(client, address, token))
    case .casd:
      let (process, port) = try Servers.casd(in: folder)
      (server, store) = (process, REAPIStore(client, try address("grpc://127.0.0.1:\(port)"), token))
    case .moto:
      let (process, port) = try Servers.moto(in: folder)
      let place = S3Place(["AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)"])
      let credential = S3Credential(accessKey: "key", secretKey: "secret")
      _ = try client.send(HTTPRequest("PUT", "http://127.0.0.1:\(port)/bucket"))
      let address = try address("s3://bucket/team")
      (server, store) = (
        process, S3Store(client, address, place, credential, date: { Int(Date().timeIntervalSince1970) })
      )
    }
  }
}

func address(_ text: String) throws -> RemoteAddress {
  guard let address = RemoteAddress(text) else {
    throw ServerProcess.Trouble(description: "no address: \(text)")
  }
  return address
}
