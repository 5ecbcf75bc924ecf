import ModuleGraph
import Names
import Support

/// `ambit graph --format json`.
package enum GraphJSON {
  package static func text(_ report: GraphReport) -> String {
    JSONWriter.report { writer in
      writer.field("modules") { $0.array(of: report.modules) { $0.module($1) } }
      writer.field("edges") { writer in
        writer.array(of: report.edges) { $0.edge($1, report.modules) }
      }
      writer.warningField("fallback", report.fallback)
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func module(_ module: GraphReport.Module) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("kind", module.kind.rawValue)
      writer.field("package", module.id.package.description)
      writer.field("owners", module.owners)
      writer.field("tags", module.tags)
      writer.field("affected") { writer in
        guard let mark = module.mark else { return writer.null() }
        writer.bool(mark != .untouched)
      }
    }
  }

  fileprivate mutating func edge(_ edge: GraphReport.Edge, _ modules: [GraphReport.Module]) {
    object { writer in
      writer.field("from", modules[edge.from].id.description)
      writer.field("to", modules[edge.to].id.description)
      writer.field("kind", edge.kind.name)
      writer.field("platforms", edge.platforms)
    }
  }
}
