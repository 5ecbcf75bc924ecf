import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// The examples of these pages are typed in a new example workspace, but for sections that build. Every line that a page
/// shows has to be printed.
@Suite("examples that pages show")
struct PageExampleTests {
  private struct Step {
    let command: String
    let shown: [String]
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..")
  private static let pages = ["README.md", "docs/metrics.md", "docs/query.md", "docs/show.md"]
  /// The command that builds. A section that has it is left out.
  private static let builder = "$ ambit test"
  private static let gaps: Set = ["", "...", "  ..."]

  private static func steps(of page: String) throws -> [Step] {
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ").filter { !$0.contains(builder) }
    let blocks = sections.flatMap { section in
      section.components(separatedBy: "```console\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n```").first
      }
    }
    return blocks.flatMap { block in
      "\n\(block)".components(separatedBy: "\n$ ").dropFirst().map { step in
        let lines = step.components(separatedBy: "\n")
        return Step(command: lines[0], shown: lines.dropFirst().filter { !gaps.contains($0) })
      }
    }
  }

  /// Without what differs from one workspace to the next: ids of commits and keys, and how wide columns are.
  private static func plain(_ line: String) -> String {
    line.replacing(/[0-9a-f]{8,12}/, with: "ID").replacing(/\s+/, with: " ")
  }

  @Test(arguments: pages) func `every line is printed`(page: String) throws {
    let sandbox = try CommandSandbox(ExampleWorkspace.plan(ExampleOptions(packages: 12)))
    let cache = try TemporaryFolder()
    let steps = try Self.steps(of: page)
    #expect(!steps.isEmpty)
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
      let words = ShellLine(command).commands[0].dropFirst()
      let result = sandbox.run(words: Array(words), environment: ["XDG_CACHE_HOME": cache.path])
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
