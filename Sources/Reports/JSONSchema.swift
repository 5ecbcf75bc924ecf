import Support

/// What all JSON reports share.
package enum JSONSchema {
  /// Raised only when a field changes its meaning; new fields do not.
  package static let version = 1
}

extension JSONWriter {
  /// A whole report: an object that starts with the schema's version.
  static func report(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("schema", JSONSchema.version)
      body(&writer)
    }
    return writer.text + "\n"
  }

  mutating func warningField(_ key: String, _ warning: Warning?) {
    field(key) { writer in
      guard let warning else { return writer.null() }
      writer.warning(warning)
    }
  }

  mutating func warnings(_ warnings: [Warning]) {
    field("warnings") { $0.array(of: warnings) { $0.warning($1) } }
  }

  private mutating func warning(_ warning: Warning) {
    object { writer in
      writer.field("code", warning.code)
      writer.field("message", warning.message)
      writer.field("hints", warning.hints)
    }
  }
}

/// The JSON form of an error that ends a command.
package enum ErrorJSON {
  /// `column` counts from one, in what was typed.
  package static func text(code: String, message: String, hints: [String], column: Int? = nil) -> String {
    JSONWriter.report { writer in
      writer.field("error") { writer in
        writer.object { writer in
          writer.field("code", code)
          writer.field("message", message)
          writer.field("hints", hints)
          if let column { writer.field("column", column) }
        }
      }
    }
  }
}
