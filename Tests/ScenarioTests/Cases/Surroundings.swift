/// Files and folders around a module that decide what it is, though no target has them.
extension Scenario {
  private static let around = WorkspaceSketch([
    SketchPackage("", [.library("Root"), .test("RootTests", ["Root"])]),
    SketchPackage("Packages/Inner", [.library("Inner"), .test("InnerTests", ["Inner"])]),
  ])
  private static let nested = WorkspaceSketch(
    [SketchPackage("ios/App", [.library("App"), .test("AppTests", ["App"])])],
    files: ["ios/workspace.json": "{}\n"])
  private static let besides = nested.with {
    $0["ios/App"].dependencies.append("../../shared/Pay")
    $0["ios/App"]["App"].dependencies.append("Pay@Pay")
    $0.packages.append(SketchPackage("shared/Pay", [.library("Pay"), .test("PayTests", ["Pay"])]))
  }
  private static let inFolder = Invocation(folder: "ios")

  static let spreadingFiles: [Scenario] = [
    Scenario(
      "16 attributes above a nested package", in: around, [.write(".gitattributes", "*.json eol=crlf\n")],
      selects: "*"),
    Scenario(
      "16 attributes above a nested package and below another",
      in: around, [.write("Packages/.gitattributes", "*.json eol=crlf\n")], selects: "*"),
    Scenario(
      "16 harmless attributes above a nested package", in: around,
      [.write(".gitattributes", "*.json -diff\n")], selects: ""),
    Scenario(
      "16 a version of Swift above a nested package", in: around,
      [.write(".tool-versions", "swift 6.2\n")], selects: "*"),
    Scenario(
      "16 a version of Swift in a folder of settings", in: around,
      [.write(".mise/config.toml", "[tools]\nswift = \"6\"\n")], selects: "*"),
    Scenario(
      "16 attributes that a target's folder covers", in: wide,
      [.write(".gitattributes", "*.json eol=crlf\n")], selects: "*"),
    Scenario(
      "16 a version of Swift above the workspace", in: nested, [.write(".swift-version", "6.2\n")],
      run: inFolder, selects: "App AppTests"),
    Scenario(
      "16 a tool's version above the workspace", in: nested,
      [.write("mise.toml", "[tools]\nnode = \"20\"\n")], run: inFolder, selects: ""),
    Scenario(
      "16 Swift among the tools above the workspace", in: nested,
      [.write("mise.toml", "[tools]\nswift = \"6\"\n")], run: inFolder, selects: "App AppTests"),
    Scenario(
      "17a settings of a linter above the workspace",
      in: nested.with {
        $0["ios/App"].targets.append(SketchTarget(.plugin, "Lint"))
        $0["ios/App"]["App"].plugins = ["Lint"]
      },
      [.write(".swiftlint.yml", "x\n")], run: inFolder, selects: "App AppTests"),
    Scenario(
      "17a settings of a linter above the workspace without plugins", in: nested,
      [.write(".swiftlint.yml", "x\n")], run: inFolder, selects: ""),
    Scenario(
      "16 attributes above a package outside the workspace", in: besides,
      [.write("shared/.gitattributes", "*.json eol=crlf\n")], run: inFolder,
      selects: "Pay PayTests App AppTests"),
    Scenario(
      "16 harmless attributes above a package outside the workspace", in: besides,
      [.write("shared/.gitattributes", "*.json -diff\n")], run: inFolder, selects: ""),
    Scenario(
      "16 attributes outside the workspace, above no package of its own", in: besides,
      [.write("other/.gitattributes", "*.json eol=crlf\n")], run: inFolder, selects: ""),
    Scenario(
      "17a settings of a linter above a package outside the workspace",
      in: besides.with {
        $0["shared/Pay"].targets.append(SketchTarget(.plugin, "Lint"))
        $0["shared/Pay"]["Pay"].plugins = ["Lint"]
      },
      [.write("shared/.swiftlint.yml", "x\n")], run: inFolder, selects: "Pay PayTests App AppTests"),
    .app(
      "attributes above a project in a package",
      prepare: [
        .write(
          "Package.swift",
          "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Root\")\n")
      ],
      [.write("App/.gitattributes", "*.json eol=crlf\n")],
      selects: AppModules.project + ["WidgetModel", "WidgetModelTests"]),
    .app(
      "attributes above a project, by a list of harmless names",
      prepare: [.write("workspace.json", #"{"inputs": {"harmless": ["*.md"]}}"#)],
      [.write("App/.gitattributes", "*.json eol=crlf\n")],
      selects: AppModules.project + ["WidgetModel", "WidgetModelTests"]),
  ]

  /// One target has the package's folder, and excludes another.
  private static let wide = WorkspaceSketch([
    SketchPackage(
      "",
      [
        SketchTarget(.library, "Wide", path: ".").with { $0.exclude = ["Apart", "Tests"] },
        SketchTarget(.library, "Apart", path: "Apart"), .test("ApartTests", ["Apart"]),
      ])
  ])

  private static let only = WorkspaceSketch([.library("Only")])
  private static func moved(to folder: String) -> Step {
    .move("Only/Sources/Only/Only.swift", to: "Only/\(folder)/Only.swift")
  }

  static let movedTargets: [Scenario] = [
    Scenario(
      "18 documentation in the folder that the only target would have", in: only,
      prepare: [moved(to: "Sources")], [.write("Only/Sources/Only/Only.docc/Only.md", "# Only\n")],
      selects: "Only OnlyTests"),
    Scenario(
      "18 a document less in the folder that the only target would have", in: only,
      prepare: [moved(to: "Sources"), .write("Only/Sources/Only/page.md", "# Only\n")],
      [.delete("Only/Sources/Only/page.md"), .commit], selects: "Only OnlyTests"),
    Scenario(
      "18 a second target beside one that fills the folder", in: only, prepare: [moved(to: "Sources")],
      [.change { $0["Only"].targets.append(.library("Two")) }], selects: "Only OnlyTests Two"),
    Scenario(
      "18 a document in a folder that SwiftPM looks for first", in: only, prepare: [moved(to: "src/Only")],
      [.write("Only/Sources/README.md", "# Only\n")], selects: "Only OnlyTests"),
    Scenario(
      "18 a document elsewhere", in: only, prepare: [moved(to: "Sources")],
      [.write("Only/Sources/Other/Other.docc/Other.md", "# Other\n")], selects: ""),
    Scenario(
      "18 a product of a name that a package beside has",
      in: .shop.with { $0["App"].targets.append(.test("SoloTests")) },
      [
        .change {
          $0["Pay"].products = [SketchProduct("Pay", ["Pay"]), SketchProduct("Feed", ["Pay"])]
        }
      ], selects: WorkspaceSketch.pay + " SoloTests"),
  ]

  /// The shop with a package whose manifest asks something about the files around it.
  private static func asking(_ question: String, also packages: [SketchPackage] = []) -> WorkspaceSketch {
    var lone = SketchPackage("Lone", [.library("Lone"), .test("LoneTests", ["Lone"])])
    lone.verbatimManifest = """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let around = "\\(Context.packageDirectory)/.."
      let answer = \(question)
      let package = Package(
        name: "Lone",
        targets: [
          .target(name: "Lone", swiftSettings: answer ? [.define("YES")] : []),
          .testTarget(name: "LoneTests", dependencies: ["Lone"]),
        ]
      )

      """
    return .shop.with { $0.packages += packages + [lone] }
  }

  private static let asksForExtra = #"FileManager.default.fileExists(atPath: "\(around)/Extra")"#
  private static let extra = SketchPackage("Extra", [.library("Extra")])

  static let askingManifests: [Scenario] = [
    Scenario(
      "26 a folder comes that a manifest asks for", in: asking(asksForExtra),
      [.change { $0.packages.append(extra) }], selects: "Extra Lone LoneTests"),
    Scenario(
      "26 a folder goes that a manifest asks for", in: asking(asksForExtra, also: [extra]),
      [.change { $0.remove("Extra") }], selects: "Lone LoneTests"),
    Scenario(
      "26 a file comes in a folder that a manifest asks for", in: asking(asksForExtra, also: [extra]),
      [.write("Extra/Sources/Extra/More.swift", "// more\n")], selects: "Extra"),
    Scenario(
      "26 a manifest reads another",
      in: asking(
        #"(try? String(contentsOfFile: "\(around)/Util/Package.swift", encoding: .utf8))?.contains("FAST") ?? false"#
      ), [.change { $0["Util"].comment = "FAST" }], selects: "Lone LoneTests"),
    Scenario(
      "26 a manifest asks for the commit",
      in: asking("Context.gitInformation?.currentCommit.isEmpty ?? true"),
      [.edit("App/Sources/App/App.swift")], selects: "App AppTests Lone LoneTests"),
    Scenario(
      "26 a manifest asks for the commit, and a comment in it changes",
      in: asking("Context.gitInformation?.currentCommit.isEmpty ?? true"),
      [.replace("Lone/Package.swift", "let around", with: "// Asks.\nlet around")], selects: "Lone LoneTests"),
  ]

  static let listingManifests: [Scenario] = [
    Scenario(
      "26 a manifest reads what it finds in a folder",
      in: asking(readsFound), [.edit("Util/Sources/Util/Util.swift")],
      selects: WorkspaceSketch.util + " Lone LoneTests"),
    Scenario(
      "26 a manifest reads what it finds in another folder",
      in: asking(readsFound), [.edit("App/Sources/App/App.swift")], selects: "App AppTests"),
  ]

  private static let readsFound = #"""
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(around)/Util/Sources/Util")) ?? []).contains { name in
      (try? String(contentsOfFile: "\(around)/Util/Sources/Util/\(name)", encoding: .utf8))?.contains("FAST") ?? false
    }
    """#

  /// The shop with a line in the source of a test of `Feed`.
  private static func naming(_ line: String) -> WorkspaceSketch {
    .shop.with(files: [
      "Feed/Tests/FeedTests/Named.swift": line + "\n", "Pay/Tests/PayTests/Data/x.json": "{}\n",
      "Pay/docs/guide.md": "# x\n",
    ])
  }

  static let namedPaths: [Scenario] =
    listingManifests + [
      Scenario(
        "17d a file of another test target that a test names",
        in: naming(#"let file = "../../../Pay/Tests/PayTests/Data/x.json""#),
        [.edit("Pay/Tests/PayTests/Data/x.json")], selects: "PayTests FeedTests"),
      Scenario(
        "17d a file that a test names in parts",
        in: naming(#"let file = root.appendingPathComponent("PayTests").appendingPathComponent("Data")"#),
        [.edit("Pay/Tests/PayTests/Data/x.json")], selects: "PayTests FeedTests"),
      Scenario(
        "17d a file beside one that a test names", in: naming(#"let file = "PayTests/Data/y.json""#),
        [.edit("Pay/Tests/PayTests/Data/x.json")], selects: "PayTests"),
      Scenario(
        "17d a source of another package that a test names",
        in: naming(#"let file = "Sources/Pay/Pay.swift""#),
        [.edit("Pay/Sources/Pay/Pay.swift")], selects: WorkspaceSketch.pay + " FeedTests"),
      Scenario(
        "26 a comment in a manifest that a test names", in: naming(#"let file = "Package.swift""#),
        [.change { $0["Feed"].comment = "named" }], selects: "FeedTests"),
      Scenario(
        "26 a comment in a manifest of another package", in: naming(#"let file = "Package.swift""#),
        [.change { $0["Pay"].comment = "named" }], selects: ""),
      Scenario(
        "16 a document in a folder that a test names",
        in: naming(#"let folder = "Pay/docs", ending = ".md""#), [.edit("Pay/docs/guide.md")],
        selects: "FeedTests"),
      Scenario(
        "26 data of a package that is one target's folder",
        in: wide.with(files: ["data.json": "{}\n"]), [.edit("data.json")], selects: "*"),
    ]

  /// A C target that searches a folder of another for headers.
  private static func searching(_ include: String, _ setting: String? = nil) -> WorkspaceSketch {
    WorkspaceSketch(
      [
        SketchPackage(
          "Native", products: [],
          [
            SketchTarget(.clang, "Reader").with {
              $0.cSettings = [#".headerSearchPath("../Vendor/open")"#] + [setting].compactMap(\.self)
            },
            SketchTarget(.clang, "Vendor"), .test("ReaderTests", ["Reader"]),
          ])
      ],
      files: [
        "Native/Sources/Reader/more.c": include + "\n", "Native/Sources/Vendor/open/open.h": "#pragma once\n",
        "Native/Sources/Vendor/deep/hidden.h": "#pragma once\n",
      ])
  }

  private static let hidden = [Step.edit("Native/Sources/Vendor/deep/hidden.h")]

  static let searchedHeaders: [Scenario] = [
    Scenario(
      "17a a header beside a searched folder", in: searching(#"#include "../deep/hidden.h""#), hidden,
      selects: "Reader ReaderTests Vendor"),
    Scenario(
      "17a a header beside a searched folder, in angle brackets",
      in: searching("#include <../deep/hidden.h>"),
      hidden, selects: "Reader ReaderTests Vendor"),
    Scenario(
      "17a a header beside a searched folder, named by a setting",
      in: searching("#include HIDDEN", #".define("HIDDEN", to: "\"../deep/hidden.h\"")"#), hidden,
      selects: "Reader ReaderTests Vendor"),
    Scenario(
      "17a a header comes beside a searched folder", in: searching(#"#if __has_include("../deep/late.h")"#),
      [.write("Native/Sources/Vendor/deep/late.h", "#pragma once\n")], selects: "Reader ReaderTests Vendor"),
    Scenario(
      "17a another file of a target with a searched folder", in: searching(#"#include "../deep/hidden.h""#),
      [.edit("Native/Sources/Vendor/Vendor.c")], selects: "Vendor"),
    Scenario(
      "17a a header that nothing includes", in: searching("#include <open.h>"), hidden, selects: "Vendor"),
  ]
}
