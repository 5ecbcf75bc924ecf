import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Tests that learn what a file holds without opening it by its path: no pass from before the change counts after it.
///
/// Every test module of one package looks at the workspace in its own way. All of it is ignored by workspace.json or by
/// Git, so that only what was seen can tell that it has changed.
@Suite(.enabled(if: HostPlatform.isLinux))
struct UnseenReadTests {
  /// The body of each module's test, as lines of Swift.
  private static let looks = [
    // Git calls `lstat`, and reads no file whose size and time are as in its index.
    "Index": #"#expect(sh("git diff --exit-code -- gen") == 0)"#,
    "Names": #"#expect(sh("test -z \"$(ls out)\"; found=$?; echo > out/made; exit $found") == 0)"#,
    "Exclusive": #"#expect(sh("set -C; : > flags/stop") != 0)"#,
    "Folder": #"#expect(sh("mkdir -p drop; test -z \"$(ls drop)\"") == 0)"#,
    "Script": #"#expect(sh("tools/run") == 0)"#,
    // A test that asks for times is never recorded, but its reads select it.
    "Times": #"#expect(sh("stat -c %Y gen/dated; test \"$(cat gen/seen)\" != evil") == 0)"#,
  ]

  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages/Core", "Packages/Cart"] { try sandbox.remove(name) }
    let names = Self.looks.keys.sorted()
    try sandbox.edit(
      "Looks/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Looks", targets: [
          .target(name: "Looks"),
          \(names.map { ".testTarget(name: \"\($0)Tests\", dependencies: [\"Looks\"])," }.joined(separator: "\n    "))
        ])

      """)
    try sandbox.edit(
      "Looks/Sources/Looks/Looks.swift",
      """
      import Foundation
      public func sh(_ script: String) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = URL(filePath: "..")
        process.arguments = ["-c", script]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
      }

      """)
    for (name, line) in Self.looks {
      try sandbox.edit(
        "Looks/Tests/\(name)Tests/Tests.swift", "import Looks\nimport Testing\n@Test func t() { \(line) }\n")
    }
    try sandbox.edit("workspace.json", #"{"version": 1, "inputs": {"ignore": ["gen/**"]}}"#)
    try sandbox.edit(".gitignore", ".build/\nout/\nflags/\ndrop/\ntools/\n")
    for name in ["file", "dated", "seen"] { try sandbox.edit("gen/\(name)", "good") }
    try sandbox.edit("flags/stop", "")
    try sandbox.edit("tools/run", "#!\(sandbox.root)/tools/interpreter\n")
    // With a time of long ago Git trusts its index.
    try sh("mkdir -p out drop; cp /bin/true tools/interpreter; chmod +x tools/run")
    try sh("touch -d 2001-01-01 gen/file")
    try sandbox.git.commitAll("shop")
  }

  private func sh(_ script: String) throws {
    let output = try Command(
      executable: "/bin/sh", arguments: ["-ec", script], environment: ["PATH": Programs.searchPath],
      workingFolder: sandbox.root
    ).run()
    try #require(output.status.isSuccess, "\(output.stderrText)")
  }

  private func outcomes() throws -> (outcomes: [String: String], result: CommandSandbox.Result) {
    let result = sandbox.run("test --all --json")
    let modules = try result.json["modules"]?.arrayValue ?? []
    let pairs = modules.map { module in
      (
        module["id"]?.stringValue.map { String($0.dropFirst("//Looks:".count).dropLast("Tests".count)) }
          ?? "",
        module["outcome"]?.stringValue ?? ""
      )
    }
    return (Dictionary(pairs) { first, _ in first }, result)
  }

  @Test func whatWasNotOpenedCountsAllTheSame() throws {
    let first = try outcomes()
    #expect(first.outcomes == Self.looks.mapValues { _ in "passed" }, "\(first.result.errors)")
    let codes = try first.result.json["warnings"]?.arrayValue?.compactMap { $0["code"]?.stringValue }
    #expect(codes?.contains("unrecordable-test") == true, "it writes what the next run finds")
    let again = try outcomes().outcomes
    #expect(again["Names"] == "failed", "it finds what it wrote before")
    #expect(again["Times"] == "passed")
    #expect(
      again.filter { !["Names", "Times"].contains($0.key) }.values.allSatisfy { $0 == "cached" }, "\(again)")
    let times = "//Looks:TimesTests"
    #expect(!sandbox.run("affected --format tests").lines.contains(times))
    try sandbox.edit("gen/seen", "changed")
    #expect(sandbox.run("affected --format tests").lines.contains(times))

    try sh("printf evil | tee gen/seen > gen/file; rm flags/stop; touch drop/file")
    try sh("rm tools/interpreter; cp /bin/false tools/interpreter")
    #expect(try outcomes().outcomes == Self.looks.mapValues { _ in "failed" })
  }
}

/// A plugin's tool that writes data beside the source that it makes: the product keeps its bytes when the data changes.
struct PluginDataTests {
  @Test(arguments: ["native", "swiftbuild"])
  func dataOfAPluginDecides(engine: String) throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages/Core", "Packages/Cart"] { try sandbox.remove(name) }
    let files = [
      "Made/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Made", targets: [
          .plugin(name: "Maker", capability: .buildTool()),
          .target(name: "Made", exclude: ["data.txt"], plugins: ["Maker"]),
          .testTarget(name: "MadeTests", dependencies: ["Made"]),
        ])

      """,
      "Made/Plugins/Maker/Maker.swift": """
      import Foundation
      import PackagePlugin
      @main struct Maker: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          let input = target.directory.appending("data.txt").string
          let folder = context.pluginWorkDirectoryURL.path
          let script = "cp '\\(input)' '\\(folder)/data'; echo 'public let place = \\"\\(folder)/data\\"' > '\\(folder)/Place.swift'"
          return [
            .buildCommand(
              displayName: "make", executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script],
              inputFiles: [URL(fileURLWithPath: input)],
              outputFiles: [URL(fileURLWithPath: "\\(folder)/Place.swift")])
          ]
        }
      }

      """,
      "Made/Sources/Made/Made.swift": "public let made = 1\n",
      "Made/Sources/Made/data.txt": "good\n",
      "Made/Tests/MadeTests/Tests.swift": """
      import Foundation
      import Made
      import Testing
      @Test func t() throws { #expect(try String(contentsOfFile: place, encoding: .utf8) == "good\\n") }

      """,
    ]
    for (path, text) in files { try sandbox.edit(path, text) }
    try sandbox.git.commitAll("shop")
    func outcome() throws -> String? {
      let result = sandbox.run("test --all --json --engine \(engine)")
      return try result.json["modules"]?.arrayValue?.first?["outcome"]?.stringValue
    }
    #expect(try outcome() == "passed")
    #expect(try outcome() == "cached")
    try sandbox.edit("Made/Sources/Made/data.txt", "evil\n")
    #expect(try outcome() == "failed")
  }
}
