import Base
import ProgramSupport
import TestSupport
import Testing

/// `--modules`: the names of modules from a file or from standard input.
@Suite struct ModuleListTests {
  private let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox() }

  private func modules(_ line: String, _ input: String) -> [String] {
    sandbox.run(line, input: Array(input.utf8)).lines
  }

  @Test func whatAQueryPrintsIsTaken() {
    let listed = sandbox.run("query tests(Cart)").output
    #expect(modules("affected --all --format names --modules -", listed).map { $0 + "\n" }.joined() == listed)
    let text = listed.split(separator: "\n").joined(separator: "\0")
    #expect(modules("affected --all --format names --modules -", text).count == 2)
  }

  @Test func withoutABaseItSelects() {
    #expect(modules("affected --format names --modules -", "Core\n") == ["//Packages/Core:Core"])
    #expect(modules("affected --base HEAD --format names --modules -", "Core\n").isEmpty)
  }

  @Test func withABaseItNeverSelectsWhatIsNotAffected() throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(
      modules("affected --base HEAD --format names --modules -", "Core\nCart\n//Apps/Shop\n")
        == ["//Apps/Shop:Shop", "//Apps/Shop:ShopTests", "//Packages/Cart:Cart"])
  }

  @Test func argumentsAddToItAndTagsTakeAway() throws {
    #expect(
      modules("affected CoreTests --all --format names --modules -", "Cart\n")
        == ["//Packages/Cart:Cart", "//Packages/Core:CoreTests"])
    try sandbox.edit(
      "workspace.json", #"{"version": 1, "tags": [{"match": "*Tests", "tags": ["slow"]}]}"#)
    #expect(
      modules("affected --all --not-tag slow --format names --modules -", "//Packages/Core\n")
        == ["//Packages/Core:Core"])
  }

  @Test func itMayBeAFile() throws {
    try sandbox.edit("list.txt", "Core\n")
    #expect(modules("affected --all --format names --modules list.txt", "") == ["//Packages/Core:Core"])
    let missing = sandbox.run("affected --all --modules nowhere.txt")
    #expect(missing.exitCode == 2)
    #expect(missing.errors.contains("the list of modules in 'nowhere.txt' cannot be read"))
  }

  /// Every command that takes modules goes by it.
  @Test func everyCommandTakesIt() throws {
    for line in [
      "graph --all --format mermaid", "owners --all --json", "plan --all --json", "key", "report --all",
    ] {
      let some = sandbox.run("\(line) --modules -", input: Array("CoreTests\n".utf8))
      #expect(some.exitCode == 0, "\(some.errors)")
      #expect(some.output.contains("CoreTests"), "\(line)")
      #expect(!some.output.contains("CartTests"), "\(line)")
      #expect(sandbox.run(line).output.contains("CartTests"), "\(line)")
    }
    for line in ["test --all --dry-run", "build --all --dry-run"] {
      let some = sandbox.run("\(line) --modules -", input: Array("//Packages/Core\n".utf8))
      #expect(some.exitCode == 0, "\(some.errors)")
      #expect(some.output.contains("Core") && !some.output.contains("Cart"), "\(some.output)")
    }
  }

  @Test func anUnknownNameIsRefusedWithItsList() {
    let result = sandbox.run("test --all --modules -", input: Array("Core\nCrat\n".utf8))
    #expect(result.exitCode == 2)
    #expect(
      result.errors.contains(
        "there is no module 'Crat' in this workspace, but the list from standard input names it"))
    #expect(result.errors.contains(#"did you mean "Cart"?"#))
  }

  /// What was to write it may have failed.
  @Test func anEmptyListIsNoVerdict() {
    for input in ["", "\n\n", "\0"] {
      let result = sandbox.run("test --all --modules -", input: Array(input.utf8))
      #expect(result.exitCode == 2)
      #expect(
        result.errors.contains(
          "the list of modules from standard input is empty, so nothing is selected"))
    }
    let meant = sandbox.run("affected --all --modules - --allow-empty", input: [])
    #expect(meant.exitCode == 0)
    #expect(meant.output.hasPrefix("Nothing is affected"))
    #expect(sandbox.run("affected --all --modules -", input: nil).exitCode == 2)
    #expect(sandbox.run("key --modules -", input: []).exitCode == 2)
    #expect(sandbox.run("key --modules - --allow-empty", input: []).exitCode == 0)
  }

  @Test func hostileListsAreRefused() {
    let long = sandbox.run("affected --all --modules -", input: Array(repeating: 0x78, count: 1 << 20))
    #expect(long.exitCode == 2)
    #expect(long.errors.utf8.count < 1000)
    let binary = sandbox.run("affected --all --modules -", input: [0xFF, 0x1B, 0x0A])
    #expect(binary.exitCode == 2)
    #expect(!binary.errors.contains("\u{1B}"))
  }
}
