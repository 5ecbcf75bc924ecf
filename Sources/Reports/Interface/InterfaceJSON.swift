import Interfaces
import Names
import Support

/// `ambit interface --json`.
package enum InterfaceJSON {
  package static func text(_ report: InterfaceReport) -> String {
    JSONWriter.report { writer in
      writer.field("head") { writer in
        writer.object { writer in
          writer.field("ref", report.head.ref)
          writer.field("commit", report.head.commit)
        }
      }
      writer.field("modules") { writer in
        writer.array(of: report.modules) { writer, module in writer.object { write(module, &$0) } }
      }
      writer.warnings(report.warnings)
    }
  }

  private static func write(_ module: InterfaceReport.Module, _ writer: inout JSONWriter) {
    writer.field("id", module.id.description)
    switch module.interface {
    case .nothing(let reason):
      writer.field("state", "nothing")
      writer.field("reason", reason)
    case .unknown(let reason):
      writer.field("state", "unknown")
      writer.field("reason", reason)
    case .surface(let surface):
      writer.field("state", "known")
      writer.field("declarations") { writer in
        writer.array(of: zip(surface.declarations, surface.places)) { writer, one in
          writer.object { writer in
            write(one.0, one.1, &writer)
            writer.field("conformances", one.0.conformances)
            writer.field("availability", one.0.availability)
          }
        }
      }
    }
  }

  private static func write(
    _ declaration: SurfaceDeclaration, _ place: SurfacePlace?, _ writer: inout JSONWriter
  ) {
    writer.field("name", declaration.name)
    writer.field("kind", declaration.kind.rawValue)
    writer.field("access", declaration.access.rawValue)
    writer.field("role", declaration.role.rawValue)
    writer.field("text", declaration.text)
    writer.field("extends", declaration.extended)
    writer.field("file", place?.file)
    writer.field("line", place?.line)
  }

  package static func text(_ report: InterfaceDiffReport) -> String {
    JSONWriter.report { writer in
      writer.revisions(report.revisions)
      writer.field("breaking", report.isBreaking)
      writer.field("modules") { writer in
        writer.array(of: report.modules) { writer, module in
          writer.object { writer in
            writer.field("id", module.id.description)
            writer.field("verdict", module.verdict.rawValue)
            writer.field("reason", module.reason)
            writer.field("changes") { writer in
              writer.array(of: module.changes) { writer, change in writer.object { write(change, &$0) } }
            }
          }
        }
      }
      writer.warnings(report.warnings)
    }
  }

  private static func write(_ one: InterfaceDiffReport.Change, _ writer: inout JSONWriter) {
    writer.field("verdict", one.change.verdict.rawValue)
    writer.field("withinPackage", one.change.isWithinPackage)
    writer.field("reason", one.change.reason)
    writer.field("before", one.change.before)
    writer.field("after", one.change.after)
    write(one.change.declaration, one.change.place, &writer)
    writer.field("users") { writer in
      writer.array(of: one.users) { writer, user in
        writer.object { writer in
          writer.field("module", user.module.description)
          writer.field("file", user.file)
          writer.field("lines") { writer in writer.array(of: user.lines) { $0.int($1) } }
        }
      }
    }
  }
}
