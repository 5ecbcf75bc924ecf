import Base
import ProgramSupport
import TestSupport
import Testing

/// SwiftPM builds nothing in a package with one target that it refuses. A pass from before counts for no module of it.
struct RefusedPackageTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages"] { try sandbox.remove(name) }
    try manifest()
    for (path, text) in [
      "Sources/Core/Core.swift": "public let x = 1\n", "Sources/Other/Other.swift": "public let y = 1\n",
      "Tests/CoreTests/Tests.swift": "import Testing\n@Test func t() {}\n",
    ] {
      try sandbox.edit("P/\(path)", text)
    }
    try sandbox.git.commitAll("shop")
  }

  private func manifest(_ target: String = "") throws {
    try sandbox.edit(
      "P/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "P", products: [.library(name: "Core", targets: ["Core"])],
        targets: [
          .target(name: "Core"), .target(name: "Other"), \(target)
          .testTarget(name: "CoreTests", dependencies: ["Core"]),
        ])

      """)
  }

  /// `swift build` finds nothing to build there.
  @Test func aPackageOfASystemLibraryAloneIsNotBuilt() throws {
    for (path, text) in [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "CZ", targets: [.systemLibrary(name: "CZ", path: ".")])

      """, "module.modulemap": "module CZ { header \"cz.h\" }\n", "cz.h": "int cz;\n",
    ] {
      try sandbox.edit("CZ/\(path)", text)
    }
    for command in ["test", "build"] {
      let result = sandbox.run("\(command) --base HEAD")
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  @Test func whatPassedBeforeDoesNotCount() throws {
    func passes(_ words: String = "//P:CoreTests") -> Bool { sandbox.run("test \(words)").exitCode == 0 }
    #expect(passes("--all"))

    // The key of CoreTests does not have the sources of Other.
    try sandbox.edit("P/Sources/Other/more.c", "int more;\n")
    #expect(!passes())
    try sandbox.remove("P/Sources/Other/more.c")
    #expect(passes())

    for target in [#".target(name: "Twin", path: "Sources/Core"),"#, #".testTarget(name: "NowhereTests"),"#] {
      try manifest(target)
      #expect(!passes(), "\(target)")
    }

    // Nothing depends on a new system library, and it has no tests.
    try manifest(#".systemLibrary(name: "CSystem"),"#)
    try sandbox.edit("P/Sources/CSystem/system.h", "int system_value;\n")
    #expect(!passes("--base HEAD"))
    try sandbox.edit("P/Sources/CSystem/module.modulemap", "module CSystem { header \"system.h\" }\n")
    #expect(passes("--base HEAD"))

    try manifest()
    try sandbox.remove("P/Sources/CSystem")
    #expect(passes())
  }

  /// The tests of `User` need nothing of the packages that a module beside them needs.
  @Test func aPackageBelowDecidesToo() throws {
    func manifest(_ name: String, _ more: String) throws {
      try sandbox.edit(
        "\(name)/Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "\(name)", \(more))

        """)
    }
    func lib(_ targets: String...) throws {
      let products = targets.map { ".library(name: \"\($0)Kit\", targets: [\"\($0)\"])" }
      let list = targets.map { ".target(name: \"\($0)\")" }
      try manifest(
        "Lib",
        "products: [\(products.joined(separator: ", "))], targets: [\(list.joined(separator: ", "))]")
    }
    func passes(_ words: String) -> Bool { sandbox.run("test \(words)").exitCode == 0 }
    try manifest(
      "User",
      """
      dependencies: [.package(path: "../P"), .package(path: "../Lib")],
      targets: [
        .target(
          name: "Rest",
          dependencies: [.product(name: "Core", package: "P"), .product(name: "LibKit", package: "Lib")]),
        .target(name: "Gone"),
        .testTarget(name: "UserTests"),
      ]
      """)
    try lib("Lib")
    for (path, text) in [
      "User/Sources/Rest/a.swift": "import Core\nimport Lib\n",
      "User/Tests/UserTests/a.swift": "import Testing\n@Test func t() {}\n",
      "User/Sources/Gone/a.swift": "let x = 1\n", "Lib/Sources/Lib/a.swift": "let y = 1\n",
    ] {
      try sandbox.edit(path, text)
    }
    try sandbox.git.commitAll("shop")
    #expect(passes("--all"))

    // The files of a target below.
    try sandbox.edit("P/Sources/Core/more.c", "int more;\n")
    #expect(!passes("//User:UserTests"))
    try sandbox.remove("P/Sources/Core/more.c")

    // A name that two packages below have. Nothing depends on the new target.
    try lib("Lib", "Core")
    try sandbox.edit("Lib/Sources/Core/a.swift", "let z = 1\n")
    #expect(!passes("--base HEAD"))
    try lib("Lib")
    try sandbox.remove("Lib/Sources/Core")

    // A folder that Git does not have. SwiftPM warns here, and refuses the package in a clone.
    try sandbox.remove("User/Sources/Gone")
    try sandbox.edit("User/Sources/Gone/.DS_Store", "ignored\n")
    try sandbox.edit(".gitignore", ".build\n.DS_Store\n")
    try sandbox.git.commitAll("shop")
    #expect(passes("//User:UserTests"))
    #expect(!passes("--all --head HEAD"))
    try sandbox.remove("User/Sources/Gone")
    #expect(!passes("//User:UserTests"))
  }

  /// A sparse checkout builds without the file, under a key that holds it.
  @Test func whatASparseCheckoutLeavesOutIsNotRecorded() throws {
    try sandbox.edit(
      "P/Tests/CoreTests/More.swift", "import Testing\n@Test func more() { #expect(1 == 2) }\n")
    try sandbox.git.commitAll("shop")
    try sandbox.git.git("shop", "update-index --skip-worktree P/Tests/CoreTests/More.swift")
    try sandbox.remove("P/Tests/CoreTests/More.swift")
    let sparse = sandbox.run("test --all")
    #expect(
      sparse.exitCode == 0
        && sparse.errors.contains("\"P/Tests/CoreTests/More.swift\" is in Git, but not on the disk"))
    try sandbox.git.git("shop", "update-index --no-skip-worktree P/Tests/CoreTests/More.swift")
    try sandbox.git.git("shop", "checkout -q P/Tests/CoreTests/More.swift")
    #expect(sandbox.run("test --all").exitCode == 1)
  }
}
