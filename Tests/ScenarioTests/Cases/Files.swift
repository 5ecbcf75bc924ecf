extension Scenario {
  static let fileEdits: [Scenario] = [
    Scenario(
      "11 new untracked source", [.write("Feed/Sources/Feed/New.swift", "// new\n")],
      selects: WorkspaceSketch.feed,
      checks: [.reason("Feed:Feed", "source"), .reason("App:AppTests", "depends-on depends-on source")]),
    Scenario("11 new ignored file outside the targets", [.write("Core/debug.log", "x\n")], selects: ""),
    Scenario(
      "11 new ignored file that is no source", [.write("Core/Sources/Core/debug.log", "x\n")], selects: ""),
    Scenario(
      "11 ignored source in a target folder", [.write("Feed/Sources/Feed/Generated.swift", "// new\n")],
      selects: WorkspaceSketch.feed, checks: [.reason("Feed:Feed", "input")]),
    Scenario(
      "11 ignored source that was there before",
      prepare: [.write("Feed/Sources/Feed/Generated.swift", "// old\n")],
      [], selects: WorkspaceSketch.feed),
    Scenario(
      "11 an artifact that Git ignores", in: ignoredArtifact, prepare: [artifact("old")], [artifact("new")],
      selects: "Blob " + WorkspaceSketch.pay),
    Scenario(
      "11 an ignored file that is embedded", in: embedding,
      prepare: [.write("Pay/Sources/CPay/data.bin", "old\n")],
      [.write("Pay/Sources/CPay/data.bin", "new\n")], selects: "CPay " + WorkspaceSketch.pay),
    Scenario(
      "11 an ignored archive behind a flag", in: embedding, prepare: [.write("Pay/libs/libfoo.bin", "old\n")],
      [.write("Pay/libs/libfoo.bin", "new\n")], selects: "CPay " + WorkspaceSketch.pay),
    Scenario(
      "11 sources behind an ignored link",
      in: WorkspaceSketch.shop.with(files: [".gitignore": "Linked\n*.log\n"]),
      prepare: [
        .run("mkdir ../gen && echo '// x' > ../gen/G.swift && ln -s ../../../../gen Feed/Sources/Feed/Linked")
      ],
      [.run("echo '// y' > ../gen/G.swift")], selects: WorkspaceSketch.feed),
    Scenario(
      "12 deleted source", in: twoFiles, [.delete("Feed/Sources/Feed/Extra.swift")],
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Extra.swift", "deleted unstaged source")]),
    Scenario(
      "12 deleted and committed", in: twoFiles, [.delete("Feed/Sources/Feed/Extra.swift"), .commit],
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Extra.swift", "deleted committed source")]),
    Scenario(
      "12 emptied is not deleted", in: twoFiles, [.write("Feed/Sources/Feed/Extra.swift", "")],
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Extra.swift", "modified unstaged source")]),
    Scenario(
      "13 moved, not staged", in: twoFiles,
      [.move("Feed/Sources/Feed/Extra.swift", to: "Pay/Sources/Pay/Extra.swift")],
      selects: "Feed FeedTests " + WorkspaceSketch.pay),
    Scenario(
      "13 moved, staged", in: twoFiles,
      [.move("Feed/Sources/Feed/Extra.swift", to: "Pay/Sources/Pay/Extra.swift"), .stage],
      selects: "Feed FeedTests " + WorkspaceSketch.pay),
    Scenario(
      "13 moved, committed", in: twoFiles,
      [.move("Feed/Sources/Feed/Extra.swift", to: "Pay/Sources/Pay/Extra.swift"), .commit],
      selects: "Feed FeedTests " + WorkspaceSketch.pay, checks: [.changeCount(2)]),
    Scenario(
      "15 executable", [.run("chmod u+x Feed/Sources/Feed/Feed.swift")], selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Feed.swift", "mode-changed unstaged source")]),
    Scenario("15 other bits", [.run("chmod g+wx,o+x Feed/Sources/Feed/Feed.swift")], selects: ""),
    Scenario(
      "15 replaced by a link", in: twoFiles,
      [.run("cd Feed/Sources/Feed && rm Extra.swift && ln -s Feed.swift Extra.swift")],
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Extra.swift", "type-changed unstaged source")]),
  ]

  private static let ignoredArtifact = WorkspaceSketch.shop.with { sketch in
    sketch["Pay"].targets.append(SketchTarget(.binary, "Blob", path: "Artifacts/Blob.artifactbundle"))
    sketch["Pay"]["Pay"].dependencies.append("Blob")
  }.with(files: [".gitignore": "Artifacts/\n"])

  private static func artifact(_ text: String) -> Step {
    .run("echo \(text) > Pay/Artifacts/Blob.artifactbundle/tool")
  }

  private static let embedding = WorkspaceSketch.shop.with { sketch in
    sketch["Pay"].targets.append(
      SketchTarget(.clang, "CPay").with { $0.cSettings = [#".unsafeFlags(["-Llibs"])"#] })
    sketch["Pay"]["Pay"].dependencies.append("CPay")
  }.with(files: [
    ".gitignore": "*.bin\n", "Pay/Sources/CPay/embed.c": "char a[] = {\n#embed \"data.bin\"\n};\n",
  ])

  private static let twoFiles = WorkspaceSketch.shop.with(files: [
    "Feed/Sources/Feed/Extra.swift": "// extra\n"
  ])

  static let oddPaths: [Scenario] =
    [
      ("space", "a b.swift"), ("tab", "a\tb.swift"), ("newline", "a\nb.swift"), ("quote", "a\"b'.swift"),
      ("umlaut", "ü.swift"), ("backslash", "a\\b.swift"), ("dash", "-rf.swift"), ("star", "*.swift"),
    ].flatMap { name, file in
      [
        Scenario(
          "14 \(name) in an untracked path", [.write("Feed/Sources/Feed/\(file)", "// odd\n")],
          selects: WorkspaceSketch.feed, checks: [.changeCount(1)]),
        Scenario(
          "14 \(name) in a committed path", [.write("Feed/Sources/Feed/\(file)", "// odd\n"), .commit],
          selects: WorkspaceSketch.feed, checks: [.changeCount(1)]),
      ]
    } + [
      Scenario(
        "14 bytes that are not text, untracked",
        [.run("echo > \"$(printf 'Feed/Sources/Feed/\\377.swift')\"")],
        selects: WorkspaceSketch.feed,
        checks: [.change(#"Feed/Sources/Feed/\xff.swift"#, "added untracked source")]),
      Scenario(
        "14 bytes that are not text, committed",
        [.run("echo > \"$(printf 'Feed/Sources/Feed/\\377.swift')\""), .commit],
        run: Invocation("--head", "HEAD"),
        selects: WorkspaceSketch.feed,
        checks: [.change(#"Feed/Sources/Feed/\xff.swift"#, "added committed source")]),
      Scenario(
        "14 a package folder with a space and an umlaut",
        in: WorkspaceSketch([
          SketchPackage("Möbel & Co", [.library("Chairs"), .test("ChairsTests", ["Chairs"])])
        ]),
        [.edit("Möbel & Co/Sources/Chairs/Chairs.swift")],
        selects: "Chairs ChairsTests"),
    ]

  static let unownedFiles: [Scenario] = [
    Scenario(
      "16 unowned in a package", [.edit("Core/notes.txt")], selects: WorkspaceSketch.core,
      checks: [.change("Core/notes.txt", "modified unstaged unowned"), .reason("Core:CoreTests", "unowned")]),
    Scenario(
      "16 unowned outside every package", [.edit("scripts/tool.sh")], selects: "*",
      checks: [.selection("all"), .reason("Util:Util", "unowned")]),
    Scenario(
      "16 documents", [.edit("README.md"), .edit("docs/guide.md"), .edit("Core/README.md")], selects: ""),
    Scenario(
      "16 what is harmless by name", [.edit("README.md")], selects: "",
      checks: [.change("README.md", "modified unstaged harmless")]),
    Scenario("16 what is no document below docs", [.edit("docs/deep/notes.txt")], selects: "*"),
    Scenario(
      "16 a document that a source names", prepare: [.write("Feed/Sources/Feed/Page.swift", readme)],
      [.edit("Core/README.md")], selects: WorkspaceSketch.feed),
    Scenario(
      "16 harmless attributes", [.write(".gitattributes", "*.json linguist-generated -diff\n")], selects: "",
      checks: [.change(".gitattributes", "added untracked harmless")]),
    Scenario(
      "16 attributes that decide a checkout", [.write("Core/.gitattributes", "*.json eol=crlf -diff\n")],
      selects: WorkspaceSketch.core, checks: [.change("Core/.gitattributes", "added untracked unowned")]),
    Scenario(
      "16 versions of tools", [.write("Core/mise.toml", "[tools]\nnode = \"20\"\n")], selects: "",
      checks: [.change("Core/mise.toml", "added untracked harmless")]),
    Scenario(
      "16 a version of Swift", [.write("Core/mise.toml", "[tools]\nswift = \"6\"\n")],
      selects: WorkspaceSketch.core),
    Scenario(
      "16 licences and editor files", [.write("LICENSE.txt", "x\n"), .write(".vscode/x.json", "{}\n")],
      selects: ""),
    Scenario(
      "16 a source with a licence's name", [.write("Feed/Sources/Feed/LICENSETexts.swift", "// x\n")],
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/LICENSETexts.swift", "added untracked source")]),
    Scenario(
      "16 a package below docs",
      in: .shop.with { $0.packages.append(SketchPackage("docs/Snippets", [.library("Snippets")])) },
      [.edit("docs/Snippets/Sources/Snippets/Snippets.swift")], selects: "Snippets"),
    Scenario(
      "16 unowned counts for everything", prepare: [config(#""inputs": {"unowned": "all"}"#)],
      [.edit("Core/notes.txt")], selects: "*"),
    Scenario(
      "16 unowned counts for nothing", prepare: [config(#""inputs": {"unowned": "ignore"}"#)],
      [.edit("Core/notes.txt"), .edit("scripts/tool.sh")], selects: ""),
    Scenario(
      "16 a new pattern to ignore", prepare: [config(#""inputs": {"ignore": ["scripts/**"]}"#)],
      [.edit("scripts/tool.sh"), .edit("README.md")], selects: ""),
    Scenario(
      "16 without the default patterns", prepare: [config(#""inputs": {"ignore": ["!default"]}"#)],
      [.edit("Core/README.md")], selects: WorkspaceSketch.core),
    Scenario(
      "16 without harmless names", prepare: [config(#""inputs": {"harmless": "none"}"#)],
      [.edit("Core/README.md")], selects: WorkspaceSketch.core),
    Scenario(
      "16 harmless names of one's own", prepare: [config(#""inputs": {"harmless": ["scripts/**"]}"#)],
      [.edit("scripts/tool.sh")], selects: ""),
    Scenario(
      "17d next to a test, in no target", [.write("Core/Tests/fixture.json", "{}\n")],
      selects: WorkspaceSketch.core),
    Scenario(
      "17d excluded from a test target",
      in: WorkspaceSketch.shop.with { $0["Core"]["CoreTests"].exclude = ["Fixtures"] }
        .with(files: ["Core/Tests/CoreTests/Fixtures/a.json": "{}\n"]),
      [.edit("Core/Tests/CoreTests/Fixtures/a.json")], selects: "CoreTests"),
    Scenario(
      "17d a document below a test target's folder",
      in: WorkspaceSketch.shop.with(files: ["Core/Tests/CoreTests/Fixtures/page.md": "# x\n"]),
      [.edit("Core/Tests/CoreTests/Fixtures/page.md")], selects: "CoreTests"),
  ]

  private static let readme = "let page = \"README.md\"\n"

  /// A workspace.json with these members.
  static func config(_ members: String) -> Step {
    .write("workspace.json", "{\"version\": 1, \(members)}\n")
  }
}
