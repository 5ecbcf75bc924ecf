extension StepWorkspace {
  /// A package whose trait another one's manifest switches, with a target that may be missing.
  var shapeFiles: [String: String] {
    let folder = "Packages/Shape"
    let hasExtra = present.contains(.target)
    var files = [
      "\(folder)/Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Shape",
        products: [
          .library(name: "Shape", targets: ["Shape"]),
          \(hasExtra ? ".library(name: \"Extra\", targets: [\"Extra\"])," : "")
        ],
        traits: ["Fancy", .default(enabledTraits: [\(isFancyByDefault ? "\"Fancy\"" : "")])],
        targets: [
          \(hasExtra ? ".target(name: \"Extra\")," : "")
          .target(name: "Shape"),
        ])

      """,
      "\(folder)/Sources/Shape/Shape.swift": comment(.shape) + """
        #if Fancy
          public let name = "fancy"
        #else
          public let name = "plain"
        #endif
        public func area() -> Int { \(bodyOfShape) }

        """,
    ]
    if hasExtra { files["\(folder)/Sources/Extra/Extra.swift"] = "public let extra = 1\n" }
    return files
  }

  /// What stands on top, so that everything must arrive here.
  var appFiles: [String: String] {
    let folder = "Packages/App"
    let extra =
      present.contains(.target) && declaresExtra ? "\n.product(name: \"Extra\", package: \"Shape\")," : ""
    var files = [
      "\(folder)/Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "App",
        dependencies: [
          .package(path: "../Native"), .package(path: "../Words"),
          .package(path: "../Shape"\(asksForFancy ? ", traits: [\"Fancy\"]" : "")),
        ],
        targets: [
          .target(
            name: "App",
            dependencies: [
              .product(name: "Numbers", package: "Native"), .product(name: "Words", package: "Words"),
              .product(name: "Shape", package: "Shape"),\(extra)
            ]),
          .testTarget(name: "AppTests", dependencies: ["App"]),
          .testTarget(name: "WordsTests", dependencies: [.product(name: "Words", package: "Words")]),
        ])

      """,
      "\(folder)/Sources/App/App.swift": app,
      "\(folder)/Tests/AppTests/AppTests.swift": test(
        "App", .app, imports: ["App"],
        values: ["numbers()", "texts()", "shape()", "body()", "extra()", "chosen()"]),
      // Each package with tests costs a runner, so these are here and not in Words.
      "\(folder)/Tests/WordsTests/WordsTests.swift": test(
        "Words", .words, imports: ["Words"], values: ["generated()", "greeting()", "copied()"]),
    ]
    if present.contains(.ownOverload) {
      files["\(folder)/Sources/App/Overload.swift"] = "func own(_ value: Int) -> String { \"precise\" }\n"
    }
    if isBroken { files["\(folder)/Sources/App/Broken.swift"] = "let broken: Int = \"broken\"\n" }
    return files
  }

  private var app: String {
    comment(.app) + """
      import Numbers
      import Shape
      import Words

      func own<Value>(_ value: Value) -> String { "generic" }

      public func numbers() -> String {
        "\\(constant()) \\(scaled(3)) \\(ofStruct(4)) \\(ofSource()) \\(Numbers.body()) \\(inlined("x")) \\(given())"
      }
      public func texts() -> String { "\\(generated()) \\(greeting()) \\(copied())" }
      public func shape() -> String { "\\(name) \\(area())\(kind == .plans ? " \\(details())" : "")" }
      public func body() -> Int { \(bodyOfApp) }
      public func extra() -> String {
        #if canImport(Extra)
          return "with it"
        #else
          return "without"
        #endif
      }
      public func chosen() -> String { "\\(own(1)) \\(Chooser.chosen(1))" }

      """
  }
}
