import Foundation
import Platform
import ProgramSupport
import Support
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
        "teams": {"core": {"handles": ["@shop/core"]}, "apps": {"handles": ["@shop/apps"]}},
        "tags": [
          {"match": "//Packages/*:*", "tags": ["layer:core"]},
          {"match": "//Apps/*:*", "tags": ["layer:app"]},
        ],
        "rules": {
          "layers": [
            {"name": "core", "tag": "layer:core", "mayDependOn": []},
            {"name": "app", "tag": "layer:app", "mayDependOn": ["core"]}
          ],
          "imports": {"undeclared": "error", "unused": "error", "redundant": "error"},
          "requireOwner": true
        }
      }

      """)
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic let x = 1\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Cart\nimport Core\npublic let x = 1\n")
    try sandbox.git.commitAll("shop")
  }

  private var status: String {
    get throws { try sandbox.git.git("shop", "status --short --untracked-files=all") }
  }

  @Test("lists the templates, those of the workspace first")
  func list() throws {
    #expect(sandbox.run("new").lines.first == "core      a module that others build upon, with tests")
    try sandbox.edit(".ambit/templates/screen/template.json", #"{"description": "a screen"}"#)
    let line = try #require(sandbox.run("new").lines.first)
    #expect(line.hasPrefix("screen    a screen  ") && line.hasSuffix("  .ambit/templates/screen"))
    let json = try sandbox.run("new --json").json
    #expect(
      json["templates"]?.arrayValue?.map { $0["name"]?.stringValue } == [
        "screen", "core", "contract", "feature",
      ])
    #expect(
      sandbox.run("completions bash --list -- new x").lines == ["screen", "core", "contract", "feature"])
    #expect(sandbox.run("completions fish --list -- new x").lines.first == "screen\ta screen")
  }

  @Test("makes a package that keeps the rules, and says where it belongs")
  func make() throws {
    let result = sandbox.run("new feature Wish --owner apps --depends Core --json")
    #expect(result.exitCode == 0, "\(result.errors) \(result.output)")
    let json = try result.json
    #expect(json["outcome"]?.stringValue == "made" && json["findings"]?.arrayValue?.isEmpty == true)
    #expect(
      json["packages"]?.arrayValue?.map { $0["folder"]?.stringValue } == [
        "Contracts/WishContract", "Features/WishFeature",
      ])
    let lint = sandbox.run("lint")
    #expect(lint.exitCode == 0 && lint.output.hasPrefix("No findings in 11 modules"), "\(lint.output)")
    let config = try sandbox.contents(of: "workspace.json")
    #expect(
      config.contains(#""packages": ["Packages/*", "Apps/*", "Contracts/*", "Features/*"], // and no more"#))
    #expect(
      try sandbox.contents(of: "CODEOWNERS").hasSuffix(
        "/Contracts/WishContract/ @shop/apps\n/Features/WishFeature/ @shop/apps\n"))
    #expect(sandbox.run("query owner(apps)&path(//Features/WishFeature,Core) --format count").exitCode == 0)
    // A second time there is something in the place.
    let before = try status
    let again = sandbox.run("new feature Wish --owner apps")
    #expect(
      again.exitCode == 2
        && again.errors.contains("there is a module //Features/WishFeature:WishFeature already"))
    #expect(try status == before)
  }

  @Test("a dry run says the same and writes nothing")
  func dry() throws {
    let result = sandbox.run("new core Prices --owner core --dry-run")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.lines.first == "Would make //Packages/Prices  core, layer:core, owned by core")
    #expect(
      result.output.contains("    |   name: \"Prices\",\n")
        && result.output.hasSuffix("Nothing was written.\n"))
    let registered = sandbox.run("new core Prices --path More --owner core --dry-run")
    #expect(
      registered.output.contains(
        "Would add to workspace.json\n  @@ line 2\n    {\n  -   \"packages\": [\"Packages/*\", \"Apps/*\"], // and no more\n"
      ))
    #expect(
      registered.output.contains("  +     {\"match\": \"//More/Prices:*\", \"tags\": [\"layer:core\"]},\n"))
    #expect(try status.isEmpty)
    #expect(
      try sandbox.run("new core Prices --owner core --dry-run --json").json["outcome"]?.stringValue
        == "planned")
  }

  @Test("what breaks a rule is taken back, workspace.json and CODEOWNERS too")
  func refused() throws {
    let result = sandbox.run("new core Prices --path More --owner apps --depends Shop")
    #expect(result.exitCode == 1, "\(result.errors)")
    #expect(result.output.hasPrefix("Nothing was made: //More/Prices would break rules of the workspace\n"))
    #expect(result.output.contains("(layer)"))
    #expect(try status.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/More"))
    let json = try sandbox.run("new core Prices --owner core --depends Shop --json").json
    #expect(json["outcome"]?.stringValue == "refused" && json["written"]?.boolValue == false)
  }

  @Test("whatever fails in the middle leaves everything as it was")
  func undone() throws {
    // Git ignores what would be made, so that nothing would see it.
    try sandbox.edit(".gitignore", ".build/\nContracts/\n")
    try sandbox.git.commitAll("shop")
    let ignored = sandbox.run("new feature Wish --owner apps")
    #expect(
      ignored.exitCode == 2
        && ignored.errors.contains("Git ignores Contracts/WishContract/Package.swift, so that"))
    #expect(try status.isEmpty && !FileManager.default.fileExists(atPath: "\(sandbox.root)/Contracts"))
    // What Git ignores is there all the same.
    try sandbox.edit("Contracts/WishContract/secret", "mine")
    let taken = sandbox.run("new feature Wish --owner apps")
    #expect(
      taken.exitCode == 2
        && taken.errors.contains("there is something at \"Contracts/WishContract\" already"),
      "\(taken.errors)")
    #expect(try status.isEmpty && sandbox.contents(of: "Contracts/WishContract/secret") == "mine")
    // The second package cannot be made any more when the first one is there.
    try sandbox.remove("Contracts")
    try sandbox.edit(".gitignore", ".build/\nFeatures\n")
    try sandbox.git.commitAll("shop")
    try sandbox.edit("Features", "a file, and Git does not know it")
    let second = sandbox.run("new feature Wish --owner apps")
    #expect(second.exitCode == 2 && second.errors.contains("cannot write"), "\(second.errors)")
    #expect(try status.isEmpty && !FileManager.default.fileExists(atPath: "\(sandbox.root)/Contracts"))
  }

  @Test(
    "a folder that takes no files is no place",
    .enabled(if: CurrentProcess.user != 0, "root may write anywhere"))
  func readOnly() throws {
    let folder = "\(sandbox.root)/Packages"
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    let result = sandbox.run("new core Prices --owner core")
    #expect(result.exitCode == 2 && result.errors.contains("Permission denied"))
    #expect(try status.isEmpty)
  }

  @Test("a template of one's own stands before the ready one")
  func own() throws {
    let ejected = sandbox.run("new core --eject")
    #expect(
      ejected.exitCode == 0 && ejected.lines.contains("  .ambit/templates/core/Package.swift.template"),
      "\(ejected.errors)")
    #expect(sandbox.run("new core --eject").exitCode == 2)
    #expect(sandbox.run("new cor --eject").errors.contains("no ready template 'cor'"))
    // Nobody takes what is in it for packages or modules.
    #expect(sandbox.run("lint").output.hasPrefix("No findings in 6 modules"))
    #expect(sandbox.run("new core Prices --owner core").exitCode == 0)
    let made = try sandbox.contents(of: "Packages/Prices/Package.swift")
    let source = ".ambit/templates/core/Sources/{{Module}}/{{Module}}.swift.template"
    try sandbox.edit(source, sandbox.contents(of: source) + "// {{Naem}}\n")
    let broken = sandbox.run("new core Money --owner core")
    #expect(
      broken.errors.contains(
        "\(source):15:4: unknown name \"Naem\"; did you mean \"Name\"?"), "\(broken.errors)")
    try sandbox.edit(source, "public let {{Module}}Owner = \"{{Owner}}\"\n")
    try sandbox.edit(
      ".ambit/templates/core/Tests/{{Module}}Tests/{{Module}}Tests.swift.template",
      "import Testing\nimport {{Module}}\n")
    #expect(sandbox.run("new core Money --owner core").exitCode == 0)
    #expect(
      try sandbox.contents(of: "Packages/Money/Sources/Money/Money.swift")
        == "public let MoneyOwner = \"core\"\n")
    #expect(
      try sandbox.contents(of: "Packages/Money/Package.swift") == made.replacing("Prices", with: "Money"))
  }

  @Test(
    "words that make no sense are refused",
    arguments: [
      ("new feature", "`ambit new feature` needs a NAME"),
      ("new --owner core", "`ambit new` needs a TEMPLATE"),
      ("new core X --eject", "'--eject' takes no NAME, but 'X' was given"),
      ("new cor X", "there is no template \"cor\"; there are core"),
      ("new core X --owner nobody", "there is no team \"nobody\""),
      ("new core X --path More", "nobody would own //More/X:X"),
      (
        "new core X --depends CoreTests --owner core",
        "no library of the package //Packages/Core offers //Packages/Core:CoreTests"
      ),
      ("new core X --path ..", "does not lie in the workspace"),
      ("new core X --depends Nope", "there is no module 'Nope'"),
    ])
  func refusals(_ line: String, _ message: String) throws {
    let result = sandbox.run(line)
    #expect(result.exitCode == 2 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("hint: "))
    #expect(try status.isEmpty)
  }

  @Test("SwiftPM reads whatever was made", arguments: [18 as UInt64])
  func oracle(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var made: [String] = []
    let letters = Array("abcXYZ_09")
    while made.count < 8 {
      let name = String(
        (0..<Int.random(in: 1...7, using: &generator)).compactMap { _ in
          letters.randomElement(using: &generator)
        })
      let template = ["core", "feature"][made.count % 2]
      let result = sandbox.run("new \(template) \(name) --owner core --json")
      guard result.exitCode == 0 else {
        #expect(
          ["invalid-name", "name-taken"].contains(try result.json["error"]?["code"]?.stringValue),
          "seed \(seed) \(name)")
        continue
      }
      made.append(name)
      let folder = try #require(try result.json["packages"]?.arrayValue?.last?["folder"]?.stringValue)
      let dump = try Programs(home: sandbox.git.path("home")).run(
        "swift", ["package", "dump-package"], in: "\(sandbox.root)/\(folder)")
      let targets = try JSONParser.parse(Array(dump.stdoutText.utf8))["targets"]?.arrayValue?.count
      #expect(targets == (template == "feature" ? 3 : 2), "seed \(seed) \(name)")
    }
    #expect(sandbox.run("lint").exitCode == 0, "seed \(seed)")
  }
}
