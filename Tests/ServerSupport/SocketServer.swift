import Foundation
import Synchronization

/// A server on a free port of the loopback, whose every connection is answered by a closure on a thread of its own. Ends
/// with its last reference.
package final class SocketServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let open = Mutex<Set<Int32>>([])
  private let accepted = Mutex(0)

  package struct Trouble: Error {}

  package init(_ answer: @escaping @Sendable (SocketConnection) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw Trouble() }
    var address = sockaddr_in.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Trouble() }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        guard let server = self else {
          close(client)
          return
        }
        server.accepted.withLock { $0 += 1 }
        server.open.withLock { _ = $0.insert(client) }
        Thread.detachNewThread { [weak server] in
          answer(SocketConnection(client))
          // Whoever ends the server closes what is open.
          if server?.open.withLock({ $0.remove(client) != nil }) ?? false { close(client) }
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for client in open.withLock({ $0 }) { shutdown(client, Int32(SHUT_RDWR)) }
  }

  /// How many connections there have been.
  package var connections: Int { accepted.withLock { $0 } }
}

/// One connection. What cannot be written is lost, as nobody is there.
package struct SocketConnection: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Tells connections apart that are open at the same time.
  package var number: Int { Int(descriptor) }

  /// A connection to a port of the loopback.
  package init?(port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in.loopback(port)
    let isThere = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isThere else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// What has arrived, at least a byte; nil at the end.
  package func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Whether somebody is there to read it.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Ends it as a machine does that has lost its power: the other side is told of an error, not of an end.
  package func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RD))
  }

  package func finish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Waits until the other side has gone.
  package func waitForEnd() { while read() != nil {} }
}

extension sockaddr_in {
  fileprivate static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
