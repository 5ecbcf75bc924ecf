import Testing

@testable import Manifests

/// A dependency written into a manifest, all else left as it is.
@Suite struct DependencyAdditionTests {
  private let addition = DependencyAddition(path: "../New", package: "New", product: "New")

  private func added(_ text: String, _ targets: Set<String> = ["Cart"]) throws(ManifestSwitch.Problem)
    -> String
  {
    String(decoding: try addition.added(to: Array(text.utf8), targets: targets), as: UTF8.self)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ description: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (description, before, after)
    }
  }

  private static let need = ".product(name: \"New\", package: \"New\")"
  private static let call = ".package(path: \"../New\")"

  @Test(
    arguments: [
      Case(
        "on one line", #"let p = Package(name: "Cart", targets: [.target(name: "Cart")])"#,
        #"let p = Package(name: "Cart", dependencies: [\#(call)], targets: [.target(name: "Cart", dependencies: [\#(need)])])"#
      ),
      Case(
        "lists that are there",
        #"Package(name: "Cart", dependencies: [.package(path: "../A")], targets: [.target(name: "Cart", dependencies: ["A"])])"#,
        #"Package(name: "Cart", dependencies: [.package(path: "../A"), \#(call)], targets: [.target(name: "Cart", dependencies: ["A", \#(need)])])"#
      ),
      Case(
        "empty lists",
        #"Package(name: "Cart", dependencies: [], targets: [.target(name: "Cart", dependencies: [])])"#,
        #"Package(name: "Cart", dependencies: [\#(call)], targets: [.target(name: "Cart", dependencies: [\#(need)])])"#
      ),
      Case(
        "a comma behind, with a comment",
        "Package(\n  name: \"Cart\",\n  dependencies: [\n    .package(path: \"../A\"), // a\n  ],\n  targets: [.target(name: \"Cart\", dependencies: [\"A\",])]\n)",
        "Package(\n  name: \"Cart\",\n  dependencies: [\n    .package(path: \"../A\"), // a\n    \(call),\n  ],\n  targets: [.target(name: \"Cart\", dependencies: [\"A\", \(need),])]\n)"
      ),
      Case(
        "no comma behind, with a comment",
        "Package(\n  name: \"Cart\",\n  dependencies: [\n    .package(path: \"../A\") // a\n  ],\n  targets: [.target(name: \"Cart\")]\n)",
        "Package(\n  name: \"Cart\",\n  dependencies: [\n    .package(path: \"../A\"), // a\n    \(call)\n  ],\n  targets: [.target(name: \"Cart\", dependencies: [\(need)])]\n)"
      ),
      Case(
        "arguments on lines of their own",
        "Package(\n  name: \"Cart\",\n  targets: [\n    .target(\n      name: \"Cart\",\n      path: \"x\"\n    )\n  ]\n)",
        "Package(\n  name: \"Cart\",\n  dependencies: [\(call)],\n  targets: [\n    .target(\n      name: \"Cart\",\n      dependencies: [\(need)],\n      path: \"x\"\n    )\n  ]\n)"
      ),
      Case(
        "another that is named like it",
        #"Package(name: "Cart", targets: [.testTarget(name: "T", dependencies: [.target(name: "Cart")]), .executableTarget(name: "Cart")])"#,
        #"Package(name: "Cart", dependencies: [\#(call)], targets: [.testTarget(name: "T", dependencies: [.target(name: "Cart")]), .executableTarget(name: "Cart", dependencies: [\#(need)])])"#
      ),
      Case(
        "words in comments and strings",
        #"/* .target(name: "Cart") */ Package(name: ".target(name: \"Cart\")", targets: [.target(name: "Cart")])"#,
        #"/* .target(name: "Cart") */ Package(name: ".target(name: \"Cart\")", dependencies: [\#(call)], targets: [.target(name: "Cart", dependencies: [\#(need)])])"#
      ),
    ])
  func adding(_ one: Case) throws {
    #expect(try added(one.before) == one.after)
  }

  @Test(
    arguments: [
      #"let p = make("Cart")"#, #"Package(name: "Cart", targets: targets)"#,
      #"Package(name: "Cart", targets: [.target(name: name)])"#,
      #"Package(name: "Cart", dependencies: all + [], targets: [.target(name: "Cart")])"#,
      #"Package(name: "Cart", targets: [.target(name: "Cart", dependencies: ["A"] + more)])"#,
      #"Package(name: "Cart", targets: [stage("Cart")])"#,
    ])
  func whatIsNotWrittenOutIsRefused(_ text: String) {
    #expect(throws: ManifestSwitch.Problem.self) { try added(text) }
  }

  @Test func theManifestComesToSayIt() {
    var manifest = PackageManifest("Cart", ToolsVersion(6, 0))
    manifest.targets = [TargetDescription("Cart"), TargetDescription("CartTests", .test)]
    addition.add(to: &manifest, targets: ["CartTests"])
    #expect(manifest.dependencies == [PackageDependency(source: .path("../New"))])
    #expect(
      manifest.targets.map(\.dependencies) == [[], [TargetDependency(.product("New", package: "New"))]])
  }
}
