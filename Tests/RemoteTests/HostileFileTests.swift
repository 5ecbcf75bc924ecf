import Base
import Foundation
import ServerSupport
import Synchronization
import Testing

@testable import Store

/// What a server does to whoever reads. Whatever it is: no wrong result, and the run goes on.
enum Fault: String, CaseIterable {
  case silent, drip, endless, endlessChunks, shortBody, cutByClose, absurdLength, wrongBytes, longer,
    emptyAnswer
  case page, redirect, unauthorized, forbidden, tooMany, tooManyForLong, serverError, unavailable,
    headerFlood, reset
  case garbage, teapot

  /// true: the connection goes on.
  func answer(_ request: ReceivedRequest, _ file: [UInt8], _ connection: SocketConnection, elsewhere: Int)
    -> Bool
  {
    switch self {
    case .silent: connection.waitForEnd()
    case .drip:
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n")
      for byte in file where connection.write([byte]) { Thread.sleep(forTimeInterval: 0.2) }
    case .endless:
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      while connection.write([UInt8](repeating: 7, count: 1 << 16)) {}
    case .endlessChunks:
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while connection.write("10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n") {}
    case .shortBody:
      connection.write(HTTPServer.response("200 OK", body: Array(file.dropLast(3)), length: file.count))
    case .cutByClose:
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      connection.write(Array(file.dropLast(3)))
    case .absurdLength:
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n")
      connection.write(file)
    case .wrongBytes:
      var wrong = file
      wrong[wrong.count / 2] ^= 1
      connection.write(HTTPServer.response("200 OK", body: wrong))
      return true
    case .longer:
      connection.write(HTTPServer.response("200 OK", body: file + [0]))
      return true
    case .emptyAnswer:
      connection.write(HTTPServer.response("200 OK"))
      return true
    case .page:
      connection.write(HTTPServer.response("200 OK", body: Array("<html>Please log in</html>".utf8)))
      return true
    case .redirect:
      connection.write(
        HTTPServer.response("302 Found", headers: ["Location: http://127.0.0.1:\(elsewhere)\(request.path)"]))
      return true
    case .unauthorized: return status("401 Unauthorized", connection)
    case .forbidden: return status("403 Forbidden", connection)
    case .tooMany: return status("429 Too Many Requests", connection, ["Retry-After: 0"])
    case .tooManyForLong: return status("429 Too Many Requests", connection, ["Retry-After: 3600"])
    case .serverError: return status("500 Internal Server Error", connection)
    case .unavailable: return status("503 Service Unavailable", connection)
    case .headerFlood:
      connection.write("HTTP/1.1 200 OK\r\n")
      for number in 0... where !connection.write("X-\(number): \(String(repeating: "y", count: 500))\r\n") {
        break
      }
    case .reset: connection.reset()
    case .garbage: connection.write([UInt8](repeating: 0xFF, count: 4000))
    case .teapot: return status("418 I'm a teapot", connection)
    }
    return false
  }

  private func status(_ line: String, _ connection: SocketConnection, _ headers: [String] = []) -> Bool {
    connection.write(HTTPServer.response(line, headers: headers, body: Array("no \u{1B}[31m".utf8)))
    return true
  }
}

@Suite("A server of files that is not what it should be", .timeLimit(.minutes(10)))
struct HostileFileTests {
  /// What is spoilt: records, or the blobs that good records name.
  enum Target: String, CaseIterable {
    case records = "/ac/"
    case blobs = "/cas/"
  }

  @Test("gives no wrong result, and is told of", arguments: FileTransport.allCases)
  func reading(_ transport: FileTransport) {
    let cases = Target.allCases.flatMap { target in Fault.allCases.map { (target: target, fault: $0) } }
    // Most of the time is spent waiting for what does not come.
    let complaints = concurrentMap(cases, jobs: cases.count) { place in
      do {
        return try complaint(transport, place.target, place.fault).map { "\(place): \($0)" }
      } catch {
        return "\(place): \(error)"
      }
    }
    #expect(complaints.compactMap { $0 } == [])
  }

