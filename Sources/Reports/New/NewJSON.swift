import Config
import Names
import Rules
import Scaffold
import Support

/// `ambit new --json`.
package enum NewJSON {
  package static func text(_ report: NewReport) -> String {
    JSONWriter.report { writer in
      writer.field("outcome", report.fails ? "refused" : report.isDry ? "planned" : "made")
      writer.field("written", report.isWritten)
      writer.field("template", report.template)
      writer.field("name", report.name)
      writer.field("packages") { $0.array(of: report.plan.packages) { $0.package($1) } }
      writer.field("edits") { writer in
        writer.array(of: report.plan.edits) { writer, edit in
          writer.object { writer in
            writer.field("file", edit.path.seen(from: report.folder).description)
            writer.field("before", Text.escapingInvalidUTF8(edit.before))
            writer.field("after", Text.escapingInvalidUTF8(edit.after))
          }
        }
      }
      writer.field("findings") { writer in
        writer.array(of: report.findings) { writer, finding in
          writer.object { writer in
            writer.field("rule", finding.rule.id)
            writer.field("severity", finding.severity.rawValue)
            writer.field("module", finding.module?.description)
            writer.field("message", finding.message)
            writer.field("mend", finding.mend)
          }
        }
      }
      writer.field("notes", report.plan.notes)
      writer.field("next", report.isWritten ? report.nextCommands.map(\.command) : [])
    }
  }
}

extension JSONWriter {
  fileprivate mutating func package(_ package: NewPackage) {
    object { writer in
      writer.field("folder", package.folder.description)
      writer.field("template", package.template)
      writer.field("module", package.id.description)
      writer.field("demo", package.demo)
      writer.field("tags", package.tags)
      writer.field("owners", package.owners)
      writer.field("files", package.files.map(\.path.description))
    }
  }
}
