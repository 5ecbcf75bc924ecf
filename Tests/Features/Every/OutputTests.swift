import Base
import ProgramSupport
import Testing

@Suite("What commands say beside the answer")
struct OutputTests {
  @Test(
    "each format of affected is an answer on standard output alone",
    arguments: ["text", "json", "names", "tests", "github", "gitlab", "markdown"])
  func formats(_ format: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "public let x = 2\n")
    let result = sandbox.run("affected --format \(format)")
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("ShopTests"))
  }

  @Test("a package that cannot be evaluated is never an all-clear")
  func unknownPackage() throws {
    let sandbox = try CommandSandbox()
    #expect(sandbox.run("affected --exit-code").exitCode == 3)
    try sandbox.edit("Apps/Shop/Package.swift", "// swift-tools-version: 6.0\nlet x: Int = \"\"\n")
    let result = sandbox.run("affected --exit-code --format github")
    #expect(result.exitCode == 0)
    #expect(result.lines.first == "any=true")
    #expect(sandbox.run("owners --exit-code").exitCode == 0)
  }

  @Test("timings stand on standard error, whatever else is said")
  func timings() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("affected --json --timings")
    #expect(throws: Never.self) { try result.json }
    let stages = result.errors.split(separator: "\n").compactMap {
      $0.split(separator: "  ").first.map(String.init)
    }
    #expect(
      stages == [
        "Reading the repository", "Finding the change", "Finding packages", "Evaluating 3 manifests",
        "Joining the graph", "Selecting", "Total",
      ])
    #expect(sandbox.run("affected --base nonsense --timings").errors.contains("\nTotal"))
  }

  @Test(
    "a log hears of long work, a script that reads JSON and --quiet do not",
    arguments: ["", " --json", " --quiet"])
  func progress(_ flags: String) throws {
    let sandbox = try CommandSandbox()
    // A clock by which everything takes long.
    let time = Guarded(Duration.zero)
    let now: @Sendable () -> Duration = {
      time.with { time in
        time += .seconds(1)
        return time
      }
    }
    // Ticks come when they like; whatever of them was said is one of the stages.
    let result = sandbox.run("affected" + flags, now: now)
    for line in result.errors.split(separator: "\n") {
      #expect(flags.isEmpty && line.contains("ing "), "\(line)")
    }
    #expect(result.exitCode == 0)
  }
}
