import AffectedGraph
import ModuleGraph
import ModuleMap
import Names
import Support

/// `ambit affected --json`: a contract, field by field.
package enum AffectedJSON {
  package static func text(_ report: AffectedReport) -> String {
    JSONWriter.report { $0.affected(report) }
  }
}

extension JSONWriter {
  mutating func affected(_ report: AffectedReport) {
    revisions(report.revisions)
    field("selection", report.selection.scope.rawValue)
    warningField("fallback", report.fallback)
    field("changes") { writer in
      writer.array(of: report.selection.changes) { $0.change($1) }
    }
    field("modules") { writer in
      writer.array(of: report.selection.modules) { $0.module($1, in: report) }
    }
    field("tests", report.selection.tests.map(\.description))
    warnings(report.warnings)
  }

  mutating func revisions(_ revisions: ComparedRevisions) {
    field("base") { writer in
      guard let base = revisions.base else { return writer.null() }
      writer.object { writer in
        writer.field("ref", base.ref)
        writer.field("commit", base.commit)
        writer.field("mergeBase", base.mergeBase)
      }
    }
    field("head") { writer in
      writer.object { writer in
        writer.field("ref", revisions.head.ref)
        writer.field("commit", revisions.head.commit)
      }
    }
  }

  fileprivate mutating func change(_ change: Selection.Change) {
    object { writer in
      writer.field("path", change.path.description)
      writer.field("kind", change.file.kind.rawValue)
      writer.field("origin", change.file.origin.rawValue)
      writer.field("class", change.pathClass.rawValue)
      writer.field("modules", change.modules.map(\.description))
    }
  }

  fileprivate mutating func module(_ module: Selection.Module, in report: AffectedReport) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("package", module.id.package.description)
      writer.field("name", module.id.name)
      writer.field("kind", module.kind.rawValue)
      writer.field("direct", module.isDirect)
      writer.field("distance", module.distance)
      writer.field("owners", report.owners[module.id] ?? [])
      writer.field("tags", report.tags[module.id] ?? [])
      writer.reasons(module.reason)
    }
  }

  mutating func reasons(_ reasons: [Reason]) {
    field("reason") { writer in
      writer.array(of: reasons) { writer, reason in
        writer.object { writer in
          writer.field("kind", reason.kind.rawValue)
          switch reason.subject {
          case .path(let path): writer.field("path", path.description)
          case .module(let module): writer.field("module", module.description)
          case .none: break
          }
        }
      }
    }
  }
}
