package import Base

/// The reason why a `workspace.json` was refused, with its place in the file.
package struct ConfigError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The file is not JSON, even with comments and trailing commas allowed.
    case syntax = "config-syntax"
    case unknownKey = "config-unknown-key"
    case wrongType = "config-wrong-type"
    case invalidValue = "config-invalid-value"
    /// The file does not define the team or layer.
    case unknownName = "config-unknown-name"
    case unsupportedVersion = "config-unsupported-version"
  }

  package let kind: Code
  package let fileName: String
  package let position: TextPosition
  /// The error without its place.
  package let problem: String

  package init(_ kind: Code, _ problem: String, in fileName: String, at position: TextPosition) {
    self.kind = kind
    self.problem = problem
    self.fileName = fileName
    self.position = position
  }

  package var code: String { kind.rawValue }

  /// `workspace.json:12:7: unknown key "paltforms"; did you mean "platforms"?`
  package var message: String { "\(fileName):\(position): \(problem)" }

  package var description: String { message }
}
