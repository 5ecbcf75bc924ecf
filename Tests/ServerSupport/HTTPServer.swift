import Foundation
package import Synchronization

/// What a client of HTTP/1.1 asked.
package struct ReceivedRequest: Sendable {
  package let method: String
  package let path: String
  /// Names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  /// nil when the connection ended before it was whole.
  package init?(_ connection: SocketConnection, _ rest: inout [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while head == nil {
      head = rest.firstRange(of: end).map { 0..<$0.lowerBound }
      if head == nil {
        guard let more = connection.read() else { return nil }
        rest += more
      }
    }
    guard let head else { return nil }
    let lines = String(decoding: rest[head], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    (method, path) = (String(words[0]), String(words[1]))
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map {
          (line[..<$0].lowercased(), line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
        }
      }
    ) { $1 }
    rest.removeFirst(head.count + end.count)
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while rest.count < length {
      guard let more = connection.read() else { return nil }
      rest += more
    }
    body = Array(rest.prefix(length))
    rest.removeFirst(length)
  }
}

/// A server of HTTP/1.1 that does as a closure says: `true` keeps the connection.
package final class HTTPServer: Sendable {
  private let server: SocketServer

  package init(_ answer: @escaping @Sendable (ReceivedRequest, SocketConnection) -> Bool) throws {
    server = try SocketServer { connection in
      var rest: [UInt8] = []
      while let request = ReceivedRequest(connection, &rest), answer(request, connection) {}
    }
  }

  package var port: Int { server.port }
  package var connections: Int { server.connections }

  package static func response(
    _ status: String, headers: [String] = [], body: [UInt8] = [], length: Int? = nil
  ) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

/// A store of files behind `GET`, `PUT` and `HEAD`, as a good server of Bazel's layout or of S3 is one.
package final class FileServer: Sendable {
  package let files = Mutex<[String: [UInt8]]>([:])
  package let requests = Mutex<[ReceivedRequest]>([])
  private let server = Mutex<HTTPServer?>(nil)

  /// `spoil` may answer in its place: nil leaves it to the store, else it says whether the connection goes on.
  package init(
    spoil: @escaping @Sendable (ReceivedRequest, SocketConnection) -> Bool? = { _, _ in nil }
  ) throws {
    let made = try HTTPServer { [weak self] request, connection in
      guard let self else { return false }
      requests.withLock { $0.append(request) }
      if let goesOn = spoil(request, connection) { return goesOn }
      connection.write(self.answer(to: request))
      return true
    }
    server.withLock { $0 = made }
  }

  package var port: Int { server.withLock { $0?.port ?? 0 } }

  private func answer(to request: ReceivedRequest) -> [UInt8] {
    if request.method == "PUT" {
      files.withLock { $0[request.path] = request.body }
      return HTTPServer.response("201 Created")
    }
    guard let file = files.withLock({ $0[request.path] }) else { return HTTPServer.response("404 Not Found") }
    return request.method == "HEAD"
      ? HTTPServer.response("200 OK", length: file.count) : HTTPServer.response("200 OK", body: file)
  }
}
