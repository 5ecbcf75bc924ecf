extension Scenario {
  private static func module(_ id: String, _ members: String) -> Step {
    config("\"modules\": {\"//\(id)\": {\(members)}}")
  }
  private static let changed = [
    #""inputs": ["scripts/**"]"#, #""dependsOn": ["//Pay:Pay"]"#, #""env": ["FLAG"]"#,
  ]

  static let declaredInputs: [Scenario] = [
    Scenario(
      "25 a declared input outside the package", prepare: [module("Feed:Feed", changed[0])],
      [.edit("scripts/tool.sh")], selects: WorkspaceSketch.feed, checks: [.reason("Feed:Feed", "input")]),
    Scenario(
      "25 a declared input that would be ignored",
      prepare: [module("Feed:FeedTests", #""inputs": ["docs/*.md"]"#)],
      [.edit("docs/guide.md")], selects: "FeedTests"),
    Scenario(
      "25 a declared input in another package's target",
      prepare: [module("Util:UtilTests", #""inputs": ["App/Sources/**"]"#)],
      [.edit("App/Sources/App/App.swift")],
      selects: "App AppTests UtilTests"),
    Scenario(
      "25 a declared input is added", prepare: [config(#""name": "shop""#)],
      [module("Feed:Feed", changed[0])],
      selects: WorkspaceSketch.feed, checks: [.reason("Feed:Feed", "config")]),
    Scenario(
      "25 a declared input is removed with its file", prepare: [module("Feed:Feed", changed[0])],
      [config(#""name": "shop""#), .delete("scripts/tool.sh")], selects: "*"),
    Scenario(
      "25 dependsOn", prepare: [module("Util:UtilTests", changed[1])], [.edit("Pay/Sources/Pay/Pay.swift")],
      selects: "UtilTests " + WorkspaceSketch.pay),
    Scenario(
      "25 dependsOn passes on", prepare: [module("Util:Util", #""dependsOn": ["//Lib:Lib"]"#)],
      [.edit("Lib/Sources/Lib/Lib.swift")], selects: "Lib LibTests " + WorkspaceSketch.util),
    Scenario(
      "25 dependsOn of a whole package", prepare: [module("Util:UtilTests", #""dependsOn": ["//Pay"]"#)],
      [.edit("Pay/Tests/PayTests/PayTests.swift")], selects: "UtilTests PayTests"),
    Scenario(
      "25 dependsOn is removed, and what it named is edited", prepare: [module("Util:UtilTests", changed[1])],
      [config(#""name": "shop""#), .edit("Pay/Sources/Pay/Pay.swift")],
      selects: "UtilTests " + WorkspaceSketch.pay),
    Scenario(
      "25 env of a module is changed", prepare: [config(#""name": "shop""#)],
      [module("Feed:Feed", changed[2])],
      selects: WorkspaceSketch.feed),
    Scenario(
      "25 how a test runs is changed", prepare: [config(#""name": "shop""#)],
      [module("Feed:*", #""test": {"timeout": 5}"#)], selects: "FeedTests"),
    Scenario(
      "25 tags, teams and rules build nothing", prepare: [config(#""name": "shop""#)],
      [
        config(
          #""modules": {"//Feed:Feed": {"tags": ["a"]}}, "teams": {"t": {"name": "T"}}, "rules": {"requireOwner": true}"#
        )
      ], selects: ""),
    Scenario(
      "25 the run section decides everything", prepare: [config(#""name": "shop""#)],
      [config(#""run": {"configuration": "release"}"#)], selects: "*",
      checks: [.selection("all"), .reason("Util:Util", "config")]),
    Scenario(
      "25 what a flag of the run names",
      prepare: [
        config(#""run": {"swiftArguments": ["-Xcc", "-Iconf"]}"#), .write("Core/conf/c.h", "int a;\n"),
      ], [.edit("Core/conf/c.h")], selects: "*", checks: [.reason("Util:Util", "global")]),
    Scenario(
      "25 what a file of flags names",
      prepare: [
        config(#""run": {"swiftArguments": ["-Xswiftc", "@docs/run.resp"]}"#),
        .write("docs/run.resp", "-Xcc -include -Xcc docs/all.h\n"), .write("docs/all.h", "int a;\n"),
      ], [.edit("docs/all.h")], selects: "*"),
    Scenario("25 the first workspace.json", [config(#""name": "shop""#)], selects: ""),
    Scenario(
      "25 a comment in workspace.json", prepare: [config(#""name": "shop""#)],
      [.write("workspace.json", "// hello\n{\"version\": 1, \"name\": \"shop\",}\n")], selects: ""),
  ].map { $0.adding(.library("Lib")) }

  private static let tagged = config(
    #""modules": {"//Feed:Feed": {"tags": ["ui"]}, "//Pay:*": {"tags": ["money"]}, "//Util:*": {"tags": ["money"]}}"#
  )

  static let filters: [Scenario] = [
    Scenario(
      "25 a tag", prepare: [tagged], [.edit("Core/Sources/Core/Core.swift")],
      run: Invocation("--tag", "money"),
      selects: "Pay PayTests"),
    Scenario(
      "25 not a tag", prepare: [tagged], [.edit("Core/Sources/Core/Core.swift")],
      run: Invocation("--not-tag", "money"),
      selects: "Core CoreTests " + WorkspaceSketch.feed),
    Scenario(
      "25 a module filter promotes nothing", [.edit("Core/Sources/Core/Core.swift")],
      run: Invocation("//Util", "//Feed:Feed", "--base", "main"), selects: "Feed FeedTests"),
    Scenario(
      "25 a bare name", [.edit("Core/Sources/Core/Core.swift")], run: Invocation("PayTests"),
      selects: "PayTests"),
    Scenario(
      "25 a filter that leaves nothing", [.edit("App/Sources/App/App.swift")],
      run: Invocation("Util", "--base", "main"),
      selects: "",
      checks: [.selection("none")]),
    Scenario("25 everything on request", run: Invocation("--all"), selects: "*", checks: [.selection("all")]),
    Scenario(
      "25 everything by the environment", run: Invocation(environment: ["AMBIT_ALL": "1"]), selects: "*",
      checks: [.selection("all")]),
    Scenario(
      "25 given files", run: Invocation("--files", "Feed/Sources/Feed/Feed.swift"),
      selects: WorkspaceSketch.feed,
      checks: [.change("Feed/Sources/Feed/Feed.swift", "modified given source")]),
    Scenario(
      "25 given files, one of them a manifest", run: Invocation("--files", "Pay/Package.swift"),
      selects: WorkspaceSketch.pay),
    Scenario(
      "25 given files from standard input",
      run: Invocation(
        "--files", "-", input: "Pay/Tests/PayTests/PayTests.swift\nFeed/Tests/FeedTests/FeedTests.swift\n"),
      selects: "PayTests FeedTests"),
    Scenario(
      "25 given files that are gone",
      in: WorkspaceSketch.shop.with(files: ["Feed/Tests/FeedTests/More.swift": "// more\n"]),
      [.delete("Feed/Tests/FeedTests/More.swift")],
      run: Invocation("--files", "Feed/Tests/FeedTests/More.swift"), selects: "FeedTests"),
  ]

  private func adding(_ package: SketchPackage) -> Scenario {
    copy(in: workspace.with { $0.packages.append(package) })
  }
}
