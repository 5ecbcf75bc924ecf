import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Base
@testable import ExampleWorkspace
@testable import Graph
@testable import Session
@testable import Store

/// Changes in places that `affected` once overlooked.
@Suite struct MissedChangeTests {
  private func names(_ line: String, in sandbox: CommandSandbox, cache: String? = nil) -> [String] {
    let environment = cache.map { ["XDG_CACHE_HOME": $0] } ?? [:]
    return sandbox.run("affected --format names \(line)", environment: environment).lines
  }

  @Test func aGivenFileThatTestsWereSeenToReadSelectsThem() throws {
    let (sandbox, cache) = (try CommandSandbox(), try SharedCache.own())
    let tests = ModuleID(package: "Packages/Core", name: "CoreTests")
    let file = "Apps/Shop/Sources/Shop/data.json"
    try sandbox.edit(file, "{}")
    try sandbox.git.commitAll("shop")
    #expect(!names("--files \(file)", in: sandbox, cache: cache.path).contains("\(tests)"))
    let sight = Observation.Sight(.workspace(RelativePath(file)), .content, .folder, .foreign)
    FootprintStore(of: sandbox.root, cacheFolder: cache.path("ambit")).add(
      Footprints([tests: Footprint(tests: .init([sight]))]), learnedIn: "main")
    #expect(names("--files \(file)", in: sandbox, cache: cache.path).contains("\(tests)"))
  }

  /// No list of changes has such a place, so what records hold decides.
  @Test(arguments: [
    (Aspect.names, "data", true), (.names, "data/deep", false), (.names, "made", false),
    (.tree, "data", true),
    (.tree, "data/deep", true), (.tree, "loop", false), (.content, "data/deep/unseen", true),
  ])
  func placesThatGitDoesNotSeeSelect(_ aspect: Aspect, _ place: RelativePath, _ deepIsSeen: Bool) throws {
    let (sandbox, cache) = (try CommandSandbox(), try SharedCache.own())
    let tests = ModuleID(package: "Packages/Core", name: "CoreTests")
    for path in ["data/seen", "data/deep/seen", "made/seen", "loop/seen"] { try sandbox.edit(path, "1") }
    try sandbox.edit(".gitignore", "unseen\nleft\n.DS_Store\n")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/loop/back", withDestinationPath: "../loop")
    try sandbox.git.commitAll("shop")
    let seen = Footprint(
      tests: .init([Observation.Sight(.workspace(place), aspect, .folder, .foreign)]),
      outputs: IgnoredOutputs(["made/left"]))
    FootprintStore(of: sandbox.root, cacheFolder: cache.path("ambit")).add(
      Footprints([tests: seen]), learnedIn: "main")
    let line = "--base HEAD"
    try sandbox.edit("made/left", "what the test itself makes")
    try sandbox.edit("data/.DS_Store", "what the system makes")
    #expect(names(line, in: sandbox, cache: cache.path).isEmpty)
    try sandbox.edit(
      place.isInside("data/deep") && aspect != .names ? "data/deep/unseen" : "data/unseen", "1")
    #expect(names(line, in: sandbox, cache: cache.path) == (deepIsSeen ? ["\(tests)"] : []))
  }

  /// The header behind `-I/opt/kit` is in the key, and in no list of changes.
  @Test func aFileOutsideOfTheRepositoryThatABuildReadSelects() throws {
    let (sandbox, cache) = (try CommandSandbox(), try SharedCache.own())
    try sandbox.git.commitAll("shop")
    let tests = ModuleID(package: "Packages/Core", name: "CoreTests")
    #expect(names("--base HEAD", in: sandbox, cache: cache.path).isEmpty)
    FootprintStore(of: sandbox.root, cacheFolder: cache.path("ambit")).add(
      Footprints([tests: Footprint(builds: .init(outside: ["/opt/kit/kit.h"]))]), learnedIn: "main")
    #expect(names("--base HEAD", in: sandbox, cache: cache.path) == ["\(tests)"])
  }