  private func complaint(
    _ transport: FileTransport, _ target: Target, _ fault: Fault
  ) throws -> String? {
    let isHostile = Mutex(false)
    let elsewhere = try FileServer()
    let files = Mutex<FileServer?>(nil)
    let server = try FileServer { request, connection in
      guard isHostile.withLock({ $0 }), request.path.contains(target.rawValue), request.method == "GET" else {
        return nil
      }
      let file = files.withLock { $0 }?.files.withLock { $0[request.path] }
      return fault.answer(request, file ?? [1, 2, 3], connection, elsewhere: elsewhere.port)
    }
    files.withLock { $0 = server }
    defer { files.withLock { $0 = nil } }
    let writer = try Machine(try transport.store(port: server.port))
    let sent = try writer.send()
    guard writer.codes == [] else { return "it was not sent" }
    // Without the fault it is read: the test sees what it is meant to see.
    let friend = try Machine(try transport.store(port: server.port))
    guard friend.bring() == [Machine.key], friend.holds(sent) else {
      return "it is not read in peace"
    }
    isHostile.withLock { $0 = true }
    let reader = try Machine(try transport.store(port: server.port))
    let brought = reader.bring()
    let problems = reader.cache.problems
    // A length that no body has is passed over: what arrives is what its digest says, or nothing.
    if fault == .absurdLength, !brought.isEmpty {
      return reader.holds(sent) ? nil : "it is another one"
    }
    guard brought == [], reader.local.record(Machine.key) == nil else { return "it is believed" }
    guard !problems.isEmpty else { return "nobody says that something is wrong" }
    guard problems.allSatisfy({ !$0.message.contains("\u{1B}") }) else { return "escapes reach the terminal" }
    guard elsewhere.requests.withLock({ $0.isEmpty }) else { return "it asked elsewhere" }
    return nil
  }

  @Test("what it does not take stays here and is told of", arguments: FileTransport.allCases)
  func writing(_ transport: FileTransport) throws {
    let faults: [Fault] = [.silent, .forbidden, .serverError, .reset, .tooManyForLong, .redirect, .garbage]
    for fault in faults {
      let server = try FileServer { request, connection in
        request.method == "PUT" ? fault.answer(request, [1, 2, 3], connection, elsewhere: 1) : nil
      }
      let writer = try Machine(try transport.store(port: server.port))
      let kept = try writer.keep()
      writer.cache.send(Machine.key)
      writer.cache.finish(within: .seconds(30))
      #expect(!writer.cache.problems.isEmpty, "\(fault)")
      #expect(writer.local.record(Machine.key) == kept)
      let reader = try Machine(try transport.store(port: server.port))
      #expect(reader.bring() == [])
    }
  }

  @Test("a record is never there before its blobs", arguments: FileTransport.allCases)
  func order(_ transport: FileTransport) throws {
    let server = try FileServer { request, connection in
      guard request.method == "PUT", request.path.contains("/cas/") else { return nil }
      connection.reset()
      return false
    }
    try Machine(try transport.store(port: server.port)).send()
    #expect(server.files.withLock { $0.isEmpty })
  }

  @Test("who may not write still reads, and stops trying", arguments: FileTransport.allCases)
  func readOnly(_ transport: FileTransport) throws {
    let isClosed = Mutex(false)
    let server = try FileServer { request, connection in
      guard request.method == "PUT", isClosed.withLock({ $0 }) else { return nil }
      connection.write(HTTPServer.response("403 Forbidden"))
      return true
    }
    try Machine(try transport.store(port: server.port)).send()
    isClosed.withLock { $0 = true }
    let machine = try Machine(try transport.store(port: server.port))
    for number in 0..<40 { try machine.keep(SHA256.digest(of: "\(number)".utf8)) }
    machine.cache.send((0..<40).map { SHA256.digest(of: "\($0)".utf8) })
    machine.cache.finish(within: .seconds(30))
    #expect(machine.codes == ["remote-read-only"])
    #expect(machine.bring() == [Machine.key])
    let writes = server.requests.withLock { $0.count { $0.method == "PUT" } }
    #expect(writes < 40, "\(writes)")
  }

  @Test("a server that is not there costs one warning", arguments: FileTransport.allCases)
  func nobody(_ transport: FileTransport) throws {
    let port = try ServerProcess.freePort()
    let machine = try Machine(try transport.store(port: port))
    #expect(machine.bring((0..<50).map { SHA256.digest(of: "\($0)".utf8) }) == [])
    try machine.send()
    #expect(machine.codes == ["remote-unavailable"])
  }

  @Test("a busy server is asked again", arguments: FileTransport.allCases)
  func busy(_ transport: FileTransport) throws {
    let refused = Mutex<Set<String>>([])
    let server = try FileServer { request, connection in
      guard refused.withLock({ $0.insert(request.method + request.path).inserted }) else { return nil }
      connection.write(HTTPServer.response("503 Service Unavailable", headers: ["Retry-After: 0"]))
      return true
    }
    let sent = try Machine(try transport.store(port: server.port)).send()
    let reader = try Machine(try transport.store(port: server.port))
    #expect(reader.bring() == [Machine.key])
    #expect(reader.holds(sent))
    #expect(reader.cache.problems == [])
  }

  @Test("connections are used again", arguments: FileTransport.allCases)
  func reuse(_ transport: FileTransport) throws {
    let ports = Mutex<Set<Int>>([])
    let server = try FileServer { _, connection in
      ports.withLock { _ = $0.insert(connection.number) }
      return nil
    }
    let store = try transport.store(port: server.port)
    for number in 0..<20 { _ = try store.record(SHA256.digest(of: "\(number)".utf8), in: Namespace("main")) }
    // Others use the same client at the same time.
    #expect(ports.withLock { $0.count } <= 3)
  }
}
