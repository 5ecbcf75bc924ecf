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
        name: "P",
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
}
