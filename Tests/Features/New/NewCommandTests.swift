import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit new` on a real Git repository; manifests are really evaluated, nothing is built.
@Suite("ambit new")
struct NewCommandTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(
      "workspace.json",
      """
      // Kept.
      {
        "packages": ["Packages/*", "Apps/*"], // and no more
        "exclude": ["Old/**"]
      }

      """)
    try sandbox.git.commitAll("shop")
  }

  private var status: String {
    get throws { try sandbox.git.git("shop", "status --short --untracked-files=all") }
  }

  @Test("lists the templates, the built-in one last")
  func list() throws {
    #expect(sandbox.run("new").lines.first == "package")
    try sandbox.edit(".ambit/templates/screen/Package.swift.template", "")
    #expect(sandbox.run("new").lines.prefix(2) == ["screen", "package"])
    let json = try sandbox.run("new --json").json
    #expect(json["templates"]?.arrayValue?.map(\.stringValue) == ["screen", "package"])
    #expect(sandbox.run("completions bash --list -- new x").lines == ["screen", "package"])
  }

  @Test("makes the built-in package where a pattern finds it, and SwiftPM reads it")
  func make() throws {
    let result = sandbox.run("new package Packages/Prices")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "Created //Packages/Prices from the template package", "  Packages/Prices/Package.swift",
        "  Packages/Prices/Sources/Prices/Prices.swift",
        "  Packages/Prices/Tests/PricesTests/PricesTests.swift",
        "Next: ambit test //Packages/Prices, and ambit lint",
      ])
    #expect(!(try status).contains("workspace.json"))
    let modules = try sandbox.run("graph //Packages/Prices --json").json["modules"]?.arrayValue
    #expect(
      modules?.map { $0["id"]?.stringValue } == [
        "//Packages/Prices:Prices", "//Packages/Prices:PricesTests",
      ])
    #expect(sandbox.run("lint").exitCode == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.root)/Packages/Prices")
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o500 } == 0o500)
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/.ambit"))
  }

  @Test("a template of the workspace is copied, its name replaced in paths and texts, and nothing else")
  func own() throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "{{Name}}", targets: [.target(name: "{{Name}}Kit")])

      """
    try sandbox.edit(".ambit/templates/package/Package.swift.template", manifest)
    try sandbox.edit(".ambit/templates/package/template.json", #"{"layers": ["core"]}"#)
    try sandbox.edit(
      ".ambit/templates/package/Sources/{{Name}}Kit/{{Name}}.swift", "let x = \"{{ Name }} ${{ y }}\"\n")
    let script = ".ambit/templates/package/{{Name}}.sh"
    try sandbox.edit(script, "echo {{Name}}\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(sandbox.root)/\(script)")
    let result = sandbox.run("new package Packages/Prices --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.errors.contains("template.json is no longer read"))
    #expect(
      try result.json["files"]?.arrayValue?.map(\.stringValue) == [
        "Packages/Prices/Package.swift", "Packages/Prices/Sources/PricesKit/Prices.swift",
        "Packages/Prices/Prices.sh",
      ])
    #expect(
      try sandbox.contents(of: "Packages/Prices/Package.swift")
        == manifest.replacing("{{Name}}", with: "Prices"))
    #expect(
      try sandbox.contents(of: "Packages/Prices/Sources/PricesKit/Prices.swift")
        == "let x = \"{{ Name }} ${{ y }}\"\n")
    #expect(FileManager.default.isExecutableFile(atPath: "\(sandbox.root)/Packages/Prices/Prices.sh"))
    #expect(sandbox.run("lint").exitCode == 0)
  }

  @Test("a folder that no pattern finds is added to packages, and nothing else in the file changes")
  func registration() throws {
    let before = try sandbox.contents(of: "workspace.json")
    func after(_ pattern: String) -> String {
      before.replacing("\"Apps/*\"]", with: "\"Apps/*\", \"\(pattern)\"]")
    }
    let result = sandbox.run("new package Libraries/Prices")
    #expect(result.lines.contains("Added \"Libraries/*\" to \"packages\" in workspace.json"))
    #expect(try sandbox.contents(of: "workspace.json") == after("Libraries/*"))
    #expect(sandbox.run("graph //Libraries/Prices").exitCode == 0)
    // Beside others that were left out till now, the package alone.
    try sandbox.edit("workspace.json", before)
    #expect(sandbox.run("new package Libraries/Money").exitCode == 0)
    #expect(try sandbox.contents(of: "workspace.json") == after("Libraries/Money"))
    // Without a workspace.json every package is found.
    try sandbox.remove("workspace.json")
    #expect(sandbox.run("new package More/Wish").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/workspace.json"))
    #expect(sandbox.run("graph //More/Wish").exitCode == 0)
  }

  @Test("a dry run says the same and writes nothing")
  func dry() throws {
    let result = sandbox.run("new package Libraries/Prices --dry-run")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.lines.first == "Would create //Libraries/Prices from the template package")
    #expect(
      result.lines.suffix(2) == [
        "Would add \"Libraries/*\" to \"packages\" in workspace.json", "Nothing was written.",
      ])
    #expect(
      try sandbox.run("new package Libraries/Prices --dry-run --json").json["written"]?.boolValue == false)
    #expect(try status.isEmpty)
  }

  @Test("what cannot be written leaves everything as it was")
  func undone() throws {
    try sandbox.edit(".ambit", "a file")
    try sandbox.git.commitAll("shop")
    let first = sandbox.run("new package Libraries/Prices")
    #expect(first.exitCode == 2 && first.errors.contains("cannot write"), "\(first.errors)")
    try sandbox.remove(".ambit")
    try sandbox.edit("Libraries", "a file")
    try sandbox.git.commitAll("shop")
    let second = sandbox.run("new package Libraries/Prices")
    #expect(second.exitCode == 2 && second.errors.contains("cannot write"), "\(second.errors)")
    #expect(try status.isEmpty)
  }

  @Test(
    "words that make no sense are refused",
    arguments: [
      ("new package", "`ambit new package` needs a FOLDER"),
      ("new pakage Packages/X", "there is no template \"pakage\"; the templates are empty, former, package"),
      ("new package Packages/class", "it is a Swift keyword"),
      ("new package Packages/a-b", "use only the letters"),
      ("new package ../X", "it is outside the workspace"),
      ("new package Packages/Core", "it exists already"),
      ("new package Packages/Core/Sources/X", "it is inside the package //Packages/Core"),
      ("new package Old/X", "\"Old/X\" is excluded"),
      ("new package .git/X", "Git reserves .git"),
      ("new package Pack*/X", "some of its characters have a meaning in manifests"),
      ("new package Linked/New/X", "\"Linked\" is a link"),
      ("new former Packages/X", "has \"{{#depends}}\", which is no longer supported"),
      ("new empty Packages/X", "the template .ambit/templates/empty has no Package.swift.template"),
      ("new package Packages/X --owner core", "`ambit new` no longer has '--owner'"),
    ])
  func refusals(_ line: String, _ message: String) throws {
    try sandbox.edit(".ambit/templates/former/Package.swift.template", "{{#depends}}\n{{/depends}}\n")
    try sandbox.edit(".ambit/templates/empty/README.md", "{{Name}}\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.root)/Linked", withDestinationPath: "Packages")
    try sandbox.git.commitAll("shop")
    let result = sandbox.run(line)
    #expect(result.exitCode == 2 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("hint: "))
    #expect(try status.isEmpty)
  }
}
