import Base
import ProgramSupport
import TestSupport
import Testing

/// The script that the name of a workspace's folder is written in makes no difference.
struct FolderNameTests {
  @Test(arguments: ["umlöt", "e\u{301}te\u{301} का ا 文 Ελ Ки עב 😀 it's #1 $x & (y)"])
  func whatPassesIsRecordedAnywhere(_ folder: String) throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages"] { try sandbox.remove(name) }
    let files = [
      "workspace.json": #"{"version": 1}"#,
      "P/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "P", targets: [.target(name: "CX"), .testTarget(name: "PTests", dependencies: ["CX"])])

      """,
      "P/Sources/CX/include/value.h": "enum { VALUE = 7 };\n",
      "P/Sources/CX/value.c": "#include \"value.h\"\n",
      "P/Tests/PTests/Tests.swift":
        "// \(folder): nothing is known of it\nimport CX\nimport Testing\n@Test func t() { #expect(VALUE == 7) }\n",
    ]
    for (path, text) in files { try sandbox.edit("\(folder)/\(path)", text) }
    try sandbox.git.commitAll("shop")
    func outcome() throws -> String? {
      let result = sandbox.run("test --all --json", in: folder)
      return try result.json["modules"]?.arrayValue?.first?["outcome"]?.stringValue ?? result.errors
    }
    #expect(try outcome() == "passed")
    #expect(try outcome() == "cached")
    try sandbox.edit("\(folder)/P/Sources/CX/include/value.h", "enum { VALUE = 8 };\n")
    #expect(try outcome() == "failed")
    try sandbox.edit("\(folder)/P/Sources/CX/include/value.h", "enum { VALUE = 7 };\n")
    #expect(try outcome() == "cached")
  }
}
