/// Manifests that are odd in how they are written rather than in what they say.
let shapeCorpus: [ManifestCase] =
  manifestCodeCases + manifestOrderCases + manifestTextCases + brokenManifestCases

private let plain = "let package = Package(name: \"P\", targets: [.target(name: \"A\")])"

private let manifestCodeCases = [
  ManifestCase(
    "changed after the fact", "5.9",
    """
    let package = Package(name: "P", targets: [.target(name: "A"), .target(name: "B")])
    for target in package.targets where target.name != "A" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.define("EXTRA")]
    }
    package.targets.append(.testTarget(name: "T", dependencies: ["A"]))
    package.dependencies += [.package(path: "../Late")]
    if Context.environment["NOT_SET"] != nil { package.name = "Other" }
    """),
  ManifestCase(
    "helper functions", "5.9",
    """
    func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> [Target] {
      return [.target(name: name, dependencies: dependencies), .testTarget(name: name + "Tests", dependencies: [.init(stringLiteral: name)])]
    }
    let package = Package(name: "P", targets: module("A") + module("B", ["A"]))
    """),
  ManifestCase(
    "closures and a local type", "6.0",
    """
    enum Names { static let all = ["A", "B"] }
    let targets: [Target] = Names.all.map { name in .target(name: name) }
    let package = Package(name: "P", targets: targets + ["C", "D"].flatMap { name -> [Target] in
      let one = Target.target(name: name)
      return [one]
    })
    """),
  ManifestCase(
    "environment", "5.9",
    """
    let wanted = Context.environment["AMBIT_CORPUS"] ?? "absent"
    let package = Package(name: "P-\\(wanted)", targets: [.target(name: "A")])
    """),
  ManifestCase(
    "Foundation", "5.9", imports: ["Foundation"],
    """
    let name = ProcessInfo.processInfo.environment["AMBIT_CORPUS"] ?? "absent"
    let package = Package(name: name.replacingOccurrences(of: "e", with: "3").capitalized, targets: [.target(name: "A")])
    """),
  ManifestCase(
    "Foundation of a neighbour", "5.9", .refused,
    """
    let package = Package(name: "P".trimmingCharacters(in: .whitespaces), targets: [.target(name: "A")])
    """),
  ManifestCase(
    "files", "5.9", imports: ["Foundation"],
    """
    let here = URL(fileURLWithPath: Context.packageDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: here.path)) ?? []
    let package = Package(name: "P\\(names.sorted())", targets: [.target(name: "A")])
    """),
  ManifestCase(
    "where it lies", "5.9", .swiftPM, imports: ["Foundation"],
    """
    let package = Package(name: (#filePath as NSString).lastPathComponent, targets: [.target(name: "A")])
    """),
  ManifestCase(
    "an extension", "5.9", .swiftPM,
    """
    extension Target.Dependency { static let a: Self = "A" }
    let package = Package(name: "P", targets: [.target(name: "A"), .target(name: "B", dependencies: [.a])])
    """),
  ManifestCase(
    "forward reference", "5.9",
    """
    func settings() -> [SwiftSetting] { common }
    let common: [SwiftSetting] = [.define("X")]
    let package = Package(name: "P", targets: [.target(name: "A", swiftSettings: settings())])
    """),
  ManifestCase(
    "private and attributes", "5.9", .swiftPM,
    """
    private let settings: [SwiftSetting] = [.define("X")]
    @discardableResult func use(_ x: Int) -> Int { x }
    use(1)
    let package = Package(name: "P", targets: [.target(name: "A", swiftSettings: settings)])
    """),
  ManifestCase(
    "conditional compilation", "5.9",
    """
    #if os(Linux)
    let platform = "linux"
    #else
    let platform = "other"
    #endif
    #if swift(>=99)
    this is not Swift { }
    #elseif compiler(>=5.0)
    let more = [Target.target(name: "More")]
    #else
    let more: [Target] = []
    #endif
    let package = Package(name: platform, targets: [.target(name: "A")] + more)
    """),
  ManifestCase(
    "a bracket hidden in a branch", "5.9", .refused,
    """
    \(plain)
    #if swift(>=99)
    {
    #endif
    }
    func other() {
    """),
  ManifestCase(
    "conditional import", "5.9", .swiftPM,
    """
    #if canImport(Glibc)
    import Glibc
    #endif
    \(plain)
    """),
  ManifestCase(
    "import of one class", "5.9",
    """
    import class Foundation.ProcessInfo
    let name = ProcessInfo.processInfo.environment["AMBIT_CORPUS"] ?? "absent"
    let package = Package(name: name, targets: [.target(name: "A")])
    """),
  ManifestCase("return at the top level", "5.9", .refused, "\(plain)\nif true { return }"),
  ManifestCase(
    "a function uses a global variable, mode 6", "6.0", .refused,
    """
    var extra: [Target] = []
    func add(_ name: String) { extra.append(.target(name: name)) }
    add("B")
    let package = Package(name: "P", targets: [.target(name: "A")] + extra)
    """),
  ManifestCase(
    "a function uses a global variable, mode 5", "5.9",
    """
    var extra: [Target] = []
    func add(_ name: String) { extra.append(.target(name: name)) }
    add("B")
    let package = Package(name: "P", targets: [.target(name: "A")] + extra)
    """),
  ManifestCase("prints", "5.9", "print(\"{\\\"errors\\\":[]}\")\n\(plain)"),
  ManifestCase("exits early but in order", "5.9", imports: ["Foundation"], "\(plain)\nexit(0)"),
  ManifestCase("warnings", "5.9", "let unused = 1\nvar never = 2\n\"result\".count\n\(plain)"),
  ManifestCase(
    "a default trait's own name", "6.1",
    "let package = Package(name: \"P\", traits: [.default(enabledTraits: [])], targets: [.target(name: \"A\")])"
  ),
]

