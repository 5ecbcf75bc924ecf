import Arguments
import Base
import Foundation
import Runner
import Testing

@testable import Graph
@testable import SwiftSources

/// Every field of everything that keys are made from is in the key, or in the list of what keys leave out.
struct KeyFieldTests {
  @Test(arguments: KeyVariation.all)
  func `another field is another key`(variation: KeyVariation) throws {
    var scene = KeyScene()
    let before = try scene.key()
    variation.change(&scene)
    let after = try scene.key()
    #expect(before != nil && after != nil)
    #expect(before?.digest != after?.digest)
  }

  @Test(arguments: Classified.all)
  func `every field is classified`(type: Classified) throws {
    let keyed = Set(KeyVariation.all.map(\.field)).union(Classified.keyedElsewhere)
    let omitted = try Classified.omitted()
    for field in type.fields {
      let name = "\(type.name).\(field)"
      #expect(
        keyed.contains(name) != omitted.contains(name),
        "\(name) is neither in the key nor in docs/cache-key.md, or in both")
    }
  }

  @Test func `what is said to be left out exists`() throws {
    let known = Set(Classified.all.flatMap { type in type.fields.map { "\(type.name).\($0)" } })
    #expect(try Classified.omitted().subtracting(known).isEmpty)
  }
}

/// A type whose fields can decide a result.
struct Classified: Sendable, CustomTestStringConvertible {
  let name: String
  let fields: [String]

  init(_ value: Any) {
    name = String(describing: type(of: value))
    fields = Mirror(reflecting: value).children.compactMap(\.label)
  }

  var testDescription: String { name }

  static let all: [Classified] =
    [
      TargetDescription(name: ""), ResourceDescription(rule: "", path: ""), TargetDependency(.target("")),
      BuildCondition(), BuildSetting(tool: "", name: "", values: []), PluginUsage(name: ""),
      PackageManifest(name: "", toolsVersion: ToolsVersion(6, 0)), WorkspaceConfig(), InputsConfig(),
      ModuleConfig(), TestConfig(), RunConfig(), LockfileEntry(path: "x", packages: []),
      KeyScene().surroundings, KeyScene().surroundings.host, KeyScene().systemLibrary, RunSettings(),
      BuildSettings(),
      FlagFile(name: "", digest: SHA256.digest(of: [])),
      RunOptions(), RunEnvironment.inherited([:]),
      Toolchain(
        swift: "", swiftCompiler: "", manifestAPIFolder: "", identity: "", version: ToolsVersion(6, 0),
        sdk: nil),
    ].map { (value: Any) in Classified(value) }

  /// Fields of what a run is started with, which reach the key as `KeySurroundings`.
  static let keyedElsewhere: Set = [
    "RunSettings.build", "RunOptions.swiftArguments", "RunEnvironment.keyed", "RunEnvironment.tests",
    "Toolchain.identity",
  ]

  /// The fields that the document lists as left out: the first cells of its tables' rows.
  static func omitted() throws -> Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/cache-key.md")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    return Set(
      rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }.filter {
        $0.contains(".")
      })
  }
}
