import Base
import Foundation
import ProgramSupport
import Session
import Store
import TestSupport
import Testing

/// `ambit lint --fix inputs`: what this machine saw becomes known to all.
@Suite struct LintFixTests {
  private let cache: TemporaryFolder

  private let tests = ModuleID(package: "Packages/Core", name: "CoreTests")
  private let core = ModuleID(package: "Packages/Core", name: "Core")

  init() throws { cache = try SharedCache.own() }

  private func run(_ line: String, in sandbox: CommandSandbox) throws -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  /// A workspace in which tests of Core were seen to read a file of nobody, and its build another one.
  private func sandbox(_ configuration: String) throws -> CommandSandbox {
    let sandbox = try CommandSandbox(ModularApp())
    try sandbox.edit("workspace.json", configuration)
    try sandbox.edit("data/a [1].txt", "a")
    try sandbox.edit("data/flags.inc", "b")
    try sandbox.git.commitAll("shop")
    let folder = cache.path("ambit")
    let sights = ["data/a [1].txt", "gone"].map {
      Observation.Sight(.workspace(RelativePath(Array($0.utf8))), .content, .folder, .foreign)
    }
    let footprints = Footprints([
      tests: Footprint(tests: .init(sights)), core: Footprint(builds: .init(files: ["data/flags.inc"])),
    ])
    FootprintStore(of: sandbox.root, cacheFolder: folder).add(footprints, learnedIn: "main")
    return sandbox
  }

  private func undeclared(_ sandbox: CommandSandbox) throws -> [String] {
    try run("lint --json", in: sandbox).json["findings"]?.arrayValue?.compactMap { finding in
      finding["rule"]?.stringValue == "undeclared-input" ? finding["subject"]?.stringValue : nil
    } ?? []
  }

  @Test func whatWasSeenIsDeclaredAndTheRestOfTheFileStays() throws {
    let sandbox = try sandbox(
      """
      {
        // why we are here
        "version": 1,
        "modules": {"//Packages/Core:CoreTests": {"inputs": ["other/**"]}}
      }

      """)
    #expect(try undeclared(sandbox) == ["data/flags.inc", "data/a [1].txt"])
    let result = try run("lint --fix inputs", in: sandbox)
    #expect(result.errors == "declared 2 inputs of 2 modules in workspace.json\n")
    #expect(try undeclared(sandbox).isEmpty)
    let text = try sandbox.contents(of: "workspace.json")
    #expect(
      text.contains("// why we are here") && text.contains(#""other/**", "data/a \\[1\\].txt""#), "\(text)")
    // A machine that has seen nothing selects by it.
    try sandbox.edit("data/a [1].txt", "changed")
    let other = sandbox.run("affected --base HEAD --json")
    #expect(other.output.contains("CoreTests"), "\(other.output)")
    #expect(
      try run("lint --fix inputs", in: sandbox).errors
        == "no undeclared input was seen on this machine: workspace.json is unchanged\n")
    #expect(try sandbox.contents(of: "workspace.json") == text)
  }

  @Test func withoutAConfigurationThereIsNothingToDeclareIn() throws {
    let sandbox = try sandbox("{}")
    try sandbox.git.git(in: ".", ["-C", "shop", "rm", "-q", "--cached", "workspace.json"])
    try FileManager.default.removeItem(atPath: "\(sandbox.root)/workspace.json")
    let result = try run("lint --fix inputs", in: sandbox)
    #expect(result.exitCode == 2 && result.errors.contains("create it with `ambit init`"), "\(result.errors)")
  }

  @Test func aListThatIsNoneIsAnErrorAndNothingIsWritten() throws {
    let sandbox = try sandbox(#"{"version": 1, "modules": {"//Packages/Core:CoreTests": {"tags": []}}}"#)
    for line in ["lint --fix outputs", "lint --fix inputs --changed"] {
      #expect(try run(line, in: sandbox).exitCode == 2)
    }
    #expect(try run("lint --fix inputs", in: sandbox).exitCode == 0)
    #expect(try sandbox.contents(of: "workspace.json").contains(#""inputs": ["data/a"#))
  }
}
