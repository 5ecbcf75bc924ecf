import Foundation
import Platform
import Testing

/// Runs the programs that the tests hold the written workspace against.
struct Programs {
  let home: String

  static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  func run(_ name: String, _ arguments: [String], in folder: String) throws -> ProcessOutput {
    let program = try #require(Executables.find(name, inSearchPath: Self.searchPath))
    let command = Command(
      executable: program, arguments: arguments,
      environment: [
        "PATH": Self.searchPath, "HOME": home, "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
      ],
      workingFolder: folder)
    return try command.run()
  }

  /// What `git` says, line by line.
  func git(_ arguments: String..., in folder: String) throws -> [String] {
    let output = try run("git", arguments, in: folder)
    #expect(output.status.isSuccess, "\(output.stderrText)")
    return output.stdoutText.split(separator: "\n").map(String.init)
  }
}
