import Support

/// `ambit doctor --json`.
package enum DoctorJSON {
  package static func text(_ report: DoctorReport) -> String {
    JSONWriter.report { writer in
      writer.field("healthy", !report.hasErrors)
      writer.field("checks") { writer in
        writer.array(of: report.checks) { writer, check in
          writer.object { writer in
            writer.field("id", check.id)
            writer.field("status", check.status.rawValue)
            writer.field("message", check.message)
            writer.field("fixes", check.fixes)
          }
        }
      }
    }
  }
}
