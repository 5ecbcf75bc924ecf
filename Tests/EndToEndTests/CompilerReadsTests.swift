import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What builds say that they read decides what may be recorded: with real builds, in one package.
@Suite struct CompilerReadsTests {
  private static func manifest(_ includes: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Odd",
      targets: [
        .target(name: "OddBase"), .target(name: "Flagged"),
        .target(name: "Reader", cSettings: [.unsafeFlags(["-isystem", "\(includes)"])]),
        .testTarget(name: "FlaggedTests", dependencies: ["Flagged"]),
        .testTarget(name: "ReaderTests", dependencies: ["Reader"]),
      ])

    """
  }

  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.git.folder.write("#include \"inner.h\"\n", to: "elsewhere/outer.h")
    try sandbox.git.folder.write("#define INNER 1\n", to: "elsewhere/inner.h")
    let files = [
      "Package.swift": Self.manifest(sandbox.git.path("elsewhere")),
      "Sources/OddBase/OddBase.swift": "public let base = 1\n",
      "Sources/Flagged/Flagged.swift": "#if SINGLE\nimport OddBase\n#endif\npublic let flagged = 1\n",
      "Sources/Reader/include/Reader.h": "int reader(void);\n",
      "Sources/Reader/reader.c": "#include <outer.h>\nint reader(void) { return INNER; }\n",
      "Tests/FlaggedTests/Tests.swift":
        "import Flagged\nimport Testing\n@Test func t() { #expect(flagged == 1) }\n",
      "Tests/ReaderTests/Tests.swift":
        "import Reader\nimport Testing\n@Test func t() { #expect(reader() == 1) }\n",
    ]
    for (path, text) in files { try sandbox.edit("Packages/Odd/\(path)", text) }
    try sandbox.git.commitAll("shop")
  }

  /// The outcomes of `FlaggedTests` and of `ReaderTests`, and the codes of warnings.
  private func run() throws -> (flagged: String?, reader: String?, warnings: [String]) {
    let json = try sandbox.run("test --all //Packages/Odd --json").json
    let outcomes = (json["modules"]?.arrayValue ?? []).map { $0["outcome"]?.stringValue }
    let warnings = (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    return (outcomes.first ?? nil, outcomes.last ?? nil, warnings)
  }

  @Test func whatIsReadUndeclaredIsLearnedAndWhatIsNotReadIsFree() throws {
    #expect(try run() == ("passed", "passed", ["undeclared-input"]))
    #expect(try run() == ("cached", "passed", []), "an import that is not compiled hinders nothing")
    #expect(try run() == ("cached", "cached", []))

    try sandbox.git.folder.write("#define INNER 2\n", to: "elsewhere/inner.h")
    #expect(
      try run() == ("cached", "failed", []),
      "a header of a header, and of a folder that compilers call the system's")
    try sandbox.git.folder.write("#define INNER 1\n", to: "elsewhere/inner.h")
    #expect(try run() == ("cached", "cached", []))

    // Whether the module is there yet depends on what is compiled first.
    let source = "#if canImport(OddBase)\nimport OddBase\n#endif\npublic let flagged = 1\n"
    try sandbox.edit("Packages/Odd/Sources/Flagged/Flagged.swift", source)
    for _ in 0..<2 { #expect(try run() == ("passed", "cached", ["undeclared-import"])) }
  }
}
