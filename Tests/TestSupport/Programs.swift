package import Base
import Foundation

/// Runs the programs that tests hold something written against.
package struct Programs {
  package let home: String

  package init(home: String) {
    self.home = home
  }

  package static var searchPath: String {
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  }

  package struct Trouble: Error, CustomStringConvertible {
    package let description: String
  }

  package func run(_ name: String, _ arguments: [String], in folder: String) throws -> ProcessOutput {
    guard let program = Executables.find(name, inSearchPath: Self.searchPath) else {
      throw Trouble(description: "there is no \(name) on PATH")
    }
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
  package func git(_ arguments: String..., in folder: String) throws -> [String] {
    let output = try run("git", arguments, in: folder)
    guard output.status.isSuccess else { throw Trouble(description: output.stderrText) }
    return output.stdoutText.split(separator: "\n").map(String.init)
  }
}
