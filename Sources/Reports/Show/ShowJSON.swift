import Config
import Rules
import Support

/// `ambit show --json`: what it is, and all of it.
package enum ShowJSON {
  static func report(
    _ kind: String, _ warnings: [Warning], _ body: (inout JSONWriter) -> Void
  ) -> String {
    JSONWriter.report { writer in
      writer.field("subject", kind)
      writer.field(kind) { $0.object(body) }
      writer.warnings(warnings)
    }
  }
}

extension JSONWriter {
  mutating func owners(_ owners: [ShownOwner]) {
    field("owners") { writer in
      writer.array(of: owners) { writer, owner in
        writer.object { writer in
          writer.field("id", owner.id)
          writer.field("name", owner.name)
          writer.field("contact", owner.contact)
        }
      }
    }
  }

  mutating func rules(_ demands: [RuleDemand]) {
    field("rules") { writer in
      writer.array(of: demands) { writer, demand in
        writer.object { writer in
          writer.field("rule", demand.rule.id)
          writer.field("text", demand.text)
        }
      }
    }
  }

  mutating func findings(_ findings: [ShownFinding]) {
    field("findings") { writer in
      writer.array(of: findings) { writer, finding in
        writer.object { writer in
          writer.field("rule", finding.rule)
          writer.field("severity", finding.severity.rawValue)
          writer.field("place", finding.place)
          writer.field("message", finding.message)
        }
      }
    }
  }
}