  /// Both revisions' manifests run beside the files on the disk, so their values are equal.
  @Test(arguments: [
    ("Foundation", "../Core/Sources/Core/Core.swift", true),
    ("Foundation", "../Core/Sources/Core/Other.swift", false),
    ("PackageDescription", "../Core/Sources/Core/Core.swift", false),
  ])
  func aFileThatAManifestReadsSelectsItsPackage(module: String, file: String, isSelected: Bool) throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Extra/Sources/Extra/e.swift", "")
    try sandbox.edit(
      "Extra/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      import \(module)
      let level = "\(file)"
      let package = Package(name: "Extra", targets: [.target(name: "Extra")])
      """)
    try sandbox.git.commitAll("shop")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 2\n")
    #expect(names("--base HEAD", in: sandbox).contains("//Extra:Extra") == isSelected)
  }

  @Test func aFileInAFolderThatAManifestListsSelectsItsPackage() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Extra/Sources/Extra/e.swift", "")
    try sandbox.edit(
      "Extra/Package.swift",
      """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let place = Context.packageDirectory + "/../Packages/Core/Sources/Core"
      let names = try? FileManager.default.contentsOfDirectory(atPath: place)
      let package = Package(
        name: "Extra",
        targets: [.target(name: "Extra", swiftSettings: (names ?? []).count > 1 ? [.define("MANY")] : [])])
      """)
    try sandbox.git.commitAll("shop")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 2\n")
    #expect(!names("--base HEAD", in: sandbox).contains("//Extra:Extra"))
    try sandbox.edit("Packages/Core/Sources/Core/New.swift", "")
    #expect(names("--base HEAD", in: sandbox).contains("//Extra:Extra"))
  }

  /// The shell's `$PWD` keeps links.
  @Test func aGivenFileMayBeNamedThroughALink() throws {
    let sandbox = try CommandSandbox()
    let file = "Packages/Core/Sources/Core/Core.swift"
    let alias = sandbox.git.path("alias")
    try FileManager.default.createSymbolicLink(atPath: alias, withDestinationPath: sandbox.root)
    let found = names("--files \(file)", in: sandbox)
    #expect(found.count == 6)
    #expect(names("--files \(alias)/\(file)", in: sandbox) == found)
  }

  @Test func attributesAboveTheWorkspaceHoldForItsFiles() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/workspace.json", "{\"version\": 1}\n")
    try sandbox.git.commitAll("shop", "workspace")
    try sandbox.edit(".gitattributes", "*.json linguist-generated\n")
    try sandbox.edit("Apps/.gitattributes", "* text eol=crlf\n")
    #expect(names("--base HEAD -C Packages", in: sandbox).isEmpty)
    try sandbox.edit(".gitattributes", "* text eol=crlf\n")
    #expect(names("--base HEAD -C Packages", in: sandbox).count == 4)
  }

  @Test(arguments: [
    ("ShopKit", #"{"inputs": ["Server/**"]}"#), ("ShopKitTests", #"{"test": {"timeout": 5}}"#),
  ])
  func settingsOfATargetOfAProjectSelectIt(target: String, settings: String) throws {
    let sandbox = try CommandSandbox(ExampleApp())
    try sandbox.edit("workspace.json", "{\"name\": \"app\"}\n")
    try sandbox.git.git("app", "add workspace.json")
    try sandbox.git.git("app", "commit -qm configure")
    let id = "//\(ExampleApp.project):\(target)"
    try sandbox.edit("workspace.json", "{\"name\": \"app\", \"modules\": {\"\(id)\": \(settings)}}\n")
    #expect(names("--base HEAD", in: sandbox).contains(id))
  }

  @Test func anUnreadableProjectIsToldBesideAnUnknownPackage() throws {
    let sandbox = try CommandSandbox(ExampleApp())
    try sandbox.edit("\(ExampleApp.project)/project.pbxproj", "{ broken")
    let manifest = try #require(
      sandbox.git.git("app", "ls-files *Package.swift").split(separator: "\n").first.map(String.init))
    try sandbox.edit(manifest, sandbox.contents(of: manifest) + "\nlet broken: Int = nothing\n")
    let errors = sandbox.run("affected --base HEAD").errors
    #expect(errors.contains("the project \"\(ExampleApp.project)\""), "\(errors)")
    #expect(errors.contains(manifest.replacing("/Package.swift", with: "")), "\(errors)")
  }
}
