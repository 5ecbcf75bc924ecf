import Base
import Foundation
import ProgramSupport
import TestSupport

/// A small workspace with tasks that are shell scripts, and `ambit run` on it in this process.
struct TaskSandbox {
  let shop: CommandSandbox
  /// Stands in every command, so that no other test's results are found in the cache that all share.
  private let salt = UUID().uuidString

  /// `tasks` as in workspace.json; `sh:` in front of a text is a script as a command.
  init(_ tasks: [String: String], ignoring ignored: String = "out/\n") throws {
    shop = try CommandSandbox()
    try shop.edit(".gitignore", ".build/\n\(ignored)")
    try configure(tasks)
    try shop.git.commitAll("shop")
  }

  /// `more` are other members of workspace.json.
  func configure(_ tasks: [String: String], more: String = "") throws {
    let members = tasks.sorted { $0.key < $1.key }.map { name, text in
      "\"\(name)\": \(text.replacingOccurrences(of: "SALT", with: salt))"
    }
    try shop.edit(
      "workspace.json",
      "{\"tasks\": {\(members.joined(separator: ",\n"))}\(more.isEmpty ? "" : ", \(more)")}\n")
  }

  /// A task whose command is a script for the shell.
  static func task(_ script: String, _ more: String = "") -> String {
    let words = ["sh", "-ec", script, "SALT"].compactJSON
    return "{\"command\": \(words)\(more.isEmpty ? "" : ", \(more)")}"
  }

  func run(_ line: String, environment: [String: String] = [:]) -> CommandSandbox.Result {
    shop.run("run \(line)", environment: environment)
  }

  /// By id, what became of each instance and of its outputs: `cached restored`.
  func outcomes(_ line: String, environment: [String: String] = [:]) throws -> [String: String] {
    let result = run("\(line) --json", environment: environment)
    let tasks = try result.json["tasks"]?.arrayValue ?? []
    return Dictionary(
      tasks.map { task in
        let state = task["outputs"]?["state"]?.stringValue
        let words = [task["outcome"]?.stringValue, state].compactMap { $0 }.joined(separator: " ")
        return (task["id"]?.stringValue ?? "", words)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Codes of the warnings.
  func warnings(_ line: String) throws -> [String] {
    (try run("\(line) --json").json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  func sh(_ script: String) throws { try shop.git.folder.shell(script, in: "shop") }

  func contents(_ path: String) -> String? { try? shop.contents(of: path) }
}

private struct ShellFailure: Error {
  let script: String
}

extension TemporaryFolder {
  fileprivate func shell(_ script: String, in place: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(fileURLWithPath: path(place))
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ShellFailure(script: script) }
  }
}
