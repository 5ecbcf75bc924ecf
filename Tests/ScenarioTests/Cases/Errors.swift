/// Runs that must end without a verdict, loudly; and garbage that must not be taken for an answer.
extension Scenario {
  private static func text(_ text: String) -> [Step] { [.write("workspace.json", text)] }

  static let configErrors: [Scenario] = [
    Scenario(
      "E broken JSON", text("{\"version\": 1,,}"), fails: "config-syntax", naming: "workspace.json:1:",
      hint: "schema"),
    Scenario("E an empty configuration", text(""), fails: "config-syntax", naming: "workspace.json"),
    Scenario(
      "E an unknown key", text("{\"version\": 1,\n \"defaultbase\": \"main\"}"), fails: "config-unknown-key",
      naming: "defaultBase"),
    Scenario(
      "E a value of the wrong kind", text(#"{"version": 1, "packages": "x"}"#), fails: "config-wrong-type",
      naming: "packages"),
    Scenario("E a later version", text(#"{"version": 2}"#), fails: "config-unsupported-version"),
    Scenario(
      "E a configuration that does not exist", run: Invocation("--workspace", "nowhere.json"),
      fails: "no-configuration",
      naming: "nowhere.json", hint: "workspace.json"),
    Scenario(
      "E a configuration that is a link", [.run("ln -s other.json workspace.json")],
      fails: "no-configuration",
      naming: "workspace.json", hint: "a regular file"),
    Scenario(
      "E a configuration without end", text("{}" + String(repeating: " ", count: 2_000_000)),
      fails: "config-syntax", naming: "larger"),
  ]

  static let workspaceErrors: [Scenario] = [
    Scenario(
      "E an unknown module", run: Invocation("CoreTest"), fails: "unknown-module", naming: "CoreTest",
      hint: "did you mean \"CoreTests\"?"),
    Scenario(
      "E flags in place of modules", run: .command("affected", "--json", "--", "-Xswiftc", "-DX"),
      fails: "unknown-module", naming: "-Xswiftc", hint: "swiftArguments"),
    Scenario(
      "E an unknown id", run: Invocation("//Core:Cor"), fails: "unknown-module", naming: "//Core:Cor",
      hint: "//Core:Core"),
    Scenario(
      "E an unknown module to explain", run: .command("why", "Pai", "--json"), fails: "unknown-module",
      hint: "\"Pay\""),
    Scenario(
      "E an ambiguous name",
      in: .shop.with { $0.packages.append(SketchPackage("Other", [.library("Core")])) },
      run: Invocation("Core"), fails: "ambiguous-module", hint: "//Other:Core"),
    Scenario(
      "E an unknown flag", run: Invocation("--bace", "main"), fails: "usage", naming: "--bace", hint: "--base"
    ),
    Scenario("E an unknown command", run: .command("afected", "--json"), fails: "usage", hint: "affected"),
    Scenario(
      "E a folder that does not exist", run: Invocation("-C", "nowhere"), fails: "no-such-folder",
      naming: "nowhere"),
    Scenario(
      "E a path longer than any", run: Invocation("--files", String(repeating: "a/", count: 60_000) + "b"),
      fails: "usage", naming: "120001"),
    Scenario(
      "E no compiler", run: Invocation(environment: ["PATH": "/nowhere"]), fails: "toolchain-not-found",
      naming: "swiftc",
      hint: "swift.org"),
    Scenario(
      "E a module's name full of shell", run: Invocation("`id`; rm -rf"),
      fails: "unknown-module"),
    Scenario(
      "E a path that leads out", run: Invocation("--files", "../../../../etc/passwd"), selects: ""),
  ]

  private static func hostile(_ name: String, _ revision: String) -> Scenario {
    Scenario("E hostile revision: \(name)", run: Invocation("--base=\(revision)"), fails: "invalid-revision")
  }

  static let repositoryErrors: [Scenario] = [
    Scenario("E not a repository", [.run("rm -rf .git")], fails: "not-a-repository", hint: "-C"),
    Scenario("E garbage in HEAD", [.run("echo garbage > .git/HEAD")], fails: "unreadable", naming: "HEAD"),
    Scenario(
      "E HEAD names a commit that is not there",
      [.run("echo 1234567890123456789012345678901234567890 > .git/HEAD")],
      selects: "*", checks: [.selection("all"), .fallback("no-merge-base")]),
    Scenario(
      "E garbage in the index", [.run("echo garbage > .git/index")], fails: "corrupt-repository",
      naming: "index"),
    Scenario(
      "E a truncated index", [.run("head -c 100 .git/index > x && mv x .git/index")],
      fails: "corrupt-repository",
      naming: "index"),
    Scenario(
      "E an index that cannot be read", [.run("rm .git/index && mkdir .git/index")], fails: "unreadable",
      naming: "index"),
    Scenario(
      "E a damaged commit", [damage("main^{commit}")], run: Invocation("--base", "main"),
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a commit that was cut short", [cutShort("main^{commit}")], run: Invocation("--base", "main"),
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a tree that was cut short", [cutShort("main^{tree}")],
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a damaged tree", [damage("main^{tree}")],
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a damaged manifest of the base",
      [damage("main:Core/Package.swift"), .change { $0["Core"].comment = "x" }, .commit],
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a damaged manifest of the base, with --head",
      [damage("main:Core/Package.swift"), .change { $0["Core"].comment = "x" }, .commit],
      run: Invocation("--base", "main", "--head", "HEAD"),
      selects: "*", checks: [.selection("all"), .fallback("unreadable-base")]),
    Scenario(
      "E a commit that is gone", [remove("main^{commit}")], run: Invocation("--base", "main"),
      fails: "unknown-revision", naming: "main"),
    hostile("option", "--help"), hostile("newline", "main\nrm"), hostile("NUL", "main\0x"),
    hostile("space", "main x"), hostile("escape", "\u{1B}[31m"),
    hostile("range", "main..HEAD"),
    hostile("very long", String(repeating: "a", count: 100_000)),
    hostile("path", "../../etc/passwd"),
    hostile("a blob", "HEAD:README.md"),
  ]

  private static func object(_ revision: String, _ action: String) -> Step {
    .run(
      "id=$(git rev-parse '\(revision)'); f=.git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-); chmod u+w $f; \(action)"
    )
  }
  private static func damage(_ revision: String) -> Step { object(revision, "echo garbage > $f") }
  private static func cutShort(_ revision: String) -> Step {
    object(revision, "head -c 30 $f > half && mv -f half $f")
  }
  private static func remove(_ revision: String) -> Step { object(revision, "rm $f") }
}
