import Base
import Reports
import TestSupport

@testable package import Features
@testable import Graph

extension GraphFixtures {
  private static let layers = ["app", "feature", "contract", "core", "vendor"]
  private static let words = [
    "Account", "Basket", "Calendar", "Delivery", "Export", "Gallery", "Invoice", "Journey", "Label", "Media",
  ]

  private struct Part {
    let id: ModuleID
    let number: Int
    let isTest: Bool
  }

  /// A workspace like those that people have: five layers, eight teams of which two share packages, a test beside every
  /// module, a change that reaches what needs it, and dependencies that break rules. The same for the same number.
  package static func workspace(packages count: Int) -> GraphReport {
    let layer = { (number: Int) in layers[min(layers.count - 1, number * layers.count / count)] }
    let parts = (0..<count).flatMap { number in
      let name =
        "\(words[number % words.count])\(number)\(layer(number).prefix(1).uppercased())\(layer(number).dropFirst())"
      return [false, true].map { isTest in
        Part(
          id: ModuleID(
            package: RelativePath("\(layer(number))s/\(name)"), name: name + (isTest ? "Tests" : "")),
          number: number, isTest: isTest)
      }
    }.sorted { $0.id < $1.id }
    let graph = graph(parts, count)
    let affected = affected(graph, by: parts.firstIndex { $0.number == count / 2 && !$0.isTest } ?? 0)
    return GraphReport(
      graph,
      modules: parts.enumerated().map { index, part in
        GraphReport.Module(
          id: part.id, kind: part.isTest ? .test : .library,
          owners: part.number % 17 == 3
            ? [] : part.number % 11 == 5 ? ["red", "blue"] : ["team-\(part.number % 6)"],
          tags: ["layer:\(layer(part.number))"],
          mark: affected[index].map { $0.count == 1 ? .changed : .reached } ?? .untouched,
          reason: affected[index] ?? [])
      }, platforms: nil, fallback: nil, warnings: [], violations: violations(graph),
      setting: GraphSetting(
        name: "Example", comparison: ComparedRevisions(base: nil, head: .init(ref: "worktree", commit: nil)),
        teamNames: ["red": "Red", "blue": "Blue"]))
  }

  /// A test needs its module; a module some of those that come after it, and one that nearly all need.
  private static func graph(_ parts: [Part], _ count: Int) -> WorkspaceGraph {
    var random = SeededGenerator(seed: UInt64(count))
    var place = Array(repeating: 0, count: count)
    for (index, part) in parts.enumerated() where !part.isTest { place[part.number] = index }
    let modules = parts.map { part in
      let near = (0..<2).compactMap { _ in
        part.number + 1 < count ? Int.random(in: (part.number + 1)..<count, using: &random) : nil
      }
      let common = part.number < count * 3 / 5 ? [count * 4 / 5] : []
      let needed = part.isTest ? [place[part.number]] : (near + common).map { place[$0] }
      return ModuleNode(
        id: part.id, kind: part.isTest ? .test : .library, package: 0,
        layout: TargetLayout(folder: part.id.package.appending("Sources")),
        edges: Set(needed).sorted().map { ModuleEdge(target: ModuleIndex($0), kind: .dependency) },
        externalPackages: [])
    }
    let all = PackageNode(
      folder: "all", identity: "all", manifest: nil, problem: nil, modules: 0..<ModuleIndex(modules.count))
    return WorkspaceGraph(packages: [all], modules: modules)
  }

  /// The change of one module, and what that reaches in two steps.
  private static func affected(_ graph: WorkspaceGraph, by changed: Int) -> [Int: [Reason]] {
    var reasons = [changed: [Reason(.source, .path("Sources/File.swift"))]]
    for _ in 0..<2 {
      for (index, module) in graph.modules.enumerated() where reasons[index] == nil {
        guard let next = module.edges.first(where: { reasons[$0.target.rawValue] != nil })?.target else {
          continue
        }
        reasons[index] =
          [Reason(.dependsOn, .module(graph.modules[next].id))] + (reasons[next.rawValue] ?? [])
      }
    }
    return reasons
  }

  private static func violations(_ graph: WorkspaceGraph) -> [GraphViolation] {
    let steps = max(2, graph.modules.count / 7)
    return graph.modules.enumerated().filter { $0.offset % steps == 1 }.compactMap { _, module in
      guard let to = module.edges.last?.target else { return nil }
      return GraphViolation(
        from: module.id, to: graph.modules[to].id, rule: "layers",
        message: "\(module.id.name) may not do that",
        why: "layers keep changes small", mend: "remove the dependency")
    }
  }
}

extension GraphFixtures {
  /// The shop without owners, its layers configured in this order.
  package static func layered(_ layers: [String]) -> GraphReport {
    let graph = GraphSketch.graph(GraphSketch.shop)
    return GraphReport(
      graph,
      modules: graph.modules.map {
        GraphReport.Module(
          id: $0.id, kind: $0.kind, owners: [], tags: ["layer:\($0.id.name == "Core" ? "core" : "app")"],
          mark: nil)
      }, platforms: nil, fallback: nil, warnings: [],
      setting: GraphSetting(layers: layers.map { .init(name: $0, tag: "layer:\($0)") }))
  }
}
