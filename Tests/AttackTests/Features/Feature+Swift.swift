extension Feature {
  static let manifests: [Feature] = [
    Feature(
      "ManifestFile", "a file that a manifest reads",
      Manifest(
        head: """
          import Foundation
          let flavor = try String(contentsOfFile: Context.packageDirectory + "/conf/flavor.txt", encoding: .utf8)
          """),
      seen: Sight(
        more: "swiftSettings: [.define(\"FLAVOR_\\(flavor.dropLast())\")]", lines: flavors, value: "flavor"),
      files: ["conf/flavor.txt": "7\n"], .edit("conf/flavor.txt", "a file that a manifest reads")),
    Feature(
      "ManifestFolder", "a folder that a manifest lists",
      Manifest(
        head: """
          import Foundation
          let names = try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/conf").sorted()
          """),
      seen: Sight(more: "swiftSettings: [.define(names[0])]", lines: flavors, value: "flavor"),
      files: ["conf/FLAVOR_7": "\n"],
      Attack(line: "a folder that a manifest lists", script: "mv conf/FLAVOR_7 conf/FLAVOR_8")),
    Feature(
      "ManifestVariable", "a variable that a manifest reads", Manifest(),
      seen: Sight(
        more: "swiftSettings: [.define(\"FLAVOR_\" + (Context.environment[\"AMBIT_MANIFEST\"] ?? \"0\"))]",
        lines: flavors, value: "flavor"), files: [:], environment: ["AMBIT_MANIFEST": "7"]),
    Feature(
      "Manifest", "a manifest", Manifest(),
      seen: Sight(more: "swiftSettings: [.define(\"FLAVOR_7\")]", lines: flavors, value: "flavor"),
      files: [:],
      Attack(
        line: "an edit of a manifest, of the same size and with its time put back",
        script:
          "touch -r Package.swift $OUTSIDE/NAME.time; sed -i s/FLAVOR_7/FLAVOR_8/ Package.swift; touch -r $OUTSIDE/NAME.time Package.swift"
      )),
    Feature(
      "VersionManifest", "a manifest for one version of Swift", Manifest(),
      seen: Sight(more: "swiftSettings: [.define(\"FLAVOR_7\")]", lines: flavors, value: "flavor"),
      files: [:],
      Attack(
        line: "a manifest for one version of Swift comes",
        script: "sed s/FLAVOR_7/FLAVOR_8/ Package.swift >Package@swift-6.swift")),
    Feature(
      "Trait", "a trait that is on by default",
      Manifest(more: "traits: [\"T7\", \"T8\", .default(enabledTraits: [\"T7\"])],"),
      seen: Sight(lines: flavors.replacing("FLAVOR_", with: "T"), value: "flavor"), files: [:],
      Attack(
        line: "a trait that is on by default",
        script: "sed -i 's/enabledTraits: ..T7../enabledTraits: [\"T8\"]/' Package.swift")),
  ]

  private static let flavors = """
    #if FLAVOR_7
    let flavor = 7
    #elseif FLAVOR_8
    let flavor = 8
    #else
    let flavor = 0
    #endif
    """

  static let sources: [Feature] = [
    swift(
      "QuietSwift", "a Swift source", .quietEdit("Sources/NAME/NAME.swift", "an edit of a Swift source")),
    swift(
      "OlderSwift", "a Swift source",
      .edit("Sources/NAME/NAME.swift", at: "2001-01-01", "a Swift source older than the build")),
    swift(
      "License", "a Swift source named like a license",
      files: [
        "Sources/NAME/NAME.swift": "public func value() -> Int { text }\n",
        "Sources/NAME/LICENSETexts.swift": "let text = 7\n",
      ], .edit("Sources/NAME/LICENSETexts.swift", "a source that is ignored like a license")),
    swift(
      "Documents", "a package below docs", in: "docs/NAME",
      .edit("Sources/NAME/NAME.swift", "a package below docs")),
    swift(
      "IgnoredSource", "a Swift source that Git ignores",
      files: [
        ".gitignore": "Generated.swift\n", "Sources/NAME/NAME.swift": "public func value() -> Int { text }\n",
      ], ignored: "echo 'let text = 7' >Sources/NAME/Generated.swift",
      .edit("Sources/NAME/Generated.swift", "a source that Git ignores")),
    swift(
      "NewSource", "a folder of Swift sources",
      files: [
        "Sources/NAME/NAME.swift":
          "func chosen<Value>(_ value: Value) -> Int { 7 }\npublic func value() -> Int { chosen(1) }\n"
      ],
      Attack(
        line: "a source comes, with an old time",
        script:
          "echo 'func chosen(_ value: Int) -> Int { 8 }' >Sources/NAME/New.swift; touch -d 2001-01-01 Sources/NAME/New.swift"
      )),
    swift(
      "LinkedFolder", "a source folder behind a link",
      files: [
        "shared/Text.swift": "let text = 7\n",
        "Sources/NAME/NAME.swift": "public func value() -> Int { text }\n",
      ],
      links: ["Sources/NAME/Linked": "../../shared"],
      .edit("shared/Text.swift", "a source in a folder behind a link")),
    swift(
      "LinkedFile", "a source behind a link",
      files: [
        "shared/Text7.swift": "let text = 7\n", "shared/Text8.swift": "let text = 8\n",
        "Sources/NAME/NAME.swift": "public func value() -> Int { text }\n",
      ], links: ["Sources/NAME/Text.swift": "../../shared/Text7.swift"],
      Attack(
        line: "a link leads to another source",
        script: "ln -sfn ../../shared/Text8.swift Sources/NAME/Text.swift")
    ),
    Feature(
      "FarSource", "a Swift source of another package",
      Manifest(dependencies: ".package(path: \"../FarSourceBase\")"),
      seen: Sight(
        uses: [".product(name: \"FarSourceBase\", package: \"FarSourceBase\")"], imports: ["FarSourceBase"]),
      files: [
        "../FarSourceBase/Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "FarSourceBase", products: [.library(name: "FarSourceBase", targets: ["FarSourceBase"])],
          targets: [.target(name: "FarSourceBase")])

        """,
        "../FarSourceBase/Sources/FarSourceBase/Far.swift": "@inlinable public func value() -> Int { 7 }\n",
      ],
      .quietEdit("../FarSourceBase/Sources/FarSourceBase/Far.swift", "an edit of another package's source")),
    Feature(
      "Tool", "a tool that a test runs", Manifest(targets: ".executableTarget(name: \"NAMETool\"),"),
      seen: Sight(
        lines: """
          let tool = Process()
          tool.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "NAMETool")
          let pipe = Pipe()
          tool.standardOutput = pipe
          try tool.run()
          let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).dropLast()
          """, value: "text"), files: ["Sources/NAMETool/main.swift": "print(7)\n"],
      settings: "\"NAMETests\": {\"dependsOn\": [\"NAMETool\"]}",
      .quietEdit("Sources/NAMETool/main.swift", "an edit of a tool that a test runs")),
  ]

  static let resources: [Feature] = [
    resource("QuietResource", ".process(\"Texts\")", "text", nil, "Texts/text.txt"),
    resource("QuietCopy", ".copy(\"Data\")", "text", "Data", "Data/text.txt"),
    Feature(
      "EmbedInCode", "a resource that becomes code", Manifest(),
      seen: Sight(
        more: "resources: [.embedInCode(\"text.txt\")]",
        value: "String(decoding: PackageResources.text_txt, as: UTF8.self).dropLast()"),
      files: ["Tests/NAMETests/text.txt": "7\n"],
      .quietEdit("Tests/NAMETests/text.txt", "an edit of a resource that becomes code")),
    Feature(
      "Fixture", "a file that a test reads", Manifest(),
      seen: Sight(lines: fixture("Fixtures/text.txt", "text"), value: "text"),
      files: ["Tests/NAMETests/Fixtures/text.txt": "7\n"],
      .quietEdit("Tests/NAMETests/Fixtures/text.txt", "an edit of a fixture")),
    Feature(
      "PackageLink", "a file behind a link of the package", Manifest(),
      seen: Sight(lines: fixture("Fix/text.txt", "text"), value: "text"),
      files: ["../PackageLinkFixtures/text.txt": "7\n"],
      links: ["Tests/NAMETests/Fix": "../../../PackageLinkFixtures"],
      .edit("../PackageLinkFixtures/text.txt", "what lies behind a link at package level")),
  ]

  private static func swift(
    _ name: String, _ what: String, in folder: String = "Packages/NAME", files: [String: String] = [:],
    links: [String: String] = [:], ignored: String = "", _ attack: Attack
  ) -> Feature {
    Feature(
      name, what, in: folder, Manifest(targets: ".target(name: \"NAME\"),"), seen: Sight(uses: ["NAME"]),
      files: ["Sources/NAME/NAME.swift": "public func value() -> Int { 7 }\n"].merging(files) { $1 },
      links: links, ignored: ignored, attack)
  }

  private static func resource(
    _ name: String, _ rule: String, _ file: String, _ folder: String?, _ path: String
  ) -> Feature {
    let place = folder.map { ", subdirectory: \"\($0)\"" } ?? ""
    return Feature(
      name, "a resource", Manifest(),
      seen: Sight(
        more: "resources: [\(rule)]",
        lines: """
          let url = try XCTUnwrap(Bundle.module.url(forResource: "\(file)", withExtension: "txt"\(place)))
          let text = try String(contentsOf: url, encoding: .utf8).dropLast()
          """, value: "text"), files: ["Tests/NAMETests/\(path)": "7\n"],
      .quietEdit("Tests/NAMETests/\(path)", "an edit of a resource"))
  }

  private static func fixture(_ path: String, _ name: String) -> String {
    """
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(path)")
    let \(name) = try String(contentsOf: url, encoding: .utf8).dropLast()
    """
  }

  /// What reads variables that workspace.json names.
  static let ofVariables = (plugins + manifests + headers).filter {
    $0.environment.values.contains { $0.hasSuffix("7") }
  }

  /// All of them.
  static let all = headers + blobs + modules + flags + plugins + manifests + sources + resources
}
