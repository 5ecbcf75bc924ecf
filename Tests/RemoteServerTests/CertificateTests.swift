import Base
import Foundation
import ServerSupport
import Store
import TestSupport
import Testing

/// Servers that speak TLS, with good certificates and with others.
@Suite("Certificates", .enabled(if: Servers.isExpected(Servers.nginx)), .timeLimit(.minutes(10)))
struct CertificateTests {
  /// An authority of our own, and what it has signed.
  private struct Authority {
    let folder: TemporaryFolder
    var certificate: String { folder.path("authority.pem") }

    init() throws {
      folder = try TemporaryFolder()
      try openssl(
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Authority", "-keyout",
        folder.path("authority.key"), "-out", certificate)
    }

    func issue(to host: String, from start: String, until end: String) throws {
      try openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(host)", "-keyout", folder.path("server.key"),
        "-out",
        folder.path("server.csr"))
      try folder.write("subjectAltName=DNS:\(host),IP:127.0.0.1\n", to: "extensions")
      try folder.write("", to: "index.txt")
      try folder.write(
        """
        [ca]
        default_ca = own
        [own]
        database = \(folder.path("index.txt"))
        new_certs_dir = \(folder.path)
        rand_serial = yes
        default_md = sha256
        policy = any
        [any]
        commonName = supplied

        """, to: "ca.cnf")
      try openssl(
        "ca", "-batch", "-config", folder.path("ca.cnf"), "-cert", certificate, "-keyfile",
        folder.path("authority.key"), "-startdate", start, "-enddate", end, "-extfile",
        folder.path("extensions"),
        "-in", folder.path("server.csr"), "-out", folder.path("server.pem"), "-notext")
    }

    private func openssl(_ words: String...) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + words
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "openssl \(words.joined(separator: " "))")
    }
  }

  private func server(_ authority: Authority) throws -> (ServerProcess, port: Int) {
    try Servers.nginx(
      """
      server {
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate \(authority.folder.path("server.pem"));
        ssl_certificate_key \(authority.folder.path("server.key"));
        root {folder}/files;
        location / { dav_methods PUT; create_full_put_path on; }
      }
      """, in: try TemporaryFolder())
  }

  private func store(_ port: Int, host: String = "localhost", authorities: String?) throws -> any RemoteStore
  {
    let client = HTTPClient(HTTPSurroundings(authorities.map { ["SSL_CERT_FILE": $0] } ?? [:]))
    return HTTPStore(client, try address("https://\(host):\(port)/team"), .bearer("t"))
  }

  @Test("one of an authority that is named is believed, and connections are used again")
  func good() throws {
    let authority = try Authority()
    try authority.issue(to: "localhost", from: "20250101000000Z", until: "20990101000000Z")
    let (server, port) = try server(authority)
    try withExtendedLifetime(server) {
      let writer = try LiveMachine(try store(port, authorities: authority.certificate))
      _ = try writer.send(0..<6)
      #expect(writer.cache.problems == [])
      #expect(try LiveMachine(try store(port, authorities: authority.certificate)).bring(0..<6) == 6)
    }
  }

  enum Doubt: String, CaseIterable {
    case unknownAuthority, expired, notYet, otherHost, noTLS
  }

  @Test("others are not, and nothing is sent to them", arguments: Doubt.allCases)
  func doubtful(_ doubt: Doubt) throws {
    let authority = try Authority()
    let host = doubt == .otherHost ? "cache.example" : "localhost"
    try authority.issue(
      to: host, from: doubt == .notYet ? "20980101000000Z" : "20250101000000Z",
      until: doubt == .expired ? "20250601000000Z" : "20990101000000Z")
    let (server, port) =
      doubt == .noTLS
      ? try Servers.nginx(LiveStore.webDAV, in: try TemporaryFolder()) : try self.server(authority)
    try withExtendedLifetime(server) {
      let trusted = doubt == .unknownAuthority ? nil : authority.certificate
      let machine = try LiveMachine(try store(port, authorities: trusted))
      _ = try machine.send(0..<2)
      #expect(machine.bring(2..<4) == 0)
      #expect(machine.cache.sent == 0)
      #expect(
        machine.cache.problems.map(\.code) == [doubt == .noTLS ? "remote-unavailable" : "remote-untrusted"])
      #expect(FileManager.default.subpaths(atPath: server.folder.path("files")) == [])
    }
  }
}
