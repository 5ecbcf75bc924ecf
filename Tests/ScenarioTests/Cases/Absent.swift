/// Packages that manifests name and that are not there, and packages that nobody names.
extension Scenario {
  private static let nowhere = WorkspaceSketch.shop.with { sketch in
    sketch["Feed"].dependencies.append("../Made/Nowhere")
    sketch["Feed"]["Feed"].dependencies.append("Nowhere@Nowhere")
    sketch.packages.append(SketchPackage("Tools", on: ["../Util"], [.executable("Make", ["Util@Util"])]))
  }.with(files: [".gitignore": "Made/Nowhere/\n"])

  /// `UI` names a folder beside it, as if `Kit` were there; `Web` names a repository that is called so.
  private static let kits = WorkspaceSketch([
    .library("Kit"),
    SketchPackage("Mac/UI", on: ["../Kit"], [.library("UI", ["Kit@Kit"]), .test("UITests", ["UI"])]),
    SketchPackage(
      "Web", on: ["https://example.com/some/KIT.git 1.0.0"],
      [.library("Web", ["Kit@KIT"]), .library("Plain")]),
    .library("Other"),
  ])

  static let missingPackages: [Scenario] = [
    Scenario(
      "29 a package that is not there leaves the rest alone", in: nowhere,
      [.edit("Pay/Tests/PayTests/PayTests.swift")],
      selects: "PayTests", checks: [.warning("missing-package"), .exit(0)]),
    Scenario(
      "29 the same at a commit", in: nowhere, [.edit("Pay/Tests/PayTests/PayTests.swift"), .commit],
      run: Invocation("--head", "HEAD"), selects: "PayTests", checks: [.warning("missing-package")]),
    Scenario(
      "29 a file in the folder of a package that is not there", in: nowhere,
      prepare: [.write("Made/settings.yml", "a\n")], [.edit("Made/settings.yml")], selects: "*"),
    Scenario(
      "29 a program may make the package that is not there", in: nowhere,
      [.edit("Tools/Sources/Make/Make.swift")],
      selects: "Make " + WorkspaceSketch.feed, checks: [.reason("Feed:Feed", "depends-on input")]),
    Scenario(
      "29 a package that Git ignores", in: nowhere,
      [.run("mkdir -p Made/Nowhere && echo '// swift-tools-version:6.0' > Made/Nowhere/Package.swift")],
      selects: WorkspaceSketch.feed),
    Scenario(
      "29 a package comes to be where it was named", in: nowhere,
      [
        .run("> .gitignore"),
        .change {
          $0.packages.append(
            SketchPackage("Made/Nowhere", [.library("Nowhere"), .test("NowhereTests", ["Nowhere"])]))
        },
      ],
      selects: "Nowhere NowhereTests " + WorkspaceSketch.feed),
    Scenario(
      "29 a package is named that is not there", [.change { $0["Feed"].dependencies.append("../Nowhere") }],
      selects: WorkspaceSketch.feed, checks: [.warning("missing-package"), .exit(0)]),
    Scenario(
      "29 another package of that identity stands in", in: kits, [.edit("Kit/Sources/Kit/Kit.swift")],
      selects: "Kit KitTests UI UITests Web", checks: [.noWarnings(), .exit(0)]),
    Scenario(
      "29 a stand-in at a commit", in: kits, [.edit("Kit/Sources/Kit/Kit.swift"), .commit],
      run: Invocation("--head", "HEAD"), selects: "Kit KitTests UI UITests Web"),
    Scenario(
      "29 a stand-in is deleted", in: kits, [.change { $0.remove("Kit") }], selects: "UI UITests Web"),
    Scenario(
      "29 a stand-in leaves the rest alone", in: kits, [.edit("Other/Sources/Other/Other.swift")],
      selects: "Other OtherTests"),
  ]

  private static let demo = "Core/Tests/CoreTests/Fixtures/Demo"
  private static let fixture = WorkspaceSketch.shop.with { sketch in
    sketch.packages.append(SketchPackage(demo, [.library("Demo")]))
  }
  private static func named(_ files: [String: String]) -> WorkspaceSketch { fixture.with(files: files) }
  private static let editDemo: [Step] = [.edit("\(demo)/Sources/Demo/Demo.swift")]
  private static let rooted = WorkspaceSketch([
    SketchPackage(
      "",
      [
        .library("Root"), .test("RootTests", ["Root"]),
        SketchTarget(.library, "Whole", path: ".").with {
          $0.exclude = ["Sources", "Tests", "Modules", "Fixtures"]
        },
      ]),
    SketchPackage("Modules/Resources", [.library("Resources"), .test("ResourcesTests", ["Resources"])]),
    SketchPackage("Fixtures/Broken", [.library("Broken")]),
  ])

  static let nobodysPackages: [Scenario] = [
    Scenario(
      "17d a fixture package's source", in: fixture, editDemo, selects: "CoreTests",
      checks: [.warning("nested-package")]),
    Scenario(
      "17d a comment in a fixture package's manifest", in: fixture,
      [.change { $0[demo].comment = "fixture" }],
      selects: "CoreTests"),
    Scenario(
      "17d a fixture package that patterns name", in: named(["workspace.json": #"{"packages": ["**"]}"#]),
      editDemo,
      selects: "CoreTests Demo", checks: [.noWarnings()]),
    Scenario(
      "17d a fixture package that is left out",
      in: named(["workspace.json": #"{"exclude": ["**/Fixtures"]}"#]),
      editDemo, selects: "CoreTests", checks: [.noWarnings()]),
    Scenario(
      "17d a fixture package that a package names",
      in: fixture.with { $0["Pay"].dependencies.append("../\(demo)") }, editDemo, selects: "CoreTests Demo"),
    Scenario(
      "17d a fixture package that a project names",
      in: named(["App.xcodeproj/project.pbxproj": "\t\t\trelativePath = \(demo);\n"]), editDemo,
      selects: "CoreTests Demo"),
    Scenario(
      "17d a fixture package that a project in the JSON form names",
      in: named(["App.xcodeproj/project.xcproj": "{files: [{path: '<PROJECT>/\(demo)'}]}\n"]), editDemo,
      selects: "CoreTests Demo"),
    Scenario(
      "17d a fixture package that a workspace names",
      in: named([
        "A.xcworkspace/contents.xcworkspacedata": "<FileRef\n location = \"group:\(demo)\">\n</FileRef>\n"
      ]),
      editDemo, selects: "CoreTests Demo"),
    Scenario(
      "17d a project among the fixtures has no say",
      in: named(["Core/Tests/CoreTests/Fixtures/A.xcodeproj/project.pbxproj": "\t\t\tpath = Demo;\n"]),
      editDemo,
      selects: "CoreTests"),
    Scenario(
      "17d a project that begins to name a fixture package", in: fixture,
      [.write("App.xcodeproj/project.pbxproj", "\t\t\trelativePath = \(demo);\n")], selects: "Demo",
      checks: [.fallback("unreadable-project")]),
    Scenario(
      "17d a package in a folder that the root's target leaves out", in: rooted,
      [.edit("Modules/Resources/Sources/Resources/Resources.swift")], selects: "Resources ResourcesTests"),
    Scenario(
      "17d a fixture package beside the root's tests", in: rooted,
      [.edit("Fixtures/Broken/Sources/Broken/Broken.swift")], selects: "Root RootTests Whole"),
  ]
}
