package import Base

/// The schema version that all JSON reports share.
package enum JSONSchema {
  /// Raised only when a field changes its meaning. New fields do not raise it.
  package static let version = 1
}

extension JSON {
  /// A whole report: an object that starts with the schema's version.
  package static func report(_ objects: JSON...) -> String {
    JSON(fields: [("schema", JSONSchema.version)] + objects.flatMap(\.fields)).prettyJSON + "\n"
  }
}

extension Warning: JSONValue {
  package func write(to writer: inout JSONWriter) {
    (["code": code, "message": message, "hints": hints] as JSON).write(to: &writer)
  }
}

/// The JSON form of an error that ends a command.
package enum ErrorJSON {
  /// `column` counts from one, in the text that the user typed.
  package static func text(code: String, message: String, hints: [String], column: Int? = nil) -> String {
    let error: JSON = [
      "code": code, "message": message, "hints": hints, "column": OptionalField(column),
    ]
    return JSON.report(["error": error])
  }
}
