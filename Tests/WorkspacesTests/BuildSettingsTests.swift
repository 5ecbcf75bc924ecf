import Base
import Graph
import ProgramSupport
import Runner
import TestSupport
import Testing

@testable import Arguments
@testable import Session
@testable import SwiftSources

/// What the configuration and the command line say of SwiftPM, together.
@Suite struct BuildSettingsTests {
  private func settings(
    _ edit: (inout RunConfig) -> Void, _ line: [Argument] = [], engine: EngineChoice? = nil,
    toolchain: ToolsVersion = ToolsVersion(6, 3)
  ) throws -> BuildSettings {
    var config = WorkspaceConfig()
    edit(&config.run)
    let toolchain = Toolchain(
      swift: "", swiftCompiler: "", manifestAPIFolder: "", identity: "", version: toolchain, sdk: nil)
    return try BuildSettings(config, SwiftArguments(line, engine: engine), toolchain: toolchain)
  }

  @Test func theCommandLineBeatsTheConfiguration() throws {
    let both = try settings(
      {
        $0.swiftArguments = ["-Xswiftc", "-g", "-c", "release"]
        $0.traits = ["A", "default"]
      }, ["--traits", "B", "-v"])
    #expect(both.configuration == "release")
    #expect(both.arguments == ["-Xswiftc", "-g", "--traits", "B"] && both.buildArguments == ["-v"])
    #expect(both.traits == RequestedTraits(names: ["B"]))
    #expect(
      try settings({ $0.swiftArguments = ["-c", "release"] }, ["-c", "debug"]).configuration == "debug")
    #expect(try settings { $0.traits = ["A"] }.traits == RequestedTraits(names: ["A"]))
    #expect(try settings({ _ in }, ["--disable-default-traits"]).traits == RequestedTraits(names: []))
    #expect(try settings({ _ in }, ["--enable-all-traits"]).traits.all)
    #expect(try settings { _ in }.traits == RequestedTraits())
  }

  @Test func theEngineIsTheOneAskedForOrTheToolchainsOwn() throws {
    #expect(try settings { _ in }.engine == .native)
    #expect(try settings({ _ in }, toolchain: ToolsVersion(6, 4)).engine == .swiftbuild)
    #expect(try settings { $0.engine = .named(.swiftbuild) }.engine == .swiftbuild)
    #expect(try settings({ $0.engine = .named(.native) }, toolchain: ToolsVersion(6, 4)).engine == .native)
    #expect(try settings({ $0.engine = .named(.swiftbuild) }, engine: .named(.native)).engine == .native)
    #expect(try settings({ $0.engine = .named(.swiftbuild) }, engine: .auto).engine == .native)
  }

  /// The flag and the words behind dashes are one and the same, so that results are found under both.
  @Test func aSanitizerIsAskedForOnce() throws {
    func arguments(_ line: [Argument], _ sanitizer: Sanitizer?, config: [String] = []) throws -> BuildSettings
    {
      var workspace = WorkspaceConfig()
      workspace.run.swiftArguments = config
      let toolchain = Toolchain(
        swift: "", swiftCompiler: "", manifestAPIFolder: "", identity: "", version: ToolsVersion(6, 3),
        sdk: nil)
      return try BuildSettings(
        workspace, SwiftArguments(line, sanitizer: sanitizer), toolchain: toolchain)
    }
    let expected = try arguments([], .thread)
    #expect(expected.arguments == ["--sanitize", "thread"] && expected.sanitizers == ["thread"])
    #expect(try arguments(["--sanitize=thread"], .thread) == expected)
    #expect(try arguments(["--sanitize=thread"], nil) == expected)
    #expect(try arguments([], .thread, config: ["--sanitize", "thread"]) == expected)
    #expect(try arguments(["--sanitize", "scudo"], .thread).sanitizers == ["scudo", "thread"])
    #expect(try arguments(["-Xswiftc", "--sanitize"], nil).sanitizers == [])
  }

  @Test func whatIsRefusedBehindDashesIsRefusedInTheConfiguration() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"version": 1, "run": {"swiftArguments": ["--scratch-path", "x"]}}"#)
    for command in ["affected --all", "test --all --dry-run", "key Core"] {
      let result = sandbox.run("\(command) --json")
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["code"]?.stringValue == "config-invalid-value", "\(command)")
    }
    #expect(sandbox.run("affected --all").errors.contains("'--scratch-path' cannot be passed to SwiftPM"))
  }
}
