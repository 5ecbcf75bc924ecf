import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What programs read that builds run is found out by an audit, and from then on an input of whom they feed.
@Suite(.enabled(if: HostPlatform.isLinux))
struct ToolReadTests {
  private let sandbox: CommandSandbox
  /// What programs read is named by its path, in a package that none of theirs needs.
  private var words: String { "\(sandbox.root)/Packages/Words/Sources/Words" }

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages/Core", "Packages/Cart"] { try sandbox.remove(name) }
    let files = [
      "Packages/Words/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Words",
        targets: [.target(name: "Words", exclude: ["manifest", "plugin", "prebuild", "tool", "child", "macro", "list"])])

      """,
      "Packages/Words/Sources/Words/Words.swift": "public let words = 1\n",
      "Packages/User/Package.swift": """
      // swift-tools-version: 6.0
      import CompilerPluginSupport
      import Foundation
      import PackageDescription
      _ = try? String(contentsOfFile: "\(words)/manifest", encoding: .utf8)
      let package = Package(
        name: "User",
        targets: [
          .executableTarget(name: "Tool"),
          .plugin(name: "Maker", capability: .buildTool(), dependencies: ["Tool"]),
          .plugin(name: "Early", capability: .buildTool()),
          .macro(name: "Macros"),
          .target(name: "Made", plugins: ["Maker", "Early"]),
          .target(name: "Expanded", dependencies: ["Macros"]),
          .testTarget(name: "MadeTests", dependencies: ["Made"]),
          .testTarget(name: "ExpandedTests", dependencies: ["Expanded"]),
        ])

