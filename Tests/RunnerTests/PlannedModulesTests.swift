import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

/// A module may import what its step in SwiftPM's plan waits for.
@Suite struct PlannedModulesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["Modules/Core", "Modules/Left", "Modules-tool/Macro"] {
      try folder.write("", to: "\(name).swiftmodule")
    }
  }

  private func plan(_ steps: [(inputs: [String], outputs: [String])]) -> PlannedModules {
    let lines = steps.enumerated().map { number, step in
      let lists = [("inputs", step.inputs), ("outputs", step.outputs)].map { name, files in
        "    \(name): [\(files.map { "\"\(folder.path($0))\"" }.joined(separator: ","))]"
      }
      return "  \"step \(number)\":\n    tool: shell\n\(lists.joined(separator: "\n"))\n"
    }
    return PlannedModules(Array("commands:\n\(lines.joined())".utf8), in: folder.path)
  }

  private func made(for name: String, by steps: [(inputs: [String], outputs: [String])]) -> [String] {
    plan(steps).made(for: [name]).map { $0.isForHost ? "\($0.name) for the host" : $0.name }.sorted()
  }

  private static func module(_ name: String, _ inputs: [String], host: Bool = false) -> (
    inputs: [String], outputs: [String]
  ) {
    let end = host ? "-tool" : ""
    return (inputs, ["\(name)\(end).build/a.o", "Modules\(end)/\(name).swiftmodule"])
  }

  @Test func directlyAndThroughOthers() {
    let steps = [
      Self.module("App", ["Modules/Core.swiftmodule"]), Self.module("Core", ["Modules/Low.swiftmodule"]),
      Self.module("Low", []), Self.module("Other", ["Modules/Low.swiftmodule"]),
    ]
    #expect(made(for: "App", by: steps) == ["App", "Core", "Low"])
    #expect(made(for: "Nobody", by: steps) == [])
  }

  /// SwiftPM lists the binary of an executable or a dynamic library, and the objects of a C target.
  @Test func byWayOfOtherFiles() {
    let steps = [
      Self.module("AppTests", ["Tool", "libPlug.so", "C.build/c.o"]), Self.module("Tool", []),
      Self.module("Plug", ["Modules/Low.swiftmodule"]), Self.module("Low", []), Self.module("Under", []),
      (inputs: ["Tool.build/a.o"], outputs: ["Tool"]), (inputs: ["Plug.build/a.o"], outputs: ["libPlug.so"]),
      (inputs: ["Modules/Under.swiftmodule"], outputs: ["C.build/c.o"]),
    ]
    #expect(made(for: "AppTests", by: steps) == ["AppTests", "Low", "Plug", "Tool", "Under"])
  }

  /// A macro is a program: its modules lie where no module of the target finds them.
  @Test func modulesForTheHostAreOthers() {
    let steps = [
      Self.module("App", ["Macro-tool"]),
      Self.module("Macro", ["Modules-tool/Syntax.swiftmodule"], host: true),
      Self.module("Syntax", [], host: true), (inputs: ["Macro-tool.build/a.o"], outputs: ["Macro-tool"]),
    ]
    #expect(made(for: "App", by: steps) == ["App", "Macro for the host", "Syntax for the host"])
  }

  @Test func modulesInTheFolderNeedNoPlan() {
    let lying = plan([]).lying.map { "\($0.name) \($0.isForHost)" }.sorted()
    #expect(lying == ["Core false", "Left false", "Macro true"])
    #expect(PlannedModules(lyingIn: folder.path("Modules")).lying.map(\.name).sorted() == ["Core", "Left"])
  }

  @Test func sourcesBelowAFolder() {
    let steps = [Self.module("Rem", ["checkouts/rem/a.swift", "checkouts/rem/list.txt", "Other/b.swift"])]
    let module = PlannedModules.Module(name: "Rem", isForHost: false)
    #expect(
      plan(steps).sources(of: module, below: folder.path("checkouts")) == [
        folder.path("checkouts/rem/a.swift")
      ])
  }
}
