import Base
import ProgramSupport
import TestSupport
import Testing

/// A plugin's tool begins to write an import of a module that lies in the shared build folder, and that the package does
/// not depend on.
struct GeneratedImportTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages"] { try sandbox.remove(name) }
    for (path, text) in [
      "Low/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Low", products: [.library(name: "Low", targets: ["Low"])],
        targets: [.target(name: "Low"), .testTarget(name: "LowTests", dependencies: ["Low"])])

      """, "Low/Sources/Low/Low.swift": "public let low = 1\n",
      "Low/Tests/LowTests/Tests.swift": "import Testing\n@Test func t() {}\n",
      "Made/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Made",
        targets: [
          .executableTarget(name: "Tool"),
          .plugin(name: "Maker", capability: .buildTool(), dependencies: ["Tool"]),
          .target(name: "Made", plugins: ["Maker"]), .testTarget(name: "MadeTests", dependencies: ["Made"]),
        ])

      """,
      "Made/Plugins/Maker/Maker.swift": """
      import Foundation
      import PackagePlugin
      @main struct Maker: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
          return [
            .buildCommand(
              displayName: "make", executable: try context.tool(named: "Tool").url, arguments: [output.path],
              outputFiles: [output])
          ]
        }
      }

      """, "Made/Sources/Made/Known.swift": "public let known = 1\n",
      "Made/Tests/MadeTests/Tests.swift":
        "import Made\nimport Testing\n@Test func t() { #expect(known == 1) }\n",
    ] {
      try sandbox.edit(path, text)
    }
    try tool("public let made = 1")
    try sandbox.git.commitAll("shop")
  }

  private func tool(_ text: String) throws {
    try sandbox.edit(
      "Made/Sources/Tool/main.swift",
      """
      import Foundation
      try #"\(text)"#.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)

      """)
  }

  @Test func findsNoModuleOfAnotherPackage() throws {
    #expect(sandbox.run("test --all").exitCode == 0)
    try tool("import Low")
    for words in ["--base HEAD", "--all"] {
      let result = sandbox.run("test \(words)")
      #expect(result.exitCode == 1 && result.output.contains("no such module 'Low'"), "\(result.output)")
    }
    try tool("public let made = 2")
    #expect(sandbox.run("test --base HEAD").exitCode == 0)
  }
}
