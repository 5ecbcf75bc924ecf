import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// docs/desk.md is typed from its beginning to its end, but for the parts that build, and every line that it shows is held
/// against what is printed.
@Suite("the architect's desk, as its page walks it")
struct DeskWalkTests {
  private struct Step {
    let command: String
    let shown: [String]
  }

  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent(
      "../../../docs/desk.md")
  /// Commands that build. What belongs to them stands in the same section, and is left out with them.
  private static let builders = ["$ ambit extract", "$ ambit test"]

  private static func steps() throws -> [Step] {
    let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
    return sections.filter { section in !builders.contains { section.contains($0) } }.flatMap { section in
      let blocks = section.components(separatedBy: "```console\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n```").first
      }
      return blocks.flatMap { block in
        "\n\(block)".components(separatedBy: "\n$ ").dropFirst().map { step in
          let lines = step.components(separatedBy: "\n")
          return Step(command: lines[0], shown: lines.dropFirst().filter { $0 != "..." && !$0.isEmpty })
        }
      }
    }
  }

  /// Without what differs from one walk to the next: ids of commits, and where the walk is.
  private static func plain(_ line: String) -> String {
    line.replacing(/[0-9a-f]{8}/, with: "ID").replacing(/[^ "]*\/Tidy\.git/, with: "Tidy.git").replacing(
      /\s+/, with: " ")
  }

  @Test func everythingIsAsThePageShowsIt() throws {
    let sandbox = try CommandSandbox(ExampleWorkspace.plan(ExampleOptions(packages: 12)))
    let cache = try TemporaryFolder()
    let steps = try Self.steps()
    #expect(steps.count > 20)
    for step in steps {
      let (code, printed) = try run(step.command, in: sandbox, cache)
      let isRefused = step.shown.first?.hasPrefix("error: ") == true
      #expect(code == (isRefused ? 2 : 0), "\(step.command): \(printed)")
      let lines = Set(printed.components(separatedBy: "\n").map(Self.plain))
      for line in step.shown where !lines.contains(Self.plain(line)) {
        Issue.record("\(step.command) does not print \"\(line)\" but:\n\(printed)")
      }
    }
  }

  private func run(_ command: String, in sandbox: CommandSandbox, _ cache: TemporaryFolder) throws -> (
    Int32, String
  ) {
    if command.hasPrefix("ambit ") {
      let result = sandbox.run(String(command.dropFirst(6)), environment: ["XDG_CACHE_HOME": cache.path])
      return (result.exitCode, result.output + result.errors)
    }
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
    shell.environment = sandbox.git.environment.merging(["PATH": Programs.searchPath]) { $1 }
    let pipe = Pipe()
    (shell.standardInput, shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, pipe, pipe)
    try shell.run()
    let printed = pipe.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return (shell.terminationStatus, String(decoding: printed, as: UTF8.self))
  }
}
