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
