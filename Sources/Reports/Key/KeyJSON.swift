import ContentKeys
import Names
import Support

/// `ambit key --json`.
package enum KeyJSON {
  package static func text(_ report: KeyReport) -> String {
    JSONWriter.report { writer in
      writer.revisions(ComparedRevisions(base: report.since, head: report.head))
      writer.field("modules") { writer in
        writer.array(of: report.modules) { $0.module($1, in: report) }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func module(_ module: KeyReport.Module, in report: KeyReport) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("key", module.key?.text)
      writer.field("unrecordable") { writer in
        guard let obstacle = module.key?.obstacle else { return writer.null() }
        writer.object { writer in
          writer.field("code", obstacle.code.rawValue)
          writer.field("message", obstacle.message)
        }
      }
      if report.explains {
        writer.field("inputs") { writer in writer.array(of: module.inputs) { $0.input($1) } }
      }
      if report.since != nil {
        writer.field("before", module.before?.text)
        writer.field("changed", module.before?.text != module.key?.text)
        writer.field("differences") { writer in writer.array(of: module.differences) { $0.difference($1) } }
      }
    }
  }

  private mutating func input(_ input: KeyInput) {
    object { writer in
      writer.field("kind", input.kind.rawValue)
      writer.field("name", input.name)
      writer.field("value", input.value)
    }
  }

  private mutating func difference(_ difference: KeyDifference) {
    object { writer in
      writer.field("module", difference.module.description)
      writer.field("kind", difference.kind.rawValue)
      writer.field("name", difference.name)
      writer.field("before", difference.before)
      writer.field("after", difference.after)
    }
  }
}
