import Base
import Foundation
import Graph
import ReportSupport
import Reports
import TestSupport
import Testing

@testable import Features

@Suite("Drawing the graph")
struct GraphTests {
  /// App uses a plugin, Cart a macro; Core is needed on Linux only and imported behind the manifest's back.
  private var report: GraphReport {
    var graph = GraphSketch.graph("App -> Cart Core ~> GenPlugin | Cart -> Core => Macros | AppTests -> App")
    for (module, node) in graph.modules.numbered {
      for (index, edge) in node.edges.enumerated() where graph.modules[edge.target].id.name == "Core" {
        if node.id.name == "App" {
          graph.modules[module].edges[index].platforms = ["linux"]
        } else {
          graph.modules[module].edges[index].kind = .undeclaredImport
        }
      }
    }
    let marks: [String: GraphReport.Mark] = ["Cart": .changed, "App": .reached, "AppTests": .reached]
    return GraphReport(
      graph,
      modules: graph.modules.map {
        GraphReport.Module(
          id: $0.id, kind: $0.kind, owners: ["shop"], tags: ["layer:app"],
          mark: marks[$0.id.name] ?? .untouched)
      }, platforms: nil, fallback: nil, warnings: [])
  }

  @Test("for Graphviz")
  func dot() {
    #expect(
      GraphDOT.text(report).split(separator: "\n").dropFirst(5).joined(separator: "\n") == """
          subgraph cluster_0 {
            label="App";
            "//App:App" [label="App", shape=box, fillcolor="#ffe3c4"];
            "//App:AppTests" [label="AppTests", shape=ellipse, fillcolor="#ffe3c4"];
          }
          subgraph cluster_1 {
            label="Cart";
            "//Cart:Cart" [label="Cart", shape=box, fillcolor="#ffb37a"];
          }
          subgraph cluster_2 {
            label="Core";
            "//Core:Core" [label="Core", shape=box];
          }
          subgraph cluster_3 {
            label="GenPlugin";
            "//GenPlugin:GenPlugin" [label="GenPlugin", shape=component];
          }
          subgraph cluster_4 {
            label="Macros";
            "//Macros:Macros" [label="Macros", shape=box];
          }
          "//App:App" -> "//Cart:Cart";
          "//App:App" -> "//Core:Core" [style=dashed, label="linux"];
          "//App:App" -> "//GenPlugin:GenPlugin" [style=dashed, color="#7b4fb5", label="plugin"];
          "//App:AppTests" -> "//App:App";
          "//Cart:Cart" -> "//Core:Core" [style=dotted, color="#c62828", label="undeclared"];
          "//Cart:Cart" -> "//Macros:Macros" [style=bold, color="#1f6fb2", label="macro"];
        }
        """)
  }

  @Test("for Mermaid")
  func mermaid() {
    #expect(
      GraphMermaid.text(report) == """
        flowchart LR
          subgraph p0["App"]
            m0["App"]
            m1(["AppTests"])
          end
          subgraph p1["Cart"]
            m2["Cart"]
          end
          subgraph p2["Core"]
            m3["Core"]
          end
          subgraph p3["GenPlugin"]
            m4[["GenPlugin"]]
          end
          subgraph p4["Macros"]
            m5["Macros"]
          end
          m0 --> m2
          m0 -.->|"linux"| m3
          m0 -.->|"plugin"| m4
          m1 --> m0
          m2 -.->|"undeclared"| m3
          m2 ==>|"macro"| m5
          classDef changed fill:#ffb37a,color:#000000
          class m2 changed
          classDef reached fill:#ffe3c4,color:#000000
          class m0,m1 reached
          linkStyle 4 stroke:#c62828

        """)
  }

  @Test("for a script")
  func json() throws {
    let root = try JSONParser.parse(Array(GraphJSON.text(report).utf8))
    let app = root["modules"]?.arrayValue?.first
    #expect(app?["id"]?.stringValue == "//App:App")
    #expect(app?["affected"]?.boolValue == true)
    #expect(app?["owners"]?.arrayValue?.map(\.stringValue) == ["shop"])
    let edges = root["edges"]?.arrayValue ?? []
    #expect(
      edges.map { $0["kind"]?.stringValue } == [
        "depends-on", "depends-on", "plugin", "depends-on", "undeclared-import", "macro",
      ])
    #expect(edges[1]["platforms"]?.arrayValue?.map(\.stringValue) == ["linux"])
    let plain = try JSONParser.parse(
      Array(GraphJSON.text(ReportFixtures.drawing(GraphSketch.graph("A"))).utf8))
    #expect(plain["modules"]?.arrayValue?.first?["affected"]?.isNull == true)
  }

  @Test("a filtered drawing keeps the edges between what is left, and reducing drops the implied ones")
  func parts() {
    let graph = GraphSketch.graph("App -> Cart Core | Cart -> Core")
    let whole = ReportFixtures.drawing(graph)
    #expect(whole.edges.count == 3)
    #expect(whole.reduced().edges.map { [$0.from, $0.to] } == [[0, 1], [1, 2]])
    let some = GraphReport(
      graph, modules: whole.modules.filter { $0.id.name != "Cart" }, platforms: nil, fallback: nil,
      warnings: [])
    #expect(some.edges.map { [$0.from, $0.to] } == [[0, 1]])
  }

  @Test("no name leaves its quotes, for Graphviz")
  func hostileDOT() throws {
    let text = GraphDOT.text(ReportFixtures.drawing(GraphSketch.libraries(GraphSketch.hostileNames)))
    let read = try DOTReader(text)
    #expect(read.nodes.count == GraphSketch.hostileNames.count)
    let shown = GraphSketch.hostileNames.map { name in
      Text.escapingControls(name).replacingOccurrences(of: "&", with: "&amp;")
    }
    #expect(Set(read.labels) == Set(shown + ["Odd"]))
    #expect(read.edges.isEmpty)
  }

  @Test(
    "Graphviz draws it",
    .enabled(if: TestTool.graphviz.isExpected, "no Graphviz"))
  func graphviz() throws {
    let folder = try TemporaryFolder()
    for drawing in [report, ReportFixtures.drawing(GraphSketch.libraries(GraphSketch.hostileNames))] {
      let output = try OracleTool.output(
        of: ["dot", "-Tsvg"], input: Array(GraphDOT.text(drawing).utf8), in: folder)
      #expect(String(decoding: output, as: UTF8.self).contains("</svg>"))
    }
  }

  @Test("no name leaves its quotes, for Mermaid")
  func hostileMermaid() {
    let text = GraphMermaid.text(
      ReportFixtures.drawing(GraphSketch.libraries(GraphSketch.hostileNames)))
    let nodes = text.split(separator: "\n").dropFirst(2).dropLast()
    #expect(nodes.count == GraphSketch.hostileNames.count)
    for (number, line) in nodes.enumerated() {
      let start = "    m\(number)[\""
      #expect(line.hasPrefix(start) && line.hasSuffix("\"]"), "\(line)")
      let inside = line.dropFirst(start.count).dropLast(2)
      #expect(!inside.contains { "\"`[]{}()<>|%\\&*@$".contains($0) }, "\(line)")
      // What is left of `#` begins an entity.
      for part in inside.split(separator: "#").dropFirst(inside.hasPrefix("#") ? 0 : 1) {
        #expect(part.prefix { $0 != ";" }.allSatisfy(\.isNumber) && part.contains(";"), "\(line)")
      }
    }
  }
}
