package import Base

/// Why a `workspace.json` was refused: one clear error, at a place in the file.
package struct ConfigError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// Not JSON, even with comments and trailing commas allowed.
    case syntax = "config-syntax"
    case unknownKey = "config-unknown-key"
    case wrongType = "config-wrong-type"
    case invalidValue = "config-invalid-value"
    /// A team or layer that the file does not define.
    case unknownName = "config-unknown-name"
    case unsupportedVersion = "config-unsupported-version"
  }

  package let kind: Code
  package let fileName: String
  package let position: TextPosition
  /// What is wrong, without the place.
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
