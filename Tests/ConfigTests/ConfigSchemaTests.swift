import Base
import Foundation
import Testing

@testable import Graph

/// The schema and the decoder are written by hand, both; these tests are what keeps them one.
@Suite struct ConfigSchemaTests {
  private let schema: JSONNode

  init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../").standardized
    let bytes = try Data(contentsOf: root.appending(path: "docs/workspace.schema.json"))
    schema = try JSONParser.parse(Array(bytes))
  }

  private static let objects: [(path: String, keys: [String])] =
    [
      ("", names(WorkspaceConfig.Key.self)), ("inputs", names(InputsConfig.Key.self)),
      ("teams/*", names(TeamConfig.Key.self)), ("owners", names(OwnersConfig.Key.self)),
      ("owners/rules/[]", names(OwnerRule.Key.self)), ("modules/*", names(ModuleConfig.Key.self)),
      ("modules/*/test", names(TestConfig.Key.self)), ("test", names(CasesConfig.Key.self)),
      ("test/quarantine/[]", names(QuarantineLine.Key.self)), ("tags/[]", names(TagRule.Key.self)),
      ("rules", names(RulesConfig.Key.self)), ("rules/layers/[]", names(LayerRule.Key.self)),
      ("rules/onlyImportedBy/[]", names(ImporterRule.Key.self)), ("rules/names/[]", names(NameRule.Key.self)),
      ("rules/forbidden/[]", names(ForbiddenRule.Key.self)), ("rules/imports", names(ImportsRule.Key.self)),
      ("rules/inputs", names(InputsRule.Key.self)), ("rules/contracts/[]", names(ContractRule.Key.self)),
      ("rules/stable/[]", names(StableRule.Key.self)), ("rules/folders/[]", names(FolderRule.Key.self)),
      ("rules/folders/[]/allow/[]", names(FolderRule.Allowance.Key.self)),
      ("rules/local", names(LocalRule.Key.self)),
      ("rules/pins/[]", names(PinRule.Key.self)), ("rules/metrics/[]", names(MetricsRule.Key.self)),
      ("tasks/*", names(TaskConfig.Key.self)), ("run", names(RunConfig.Key.self)),
      ("cache", names(CacheConfig.Key.self)),
      ("cache/remote", names(RemoteConfig.Key.self)), ("release", names(ReleaseConfig.Key.self)),
      ("release/tags/[]", names(ReleaseTagRule.Key.self)), ("xcode", names(XcodeConfig.Key.self)),
      ("xcode/run/[]", names(XcodeRunEntry.Key.self)),
    ]
    + MetricsRule.Measure.allCases.map {
      ("rules/metrics/[]/\($0.rawValue)", names(MetricsRule.Limit.Key.self))
    }

  private static let choices: [(path: String, values: [String])] = [
    ("platforms/[]", names(PlatformName.self) + ["!default"]),
    ("inputs/unowned", names(InputsConfig.Unowned.self)),
    ("owners/dialect", names(OwnersConfig.Dialect.self)),
    ("modules/*/hosts/[]", names(HostSystem.self) + ["!default"]),
    ("rules/imports/undeclared", names(Severity.self)), ("rules/imports/unused", names(Severity.self)),
    ("rules/imports/redundant", names(Severity.self)), ("rules/inputs/undeclared", names(Severity.self)),
    ("rules/pins/[]/require", names(PinRule.Requirement.self)),
    ("rules/contracts/[]/expose/[]", names(ContractRule.Kind.self)),
    ("rules/stable/[]/unknown", names(Severity.self)),
    ("run/configuration", names(BuildConfiguration.self)),
    ("run/environment", names(RunConfig.Environment.self)),
    ("run/engine", names(EngineChoice.self)),
    ("run/execution", names(RunConfig.Execution.self)),
    ("run/gates", names(RunConfig.Gates.self)),
    ("cache/state", names(CacheConfig.State.self)), ("cache/remote/mode", names(RemoteConfig.Mode.self)),
  ]

  private static func names<Name: CaseIterable & RawRepresentable<String>>(_ type: Name.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  @Test func everyObjectHasTheDecodersKeysAndNoOthers() throws {
    for (path, keys) in Self.objects {
      let object = try #require(node(at: path), "\(path)")
      let properties = try #require(object["properties"]?.objectValue, "\(path)")
      #expect(properties.map(\.key).sorted() == keys.sorted(), "\(path)")
      #expect(object["additionalProperties"]?.boolValue == false, "\(path)")
      for property in properties where property.value["$ref"] == nil {
        #expect(property.value["description"]?.stringValue?.isEmpty == false, "\(path)/\(property.key)")
      }
    }
  }

  @Test func everyEnumHasTheDecodersValues() throws {
    for (path, values) in Self.choices {
      let listed = try #require(node(at: path)?["enum"]?.arrayValue, "\(path)")
      #expect(listed.compactMap(\.stringValue) == values, "\(path)")
    }
  }

  @Test func noObjectOrEnumIsForgottenHere() {
    var objects = 0
    var choices = 0
    walk(schema) { node in
      if node["properties"]?.objectValue != nil { objects += 1 }
      if node["enum"]?.arrayValue != nil { choices += 1 }
    }
    #expect(objects == Self.objects.count)
    #expect(choices == Self.choices.count)
  }

  /// `modules/*/test`: a property by name, `*` for what any key holds, `[]` for an element.
  private func node(at path: String) -> JSONNode? {
    path.split(separator: "/").reduce(schema) { node, step in
      switch step {
      case "*": node?["additionalProperties"]
      case "[]": node?["items"]
      default: node?["properties"]?[String(step)]
      }
    }
  }

  private func walk(_ node: JSONNode, _ visit: (JSONNode) -> Void) {
    visit(node)
    for child in node.arrayValue ?? node.objectValue?.map(\.value) ?? [] { walk(child, visit) }
  }
}
