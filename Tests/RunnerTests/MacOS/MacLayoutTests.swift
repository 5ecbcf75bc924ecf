import Base
import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// Where SwiftPM puts things on macOS, on stand-ins of what it leaves there.
@Suite struct MacLayoutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The plan's names have the version of the platform, its folders have not.
  @Test func aNativeBuildIsProven() throws {
    try folder.write(
      """
      client:
        name: basic
      targets:
        "IceKit-arm64-apple-macosx15.0-debug.module": ["<IceKit-arm64-apple-macosx15.0-debug.module>"]
        "IceTests-arm64-apple-macosx15.0-debug.module": ["<IceTests-arm64-apple-macosx15.0-debug.module>"]
        "IcePackageTests-arm64-apple-macosx15.0-debug.test": ["<IcePackageTests-arm64-apple-macosx15.0-debug.test>"]
      default: "main"
      """, to: "debug.yaml")
    let products = "arm64-apple-macosx/debug"
    for file in ["IceKit.build/a.o", "IceTests.build/a.o", "Lost.build/a.o"] {
      try folder.write("x", to: "\(products)/\(file)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("debug"), withDestinationPath: products)
    let engine = NativeEngine(layout: .macOS)
    let product = try #require(engine.testProducts(ofPackage: "Ice", testModules: ["IceTests"]).first)
    let proof = { try #require(engine.proof(of: folder.path, "debug")) }
    let module = { (name: String) in ModuleRun(id: ModuleID(package: "Ice", name: name), kind: .library) }
    #expect(try proof().holds(module("IceKit")) && proof().holds(module("IceTests")))
    #expect(try !proof().holds(module("Lost")))
    #expect(try !proof().holds(product))
    // A bundle that nothing was linked into is none.
    try folder.write("x", to: "\(products)/IcePackageTests.xctest/Contents/Info.plist")
    #expect(try !proof().holds(product))
    try folder.write("x", to: "\(products)/IcePackageTests.xctest/Contents/MacOS/IcePackageTests")
    #expect(try proof().holds(product))
    let linux = try #require(NativeEngine(layout: .linux).proof(of: folder.path, "debug"))
    #expect(!linux.holds(module("IceKit")))
  }

  @Test(arguments: [
    ("Core-arm64-apple-macosx15.0-debug.module", "Core-arm64-apple-macosx-debug.module"),
    ("Core-arm64-apple-macosx26.0.1-debug.exe", "Core-arm64-apple-macosx-debug.exe"),
    ("Core-arm64-apple-macosx-debug.module", "Core-arm64-apple-macosx-debug.module"),
    ("Core-x86_64-apple-macosx15.0-debug.module", "Core-x86_64-apple-macosx15.0-debug.module"),
    ("Core-debug", "Core-debug"),
  ])
  func theVersionOfThePlatformIsNoPartOfAName(name: String, plain: String) {
    #expect(SwiftPMLayout.macOS.planned(name, for: "arm64-apple-macosx") == plain)
    #expect(SwiftPMLayout.linux.planned(name, for: "arm64-apple-macosx") == name)
  }

  @Test func strayResourcesLieInBundles() throws {
    let products = "arm64-apple-macosx/debug"
    for file in [
      "Ice_IceKit.bundle/kept.txt", "Ice_IceKit.bundle/stray.txt", "Ice_IceKit.resources/other.txt",
      "Ice_IceKit.bundle/deep/more/kept.txt", "Ice_IceKit.bundle/deep/stray.txt",
      "Ice_IceKit.bundle/old/stray.txt", "Ice_IceKit.bundle/été.txt", "Ice_IceKit.bundle/künftig.txt",
    ] {
      try folder.write("x", to: "\(products)/\(file)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("debug"), withDestinationPath: products)
    try folder.write(
      "  outputs: [\"\(folder.path(products))/Ice_IceKit.bundle/kept.txt\", "
        + "\"\(folder.path(products))/Ice_IceKit.bundle/deep/more/kept.txt\", "
        + "\"\(folder.path(products))/Ice_IceKit.bundle/künftig.txt\"]\n", to: "debug.yaml")
    StrayResources(.macOS).sweep(scratch: folder.path, configuration: "debug")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("\(products)/Ice_IceKit.bundle"))
    #expect(left.sorted() == ["deep", "kept.txt", "künftig.txt"])
    let deep = folder.path("\(products)/Ice_IceKit.bundle/deep")
    #expect(try FileManager.default.contentsOfDirectory(atPath: deep) == ["more"])
    #expect(FileManager.default.fileExists(atPath: folder.path("\(products)/Ice_IceKit.resources/other.txt")))
    let outputs = NativeEngine(layout: .macOS).outputs(in: folder.path)
    #expect(outputs.bundles == [folder.path("\(products)/Ice_IceKit.bundle")])
  }

  @Test func aSwiftBuildIsProven() throws {
    try folder.write(
      """
      [{"type": "target", "contents": {"name": "IceTests-product"}},
       {"type": "target", "contents": {"name": "IceTests-test-runner"}}]
      """, to: "manifest.pif")
    let engine = SwiftBuildEngine(layout: .macOS)
    let product = try #require(engine.testProducts(ofPackage: "Ice", testModules: ["IceTests"]).first)
    try folder.write("x", to: "out/Intermediates.noindex/Ice.build/Debug/IceTests.build/x")
    #expect(engine.productFolder(in: folder.path, "debug") == folder.path("out/Products/Debug"))
    #expect(engine.proof(of: folder.path, "debug")?.holds(product) == false)
    try folder.write("x", to: "out/Products/Debug/IceTests.xctest/Contents/MacOS/IceTests")
    let proof = try #require(engine.proof(of: folder.path, "debug"))
    #expect(proof.holds(product))
    #expect(proof.holds(ModuleRun(id: ModuleID(package: "Ice", name: "IceTests"), kind: .test)))
  }

  /// SwiftPM asks the system or the variable: whichever it is, the lock is found.
  @Test func locksAreLookedForWhereverTheyMayBe() {
    let places = { (layout: SwiftPMLayout, variables: [String: String], system: String?) in
      layout.lockFolders(environment: variables, systemTemporary: system)
    }
    #expect(places(.macOS, ["TMPDIR": "/t/"], "/var/folders/x/T") == ["/t", "/var/folders/x/T"])
    #expect(places(.macOS, ["TMPDIR": "/var/folders/x/T/"], "/var/folders/x/T") == ["/var/folders/x/T"])
    #expect(places(.macOS, [:], nil) == ["/tmp"])
    #expect(places(.linux, ["TMPDIR": "/t"], nil) == ["/t"])
    #expect(places(.linux, [:], nil) == ["/tmp"])
  }

  @Test func whatChoosesTheToolchainIsPassedOn() {
    let given = ["DEVELOPER_DIR": "/X/Developer", "TOOLCHAINS": "org.swift", "SECRET": "x", "HOME": "/h"]
    let mac = RunEnvironment.fixed(from: given, toolchainBin: "/t/bin", on: .macOS)
    #expect(mac.swiftPM["DEVELOPER_DIR"] == "/X/Developer" && mac.tests["TOOLCHAINS"] == "org.swift")
    #expect(mac.withheld == ["SECRET"])
    #expect(mac.tests["PATH"] == "/t/bin:/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
    let linux = RunEnvironment.fixed(from: given, toolchainBin: "/t/bin", on: .linux)
    #expect(linux.withheld == ["DEVELOPER_DIR", "SECRET", "TOOLCHAINS"])
  }
}
