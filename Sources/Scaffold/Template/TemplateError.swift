import Support

/// What is wrong with a template, and where.
package struct TemplateError: Error, Sendable, Hashable {
  /// `.ambit/templates/feature/Package.swift.template:3:9: unknown name "Modul"; did you mean "Module"?`
  package let message: String

  package init(_ problem: String, in place: String, at offset: Int, of bytes: [UInt8]) {
    message = "\(place):\(TextPosition(of: offset, in: bytes)): \(problem)"
  }

  /// Where no line is to blame.
  package init(_ problem: String, in place: String) {
    message = "\(place): \(problem)"
  }
}
