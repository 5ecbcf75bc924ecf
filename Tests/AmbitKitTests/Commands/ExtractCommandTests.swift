import ProgramSupport
import Support
import TestSupport
import Testing

/// What `ambit extract` refuses before anything is built.
@Suite struct ExtractCommandTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/More.swift", "let y = 1\n")
  }

  private func refused(_ line: String) -> String {
    let run = sandbox.run(line)
    #expect(run.exitCode == 2, "\(run.output)")
    return run.errors
  }

  @Test func filesOfOneLibraryAreAskedFor() {
    let core = "Packages/Core/Sources/Core"
    #expect(refused("extract New --from nowhere.swift").contains("names no Swift source"))
    #expect(refused("extract New --from Packages/Core/Package.swift").contains("is of no module"))
    #expect(refused("extract New --from Packages/Core/Tests").contains("a test module"))
    #expect(
      refused("extract New --from \(core) --from Packages/Cart/Sources").contains("files of one module"))
    #expect(refused("extract New").contains("--from"))
    #expect(refused("extract New --from - --from \(core)").contains("standard input"))
  }

  @Test func anIndexIsNeeded() {
    #expect(
      refused("extract New --from Packages/Core/Sources/Core/More.swift --no-build").contains(
        "the index has nothing of"))
  }
}
