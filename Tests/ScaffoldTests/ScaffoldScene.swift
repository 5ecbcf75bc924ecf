import Config
import Manifests
import ModuleGraph
import Names
import Ownership
import Support
import TestSupport

@testable import Scaffold

/// A workspace of values that something new is planned for.
struct ScaffoldScene {
  var configuration: String? = """
    {
      "packages": ["Packages/*", "Contracts/*", "Features/*"],
      "teams": {"shop": {"handles": ["@org/shop"]}, "core": {}},
      "tags": [
        {"match": "//Packages/*:*", "tags": ["layer:core"]},
        {"match": "//Contracts/*:*", "tags": ["layer:contract"]},
        {"match": "//Features/*:*", "tags": ["layer:feature"]} // features
      ]
    }

    """
  var codeOwners: String?
  var packages = [
    "Packages/Core", "Packages/Money", "Contracts/CartContract", "Features/CartFeature",
    "Features/HomeFeature",
  ]
  var files: [String: String] = [:]
  var links: [String: String] = [:]
  var templates = ReadyTemplates.all
  var tools = ToolsVersion(6, 1)
  var languageModes: [String]?
  var platforms: [PlatformRequirement] = []

  var ground: ScaffoldGround {
    get throws {
      var manifests: [RelativePath: PackageManifest] = [:]
      var files = files
      if let codeOwners { files["CODEOWNERS"] = codeOwners }
      for folder in packages {
        let name = String(folder.split(separator: "/").last ?? "")
        var manifest = PackageManifest(name, tools)
        manifest.targets = [TargetDescription(name), TargetDescription("\(name)Tests", .test)]
        manifest.products = [ProductDescription(name: name, kind: .library(.automatic), targets: [name])]
        manifest.languageModes = languageModes
        manifest.platforms = platforms
        manifests[RelativePath(folder)] = manifest
        files["\(folder)/Package.swift"] = "// swift-tools-version: 6.0\n"
        files["\(folder)/Sources/\(name)/\(name).swift"] = ""
        files["\(folder)/Tests/\(name)Tests/Tests.swift"] = ""
      }
      let tree = MemoryTree(files, links: links)
      let config = try configuration.map {
        try WorkspaceConfig.parse(Array($0.utf8), fileName: "workspace.json")
      }
      return ScaffoldGround(
        graph: try GraphFromFiles.graph(manifests, tree), config: config ?? .default, tree: tree,
        folder: .root,
        configuration: configuration.map { ("workspace.json", Array($0.utf8)) },
        codeOwners: try CodeOwnersFile.find(in: tree, explicitPath: nil, dialect: .auto), templates: templates
      )
    }
  }

  func plan(
    _ template: String, _ name: String, _ adjust: (inout ScaffoldRequest) -> Void = { _ in }
  ) throws -> ScaffoldPlan {
    var request = ScaffoldRequest(template: template, name: name)
    adjust(&request)
    return try ScaffoldPlanner(ground).plan(request)
  }

  func refusal(
    _ template: String, _ name: String, _ adjust: (inout ScaffoldRequest) -> Void = { _ in }
  ) throws -> ScaffoldError? {
    do {
      _ = try plan(template, name, adjust)
      return nil
    } catch let error as ScaffoldError {
      return error
    }
  }
}

extension ScaffoldPlan {
  func text(of path: RelativePath) -> String? {
    packages.flatMap(\.files).first { $0.path == path }.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  func edit(of path: RelativePath) -> String? {
    edits.first { $0.path == path }.map { String(decoding: $0.after, as: UTF8.self) }
  }
}
