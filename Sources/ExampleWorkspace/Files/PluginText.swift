/// The build-tool plugin, which turns a list of names into Swift with a program of the same package.
enum PluginText {
  static let nameSource = """
    /// Turns names, one a line, into Swift.
    public enum NameSource {
      public static func swift(from text: String) -> String {
        let names = text.split(separator: "\\n").map { "\\"\\($0)\\"" }.joined(separator: ", ")
        return "enum GeneratedNames {\\n  static let all = [\\(names)]\\n}\\n"
      }
    }

    """

  static let tool = """
    import CoreGeneration
    import Foundation

    guard CommandLine.arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: names-tool INPUT OUTPUT\\n".utf8))
      exit(2)
    }
    let names = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    try NameSource.swift(from: names).write(
      toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)

    """

  static let plugin = """
    import Foundation
    import PackagePlugin

    /// Generates `GeneratedNames.swift` from the `names.txt` of a target.
    @main
    struct NamesPlugin: BuildToolPlugin {
      func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let names = target.sourceModule?.sourceFiles.first(where: { $0.url.lastPathComponent == "names.txt" })
        else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "GeneratedNames.swift")
        return [
          .buildCommand(
            displayName: "Generating names for \\(target.name)",
            executable: try context.tool(named: "names-tool").url,
            arguments: [names.url.path, output.path], inputFiles: [names.url], outputFiles: [output])
        ]
      }
    }

    """
}
