import ModuleGraph
import Names
import Support

/// `ambit query --json`.
package enum QueryJSON {
  package static func text(_ report: QueryReport) -> String {
    JSONWriter.report { writer in
      writer.field("query", report.query)
      writer.revisions(report.revisions)
      writer.field("count", report.modules.count)
      writer.field("modules") { writer in
        writer.array(of: report.modules) { $0.module($1) }
      }
      if let path = report.path { writer.field("path", path.map(\.description)) }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func module(_ module: QueryReport.Module) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("package", module.id.package.description)
      writer.field("name", module.id.name)
      writer.field("kind", module.kind.rawValue)
      writer.field("owners", module.owners)
      writer.field("tags", module.tags)
    }
  }
}
