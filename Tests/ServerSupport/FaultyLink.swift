import Foundation
import Synchronization
import TestSupport

/// A way to a server on which accidents happen to what comes back.
package final class FaultyLink<Accident: RawRepresentable & Sendable>: Sendable
where Accident.RawValue == String {
  package struct Plan: Sendable {
    /// So many bytes go well.
    let length: Int
    let accident: Accident
    let seed: UInt64

    package init(after length: Int, _ accident: Accident, seed: UInt64) {
      self.length = length
      self.accident = accident
      self.seed = seed
    }
  }

  private let server: SocketServer
  package var port: Int { server.port }

  /// `plan` is asked for each connection, by its number. Accidents are `flipped`, `cut`, `reset` and `stalled`.
  package init(to target: Int, _ plan: @escaping @Sendable (Int) -> Plan) throws {
    let count = Counter()
    server = try SocketServer { client in
      guard let server = SocketConnection(port: target) else { return }
      Thread.detachNewThread {
        while let bytes = client.read(), server.write(bytes) {}
        server.finish()
      }
      Self.bring(from: server, to: client, plan(count.next()))
      server.finish()
      client.finish()
    }
  }

  private static func bring(from server: SocketConnection, to client: SocketConnection, _ plan: Plan) {
    var passed = 0
    var random = SeededGenerator(seed: plan.seed)
    while var bytes = server.read() {
      if passed + bytes.count > plan.length {
        let place = max(0, plan.length - passed)
        switch plan.accident.rawValue {
        case "flipped": bytes[min(place, bytes.count - 1)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case "cut":
          client.write(Array(bytes.prefix(place)))
          return
        case "reset":
          client.write(Array(bytes.prefix(place)))
          client.reset()
          return
        default:
          client.write(Array(bytes.prefix(place)))
          client.waitForEnd()
          return
        }
      }
      guard client.write(bytes) else { return }
      passed += bytes.count
    }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
