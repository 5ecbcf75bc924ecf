extension WorkspaceSketch {
  /// `App -> Feed, Pay; Feed, Pay -> Core; Core -> Util`, each a package with tests, and some files
  /// around them.
  static let shop = WorkspaceSketch(
    [
      .library("Util"), .library("Core", on: ["Util"]), .library("Feed", on: ["Core"]),
      .library("Pay", on: ["Core"]),
      SketchPackage(
        "App", on: ["../Feed", "../Pay"],
        [
          .executable("App", ["Feed@Feed", "Pay@Pay"]), .test("AppTests", ["App"]),
        ]),
    ],
    files: [
      "README.md": "# Shop\n", "docs/guide.md": "# Guide\n", "docs/deep/notes.txt": "notes\n",
      "scripts/tool.sh": "echo\n", ".gitignore": "*.log\nGenerated.swift\n",
      "Core/README.md": "# Core\n", "Core/notes.txt": "notes\n",
    ])

  static let core = "Core CoreTests Feed FeedTests Pay PayTests App AppTests"
  static let util = "Util UtilTests " + core
  static let feed = "Feed FeedTests App AppTests"
  static let pay = "Pay PayTests App AppTests"
}

extension SketchPackage {
  /// A package with one library of its name and its tests; each dependency is a package beside it.
  static func library(_ name: String, on dependencies: [String] = []) -> SketchPackage {
    SketchPackage(
      name, on: dependencies.map { "../\($0)" },
      [
        .library(name, dependencies.map { SketchDependency("\($0)@\($0)") }),
        .test("\(name)Tests", [SketchDependency(name)]),
      ])
  }
}
