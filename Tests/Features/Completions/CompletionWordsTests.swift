import ProgramSupport
import TestSupport
import Testing

/// The words that shells are given while somebody types.
@Suite struct CompletionWordsTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "teams": {"idle": {"name": "Idle ones"}, "Cart": {}},
       "tags": [{"match": "//Apps/*", "tags": ["layer:app", "slow"]}, {"match": "Nothing", "tags": ["unused"]}]}
      """)
  }

  /// `list` is known by a command that takes such words.
  private func words(_ list: String, for shell: String = "bash") -> [String] {
    let lines = [
      "modules": "why ", "subjects": "show ", "tags": "affected --tag ", "tasks": "run ", "watched": "watch ",
    ]
    let line = (lines[list] ?? "").split(separator: " ").map(String.init)
    return sandbox.run(words: ["completions", shell, "--list", "--"] + line + [""]).lines
  }

  @Test func modulesArePackagesIdsAndUniqueNames() throws {
    #expect(
      words("modules") == [
        "//Apps/Shop", "//Packages/Cart", "//Packages/Core", "//Apps/Shop:Shop", "//Apps/Shop:ShopTests",
        "//Packages/Cart:Cart", "//Packages/Cart:CartTests", "//Packages/Core:Core",
        "//Packages/Core:CoreTests",
        "Cart", "CartTests", "Core", "CoreTests", "Shop", "ShopTests",
      ])
    // Each can be typed.
    for word in words("modules") {
      #expect(sandbox.run("affected --all \(word) --format names").exitCode == 0, "\(word)")
    }
  }

  @Test func subjectsAreWhatShowTakes() throws {
    let more = words("subjects").filter { !words("modules").contains($0) }
    #expect(more == ["@shop/apps", "@shop/core", "team:Cart", "ann@example.com", "idle", "teams"])
    for word in more { #expect(sandbox.run("show \(word)").exitCode == 0, "\(word)") }
  }

  @Test func tagsAreThoseThatModulesHave() {
    #expect(words("tags") == ["layer:app", "slow"])
  }

  @Test func tasksAreThoseOfTheWorkspace() throws {
    try sandbox.edit(
      "workspace.json", #"{"tasks": {"lint": {"command": ["true", "-x"]}, "gen": {"command": ["true"]}}}"#)
    #expect(words("tasks").prefix(3) == ["lint", "gen", "//Apps/Shop"])
    #expect(words("watched") == ["test", "build", "lint", "lint", "gen"])
    #expect(words("watched", for: "fish").suffix(2) == ["lint\ttrue -x", "gen\ttrue"])
  }

  @Test func fishIsToldWhatTheyMean() {
    #expect(words("subjects", for: "fish").contains("idle\tIdle ones"))
    #expect(words("modules", for: "fish").contains("Core\t//Packages/Core:Core"))
    #expect(words("modules", for: "zsh") == words("modules", for: "fish"))
  }

  @Test func aNameOfSeveralModulesIsNotOffered() throws {
    try sandbox.edit("Packages/Twin/Package.swift", sandbox.contents(of: "Packages/Core/Package.swift"))
    try sandbox.edit("Packages/Twin/Sources/Core/Core.swift", "public let y = 1\n")
    try sandbox.edit("Packages/Twin/Tests/CoreTests/Tests.swift", "import Testing\n")
    #expect(!words("modules").contains("Core"))
    #expect(words("modules").contains("//Packages/Twin:Core"))
  }

  @Test func whereNothingIsKnownNothingIsOffered() throws {
    try sandbox.edit("workspace.json", "{")
    let result = sandbox.run("completions bash --list -- why x")
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
  }
}
