import Base
import Foundation
import ServerSupport
import Store
import TestSupport
import Testing

/// A store on a real server of each kind.
struct LiveStore {
  let kind: Kind
  let port: Int
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
    self.kind = kind
    switch kind {
    case .nginx: (server, port) = try Servers.nginx(Self.webDAV, in: folder)
    case .casd: (server, port) = try Servers.casd(in: folder)
    case .moto:
      (server, port) = try Servers.moto(in: folder)
      _ = try HTTPClient(HTTPSurroundings([:])).send(HTTPRequest("PUT", "http://127.0.0.1:\(port)/bucket"))
    }
  }

  /// The server itself, by a client of its own.
  var store: any RemoteStore { get throws { try store(through: port) } }

  /// The same through another port. One whose ways are bad is not waited for as long.
  func store(through other: Int) throws -> any RemoteStore {
    let client = HTTPClient(HTTPSurroundings([:]), patience: other == port ? 1 : 0.25)
    switch kind {
    case .nginx: return HTTPStore(client, try address("http://127.0.0.1:\(other)/team"), .bearer("token"))
    case .casd: return REAPIStore(client, try address("grpc://127.0.0.1:\(other)"), .bearer("token"))
    case .moto:
      return S3Store(
        client, try address("s3://bucket/team"), S3Place(["AWS_ENDPOINT_URL": "http://127.0.0.1:\(other)"]),
        S3Credential(accessKey: "key", secretKey: "secret"), date: { Int(Date().timeIntervalSince1970) })
    }
  }
}

func address(_ text: String) throws -> RemoteAddress {
  guard let address = RemoteAddress(text) else {
    throw ServerProcess.Trouble(description: "no address: \(text)")
  }
  return address
}
