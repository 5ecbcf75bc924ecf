import Base
import Graph
import Runner
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

/// `swift test` puts the executables of a package beside its tests.
@Suite struct OwnExecutableTests {
  private static let package = FixturePackage(
    folder: "Greet", name: "Greet",
    modules: [
      .init(name: "greeter", kind: .executable, source: "print(\"hello\")\n"),
      .init(
        name: "GreetTests",
        source: """
          import Foundation
          import Testing
          @Test func greets() throws {
            let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            let (greeter, output) = (Process(), Pipe())
            greeter.executableURL = folder.appendingPathComponent("greeter")
            greeter.standardOutput = output
            try greeter.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            greeter.waitUntilExit()
            #expect(text == "hello\\n")
          }
          """),
    ])

  @Test(arguments: Engine.allCases) func aTestStartsAnExecutableThatNothingDeclares(engine: Engine) throws {
    let workspace = try FixtureWorkspace([Self.package])
    let plan = workspace.plan(
      .test, Self.package.tests, settings: RunSettings(BuildSettings(engine: engine)))
    let report = try workspace.run(plan)
    #expect(report.modules.map(\.outcome) == [.passed], "\(report.modules.map(\.failures))")
    // It is never an older one.
    try workspace.folder.write("print(\"bye\")\n", to: "Greet/Sources/greeter/main.swift")
    let edited = try workspace.run(plan)
    #expect(edited.modules.map(\.outcome) == [.failed])
    #expect(edited.modules.first?.cases == CaseCounts(failed: 1))
  }
}
