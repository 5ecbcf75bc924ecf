import Base
import Testing

@testable import Graph

struct HarmlessFilesTests {
  @Test(arguments: [
    "README.md", "Guide.MarkDown", "a/b/notes.RST", "LICENSE", "license.txt", "Deep/CODEOWNERS",
    "changelog.md",
    "Sources/A/A.docc/Resources/a.swift", "Play.playground/Contents.txt", ".github/workflows/ci.yml",
    "Packages/Core/.GitHub/x", ".circleci/config.yml", ".gitignore", "a/.vscode/settings.json",
    ".swift-format",
    ".yamllint", ".yamllint.yml", "CMakeLists.txt", "cmake/x.cmake", "BUILD.bazel", ".bcr/config.json",
    "A.podspec",
    "A.podspec.json", "Gemfile", "Gemfile.lock", "Dockerfile", "ci/linux.dockerfile", ".DS_Store",
    "All.xcworkspace/xcuserdata/me.xcuserdatad/x", "All.xcworkspace/xcshareddata/IDEWorkspaceChecks.plist",
    "Core/.swiftpm/xcode/package.xcworkspace/x", "out/ambit-report.json", ".ambit/templates/x",
  ])
  func `is harmless`(path: String) {
    #expect(HarmlessFiles.table.matches(RelativePath(path).components))
  }

  @Test(arguments: [
    "license.json", "LICENSE-MIT", "LicenseTexts.swift", "README", "notes.txt", "md", "Docs/guide.txt",
    "docc/a.txt",
    "A.docc", "github/x.yml", "Makefile", ".mise.toml", "scripts/build.sh", "xcode/a",
    ".swiftpm/configuration/m.json",
    ".swiftpm/a/xcode/b", "Package.resolved", ".gitattributes", "Dockerfiles/a.sh", "ambit.json",
  ])
  func `is not harmless`(path: String) {
    #expect(!HarmlessFiles.table.matches(RelativePath(path).components))
    #expect(!HarmlessFiles.own([]).matches(RelativePath(path).components))
  }

  @Test func `a list of one's own stands in place of the table`() {
    let own = HarmlessFiles.own([
      PathPattern("Design/**", ignoringCase: true), PathPattern("*.sketch", ignoringCase: true),
    ])
    #expect(own.matches(RelativePath("design/a.png").components))
    #expect(own.matches(RelativePath("a/B.Sketch").components))
    #expect(!own.matches(RelativePath("README.md").components))
    #expect(own.ownLiterals == ["design", "*.sketch"])
    #expect(HarmlessFiles.table.ownLiterals.isEmpty)
  }

  @Test(arguments: [
    ("{}", ["default"]), (#"{"inputs": {"harmless": "default"}}"#, ["default"]),
    (#"{"inputs": {"harmless": "none"}}"#, []), (#"{"inputs": {"harmless": ["*.sketch"]}}"#, ["*.sketch"]),
    // The names were the default of this list once.
    (#"{"inputs": {"ignore": ["!default"]}}"#, []),
    (#"{"inputs": {"ignore": ["!default"], "harmless": "default"}}"#, ["default"]),
  ])
  func `the configuration says which names count`(text: String, expected: [String]) throws {
    #expect(try parseConfig(text).inputs.harmless.texts == expected)
  }

  @Test func `each row has a reason and names that differ from all others`() {
    let names = HarmlessFiles.rows.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(HarmlessFiles.rows.allSatisfy { !$0.names.isEmpty && !$0.reason.isEmpty })
  }
}

struct GitAttributesTests {
  @Test(arguments: [
    "*.swift linguist-generated", "*.pb.swift linguist-generated=true -diff", "*.lock merge=union !diff\n",
    "# text\n\nTests export-ignore\r\n", "a -merge export-subst",
  ])
  func `what hosts and Git show decides no checkout`(text: String) {
    #expect(AttributesFile.decisive(in: Array(text.utf8)).isEmpty)
  }

  @Test(arguments: [
    ("*.txt eol=lf diff", ["*.txt eol=lf"]), ("* text=auto", ["* text=auto"]),
    ("*.png binary", ["*.png binary"]),
    ("*.bin filter=lfs diff=lfs merge=lfs -text", ["*.bin filter=lfs -text"]),
    ("a  ident\tdiff", ["a ident"]),
    ("a working-tree-encoding=UTF-16", ["a working-tree-encoding=UTF-16"]), ("a differ", ["a differ"]),
    // A macro gives names another meaning.
    ("[attr]diff text\n*.a diff", ["[attr]diff text", "*.a diff"]), ("\"a b\" diff", ["\"a b\" diff"]),
  ])
  func `all else decides what lies on the disk`(text: String, expected: [String]) {
    #expect(AttributesFile.decisive(in: Array(text.utf8)) == expected)
  }

  @Test func `bytes that are no text are compared as they are`() {
    #expect(AttributesFile.decisive(in: [0xFE]) != AttributesFile.decisive(in: [0xFF]))
  }
}
