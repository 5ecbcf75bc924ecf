import Foundation
package import TestSupport

/// A real server, started for a test on ports that are free, and ended with its last reference.
package final class ServerProcess: @unchecked Sendable {
  package struct Trouble: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  package let folder: TemporaryFolder
  private let process = Process()

  package init(
    _ path: String, _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    answersOn port: Int
  ) throws {
    self.folder = folder
    let log = folder.path("server.log")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    // A server that is forgotten ends by itself.
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=5", "600", path] + arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin", "HOME": folder.path]
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: log))
    process.standardError = process.standardOutput
    try process.run()
    for _ in 0..<600 {
      if let connection = SocketConnection(port: port) {
        connection.finish()
        return
      }
      guard process.isRunning else { break }
      usleep(50_000)
    }
    let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    throw Trouble(description: "\(path) does not answer: \(said.suffix(2000))")
  }

  deinit {
    kill()
    process.waitUntilExit()
  }

  /// Ends it as if the power were gone.
  package func kill() {
    // Signals that can be blocked are, where tests start processes. `timeout` made a group of its own.
    _ = Foundation.kill(-process.processIdentifier, SIGKILL)
  }

  /// One that nobody has right now.
  package static func freePort() throws -> Int { try SocketServer { _ in }.port }
}
