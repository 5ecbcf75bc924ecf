import Base
import ProgramSupport
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
    #expect(refused("extract New --from Packages/Core/Package.swift").contains("belongs to no module"))
    #expect(refused("extract New --from Packages/Core/Tests").contains("a test module"))
    #expect(
      refused("extract New --from \(core) --from Packages/Cart/Sources").contains(
        "extract from one module at a time"))
    #expect(refused("extract New").contains("--from"))
    #expect(refused("extract New --from - --from \(core)").contains("standard input"))
  }

  @Test func theNameAndThePlaceHaveToBeFree() throws {
    let file = "--from Packages/Core/Sources/Core/More.swift"
    #expect(refused("extract 1st \(file)").contains("is not a valid module name"))
    #expect(refused("extract cart \(file)").contains("the module //Packages/Cart:Cart exists already"))
    #expect(refused("extract New \(file) --path ..").contains("is outside the workspace"))
    try sandbox.edit("Packages/New/README", "")
    #expect(refused("extract New \(file)").contains("\"Packages/New\" exists already"))
  }

  @Test func anIndexIsNeeded() {
    #expect(
      refused("extract New --from Packages/Core/Sources/Core/More.swift --no-build").contains(
        "the index lacks"))
  }
}
