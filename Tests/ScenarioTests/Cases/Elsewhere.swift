extension Scenario {
  private static let withLib = WorkspaceSketch.shop.with { sketch in
    sketch.packages.append(.library("Lib"))
    sketch["Feed"].dependencies.append("../Lib")
    sketch["Feed"]["Feed"].dependencies.append("Lib@Lib")
  }
  /// Turns the package Lib into a submodule.
  private static let asSubmodule: [Step] = [
    .run(
      """
      mv Lib ../lib && cd ../lib && git init -q -b main && git add -A && git commit -qm lib && cd ../work
      git -c protocol.file.allow=always submodule --quiet add ../lib Lib
      """)
  ]
  private static let libUsers = "Lib LibTests " + WorkspaceSketch.feed

  static let submodules: [Scenario] = [
    Scenario("17 submodule without a change", in: withLib, prepare: asSubmodule, [], selects: ""),
    Scenario(
      "17 pointer moved", in: withLib, prepare: asSubmodule,
      [.run("cd Lib && echo '// x' >> Sources/Lib/Lib.swift && git commit -qam x"), .commit],
      selects: libUsers,
      checks: [.change("Lib/Sources/Lib/Lib.swift", "modified submodule source")]),
    Scenario(
      "17 pointer moved, head is a commit", in: withLib, prepare: asSubmodule,
      [.run("cd Lib && echo '// x' >> Sources/Lib/Lib.swift && git commit -qam x"), .commit],
      run: Invocation("--head", "HEAD"), selects: libUsers),
    Scenario(
      "17 pointer moved, not staged", in: withLib, prepare: asSubmodule,
      [.run("cd Lib && echo '// x' >> Tests/LibTests/LibTests.swift && git commit -qam x")],
      selects: "LibTests"),
    Scenario(
      "17 file edited inside", in: withLib, prepare: asSubmodule,
      [.run("echo '// x' >> Lib/Sources/Lib/Lib.swift")], selects: libUsers),
    Scenario(
      "17 untracked file inside", in: withLib, prepare: asSubmodule,
      [.run("echo '// x' > Lib/Tests/LibTests/New.swift")], selects: "LibTests"),
    Scenario(
      "17 not checked out", in: withLib, prepare: asSubmodule,
      [
        .run("cd Lib && echo '// x' >> Sources/Lib/Lib.swift && git commit -qam x"), .commit,
        .run("git clone -q . ../clone"),
      ], run: Invocation("--base", "origin/main", folder: "../clone"), selects: WorkspaceSketch.feed,
      checks: [.fallback("unknown-manifest")]),
  ]

  private static let native = WorkspaceSketch(
    [
      SketchPackage(
        "Native", products: [],
        [
          SketchTarget(.clang, "Reader").with { $0.cSettings = [#".headerSearchPath("../Other")"#] },
          SketchTarget(.clang, "Flags").with { $0.cSettings = [#".unsafeFlags(["-ISources/Flagged"])"#] },
          SketchTarget(.clang, "Bystander"), .test("ReaderTests", ["Reader"]),
        ])
    ],
    files: [
      "Native/Sources/Other/other.h": "#pragma once\n", "Native/Sources/Flagged/flagged.h": "#pragma once\n",
    ])

  private static func linking(_ target: String, _ link: String) -> [Step] {
    [.run("ln -s \(target) \(link)")]
  }

  private static let nestedWorkspace = WorkspaceSketch(
    [SketchPackage("ws/Y", [.library("Y")]), SketchPackage("ws/Z", [.library("Z")])],
    files: [
      "ws/workspace.json": "{\"version\": 1}\n", "Shared/S.swift": "// shared\n",
      "ws/Extra/E.swift": "// extra\n",
    ])

  private static let mapped = WorkspaceSketch.shop.with { sketch in
    sketch.packages.append(SketchPackage("Maps", [SketchTarget(.system, "CMap")]))
  }.with(files: [
    "Maps/Sources/CMap/module.modulemap":
      "module CMap [system] {\n  module A { header \"../../../Util/include/u.h\" }\n"
      + "  module B { umbrella \"../../../docs/umbrella\" }\n}\n",
    "Util/include/u.h": "int u;\n", "docs/umbrella/old.h": "int old;\n",
  ])

  static let readElsewhere: [Scenario] = [
    Scenario(
      "17a a folder shared by a link", in: .shop.with(files: ["App/Shared/S.swift": "// shared\n"]),
      prepare: linking("../../../App/Shared", "Feed/Sources/Feed/Shared")
        + linking("../../../App/Shared", "Pay/Sources/Pay/Shared"),
      [.edit("App/Shared/S.swift")], selects: "Feed FeedTests Pay PayTests App AppTests"),
    Scenario(
      "17a a target folder that is a link", in: .shop.with(files: ["Shared/Extra/E.swift": "// shared\n"]),
      prepare: [
        .change { $0["Pay"].targets.append(.library("Extra")) },
        .run("rm -r Pay/Sources/Extra && ln -s ../../Shared/Extra Pay/Sources/Extra"),
      ],
      [.edit("Shared/Extra/E.swift")], selects: "Extra"),
    Scenario(
      "17a a linked file", in: .shop.with(files: ["Shared/F.swift": "// shared\n"]),
      prepare: linking("../../../Shared/F.swift", "Pay/Sources/Pay/F.swift"), [.edit("Shared/F.swift")],
      selects: WorkspaceSketch.pay),
    Scenario(
      "17a the link itself", in: .shop.with(files: ["docs/a.txt": "a\n", "docs/b.txt": "b\n"]),
      prepare: linking("../../../docs/a.txt", "Pay/Sources/Pay/L.swift"),
      [.run("ln -sfn ../../../docs/b.txt Pay/Sources/Pay/L.swift")], selects: WorkspaceSketch.pay),
    Scenario(
      "17a a package's link that no target follows",
      in: .shop.with { $0.packages.append(.library("Lone")) }.with(files: ["Lone/Data/a.json": "{}\n"]),
      prepare: linking("../Lone/Data", "Pay/Data"), [.edit("Lone/Data/a.json")],
      selects: "Lone LoneTests " + WorkspaceSketch.pay),
    Scenario(
      "17a a package's link to another one's sources",
      in: .shop.with { $0.packages.append(.library("Lone")) },
      prepare: linking("../Lone/Tests", "Pay/Fixtures"), [.edit("Lone/Tests/LoneTests/LoneTests.swift")],
      selects: "LoneTests " + WorkspaceSketch.pay, checks: [.reason("Pay:Pay", "input")]),
    Scenario(
      "17a a link of a package to a document",
      prepare: linking("../README.md", "Pay/README.md"), [.edit("README.md")], selects: ""),
    Scenario(
      "17a an absolute link out of a nested workspace", in: nestedWorkspace,
      prepare: [.run("ln -s \"$PWD/Shared\" ws/Y/Sources/Y/Shared")], [.edit("Shared/S.swift")],
      run: Invocation(folder: "ws"), selects: "Y"),
    Scenario(
      "17a a link out of a nested workspace and in again", in: nestedWorkspace,
      prepare: linking("../../../../ws/Extra", "ws/Y/Sources/Y/Extra"), [.edit("ws/Extra/E.swift")],
      run: Invocation(folder: "ws"), selects: "Y"),
    Scenario(
      "17b a header that a module map names elsewhere", in: mapped, [.edit("Util/include/u.h")],
      selects: "CMap", checks: [.reason("Maps:CMap", "input")]),
    Scenario(
      "17b a header that appears in an umbrella", in: mapped, [.write("docs/umbrella/new.h", "int a;\n")],
      selects: "CMap"),
    Scenario(
      "17b a header search path beside the target", in: native, [.edit("Native/Sources/Other/other.h")],
      selects: "Reader ReaderTests", checks: [.reason("Native:Reader", "input")]),
    Scenario(
      "17b an include flag", in: native, [.edit("Native/Sources/Flagged/flagged.h")], selects: "Flags"),
  ]

  /// `Feed` needs a package beside the repository.
  private static let beside = WorkspaceSketch.shop.with { sketch in
    sketch["Feed"].dependencies.append("../../outside/Kit")
    sketch["Feed"]["Feed"].dependencies.append("Kit@Kit")
  }

  static let outsideOfTheRepository: [Scenario] = [
    Scenario(
      "30 a package outside of the repository has changed", in: beside,
      [.run("mkdir -p ../outside/Kit && echo '// edited' >> ../outside/Kit/Kit.swift")],
      selects: WorkspaceSketch.feed,
      checks: [
        .warning("outside-repository"), .reason("Feed:Feed", "input"),
        .reason("App:App", "depends-on input"), .exit(0),
      ]),
    Scenario(
      "30 another change", in: beside, [.edit("Pay/Tests/PayTests/PayTests.swift")],
      selects: "PayTests " + WorkspaceSketch.feed),
    Scenario(
      "30 the same at a commit", in: beside, [.edit("Pay/Tests/PayTests/PayTests.swift"), .commit],
      run: Invocation("--head", "HEAD"), selects: "PayTests " + WorkspaceSketch.feed,
      checks: [.warning("outside-repository")]),
    Scenario(
      "30 sources behind a link out of the repository",
      prepare: [.run("mkdir ../outside")] + linking("../../../../outside/F.swift", "Pay/Sources/Pay/F.swift"),
      [.run("echo '// edited' >> ../outside/F.swift")], selects: WorkspaceSketch.pay,
      checks: [.warning("outside-repository"), .reason("Pay:Pay", "input")]),
    Scenario(
      "30 an absolute link out of the repository",
      prepare: linking("/nowhere/F.swift", "Pay/Sources/Pay/F.swift"), [], selects: WorkspaceSketch.pay),
  ]

  private static let rooted = WorkspaceSketch(
    [
      SketchPackage("", [.library("Root"), .test("RootTests", ["Root"])]),
      .library("Nested"), SketchPackage("Wide", [SketchTarget(.library, "Wide", path: "All")]),
      SketchPackage("Wide/All/Inner", [.library("Inner")]),
    ], files: ["notes.txt": "notes\n", "Nested/notes.txt": "notes\n"])

  static let nestedPackages: [Scenario] = [
    Scenario(
      "17c a nested package's source is not the root's", in: rooted,
      [.edit("Nested/Sources/Nested/Nested.swift")],
      selects: "Nested NestedTests"),
    Scenario(
      "17c a nested package's unowned file", in: rooted, [.edit("Nested/notes.txt")],
      selects: "Nested NestedTests"),
    Scenario("17c the root's own unowned file", in: rooted, [.edit("notes.txt")], selects: "Root RootTests"),
    Scenario(
      "17c the root's source", in: rooted, [.edit("Sources/Root/Root.swift")], selects: "Root RootTests"),
    Scenario(
      "17c a target's folder covers a nested package", in: rooted,
      [.edit("Wide/All/Inner/Sources/Inner/Inner.swift")], selects: "Wide Inner"),
  ]

  private static let media = WorkspaceSketch.shop.with { sketch in
    sketch["Feed"]["Feed"].resources = [#".copy("Data")"#, #".process("page.md")"#]
    sketch["Feed"]["Feed"].exclude = ["Skipped", "skipped.txt"]
    sketch["Pay"].targets.append(SketchTarget(.clang, "CPay"))
    sketch["Pay"].targets.append(SketchTarget(.binary, "Blob", path: "Artifacts/Blob.artifactbundle"))
    sketch["Pay"].targets.append(SketchTarget(.system, "CSystem"))
    sketch["Pay"]["Pay"].dependencies += ["CPay", "Blob", "CSystem"]
  }.with(files: [
    "Feed/Sources/Feed/Data/a.json": "{}\n", "Feed/Sources/Feed/Data/a.md": "# a\n",
    "Feed/Sources/Feed/page.md": "# page\n", "Feed/Sources/Feed/Feed.docc/Feed.md": "# Feed\n",
    "Feed/Sources/Feed/Feed.docc/picture.png": "png\n", "Feed/Sources/Feed/Skipped/a.swift": "// a\n",
    "Feed/Sources/Feed/skipped.txt": "x\n", "Pay/Artifacts/Blob.artifactbundle/info.json": "{}\n",
  ])

  static let fileKinds: [Scenario] = [
    Scenario(
      "18 a resource", in: media, [.edit("Feed/Sources/Feed/Data/a.json")], selects: WorkspaceSketch.feed),
    Scenario(
      "18 documents that are resources", in: media,
      [.edit("Feed/Sources/Feed/Data/a.md"), .edit("Feed/Sources/Feed/page.md")],
      selects: WorkspaceSketch.feed),
    Scenario(
      "18 a page of a catalog", in: media, [.edit("Feed/Sources/Feed/Feed.docc/Feed.md")], selects: ""),
    Scenario(
      "18 a picture of a catalog", in: media, [.edit("Feed/Sources/Feed/Feed.docc/picture.png")], selects: ""),
    Scenario(
      "18 a Swift file of a catalog", in: media,
      [.write("Feed/Sources/Feed/Feed.docc/Resources/a.swift", "import Pay\n")], selects: ""),
    Scenario(
      "18 a catalog that is a resource",
      in: media.with { $0["Feed"]["Feed"].resources.append(#".copy("Feed.docc")"#) },
      [.edit("Feed/Sources/Feed/Feed.docc/picture.png")], selects: WorkspaceSketch.feed),
    Scenario(
      "18 a document of another case", [.write("Core/Sources/Core/NOTES.MD", "notes\n")], selects: ""),
    Scenario(
      "18 an excluded folder affects the package", in: media, [.edit("Feed/Sources/Feed/Skipped/a.swift")],
      selects: WorkspaceSketch.feed, checks: [.reason("Feed:FeedTests", "unowned")]),
    Scenario(
      "18 an excluded file affects the package", in: media, [.edit("Feed/Sources/Feed/skipped.txt")],
      selects: WorkspaceSketch.feed, checks: [.reason("Feed:FeedTests", "unowned")]),
    Scenario(
      "18 a C header", in: media, [.edit("Pay/Sources/CPay/include/CPay.h")],
      selects: "CPay " + WorkspaceSketch.pay),
    Scenario(
      "18 a binary artifact", in: media, [.edit("Pay/Artifacts/Blob.artifactbundle/info.json")],
      selects: "Blob " + WorkspaceSketch.pay),
    Scenario(
      "18 a module map", in: media, [.edit("Pay/Sources/CSystem/module.modulemap")],
      selects: "CSystem " + WorkspaceSketch.pay),
  ]
}
