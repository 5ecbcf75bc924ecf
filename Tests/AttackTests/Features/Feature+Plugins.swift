extension Feature {
  /// Sources that plugins make.
  static let plugins: [Feature] = [
    tool(
      "ToolTemplate", "a resource of a plugin's tool",
      ".executableTarget(name: \"NAMETool\", resources: [.copy(\"template.txt\")]),",
      main: """
        let template = try String(contentsOf: Bundle.module.url(forResource: "template", withExtension: "txt")!, encoding: .utf8)
        let made = "func made() -> Int { \\(template.dropLast()) }"
        """,
      inputs: "[]", files: ["Sources/NAMETool/template.txt": "7\n"],
      .edit("Sources/NAMETool/template.txt", "the template that a plugin's tool reads")),
    tool(
      "ToolInput", "a file that a plugin declares", main: reading("words/input.txt"),
      inputs: "[context.package.directoryURL.appending(path: \"words/input.txt\")]",
      files: ["words/input.txt": "7\n"], .quietEdit("words/input.txt", "an edit of a plugin's input")),
    tool(
      "ToolMarkdown", "a Markdown file that a plugin declares", main: reading("words/input.md"),
      inputs: "[context.package.directoryURL.appending(path: \"words/input.md\")]",
      files: ["words/input.md": "7\n"], .edit("words/input.md", "a plugin's declared input that is .md")),
    tool(
      "ToolUndeclared", "a file that a plugin's tool reads undeclared", main: reading("words/input.txt"),
      inputs: "[]", files: ["words/input.txt": "7\n"],
      .edit("words/input.txt", "a file that a plugin's tool reads undeclared")),
    tool(
      "ToolVariable", "a variable that a plugin's tool reads",
      main: """
        let value = ProcessInfo.processInfo.environment["AMBIT_TOOL"] ?? "0"
        let made = "func made() -> Int { \\(value) }"
        """,
      inputs: "[]", environment: ["AMBIT_TOOL": "7"]),
    Feature(
      "PluginReads", "a file that a plugin itself reads",
      Manifest(
        targets: """
          .executableTarget(name: "NAMETool"),
          .plugin(name: "NAMEPlugin", capability: .buildTool(), dependencies: ["NAMETool"]),
          """),
      seen: Sight(more: "plugins: [\"NAMEPlugin\"]", value: "made()"),
      files: [
        "words/input.txt": "7\n",
        "Sources/NAMETool/main.swift": """
        import Foundation
        try CommandLine.arguments[1].write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)

        """,
        "Plugins/NAMEPlugin/Plugin.swift": """
        import Foundation
        import PackagePlugin

        @main struct Plugin: BuildToolPlugin {
          func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
            let input = context.package.directoryURL.appending(path: "words/input.txt")
            let text = try String(contentsOf: input, encoding: .utf8).dropLast()
            let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
            return [
              .buildCommand(
                displayName: "make", executable: try context.tool(named: "NAMETool").url,
                arguments: ["func made() -> Int { \\(text) }", output.path], outputFiles: [output])
            ]
          }
        }

        """,
      ], .edit("words/input.txt", "a file that a plugin itself reads undeclared")),
    prebuild(
      "Prebuild", "a file that a prebuild plugin reads",
      Attack(line: "a prebuild plugin's input deleted", script: "rm words/Better.swift.in")),
    prebuild(
      "PrebuildEdit", "a file that a prebuild plugin reads",
      .edit("words/Better.swift.in", "a prebuild plugin's input")),
    Feature(
      "ArtifactTool", "a tool in an artifact bundle",
      Manifest(
        targets: """
          .binaryTarget(name: "NAMETool", path: "Tool.artifactbundle"),
          .plugin(name: "NAMEPlugin", capability: .buildTool(), dependencies: ["NAMETool"]),
          """),
      seen: Sight(more: "plugins: [\"NAMEPlugin\"]", value: "made()"),
      files: [
        "Tool.artifactbundle/info.json": """
        {
          "schemaVersion": "1.0",
          "artifacts": {
            "NAMETool": {
              "version": "1.0.0", "type": "executable",
              "variants": [{"path": "bin/NAMETool", "supportedTriples": ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]}]
            }
          }
        }

        """,
        "Tool.artifactbundle/bin/NAMETool": "#!/bin/sh\necho 'func made() -> Int { 7 }' >\"$1\"\n",
        "Plugins/NAMEPlugin/Plugin.swift": """
        import Foundation
        import PackagePlugin

        @main struct Plugin: BuildToolPlugin {
          func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
            let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
            return [
              .buildCommand(
                displayName: "make", executable: try context.tool(named: "NAMETool").url,
                arguments: [output.path], outputFiles: [output])
            ]
          }
        }

        """,
      ], prepare: "chmod +x Tool.artifactbundle/bin/NAMETool",
      .quietEdit("Tool.artifactbundle/bin/NAMETool", "an edit of a tool in an artifact bundle")),
    Feature(
      "ArtifactLibrary", "a library in an artifact bundle",
      Manifest(targets: ".binaryTarget(name: \"CNAME\", path: \"Library.artifactbundle\"),"),
      seen: Sight(uses: ["CNAME"], value: "bundled()"),
      files: [
        "Library.artifactbundle/info.json": """
        {
          "schemaVersion": "1.0",
          "artifacts": {
            "CNAME": {
              "version": "1.0.0", "type": "staticLibrary",
              "variants": [{
                "path": "libbundled.a", "supportedTriples": ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"],
                "staticLibraryMetadata": {"headerPaths": ["include"], "moduleMapPath": "include/module.modulemap"}
              }]
            }
          }
        }

        """,
        "Library.artifactbundle/include/bundled.h": "int bundled(void);\n",
        "Library.artifactbundle/include/module.modulemap": "module CNAME {\n  header \"bundled.h\"\n}\n",
      ], prepare: bundled(7), Attack(line: "an archive in an artifact bundle", script: bundled(8))),
    Feature(
      "Macro", "a macro",
      Manifest(
        head: "import CompilerPluginSupport",
        targets: ".macro(name: \"NAMEMacros\"),\n.target(name: \"NAME\", dependencies: [\"NAMEMacros\"]),"),
      seen: Sight(uses: ["NAME"], value: "#number()"),
      files: [
        "Sources/NAME/NAME.swift": """
        @freestanding(expression) public macro number() -> Int = #externalMacro(module: "NAMEMacros", type: "Number")

        """, "Sources/NAMEMacros/main.swift": macro,
      ], .quietEdit("Sources/NAMEMacros/main.swift", "an edit of a macro")),
  ]

  /// The compiler asks and is answered in JSON behind lengths of eight bytes.
  private static let macro = #"""
    import Foundation

    while true {
      let length = FileHandle.standardInput.readData(ofLength: 8)
      guard length.count == 8 else { break }
      let count = length.enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
      let question = FileHandle.standardInput.readData(ofLength: count)
      let asked = (try JSONSerialization.jsonObject(with: question) as? [String: Any])?.keys.first
      let answer =
        asked == "getCapability"
        ? #"{"getCapabilityResult":{"capability":{"protocolVersion":5}}}"#
        : #"{"expandMacroResult":{"expandedSource":"7","diagnostics":[]}}"#
      var size = UInt64(answer.utf8.count).littleEndian
      FileHandle.standardOutput.write(Data(bytes: &size, count: 8))
      FileHandle.standardOutput.write(Data(answer.utf8))
    }

    """#

  private static func bundled(_ value: Int) -> String {
    """
    echo 'int bundled(void) { return \(value); }' >$OUTSIDE/bundled.c
    clang -fPIC -c $OUTSIDE/bundled.c -o bundled.o
    rm -f Library.artifactbundle/libbundled.a
    ar rc Library.artifactbundle/libbundled.a bundled.o
    rm bundled.o
    """
  }

  private static func reading(_ path: String) -> String {
    """
    let text = try String(contentsOfFile: CommandLine.arguments[2] + "/\(path)", encoding: .utf8)
    let made = "func made() -> Int { \\(text.dropLast()) }"
    """
  }

  /// A tool that writes `made` to a source.
  private static func tool(
    _ name: String, _ what: String, _ target: String = ".executableTarget(name: \"NAMETool\"),", main: String,
    inputs: String, files: [String: String] = [:], environment: [String: String] = [:],
    _ attack: Attack? = nil
  ) -> Feature {
    let plugin = """
      import Foundation
      import PackagePlugin

      @main struct Plugin: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
          return [
            .buildCommand(
              displayName: "make", executable: try context.tool(named: "NAMETool").url,
              arguments: [output.path, context.package.directoryURL.path], inputFiles: \(inputs),
              outputFiles: [output])
          ]
        }
      }

      """
    let own = [
      "Plugins/NAMEPlugin/Plugin.swift": plugin,
      "Sources/NAMETool/main.swift": """
      import Foundation
      \(main)
      try made.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)

      """,
    ]
    return Feature(
      name, what,
      Manifest(
        targets:
          "\(target)\n.plugin(name: \"NAMEPlugin\", capability: .buildTool(), dependencies: [\"NAMETool\"]),"),
      seen: Sight(more: "plugins: [\"NAMEPlugin\"]", value: "made()"), files: own.merging(files) { $1 },
      environment: environment, attack)
  }

  /// A shell that copies sources. The one that it copies has a better overload.
  private static func prebuild(_ name: String, _ what: String, _ attack: Attack) -> Feature {
    Feature(
      name, what, Manifest(targets: ".plugin(name: \"NAMEPlugin\", capability: .buildTool()),"),
      seen: Sight(more: "exclude: [], plugins: [\"NAMEPlugin\"]", value: "chosen(1)"),
      files: [
        "Tests/NAMETests/Worse.swift": "func chosen<Value>(_ value: Value) -> Int { 8 }\n",
        "words/Better.swift.in": "func chosen(_ value: Int) -> Int { 7 }\n",
        "Plugins/NAMEPlugin/Plugin.swift": """
        import Foundation
        import PackagePlugin

        @main struct Plugin: BuildToolPlugin {
          func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
            let output = context.pluginWorkDirectoryURL.appending(path: "made")
            let words = context.package.directoryURL.appending(path: "words")
            let script = "mkdir -p \\"$2\\"; for file in \\"$1\\"/*.swift.in; do [ ! -e \\"$file\\" ] || cp \\"$file\\" \\"$2/$(basename \\"$file\\" .in)\\"; done"
            return [
              .prebuildCommand(
                displayName: "copy", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "-", words.path, output.path], outputFilesDirectory: output)
            ]
          }
        }

        """,
      ], attack)
  }
}
