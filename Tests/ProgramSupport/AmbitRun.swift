import Arguments
package import Base
import Session

@testable import Features

/// One run of the program, inside this process.
package enum AmbitRun {
  package static func run(
    _ arguments: [String], in folder: String, environment: [String: String], input: [UInt8] = []
  ) -> AmbitOutcome {
    let output = Collector()
    let errors = Collector()
    let world = World(
      arguments: arguments.map { Argument($0) }, environment: environment, workingFolder: folder,
      output: output, errors: errors, readInput: { input }, processors: 2)
    let exitCode = Ambit.run(world)
    return AmbitOutcome(exitCode: exitCode, stdout: output.bytes, stderr: errors.bytes)
  }
}

private final class Collector: ByteSink {
  private let collected = Guarded<[UInt8]>([])

  func write(_ bytes: [UInt8]) {
    collected.with { $0 += bytes }
  }

  func capabilities(_ color: ColorChoice) -> TerminalCapabilities {
    TerminalCapabilities(isTerminal: false, columns: nil, environment: [:], choice: color)
  }

  var bytes: [UInt8] { collected.with { $0 } }
}

/// What a run left behind.
package struct AmbitOutcome: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String
  /// The answer, when it is JSON.
  package let json: JSONNode?

  package init(exitCode: Int32, stdout: [UInt8], stderr: [UInt8]) {
    self.exitCode = exitCode
    output = String(decoding: stdout, as: UTF8.self)
    errors = String(decoding: stderr, as: UTF8.self)
    json = try? JSONParser.parse(stdout)
  }

  /// The affected modules by id without the slashes, as `Core:CoreTests`.
  package var modules: [String: JSONNode] {
    let list = json?["modules"]?.arrayValue ?? []
    return Dictionary(
      list.map { (String(($0["id"]?.stringValue ?? "").dropFirst(2)), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  package var changes: [JSONNode] { json?["changes"]?.arrayValue ?? [] }

  /// Codes of the warnings.
  package var warnings: [String] {
    (json?["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }
}
