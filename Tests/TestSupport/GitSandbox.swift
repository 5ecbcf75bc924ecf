import Base
package import Foundation

/// A folder in which the real `git` runs without the user's or the machine's configuration.
package final class GitSandbox: Sendable {
  package let folder: TemporaryFolder
  /// What to hand to code under test, and what `git` itself sees.
  package let environment: [String: String]

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Found once: thousands of them are started.
  private static let program = Executables.find("git", inSearchPath: Programs.searchPath) ?? "/usr/bin/git"

  /// PATH without the folders that hold an `ambit`: whoever develops it may have one installed, and hooks would find that.
  package static let searchPath = Programs.searchPath.split(separator: ":").filter {
    !FileManager.default.isExecutableFile(atPath: "\($0)/ambit")
  }.joined(separator: ":")

  package init() throws {
    folder = try TemporaryFolder()
    environment = [
      "HOME": folder.path("home"), "GIT_CONFIG_GLOBAL": folder.path("home/gitconfig"),
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    try folder.write(
      """
      [user]
      \tname = Test
      \temail = test@example.com
      [init]
      \tdefaultBranch = main
      [protocol "file"]
      \tallow = always
      [advice]
      \tdetachedHead = false
      [commit]
      \tgpgsign = false

      """, to: "home/gitconfig")
  }

  package func path(_ relative: String) -> String { folder.path(relative) }

  /// Runs `git` in a folder of the sandbox and returns its standard output.
  @discardableResult
  package func git(
    in place: String, _ arguments: [String], environment more: [String: String] = [:], input: Data? = nil
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-C", path(place)] + arguments
    var variables = environment
    variables["PATH"] = Self.searchPath
    variables["GIT_AUTHOR_DATE"] = "1700000000 +0000"
    variables["GIT_COMMITTER_DATE"] = "1700000000 +0000"
    variables.merge(more) { $1 }
    process.environment = variables
    let output = Pipe()
    // A file, so that a full pipe cannot block `git` while nobody reads.
    let errors = path("stderr-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: errors) }
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors)
    let stdin = Pipe()
    process.standardInput = stdin
    try process.run()
    if let input { stdin.fileHandleForWriting.write(input) }
    try stdin.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
      throw Failure(description: "git \(arguments.joined(separator: " ")): \(words)")
    }
    return bytes
  }

  /// Runs `git` with arguments in one string, split at spaces, and returns its output as trimmed text.
  @discardableResult
  package func git(_ place: String, _ command: String) throws -> String {
    let output = try git(in: place, command.split(separator: " ").map(String.init))
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Makes an empty repository.
  package func makeRepository(_ place: String) throws {
    try FileManager.default.createDirectory(atPath: path(place), withIntermediateDirectories: true)
    try git(place, "init -q")
  }

  /// Stages and commits everything; returns the commit.
  @discardableResult
  package func commitAll(_ place: String, _ message: String = "commit") throws -> String {
    try git(place, "add -A")
    _ = try git(in: place, ["commit", "-q", "--allow-empty", "-m", message])
    return try git(place, "rev-parse HEAD")
  }
}
