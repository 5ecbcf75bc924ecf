import Foundation
import TestSupport
import Testing

/// What the real compiler takes for an import, read from its dump of the parse tree.
enum CompilerOracle {
  struct Imports {
    /// `line:Module`.
    let lines: [String]
    let compiles: Bool
  }

  static let compiler: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isThere: Bool { compiler != nil }

  /// Parses all sources in one process.
  static func imports(ofEach sources: [String]) throws -> [Imports] {
    let folder = try TemporaryFolder()
    for (index, source) in sources.enumerated() { try folder.write(source, to: "f\(index).swift") }
    let errors = try run(in: folder, count: sources.count)
    let failed = Set(
      errors.split(separator: "\n").compactMap { $0.prefixMatch(of: /f(\d+)\.swift:\d+:\d+: error:/)?.1 })
    let declaration = /\(import_decl .*?range=\[f\d+\.swift:(\d+):.* module="([^."]+)/
    return try sources.indices.map { index in
      let tree = try String(contentsOfFile: folder.path("f\(index).tree"), encoding: .utf8)
      let lines = tree.matches(of: declaration.dotMatchesNewlines(false)).map { "\($0.1):\($0.2)" }
      return Imports(lines: lines, compiles: !failed.contains("\(index)"))
    }
  }

  private static func run(in folder: TemporaryFolder, count: Int) throws -> String {
    try folder.write("", to: "errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler ?? "swiftc")
    process.arguments =
      ["-frontend", "-dump-parse", "-enable-bare-slash-regex", "-diagnostic-style", "llvm"]
      + (0..<count).flatMap { ["-primary-file", "f\($0).swift", "-o", "f\($0).tree"] }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardError = FileHandle(forWritingAtPath: folder.path("errors"))
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationReason == .exit, "the compiler crashed")
    return try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
  }
}
