import Foundation
import TestSupport
import Testing

@Suite("A store whose writers are killed")
struct KillTests {
  /// `AMBIT_KILLS=100` for the whole.
  private static let wanted = ProcessInfo.processInfo.environment["AMBIT_KILLS"].flatMap { Int($0) } ?? 5

  /// The writer is built beside the tests.
  private static let program =
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "store-stress").path

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func writer(seed: Int) throws -> (process: Process, output: Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["write", folder.path("store"), "\(seed)"]
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// Waits for a number of steps, then lets a random moment pass.
  private func kill(
    _ writer: (process: Process, output: Pipe), afterSteps steps: Int, _ generator: inout SeededGenerator
  ) throws {
    var seen = 0
    while seen < steps {
      let count = writer.output.fileHandleForReading.availableData.count
      // It ends by itself only when it has read something wrong.
      try #require(count > 0, "the writer ended")
      seen += count
    }
    usleep(UInt32.random(in: 0...3000, using: &generator))
    Foundation.kill(writer.process.processIdentifier, SIGKILL)
    writer.process.waitUntilExit()
  }

  private func check() throws -> String {
    let output = try OracleTool.output(of: [Self.program, "check", folder.path("store")], in: folder)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("killed at any moment it needs no repair and holds nothing wrong")
  func killed() throws {
    var generator = SeededGenerator(seed: 9)
    for round in 0..<Self.wanted {
      let steps = Int.random(in: 0...40, using: &generator)
      try kill(writer(seed: round), afterSteps: steps, &generator)
      #expect(try check().hasSuffix("wrong 0, stuck 0, damaged 0, problems []\n"), "round \(round)")
    }
  }

  @Test("many writers of the same keys leave one intact winner of each")
  func together() throws {
    var generator = SeededGenerator(seed: 10)
    let writers = try (0..<4).map { try writer(seed: 1000 + $0) }
    for writer in writers { try kill(writer, afterSteps: 60, &generator) }
    #expect(try check().hasSuffix("wrong 0, stuck 0, damaged 0, problems []\n"))
  }
}
