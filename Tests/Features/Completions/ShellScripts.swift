import Foundation
import TestSupport

/// Runs a shell on a script in a closed environment and gives its output. Toolchain and cache are those of the other tests.
struct ShellScripts {
  let shell: String

  static func isExpected(_ shell: String) -> Bool { TestTool(named: shell).isExpected }

  /// Standard output and standard error of `script`, run in `folder`.
  func run(_ script: String, arguments: [String] = [], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestTool(named: shell).path ?? "/nowhere/\(shell)")
    process.arguments = arguments + ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": "\(folder)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
      "XDG_CACHE_HOME": SharedCache.path ?? folder, "HOME": folder, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
