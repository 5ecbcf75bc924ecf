import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// The same question has the same answer, byte for byte: again, from any folder, with nothing remembered.
@Suite struct SameBytesTests {
  static let questions = [
    "affected --base HEAD~1", "affected --base HEAD~1 --json", "affected --base HEAD~1 --format names",
    "affected --base HEAD~1 --format tests", "affected --base HEAD~1 --format github",
    "affected --base HEAD~1 --format gitlab", "affected --base HEAD~1 --format markdown",
    "affected --base HEAD~1 --head HEAD --json", "owners --base HEAD~1 --json", "graph --format json",
    "graph --format dot --base HEAD~1 --affected --reduce", "graph --format mermaid",
  ]

  @Test func everyAnswerIsTheSameEverywhereAndAlways() throws {
    let example = try ExampleWorkspace.plan(ExampleOptions(packages: 12))
    let sandbox = try CommandSandbox(example)
    let nothingRemembered = try TemporaryFolder()
    let folders = [nil] + example.packages.prefix(3).map(\.path)
    for question in Self.questions {
      let first = sandbox.run(question)
      #expect(first.exitCode == 0, "\(question): \(first.errors)")
      for folder in folders {
        #expect(sandbox.run(question, in: folder).output == first.output, "\(question) in \(folder ?? ".")")
      }
    }
    let cold = sandbox.run(
      "affected --base HEAD~1 --json", environment: ["XDG_CACHE_HOME": nothingRemembered.path])
    #expect(cold.output == sandbox.run("affected --base HEAD~1 --json").output)
  }
}