      """,
      "Packages/User/Plugins/Maker/Maker.swift": """
      import Foundation
      import PackagePlugin
      @main struct Maker: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          _ = try String(contentsOfFile: "\(words)/plugin", encoding: .utf8)
          let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
          return [
            .buildCommand(
              displayName: "make", executable: try context.tool(named: "Tool").url, arguments: [output.path],
              outputFiles: [output])
          ]
        }
      }

      """,
      "Packages/User/Plugins/Early/Early.swift": """
      import Foundation
      import PackagePlugin
      @main struct Early: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          let folder = context.pluginWorkDirectoryURL
          let script = "ls \(words)/list; test -e \(words)/absent; cat \(words)/prebuild >'\\(folder.path)/Early.swift'"
          return [
            .prebuildCommand(
              displayName: "early", executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script],
              outputFilesDirectory: folder)
          ]
        }
      }

      """,
      "Packages/User/Sources/Tool/main.swift": """
      import Foundation
      let value = try String(contentsOfFile: "\(words)/tool", encoding: .utf8)
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/cat")
      child.arguments = ["\(words)/child"]
      child.standardOutput = FileHandle.nullDevice
      try child.run()
      child.waitUntilExit()
      try "func made() -> Int { \\(value.dropLast()) }".write(
        toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)

      """,
      "Packages/User/Sources/Macros/main.swift": """
      import Foundation
      while true {
        let length = FileHandle.standardInput.readData(ofLength: 8)
        guard length.count == 8 else { break }
        let count = length.enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
        let question = FileHandle.standardInput.readData(ofLength: count)
        let asked = (try JSONSerialization.jsonObject(with: question) as? [String: Any])?.keys.first
        let value = try String(contentsOfFile: "\(words)/macro", encoding: .utf8).dropLast()
        let answer =
          asked == "getCapability"
          ? #"{"getCapabilityResult":{"capability":{"protocolVersion":5}}}"#
          : "{\\"expandMacroResult\\":{\\"expandedSource\\":\\"\\(value)\\",\\"diagnostics\\":[]}}"
        var size = UInt64(answer.utf8.count).littleEndian
        FileHandle.standardOutput.write(Data(bytes: &size, count: 8))
        FileHandle.standardOutput.write(Data(answer.utf8))
      }

      """,
      "Packages/User/Sources/Made/Own.swift": "func own() -> Int { made() }\n",
      "Packages/User/Sources/Expanded/Expanded.swift": """
      @freestanding(expression) macro number() -> Int = #externalMacro(module: "Macros", type: "Number")
      func number() -> Int { #number() }

      """,
      "Packages/User/Tests/MadeTests/Tests.swift":
        "import Testing\n@testable import Made\n@Test func t() { #expect(own() == 7) }\n",
      "Packages/User/Tests/ExpandedTests/Tests.swift":
        "import Testing\n@testable import Expanded\n@Test func t() { #expect(number() == 7) }\n",
    ]
    for (path, text) in files { try sandbox.edit(path, text) }
    for name in ["manifest", "plugin", "tool", "child", "macro", "list/one"] {
      try sandbox.edit("Packages/Words/Sources/Words/\(name)", "7\n")
    }
    try sandbox.edit("Packages/Words/Sources/Words/prebuild", "let early = 1\n")
    try sandbox.git.commitAll("shop")
  }

  private func outcomes(_ line: String) throws -> [String] {
    let modules = try sandbox.run(line).json["modules"]?.arrayValue ?? []
    return modules.map { "\($0["id"]?.stringValue ?? "") \($0["outcome"]?.stringValue ?? "")" }
  }

  /// What the builds of a module read undeclared, and by which program.
  private func undeclared(_ json: JSONNode, _ module: String) -> Set<String> {
    let listed = (json["inputs"]?.arrayValue ?? []).filter {
      $0["of"]?.stringValue == "build" && $0["module"]?.stringValue == module
    }
    let inputs = listed.flatMap { $0["inputs"]?.arrayValue ?? [] }.filter {
      $0["cover"]?.stringValue == "undeclared"
    }
    return Set(
      inputs.map { input in
        let name = input["place"]?.stringValue?.split(separator: "/").last.map(String.init) ?? ""
        return "\(input["reader"]?.stringValue ?? "") \(name)"
      })
  }

  private func affected() throws -> [String] {
    let modules = try sandbox.run("affected --json").json["modules"]?.arrayValue ?? []
    return modules.compactMap { $0["id"]?.stringValue }
  }

  @Test(arguments: ["native", "swiftbuild"])
  func areFoundOutAndCountFromThenOn(engine: String) throws {
    // What tools make comes to the same, and so do products: that is for another gate.
    let all = "test --all --json --no-gates --engine \(engine)"
    #expect(
      try outcomes(all) == ["//Packages/User:ExpandedTests passed", "//Packages/User:MadeTests passed"])
    // Nothing that anybody declares reaches them.
    try sandbox.edit("Packages/Words/Sources/Words/child", "8\n")
    #expect(try affected() == ["//Packages/Words:Words"])
    #expect(
      try outcomes(all) == ["//Packages/User:ExpandedTests cached", "//Packages/User:MadeTests cached"])

    let audit = try sandbox.run("\(all) --audit-inputs").json
    #expect(
      undeclared(audit, "//Packages/User:Made") == [
        "Package.swift manifest", "Maker plugin", "Tool tool", "Tool child", "sh prebuild", "sh absent",
        "sh list",
      ])
    #expect(undeclared(audit, "//Packages/User:Expanded") == ["Package.swift manifest", "Macros macro"])
    #expect(
      try outcomes(all) == ["//Packages/User:ExpandedTests passed", "//Packages/User:MadeTests passed"],
      "their keys hold more now")
    #expect(
      try outcomes(all) == ["//Packages/User:ExpandedTests cached", "//Packages/User:MadeTests cached"])

    // By the bytes of a file, by one that comes, by a name.
    for (file, text) in [("child", "9\n"), ("absent", "1\n"), ("list/two", "2\n")] {
      try sandbox.git.commitAll("shop")
      try sandbox.edit("Packages/Words/Sources/Words/\(file)", text)
      #expect(try affected().contains("//Packages/User:MadeTests"), "\(file)")
      #expect(try affected().contains("//Packages/User:ExpandedTests") == false, "\(file)")
      #expect(
        try outcomes(all) == ["//Packages/User:ExpandedTests cached", "//Packages/User:MadeTests passed"],
        "\(file)")
    }
    // What the tool makes of it is made again.
    try sandbox.edit("Packages/Words/Sources/Words/tool", "8\n")
    try sandbox.edit("Packages/Words/Sources/Words/macro", "8\n")
    #expect(
      try outcomes(all) == ["//Packages/User:ExpandedTests failed", "//Packages/User:MadeTests failed"])
  }
}
