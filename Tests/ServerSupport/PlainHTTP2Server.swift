import Foundation

/// As much of HTTP/2 without TLS as it takes to answer calls of gRPC, rightly and wrongly. What a call is for is told by its
/// message: names of headers are not looked at.
package final class PlainHTTP2Server: Sendable {
  package struct Answer: Sendable {
    package var status = "200"
    package var contentType = "application/grpc"
    /// What follows the headers, in pieces.
    package var body: [UInt8] = []
    /// nil: it ends without any.
    package var trailers: [(String, String)]? = [("grpc-status", "0")]
    package var extraHeaders: [(String, String)] = []
    /// Sends the body again and again, until nobody takes it any more.
    package var isEndless = false
    /// Waits so long between the bytes of the body.
    package var drip: Double?
    package var end = End.whole

    package enum End: Sendable {
      case whole, silence, reset, closed
      /// Nothing more comes after the body.
      case hanging
    }

    package init() {}

    package static func messages(_ messages: [[UInt8]]) -> Answer {
      var answer = Answer()
      for message in messages {
        answer.body += [0] + withUnsafeBytes(of: UInt32(message.count).bigEndian, Array.init) + message
      }
      return answer
    }

    package static func status(_ code: Int, _ text: String = "") -> Answer {
      var answer = Answer()
      answer.trailers = [("grpc-status", "\(code)"), ("grpc-message", text)]
      return answer
    }
  }

  private let server: SocketServer
  package var port: Int { server.port }

  /// `answer` is given the first message of a call.
  package init(_ answer: @escaping @Sendable ([UInt8]) -> Answer) throws {
    server = try SocketServer { connection in Conversation(connection).run(answer) }
  }
}

private final class Conversation {
  private let connection: SocketConnection
  private var unread: [UInt8] = []
  private var bodies: [UInt32: [UInt8]] = [:]

  init(_ connection: SocketConnection) { self.connection = connection }

  func run(_ answer: (([UInt8]) -> PlainHTTP2Server.Answer)) {
    guard take(24) != nil else { return }
    connection.write(frame(4, 0, 0, []))
    while let head = take(9) {
      let length = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
      let stream = head[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let payload = take(length) else { return }
      let isEnd = head[4] & 1 != 0
      switch head[3] {
      case 0:
        bodies[stream, default: []] += payload
        if length > 0 {
          let more = withUnsafeBytes(of: UInt32(length).bigEndian, Array.init)
          connection.write(frame(8, 0, 0, more) + (isEnd ? [] : frame(8, 0, stream, more)))
        }
      case 1: bodies[stream] = []
      case 4 where !isEnd: connection.write(frame(4, 1, 0, []))
      case 6 where !isEnd: connection.write(frame(6, 1, 0, payload))
      default: break
      }
      if head[3] <= 1, isEnd {
        let goesOn = send(answer(Array((bodies[stream] ?? []).dropFirst(5))), on: stream)
        guard goesOn else { return }
      }
    }
  }

  private func send(_ answer: PlainHTTP2Server.Answer, on stream: UInt32) -> Bool {
    if answer.end == .silence {
      connection.waitForEnd()
      return false
    }
    let headers = [(":status", answer.status), ("content-type", answer.contentType)] + answer.extraHeaders
    connection.write(frame(1, 4, stream, headers.flatMap(Self.field)))
    repeat {
      if let drip = answer.drip {
        for byte in answer.body {
          guard connection.write(frame(0, 0, stream, [byte])) else { return false }
          Thread.sleep(forTimeInterval: drip)
        }
      } else {
        for start in stride(from: 0, to: answer.body.count, by: 16_000) {
          let piece = Array(answer.body[start..<min(start + 16_000, answer.body.count)])
          guard connection.write(frame(0, 0, stream, piece)) else { return false }
        }
      }
    } while answer.isEndless
    switch answer.end {
    case .reset: connection.write(frame(3, 0, stream, [0, 0, 0, 2]))
    case .closed:
      connection.finish()
      return false
    case .hanging:
      connection.waitForEnd()
      return false
    case .whole, .silence:
      if let trailers = answer.trailers {
        connection.write(frame(1, 5, stream, trailers.flatMap(Self.field)))
      } else {
        connection.write(frame(0, 1, stream, []))
      }
    }
    return true
  }

  /// A header that is neither compressed nor remembered.
  private static func field(_ name: String, _ value: String) -> [UInt8] {
    [0] + text(name) + text(value)
  }

  private static func text(_ text: String) -> [UInt8] {
    var length = text.utf8.count
    guard length >= 127 else { return [UInt8(length)] + Array(text.utf8) }
    var bytes: [UInt8] = [127]
    length -= 127
    while length >= 128 {
      bytes.append(UInt8(length & 127 | 128))
      length >>= 7
    }
    return bytes + [UInt8(length)] + Array(text.utf8)
  }

  private func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(payload.count).bigEndian, Array.init).dropFirst()
    return length + [kind, flags] + withUnsafeBytes(of: stream.bigEndian, Array.init) + payload
  }

  private func take(_ count: Int) -> [UInt8]? {
    while unread.count < count {
      guard let more = connection.read() else { return nil }
      unread += more
    }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }
}