private let manifestOrderCases = [
  ManifestCase(
    "targets from a set", "5.9",
    """
    let names: Set = ["A", "B", "C", "D", "E", "F", "G", "H"]
    let package = Package(name: "P", targets: names.map { .target(name: $0) })
    """)
]

private let manifestTextCases = [
  ManifestCase("CRLF", text: "// swift-tools-version: 5.9\r\nimport PackageDescription\r\n\(plain)\r\n"),
  ManifestCase("no final newline", text: "// swift-tools-version: 5.9\nimport PackageDescription\n\(plain)"),
  ManifestCase(
    "ends in a comment", text: "// swift-tools-version: 5.9\nimport PackageDescription\n\(plain) // }"),
  ManifestCase(
    "comments and strings with brackets", "5.9",
    """
    /* } /* nested } */ { */
    // } \\" {
    let text = "} \\" { \\("in } side".count)" + #"raw " \\#("}".count) }"# + \"\"\"
      long } " {
        \\(["a": "}"].count)
      \"\"\" // "
    let package = Package(name: text, targets: [.target(name: "A")]) /* " */
    """),
  ManifestCase(
    "imports on one line",
    text: "// swift-tools-version: 5.9\nimport PackageDescription; import Foundation; \(plain)"),
  ManifestCase("a back-quoted name", "5.9", "let `import` = \"P\"\nlet package = Package(name: `import`)"),
  ManifestCase(
    "leading empty lines", text: "\n\n// swift-tools-version:5.3\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "spaced tools version", text: " \t//swift-tools-version:\t5.9\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "capital tools version", text: "// Swift-Tools-Version: 5.9\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "tools version and more", .swiftPM,
    text: "// swift-tools-version: 5.9;2023\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "spaced tools version before 5.4", .refused,
    text: "// swift-tools-version: 5.3\nimport PackageDescription\n\(plain)\n"),
  ManifestCase("missing tools version", .refused, text: "import PackageDescription\n\(plain)\n"),
  ManifestCase(
    "future tools version", .refused,
    text: "// swift-tools-version: 99.0\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "ancient tools version", .refused,
    text: "// swift-tools-version:3.1\nimport PackageDescription\n\(plain)\n"),
  ManifestCase(
    "byte order mark", .refused,
    text: "\u{FEFF}// swift-tools-version: 5.9\nimport PackageDescription\n\(plain)\n"),
  ManifestCase("empty", .refused, text: ""),
]

private let brokenManifestCases = [
  ManifestCase("unknown name", "5.9", .refused, "\(plain)\nnowhere()"),
  ManifestCase("type error", "5.9", .refused, "let package = Package(name: 5)"),
  ManifestCase("data flow error", "5.9", .refused, "let x: String\n\(plain)\nprint(x)"),
  ManifestCase("an open comment", "5.9", .refused, "\(plain) /*"),
  ManifestCase("an open string", "5.9", .refused, "let package = Package(name: \"P)"),
  ManifestCase("one bracket too many", "5.9", .refused, "\(plain) }"),
  ManifestCase("closes our function", "5.9", .refused, "\(plain)\n}\nfunc other() {"),
  ManifestCase("traps", "5.9", .refused, "\(plain)\nfatalError(\"no\")"),
  ManifestCase("no package", "5.9", .refused, "let nothing = 1"),
  ManifestCase("imports a module that is not there", "5.9", .refused, imports: ["NoSuchModule"], plain),
  ManifestCase("two packages", "5.9", "let first = Package(name: \"First\")\n\(plain)"),
]
