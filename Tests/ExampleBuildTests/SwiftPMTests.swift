import Base
import Foundation
import TestSupport
import Testing

@testable import ExampleWorkspace

/// SwiftPM itself is the judge of what was written.
struct SwiftPMTests {
  static let workspace = Result { try ExampleWorkspace.plan(ExampleOptions()) }
  static let packages = (try? workspace.get().packages) ?? []

  let folder: TemporaryFolder
  let programs: Programs

  init() throws {
    folder = try TemporaryFolder()
    programs = Programs(home: folder.path("home"))
    try FileManager.default.createDirectory(atPath: programs.home, withIntermediateDirectories: true)
    try Self.workspace.get().write(to: folder.path("shop"), searchPath: Programs.searchPath)
  }

  private struct Manifest: Decodable {
    struct Target: Decodable, Hashable {
      var name: String
      var type: String
    }

    struct Product: Decodable, Hashable {
      var name: String
      var targets: [String]
    }

    var name: String
    var targets: [Target]
    var products: [Product]
  }

  @Test(arguments: packages.map(\.path))
  func theManifestSaysWhatThePlanSays(path: String) throws {
    let package = try #require(Self.packages.first { $0.path == path })
    let output = try programs.run("swift", ["package", "dump-package"], in: folder.path("shop/\(path)"))
    #expect(output.status.isSuccess, "\(output.stderrText)")
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(output.stdout))
    #expect(manifest.name == package.name)
    #expect(manifest.products.map(\.name) == package.products.map(\.name))
    #expect(manifest.products.map(\.targets) == package.products.map(\.targets))
    let types = package.targets.map { $0.kind == "library" ? "regular" : $0.kind }
    #expect(manifest.targets.map(\.name) == package.targets.map(\.name))
    #expect(manifest.targets.map(\.type) == types)
  }

  /// Between them nearly everything is built: both testing libraries, the plugin, C, resources, the trait.
  @Test(arguments: ["Packages/Core", "Apps/Backoffice"])
  func thePackageBuildsAndItsTestsPass(path: String) throws {
    let output = try programs.run("swift", ["test", "--quiet"], in: folder.path("shop/\(path)"))
    #expect(output.status.isSuccess, "\(output.stdoutText)\(output.stderrText)")
    #expect(!(output.stdoutText + output.stderrText).contains("warning:"))
  }

  /// Cart depends on all packages of the app but those of other features.
  @Test(arguments: ["Packages/Cart", "Packages/Search", "Packages/Analytics", "App/Widget/WidgetModel"])
  func aPackageOfTheAppBuildsAndItsTestsPass(path: String) throws {
    try ExampleApp().write(to: folder.path("app"), searchPath: Programs.searchPath)
    let output = try programs.run("swift", ["test", "--quiet"], in: folder.path("app/\(path)"))
    #expect(output.status.isSuccess, "\(output.stdoutText)\(output.stderrText)")
    #expect(!(output.stdoutText + output.stderrText).contains("warning:"))
  }
}
