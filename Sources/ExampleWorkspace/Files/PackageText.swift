/// Writes the library that carries its package's name.
struct MainLibraryText {
  let package: ExamplePackage
  let target: ExampleTarget
  let depths: [String: Int]

  private var name: String { target.name }

  func files() -> [(String, String)] {
    var files = [("\(target.folder)/\(name).swift", info)]
    if package.targets.contains(where: { $0.role == .tool }) {
      files.append(("\(target.folder)/NameSource.swift", PluginText.nameSource))
    }
    if target.hasResources {
      files.append(("\(target.folder)/\(name)Resources.swift", LibraryText.resources(target)))
      files.append(("\(target.folder)/Resources/greeting.txt", "Hello from \(name)"))
    }
    if target.usesPlugin { files.append(("\(target.folder)/names.txt", "first\nsecond\n\(name)\n")) }
    return files
  }

  /// Counts the packages below by asking each of them. So a test that passes proves that all of them are linked.
  private var info: String {
    let below = target.dependencies.compactMap(\.package).map { "\($0.drop { $0 != "/" }.dropFirst())" }
    let counts = below.map { ", \($0)Info.depth" }.joined()
    let depth = below.isEmpty ? "1" : "1 + max(0\(counts))"
    return """
      \(imports(below))/// What is known about \(name).
      public enum \(name)Info {
        /// The length of the longest chain of packages below, this one included.
        public static let depth = \(depth)

        /// One line for a log.
        public static func summary() -> String {
          "\(name), depth \\(depth)"
        }\(members)
      }

      """
  }

  private func imports(_ below: [String]) -> String {
    var names = below
    for dependency in target.dependencies where dependency.package == nil {
      if dependency.platform == nil && dependency.trait == nil { names += dependency.targets }
    }
    var text = names.sorted().map { "import \($0)\n" }.joined()
    for dependency in target.dependencies {
      guard let condition = dependency.platform.map({ "os(\($0))" }) ?? dependency.trait else { continue }
      text += "\n#if \(condition)\n" + dependency.targets.map { "  import \($0)\n" }.joined() + "#endif\n"
    }
    return text.isEmpty ? "" : text + "\n"
  }

  private var members: String {
    var text = ""
    for other in package.targets {
      switch other.role {
      case .models:
        text += "\n\n  public static let record = \(name)Record(id: 1, title: \"\(name)\")"
      case .cCode:
        text += """


            /// Adds up bytes, in C.
            public static func sum(_ bytes: [UInt8]) -> Int {
              Int(\(other.name.lowercased())_sum(bytes, bytes.count))
            }
          """
      case .journal:
        text += "\n" + Self.conditional("Journal", "isJournaling", "\(other.name)Info.isOn")
      case .appleBridge:
        text += "\n" + Self.conditional("os(macOS)", "hasKeychain", "\(other.name)Info.hasKeychain")
      default: break
      }
    }
    if target.usesPlugin { text += "\n\n  public static let names = GeneratedNames.all" }
    return text
  }

  private static func conditional(_ condition: String, _ property: String, _ value: String) -> String {
    """

      public static var \(property): Bool {
        #if \(condition)
          \(value)
        #else
          false
        #endif
      }
    """
  }
}

/// Writes `Package.swift`.
enum ManifestText {
  static func manifest(of package: ExamplePackage) -> String {
    var text = """
      // swift-tools-version: \(package.toolsVersion)
      import PackageDescription

      let package = Package(
        name: "\(package.name)",
        platforms: [.macOS(.v14)],
        products: [
      \(lines(package.products.map(product)))
        ],

      """
    if !package.traits.isEmpty {
      text += "  traits: [\n\(lines(package.traits.map { ".trait(name: \"\($0)\")" }))\n  ],\n"
    }
    if !package.dependencies.isEmpty {
      text += "  dependencies: [\n\(lines(package.dependencies.map(dependency)))\n  ],\n"
    }
    return text + "  targets: [\n\(lines(package.targets.map { target($0, of: package) }))\n  ]\n)\n"
  }

  private static func lines(_ items: [String]) -> String {
    items.map { "    \($0)," }.joined(separator: "\n")
  }

  private static func list(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private static func product(_ product: ExampleProduct) -> String {
    ".\(product.kind.rawValue)(name: \"\(product.name)\", targets: \(list(product.targets)))"
  }

  private static func dependency(_ dependency: ExamplePackageDependency) -> String {
    // A package is two folders below the root, so every path to another package starts the same way.
    let path = "../../\(dependency.path)"
    if dependency.traits.isEmpty { return ".package(path: \"\(path)\")" }
    return ".package(path: \"\(path)\", traits: \(list(dependency.traits)))"
  }
}

// MARK: Targets

extension ManifestText {
  private static func target(_ target: ExampleTarget, of package: ExamplePackage) -> String {
    var fields = ["name: \"\(target.name)\""]
    if target.role == .plugin { fields.append("capability: .buildTool()") }
    if !target.dependencies.isEmpty {
      let items = target.dependencies.map { "        \(reference($0)),\n" }.joined()
      fields.append("dependencies: [\n\(items)      ]")
    }
    if !target.folder.hasPrefix("Sources/"), !target.folder.hasPrefix("Tests/"),
      !target.folder.hasPrefix("Plugins/")
    {
      fields.append("path: \"\(target.folder)\"")
    }
    if target.hasResources { fields.append("resources: [.process(\"Resources\")]") }
    if !target.settings.isEmpty {
      fields.append("swiftSettings: [\(target.settings.joined(separator: ", "))]")
    }
    if target.usesPlugin { fields.append("plugins: [\(plugin(for: package))]") }
    return ".\(function(target.role))(\n      " + fields.joined(separator: ",\n      ") + "\n    )"
  }

  private static func function(_ role: ExampleTarget.Role) -> String {
    switch role {
    case .main, .models, .cCode, .appleBridge, .journal, .testSupport: "target"
    case .tool, .program: "executableTarget"
    case .plugin: "plugin"
    case .swiftTests, .xcTests: "testTarget"
    }
  }

  private static func plugin(for package: ExamplePackage) -> String {
    let owner = ReferencePackages.blueprints[ReferencePackages.generator].name
    return ".plugin(name: \"\(PackageLayout.plugin)\", package: \"\(owner)\")"
  }

  private static func reference(_ dependency: ExampleDependency) -> String {
    if let product = dependency.product, let path = dependency.package {
      let identity = path.drop { $0 != "/" }.dropFirst()
      return ".product(name: \"\(product)\", package: \"\(identity)\")"
    }
    let name = dependency.targets.joined()
    if let platform = dependency.platform {
      return ".target(name: \"\(name)\", condition: .when(platforms: [.\(platform)]))"
    }
    if let trait = dependency.trait {
      return ".target(name: \"\(name)\", condition: .when(traits: [\"\(trait)\"]))"
    }
    return "\"\(name)\""
  }
}

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
