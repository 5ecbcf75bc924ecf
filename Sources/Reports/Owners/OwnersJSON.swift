import Support
import Workspace

/// `ambit owners --json`.
package enum OwnersJSON {
  package static func text(_ report: OwnersReport) -> String {
    JSONWriter.report { writer in
      writer.revisions(report.revisions)
      writer.groups("changed", report.changed)
      writer.groups("reached", report.reached)
      writer.field("unowned", report.unowned.map(\.description))
      writer.warningField("fallback", report.fallback)
      writer.warnings(report.warnings)
    }
  }

  package static func text(_ paths: [PathOwners]) -> String {
    JSONWriter.report { writer in
      writer.field("paths") { writer in
        writer.array(of: paths) { writer, entry in
          writer.object { writer in
            writer.field("path", entry.path.description)
            writer.field("owners", entry.owners)
          }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func groups(_ key: String, _ groups: [OwnersReport.Group]) {
    field(key) { writer in
      writer.array(of: groups) { writer, group in
        writer.object { writer in
          writer.field("team", group.id)
          writer.field("name", group.name)
          writer.field("contact", group.contact)
          writer.field("modules", group.modules.map(\.description))
        }
      }
    }
  }
}
