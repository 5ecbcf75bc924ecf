import Foundation

/// Runs a program that is known to be right, to compare answers with.
package enum OracleTool {
  /// What `arguments` (looked up in the usual places) writes for `input`, whatever its exit code.
  ///
  /// Input and output go through files: neither can block on a full pipe.
  package static func output(
    of arguments: [String], input: [UInt8] = [], in folder: TemporaryFolder
  ) throws -> [UInt8] {
    let inputFile = folder.path("oracle-\(UUID().uuidString).in")
    let outputFile = folder.path("oracle-\(UUID().uuidString).out")
    try Data(input).write(to: URL(filePath: inputFile))
    try Data().write(to: URL(filePath: outputFile))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let reader = try FileHandle(forReadingFrom: URL(filePath: inputFile))
    let writer = try FileHandle(forWritingTo: URL(filePath: outputFile))
    process.standardInput = reader
    process.standardOutput = writer
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try reader.close()
    try writer.close()
    return Array(try Data(contentsOf: URL(filePath: outputFile)))
  }
}
