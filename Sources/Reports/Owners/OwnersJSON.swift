import Names
import Ownership
package import Support

/// `ambit owners --json`.
package enum OwnersJSON {
  /// `gate` is nil when nothing was required.
  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    JSONWriter.report { writer in
      writer.owners(report)
      writer.field("gate") { writer in
        guard let gate else { return writer.null() }
        writer.object { writer in
          writer.field("held", gate.isHeld)
          writer.field("unowned", gate.unowned)
        }
      }
      writer.warningField("fallback", report.fallback)
      writer.warnings(report.warnings)
    }
  }

  package static func text(_ paths: [PathOwners], _ warnings: [Warning]) -> String {
    JSONWriter.report { writer in
      writer.field("paths") { writer in
        writer.array(of: paths) { writer, entry in
          writer.object { writer in
            writer.field("path", entry.path.description)
            writer.field("owners", entry.owners)
          }
        }
      }
      writer.warnings(warnings)
    }
  }
}

extension JSONWriter {
  /// The fields of an owners report, warnings aside.
  mutating func owners(_ report: OwnersReport) {
    revisions(report.revisions)
    field("rules") { writer in
      writer.object { writer in
        writer.field("ref", report.rules.ref)
        writer.field("commit", report.rules.commit)
        writer.field("from", report.rules.isBase ? "base" : "head")
      }
    }
    groups("changed", report.changed)
    groups("reached", report.reached)
    if let rebuilt = report.rebuilt { groups("rebuilt", rebuilt) } else { field("rebuilt") { $0.null() } }
    field("shared") { writer in
      writer.array(of: report.shared) { $0.shared($1) }
    }
    field("mixed") { writer in
      writer.array(of: report.mixed) { $0.mixed($1) }
    }
    field("deleted") { writer in
      writer.array(of: report.deleted) { writer, module in
        writer.object { writer in
          writer.field("module", module.module.description)
          writer.field("owners", module.owners)
        }
      }
    }
    field("unowned", report.unowned.map(\.description))
  }

  private mutating func groups(_ key: String, _ groups: [OwnersReport.Group]) {
    field(key) { writer in
      writer.array(of: groups) { $0.group($1) }
    }
  }

  private mutating func group(_ group: OwnersReport.Group) {
    object { writer in
      writer.field("team", group.id)
      writer.field("name", group.name)
      writer.field("contact", group.contact)
      writer.field("handles", group.handles)
      writer.field("modules", group.modules.map(\.description))
      writer.field("files", group.files.map(\.description))
      guard let path = group.path else { return }
      writer.field("path", path.modules.map(\.description))
      writer.reasons(path.reason)
    }
  }

  private mutating func shared(_ shared: OwnersReport.Shared) {
    object { writer in
      writer.field("module", shared.module.description)
      writer.field("owners", shared.owners)
      writer.field("teams", shared.teams)
      writer.field("dependents", shared.dependents)
    }
  }

  private mutating func mixed(_ mixed: OwnersReport.Mixed) {
    object { writer in
      writer.field("module", mixed.module.description)
      writer.field("files", mixed.shares.files)
      writer.field("shares") { writer in
        writer.array(of: mixed.shares.shares) { writer, share in
          writer.object { writer in
            writer.field("team", share.owner)
            writer.field("files", share.files)
            writer.field("share") { $0.decimal(mixed.shares.part(of: share)) }
          }
        }
      }
    }
  }
}
