import Base
import Runner
import RunnerSupport
import SwiftSources
import TestSupport

/// A small package for tests: its manifest is made from its modules.
struct FixturePackage {
  struct Module {
    var name: String
    var kind: TargetDescription.Kind = .test
    var source: String

    var parent: String { kind == .test ? "Tests" : "Sources" }
  }

  var folder: RelativePath
  var name: String
  var modules: [Module]

  var tests: [ModuleID] {
    modules.filter { $0.kind == .test }.map { ModuleID(package: folder, name: $0.name) }
  }

  func id(_ module: String) -> ModuleID { ModuleID(package: folder, name: module) }

  func write(to workspace: TemporaryFolder) throws {
    let libraries = modules.filter { $0.kind == .regular }.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let targets = modules.map { module in
      switch module.kind {
      case .test: ".testTarget(name: \"\(module.name)\", dependencies: [\(libraries)])"
      case .executable: ".executableTarget(name: \"\(module.name)\")"
      default: ".target(name: \"\(module.name)\")"
      }
    }
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "\(name)", targets: [\(targets.joined(separator: ", "))])

      """
    try workspace.write(manifest, to: "\(folder)/Package.swift")
    for module in modules {
      let file = module.kind == .executable ? "main" : "Source"
      try workspace.write(module.source, to: "\(folder)/\(module.parent)/\(module.name)/\(file).swift")
    }
  }

  /// As planning sees it: every test module needs every library.
  var planned: PackageSketch {
    let libraries = modules.filter { $0.kind == .regular }.map { id($0.name) }
    return PackageSketch(
      folder: folder, name: name,
      modules: modules.map { module in
        ModuleSketch(
          id: id(module.name), kind: module.kind,
          folder: RelativePath("\(folder)/\(module.parent)/\(module.name)"),
          needs: module.kind == .test ? libraries : [])
      })
  }
}
