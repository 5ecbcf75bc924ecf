extension StepWorkspace {
  /// Resources, and sources that a plugin's tool makes from files.
  var wordsFiles: [String: String] {
    let folder = "Packages/Words"
    let hasPlugin = present.contains(.plugin)
    let tools = """
          .executableTarget(name: "stamper"),
          .plugin(name: "Stamp", capability: .buildTool(), dependencies: ["stamper"]),
      """
    var files = [
      "\(folder)/Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Words",
        products: [.library(name: "Words", targets: ["Words"])],
        targets: [
          \(hasPlugin ? tools : "")
          .target(
            name: "Words", exclude: ["Inputs"], resources: [.process("Texts"), .copy("Data")],
            plugins: [\(hasPlugin ? "\"Stamp\"" : "")]),
        ])

      """,
      "\(folder)/Sources/Words/Words.swift": words,
      "\(folder)/Sources/Words/Inputs/one.txt": "\(generatorInput)\n",
      "\(folder)/Sources/Words/Texts/greeting.txt": "\(processedResource)\n",
      "\(folder)/Sources/Words/Data/a.txt": "\(copiedResource)\n",
    ]
    if hasPlugin {
      files["\(folder)/Plugins/Stamp/Stamp.swift"] = plugin
      files["\(folder)/Sources/stamper/main.swift"] = tool
    }
    if present.contains(.processedFile) { files["\(folder)/Sources/Words/Texts/second.txt"] = "second\n" }
    if present.contains(.copiedFile) { files["\(folder)/Sources/Words/Data/b.txt"] = "b\n" }
    if present.contains(.generatorInput) { files["\(folder)/Sources/Words/Inputs/two.txt"] = "two\n" }
    return files
  }

  private var plugin: String {
    comment(.plugin) + """
      import Foundation
      import PackagePlugin

      @main struct Stamp: BuildToolPlugin {
        func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
          let folder = target.directoryURL.appending(path: "Inputs")
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          let tool = try context.tool(named: "stamper").url
          return names.map { name in
            let input = folder.appending(path: name)
            let output = context.pluginWorkDirectoryURL.appending(path: "\\(name).swift")
            return .buildCommand(
              displayName: "stamp", executable: tool, arguments: [input.path, output.path, "\(pluginArgument)"],
              inputFiles: [input], outputFiles: [output])
          }
        }
      }

      """
  }

  private var tool: String {
    comment(.tool)
      + #"""
      import Foundation

      let arguments = CommandLine.arguments
      let name = URL(fileURLWithPath: arguments[1]).deletingPathExtension().lastPathComponent
      let text = try String(contentsOfFile: arguments[1], encoding: .utf8).dropLast()
      let made = """
        extension Stamps { static func \(name)() -> String { "\(text) \(arguments[3]) CONSTANT" } }
        """
      try made.write(toFile: arguments[2], atomically: true, encoding: .utf8)

      """#.replacing("CONSTANT", with: "\(toolConstant)")
  }

  private var words: String {
    comment(.words) + """
      import Foundation

      enum Stamps {}

      public func generated() -> String { \(generatedCalls) }
      public func greeting() -> String {
        let second = Bundle.module.url(forResource: "second", withExtension: "txt") == nil ? "alone" : "second"
        return text("greeting", nil) + " " + second
      }
      public func copied() -> String {
        let folder = Bundle.module.url(forResource: "Data", withExtension: nil)?.path ?? ""
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        return text("a", "Data") + " " + names.joined(separator: " ")
      }

      private func text(_ name: String, _ folder: String?) -> String {
        guard let url = Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: folder),
          let text = try? String(contentsOf: url, encoding: .utf8)
        else { return "none" }
        return String(text.dropLast())
      }

      """
  }

  private var generatedCalls: String {
    guard present.contains(.plugin) else { return "\"none\"" }
    return present.contains(.generatorInput) ? "Stamps.one() + \" \" + Stamps.two()" : "Stamps.one()"
  }
}
